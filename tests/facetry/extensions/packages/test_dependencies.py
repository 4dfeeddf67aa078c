"""Installing Python environments and Node packages, with the programs on this machine and without a network."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from facetry.extensions.packages.dependencies import InstallationFailure, InstallationTarget, prepare
from facetry.extensions.packages.installer_errors import diagnose
from facetry.extensions.process.logs import tail
from tests.support.extensions.guarded_programs import nothing_left
from tests.support.imaging.pools import wait_until

NOISY_STUB = "#!/bin/sh\necho first\necho {words} >&2\nexit 1\n"


class ExtensionFixture:
    """An extension, and the lines of its installers."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "tagger"
        self.folder.mkdir()
        self.installer_lines: list[tuple[str, str]] = []

    def target(self, python: str = sys.executable) -> InstallationTarget:
        on_line = lambda stage, line: self.installer_lines.append((stage, line))  # noqa: E731
        logs, state = self.root / "logs" / "tagger", self.root / "installers" / "tagger"
        return InstallationTarget(self.folder, self.environments, state, logs, on_line, python=python)

    @property
    def environments(self) -> Path:
        return self.root / "environments" / "tagger"

    def built(self) -> list[str]:
        """The kinds of the environments that exist."""
        folders = self.environments.iterdir() if self.environments.exists() else ()
        return sorted(folder.name.partition("-")[0] for folder in folders)

    def prepare(
        self, runtimes: Sequence[str], seconds: float = 120.0, python: str = sys.executable
    ) -> InstallationFailure | None:
        with nothing_left(self.root):
            return asyncio.run(prepare(self.target(python), runtimes, seconds=seconds))

    def stub(self, name: str, script: str) -> str:
        """Write a script that stands in for a program, and return its path."""
        path = self.root / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)
        return str(path)

    def log(self) -> str:
        return "\n".join(line.text for line in tail(self.root / "logs" / "tagger", 1000, name="install"))


@pytest.fixture
def extension(programs_folder: Path, monkeypatch: pytest.MonkeyPatch) -> ExtensionFixture:
    for name in os.environ:
        if name.startswith(("PIP_", "UV_", "npm_config_", "NPM_CONFIG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return ExtensionFixture(programs_folder)


def write_wheel(folder: Path, name: str, version: str) -> None:
    """Write the wheel of a package with one module."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        file.writestr(f"{name}.py", f"VERSION = {version!r}\n")
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


def test_an_environment_is_created_once(extension: ExtensionFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", str(extension.root / "index"))
    monkeypatch.setenv("FACETRY_API_SECRET", "canary")
    write_wheel(extension.root / "index", "sample", "1.0")
    (extension.folder / "requirements.txt").write_text("sample==1.0\n")
    python = extension.folder / ".venv" / "bin" / "python"
    assert extension.prepare(["python"]) is None
    ask = [str(python), "-c", "import sample; print(sample.VERSION)"]
    assert subprocess.run(ask, capture_output=True, text=True, check=True).stdout == "1.0\n"
    assert ("requirements", "Successfully installed sample-1.0") in extension.installer_lines
    assert "Successfully installed sample-1.0" in extension.log()
    status = python.lstat()
    extension.installer_lines.clear()
    assert extension.prepare(["python"]) is None
    assert (python.lstat(), extension.installer_lines) == (status, [])


def test_another_version_with_the_same_requirements_keeps_the_environment(extension: ExtensionFixture) -> None:
    """Only a change of the requirements, or of a file that they name, makes another one; the former one goes."""
    (extension.folder / "unrelated").write_text("as it was")
    write_wheel(extension.folder / "vendor", "sample", "1.0")
    (extension.folder / "requirements.txt").write_text("-r more.txt\n")
    (extension.folder / "more.txt").write_text("./vendor/sample-1.0-py3-none-any.whl\n")
    assert extension.prepare(["python"]) is None
    (first,) = extension.environments.iterdir()
    status = (first / ".venv" / "bin" / "python").lstat()
    former_folder, extension.folder = extension.folder, extension.root / "newer"
    shutil.copytree(former_folder, extension.folder, symlinks=True)
    (extension.folder / "unrelated").write_text("changed")
    extension.installer_lines.clear()
    assert extension.prepare(["python"]) is None
    assert extension.installer_lines == []
    assert (first / ".venv" / "bin" / "python").lstat() == status
    assert (extension.folder / ".venv").resolve() == first / ".venv"
    with zipfile.ZipFile(extension.folder / "vendor" / "sample-1.0-py3-none-any.whl", "a") as wheel:
        wheel.writestr("another.py", "")
    assert extension.prepare(["python"]) is None
    (second,) = extension.environments.iterdir()
    assert second != first


def test_a_link_that_an_installer_leaves_is_not_followed(extension: ExtensionFixture) -> None:
    """The service itself is not confined, so what it writes into an environment must stay there."""
    database = extension.root / "library.db"
    database.write_text("content")
    make = f"mkdir -p .venv/bin\ncp /bin/true .venv/bin/python\nln -s {database} .made-of\nln -s {database} .new\n"
    assert extension.prepare(["python"], python=extension.stub("python", "#!/bin/sh\n" + make)) is None
    (environment,) = extension.environments.iterdir()
    assert database.read_text() == "content"
    assert not (environment / ".made-of").is_symlink()


def test_a_missing_package_is_reported_and_leaves_no_environment(extension: ExtensionFixture) -> None:
    """A stub stands in for the environment; its message is that of pip."""
    pip = "#!/bin/sh\necho 'ERROR: No matching distribution found for sample==2.0' >&2\nexit 1\n"
    make = f"mkdir -p .venv/bin\ncat > .venv/bin/python <<'END'\n{pip}END\nchmod +x .venv/bin/python\n"
    (extension.folder / "requirements.txt").write_text("sample==2.0\n")
    assert extension.prepare(["python"], python=extension.stub("python", "#!/bin/sh\n" + make)) == InstallationFailure(
        "requirements",
        "A required package does not exist, or not in this version, or not for this Python.",
        "Correct the requirements.txt or package.json of the extension, or ask its author to.",
        ("ERROR: No matching distribution found for sample==2.0",),
    )
    assert extension.built() == []


def test_without_requirements_the_environment_is_created_without_pip(extension: ExtensionFixture) -> None:
    assert extension.prepare(["python"]) is None
    result = subprocess.run(
        [extension.folder / ".venv" / "bin" / "python", "-c", "import sys; print(sys.prefix)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str(extension.folder / ".venv")
    assert extension.prepare([]) is None


def test_a_registry_is_never_asked_for_the_kit(extension: ExtensionFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The installers are stubs; an older service may have installed such an extension."""
    stub = "#!/bin/sh\ntouch $HOME/called\n"
    paths = [extension.stub(name, stub) for name in ("python", "uv", "node", "npm")]
    monkeypatch.setenv("PATH", f"{Path(paths[0]).parent}:{os.environ['PATH']}")
    (extension.folder / "requirements.txt").write_text("-r more/list.txt\n")
    (extension.folder / "more").mkdir()
    (extension.folder / "more" / "list.txt").write_text("facetry.extension==1.0.0\n")
    (extension.folder / "package.json").write_text('{"dependencies": {"kit": "npm:facetry-extension@1"}}')
    for runtime, stage, place in (("python", "requirements", "more/list.txt"), ("node", "packages", "package.json")):
        failure = extension.prepare([runtime], python=paths[0])
        assert failure is not None
        assert (failure.stage, place in failure.reason) == (stage, True)
        assert "facetry extension package" in (failure.remedy or "")
    assert not list(extension.root.rglob("called"))


def test_uv_is_used_when_an_index_is_configured_for_it(
    extension: ExtensionFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = 'mkdir -p .venv/bin && ln -s "$4" .venv/bin/python'
    uv = f'#!/bin/sh\necho "$@" >> $HOME/calls; [ "$1" = venv ] && {make}; exit 0\n'
    monkeypatch.setenv("PATH", f"{Path(extension.stub('uv', uv)).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    (extension.folder / "requirements.txt").write_text("sample\n")
    assert extension.prepare(["python"], python="/usr/bin/env") is None
    calls_file = extension.root / "installers" / "tagger" / "home" / "calls"
    (environment,) = extension.environments.iterdir()
    assert calls_file.read_text().splitlines() == [
        "venv --no-progress --python /usr/bin/env .venv",
        f"pip install --no-progress --python {environment}/.venv/bin/python -r requirements.txt",
    ]
    for requirements, calls in (("sample\n", 2), ("sample==2.0\n", 4), ("", 5), ("", 5)):
        (extension.folder / "requirements.txt").write_text(requirements)
        assert extension.prepare(["python"], python="/usr/bin/env") is None
        assert len(calls_file.read_text().splitlines()) == calls


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("/usr/bin/python3: No module named venv", "comes without venv"),
        ("The virtual environment was not created because ensurepip is not available", "comes without venv"),
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("something else", "failed. It ended with exit code 1"),
    ],
)
def test_a_failed_environment_has_a_reason_and_a_remedy(extension: ExtensionFixture, words: str, reason: str) -> None:
    python = extension.stub("python", NOISY_STUB.format(words=json.dumps(words)))
    failure = extension.prepare(["python"], python=python)
    assert failure is not None
    assert failure.stage == "environment"
    assert reason in failure.reason
    assert failure.remedy
    assert failure.lines == ("first", words)


def test_a_missing_python_is_reported(extension: ExtensionFixture) -> None:
    failure = extension.prepare(["python"], python="/no/such/python")
    assert failure is not None
    assert failure.reason == "python cannot be started: No such file or directory: /no/such/python"


def test_a_slow_installer_is_ended_with_its_descendants(extension: ExtensionFixture) -> None:
    python = extension.stub(
        "python", "#!/bin/sh\nmkdir .venv\ntrap '' TERM\nsetsid sleep 61.5 &\necho waiting\nsleep 61.5\n"
    )
    started_at = time.monotonic()
    failure = extension.prepare(["python"], seconds=0.5, python=python)
    assert failure is not None
    assert (failure.stage, failure.reason, failure.lines) == (
        "environment",
        "The installation took too long, and was ended.",
        ("waiting",),
    )
    assert time.monotonic() - started_at < 10
    assert extension.built() == []
    assert "sleep\00061.5" not in running_command_lines()


def test_a_cancelled_installation_leaves_nothing(extension: ExtensionFixture) -> None:
    python = extension.stub("python", "#!/bin/sh\nmkdir .venv\nsetsid sleep 62.5 &\necho waiting\nsleep 62.5\n")

    async def use() -> None:
        task = asyncio.create_task(prepare(extension.target(python=python), ["python"]))
        await wait_until(lambda: ("environment", "waiting") in extension.installer_lines)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with nothing_left(extension.root):
        asyncio.run(use())
    assert extension.built() == []
    assert "sleep\00062.5" not in running_command_lines()


def running_command_lines() -> str:
    """The command lines of all running processes."""
    command_lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command_lines.append(path.read_text(errors="replace"))
        except OSError:
            continue  # the process has ended
    return "\n".join(command_lines)


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_node_packages_are_installed_without_their_scripts(extension: ExtensionFixture) -> None:
    local = extension.folder / "local"
    local.mkdir()
    scripts = {"install": f"touch {extension.root}/ran"}
    (local / "package.json").write_text(json.dumps({"name": "local", "version": "1.0.0", "scripts": scripts}))
    package = {"name": "tagger", "version": "1.0.0", "scripts": scripts, "dependencies": {"local": "file:./local"}}
    (extension.folder / "package.json").write_text(json.dumps(package))
    assert extension.prepare(["node"]) is None
    assert (extension.folder / "node_modules" / "local" / "package.json").exists()
    assert not (extension.root / "ran").exists()
    assert not (extension.folder / "package-lock.json").exists()
    extension.installer_lines.clear()
    assert extension.prepare(["node"]) is None
    assert extension.installer_lines == []


def test_a_missing_node_or_npm_is_reported(extension: ExtensionFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(extension.root / "bin"))
    failure = extension.prepare(["node"])
    assert failure is not None
    assert "no program `node` on the PATH" in failure.reason
    extension.stub("node", "")
    assert extension.prepare(["node"]) is None  # nothing to install
    (extension.folder / "package.json").write_text('{"dependencies": {"a": "1"}}')
    failure = extension.prepare(["node"])
    assert failure is not None
    assert "no program `npm` on the PATH" in failure.reason


@pytest.mark.parametrize("content", ["{", "[]", "\xff"])
def test_an_invalid_package_json_is_reported(
    extension: ExtensionFixture, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(extension.stub("node", "")).parent))
    (extension.folder / "package.json").write_bytes(content.encode("latin-1"))
    failure = extension.prepare(["node"])
    assert failure is not None
    assert failure.reason.startswith("The package.json of the extension cannot be read: ")


def test_a_missing_folder_is_reported(extension: ExtensionFixture) -> None:
    extension.folder.rmdir()
    failure = extension.prepare(["python"])
    assert failure is not None
    assert "cannot be read or written" in failure.reason
    assert not extension.folder.exists()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("npm error code ENOSPC", "The disk is full."),
        ("error: No solution found when resolving dependencies:", "A required package does not exist"),
        ("npm error notarget No matching version found for ms@999.0.0.", "A required package does not exist"),
        ("npm error network request to http://index failed, reason: getaddrinfo ENOTFOUND index", "The package index"),
        ("NewConnectionError: Failed to establish a new connection: [Errno 111]", "The package index"),
        (
            "ERROR: Package 'x' requires a different Python: 3.11 not in '>=3.13'",
            "A required package needs another",
        ),
        ("ERROR: Invalid requirement: '???'", "The list of required packages"),
        ("ERROR: Failed building wheel for x", "A required package has to be built"),
    ],
)
def test_messages_of_installers_are_diagnosed(line: str, reason: str) -> None:
    diagnosis = diagnose(["before", line, "after"])
    assert diagnosis is not None
    assert diagnosis[0].startswith(reason)
    assert diagnose(["Successfully installed"]) is None
