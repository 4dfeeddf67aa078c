"""Python environments and Node packages: made with what is on this machine, without a network."""

import asyncio
import json
import os
import shutil
import subprocess
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from facetry.extensions.packages.dependencies import Failure, Place, prepare
from facetry.extensions.packages.installer_errors import cause
from facetry.extensions.process.logs import tail
from tests.support.guarded_programs import nothing_left
from tests.support.pools import until

NOISY_STUB = "#!/bin/sh\necho first\necho {words} >&2\nexit 1\n"


class Shop:
    """An extension, and what is said while it is prepared."""

    def __init__(self, place: Path) -> None:
        self.root = place
        self.folder = place / "tagger"
        self.folder.mkdir()
        self.heard: list[tuple[str, str]] = []

    def place(self, **others: str) -> Place:
        tell = lambda stage, line: self.heard.append((stage, line))  # noqa: E731
        return Place(self.folder, self.root / "logs" / "tagger", self.root / "cache", tell, **others)

    def prepare(self, runtimes: Sequence[str], seconds: float = 120.0, **others: str) -> Failure | None:
        with nothing_left(self.root):
            return asyncio.run(prepare(self.place(**others), runtimes, seconds=seconds))

    def stub(self, name: str, script: str) -> str:
        """A program that stands in for another one."""
        path = self.root / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)
        return str(path)

    def log(self) -> str:
        return "\n".join(line.text for line in tail(self.root / "logs" / "tagger", 1000, name="install"))


@pytest.fixture
def shop(place: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    for name in os.environ:
        if name.startswith(("PIP_", "UV_", "npm_config_", "NPM_CONFIG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return Shop(place)


def wheel(folder: Path, name: str, version: str) -> None:
    """A package of one module, as an index would have it."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        file.writestr(f"{name}.py", f"VERSION = {version!r}\n")
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


def test_an_environment_is_made_once(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", str(shop.root / "index"))
    monkeypatch.setenv("FACETRY_API_SECRET", "canary")
    wheel(shop.root / "index", "sample", "1.0")
    (shop.folder / "requirements.txt").write_text("sample==1.0\n")
    python = shop.folder / ".venv" / "bin" / "python"
    assert shop.prepare(["python"]) is None
    ask = [str(python), "-c", "import sample; print(sample.VERSION)"]
    assert subprocess.run(ask, capture_output=True, text=True, check=True).stdout == "1.0\n"
    assert ("requirements", "Successfully installed sample-1.0") in shop.heard
    assert "Successfully installed sample-1.0" in shop.log()
    made = python.lstat()
    shop.heard.clear()
    assert shop.prepare(["python"]) is None
    assert (python.lstat(), shop.heard) == (made, [])


def test_a_package_that_does_not_exist_is_told_of_and_nothing_is_left(shop: Shop) -> None:
    """The words are those of pip; the environment is none."""
    pip = "#!/bin/sh\necho 'ERROR: No matching distribution found for sample==2.0' >&2\nexit 1\n"
    make = f"mkdir -p .venv/bin\ncat > .venv/bin/python <<'END'\n{pip}END\nchmod +x .venv/bin/python\n"
    (shop.folder / "requirements.txt").write_text("sample==2.0\n")
    assert shop.prepare(["python"], python=shop.stub("python", "#!/bin/sh\n" + make)) == Failure(
        "requirements",
        "A package that it needs does not exist, or not in that version, or not for this Python.",
        "Correct its requirements.txt or package.json, or ask its author to.",
        ("ERROR: No matching distribution found for sample==2.0",),
    )
    assert not (shop.folder / ".venv").exists()


def test_without_requirements_it_is_made_in_a_moment(shop: Shop) -> None:
    assert shop.prepare(["python"]) is None
    done = subprocess.run(
        [shop.folder / ".venv" / "bin" / "python", "-c", "import sys; print(sys.prefix)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(shop.folder / ".venv")
    assert shop.prepare([]) is None


def test_uv_is_used_where_it_knows_where_packages_come_from(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    uv = '#!/bin/sh\necho "$@" >> calls; [ "$1" = venv ] && mkdir -p .venv/bin && ln -s "$4" .venv/bin/python; exit 0\n'
    monkeypatch.setenv("PATH", f"{Path(shop.stub('uv', uv)).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    (shop.folder / "requirements.txt").write_text("sample\n")
    assert shop.prepare(["python"], python="/usr/bin/env") is None
    assert (shop.folder / "calls").read_text().splitlines() == [
        "venv --no-progress --python /usr/bin/env .venv",
        f"pip install --no-progress --python {shop.folder}/.venv/bin/python -r requirements.txt",
    ]
    for requirements, calls in (("sample\n", 2), ("sample==2.0\n", 4), ("", 5), ("", 5)):
        (shop.folder / "requirements.txt").write_text(requirements)
        assert shop.prepare(["python"], python="/usr/bin/env") is None
        assert len((shop.folder / "calls").read_text().splitlines()) == calls


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("/usr/bin/python3: No module named venv", "comes without venv"),
        ("The virtual environment was not created because ensurepip is not available", "comes without venv"),
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("something else", "failed. It ended with exit code 1"),
    ],
)
def test_why_it_failed_is_told(shop: Shop, words: str, reason: str) -> None:
    python = shop.stub("python", NOISY_STUB.format(words=json.dumps(words)))
    failure = shop.prepare(["python"], python=python)
    assert failure is not None
    assert failure.stage == "environment"
    assert reason in failure.reason
    assert failure.remedy
    assert failure.lines == ("first", words)


def test_a_python_that_is_not_there_is_told_of(shop: Shop) -> None:
    failure = shop.prepare(["python"], python="/no/such/python")
    assert failure is not None
    assert failure.reason == "python cannot be started: No such file or directory: /no/such/python"


def test_an_installer_that_takes_too_long_is_ended_with_all_it_has_started(shop: Shop) -> None:
    python = shop.stub(
        "python", "#!/bin/sh\nmkdir .venv\ntrap '' TERM\nsetsid sleep 61.5 &\necho waiting\nsleep 61.5\n"
    )
    began = time.monotonic()
    failure = shop.prepare(["python"], seconds=0.5, python=python)
    assert failure is not None
    assert (failure.stage, failure.reason, failure.lines) == (
        "environment",
        "It took too long, and was ended.",
        ("waiting",),
    )
    assert time.monotonic() - began < 10
    assert not (shop.folder / ".venv").exists()
    assert "sleep\00061.5" not in commands()


def test_an_installation_can_be_cancelled(shop: Shop) -> None:
    python = shop.stub("python", "#!/bin/sh\nmkdir .venv\nsetsid sleep 62.5 &\necho waiting\nsleep 62.5\n")

    async def use() -> None:
        task = asyncio.create_task(prepare(shop.place(python=python), ["python"]))
        await until(lambda: ("environment", "waiting") in shop.heard)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with nothing_left(shop.root):
        asyncio.run(use())
    assert not (shop.folder / ".venv").exists()
    assert "sleep\00062.5" not in commands()


def commands() -> str:
    """The command lines of all processes."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_text(errors="replace"))
        except OSError:
            continue  # it has ended
    return "\n".join(found)


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_node_packages_are_installed_without_their_scripts(shop: Shop) -> None:
    local = shop.folder / "local"
    local.mkdir()
    scripts = {"install": f"touch {shop.root}/ran"}
    (local / "package.json").write_text(json.dumps({"name": "local", "version": "1.0.0", "scripts": scripts}))
    package = {"name": "tagger", "version": "1.0.0", "scripts": scripts, "dependencies": {"local": "file:./local"}}
    (shop.folder / "package.json").write_text(json.dumps(package))
    assert shop.prepare(["node"]) is None
    assert (shop.folder / "node_modules" / "local" / "package.json").exists()
    assert not (shop.root / "ran").exists()
    assert not (shop.folder / "package-lock.json").exists()
    shop.heard.clear()
    assert shop.prepare(["node"]) is None
    assert shop.heard == []


def test_a_missing_node_is_told_of(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(shop.root / "bin"))
    failure = shop.prepare(["node"])
    assert failure is not None
    assert "no program `node` on the PATH" in failure.reason
    shop.stub("node", "")
    assert shop.prepare(["node"]) is None  # nothing to install
    (shop.folder / "package.json").write_text('{"dependencies": {"a": "1"}}')
    failure = shop.prepare(["node"])
    assert failure is not None
    assert "no program `npm` on the PATH" in failure.reason


@pytest.mark.parametrize("content", ["{", "[]", "\xff"])
def test_a_broken_package_is_told_of(shop: Shop, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(shop.stub("node", "")).parent))
    (shop.folder / "package.json").write_bytes(content.encode("latin-1"))
    failure = shop.prepare(["node"])
    assert failure is not None
    assert failure.reason.startswith("Its package.json cannot be read: ")


def test_a_folder_that_is_gone_is_told_of(shop: Shop) -> None:
    shop.folder.rmdir()
    failure = shop.prepare(["python"])
    assert failure is not None
    assert "cannot be read or written" in failure.reason
    assert not shop.folder.exists()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("npm error code ENOSPC", "The disk is full."),
        ("error: No solution found when resolving dependencies:", "A package that it needs does not exist"),
        ("npm error notarget No matching version found for ms@999.0.0.", "A package that it needs does not exist"),
        ("npm error network request to http://index failed, reason: getaddrinfo ENOTFOUND index", "The package index"),
        ("NewConnectionError: Failed to establish a new connection: [Errno 111]", "The package index"),
        (
            "ERROR: Package 'x' requires a different Python: 3.11 not in '>=3.13'",
            "A package that it needs is for another",
        ),
        ("ERROR: Invalid requirement: '???'", "The list of packages"),
        ("ERROR: Failed building wheel for x", "A package that it needs would have to be built"),
    ],
)
def test_the_words_of_installers_are_understood(line: str, reason: str) -> None:
    found = cause(["before", line, "after"])
    assert found is not None
    assert found[0].startswith(reason)
    assert cause(["Successfully installed"]) is None
