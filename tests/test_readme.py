"""The README's commands work in a copy of the checkout with its own environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.imaging.pictures import write_pictures

HOME = Path(__file__).parent.parent
README = (HOME / "README.md").read_text()
SERVE, TEST = re.findall(r"```console\n\$ (.+)\n```", README)
(SEARCH,) = re.findall(r"```sh\n(.+?)```", README, re.DOTALL)
(FIRST_STEPS,) = re.findall(r"```bash\n(.+?)```", README, re.DOTALL)
LEFT_OUT = (
    ".git",
    "node_modules",
    "build",
    "dist",
    ".venv",
    ".nox",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    "__pycache__",
)
MINUTES = 4


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout, next to an empty home folder and an empty folder for temporary files."""
    folder = tmp_path_factory.mktemp("new-user")
    shutil.copytree(HOME, folder / "facetry", ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    return folder / "facetry"


@contextmanager
def first_command(checkout: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """Runs the README's first command; yields the address of its server, and its output."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = checkout.parent / "home"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "TMPDIR": str(checkout.parent / "tmp"),
        "FACETRY_PORT": str(port),
        **{name: value for name, value in os.environ.items() if name.lower().startswith(("pip_", "http", "ssl_"))},
    }
    log = checkout.parent / "output"
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["bash", "-c", SERVE],
            cwd=checkout,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(address, process, log)
        yield address, log.read_text
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


@pytest.fixture(scope="module")
def served(checkout: Path) -> Iterator[tuple[str, str]]:
    """The address of a server over a folder of pictures, and its master key; it runs after the one below."""
    pictures = checkout.parent / "home" / "Pictures"
    pictures.mkdir(exist_ok=True)
    write_pictures(pictures, 12)
    with first_command(checkout) as (address, output):
        yield address, master_key(output)


def master_key(output: Callable[[], str]) -> str:
    """The key in the file that the server names, because its output is no terminal; painted pictures are announced
    after the server is ready.
    """
    deadline = time.monotonic() + 30
    while not (found := re.findall(r"^  (/.+/master\.key)$", output(), re.MULTILINE)):
        assert time.monotonic() < deadline, output()
        time.sleep(0.1)
    return Path(found[0]).read_text().strip()


def search(address: str, master: str, criteria: Mapping[str, object]) -> int:
    """The number of images that match."""
    request = urllib.request.Request(  # noqa: S310  # our own server
        f"{address}/image/search/ids",
        data=json.dumps({"filter": {"criteria": criteria}}).encode(),
        headers={"Authorization": f"Bearer {master}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return int(json.load(answer)["totalCount"])


def wait_for_count(expected: int, count: Callable[[], int], output: Callable[[], str], seconds: float) -> None:
    """Wait until there are as many images."""
    deadline = time.monotonic() + seconds
    while (found := count()) != expected:
        assert time.monotonic() < deadline, f"{found} of {expected}\n{output()}"
        time.sleep(0.2)


def _wait_until_ready(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + MINUTES * 60
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{address}/readyz") as answer:  # noqa: S310  # our own server
                assert json.load(answer)["state"] == "ready"
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(log.read_text())


@pytest.mark.e2e
def test_the_first_command_works_with_an_empty_home(checkout: Path) -> None:
    """It shows painted pictures with extensions at work, the README's search finds them, and nothing is left."""
    home = checkout.parent / "home"
    assert list(home.iterdir()) == []
    with first_command(checkout) as (address, output):
        master = master_key(output)
        wait_for_count(60, lambda: search(address, master, {}), output, 30)
        run = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", SEARCH.replace("http://127.0.0.1:3001", address).replace("…", master)],
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        answer = json.loads(run.stdout)
        assert (len(answer["items"]), answer["totalCount"]) == (3, 60)
        missing = {"notEvaluatedBy": {"extensionIds": ["dominant-colours"], "facet": "tags"}}
        wait_for_count(60, lambda: 60 - search(address, master, missing), output, MINUTES * 60)
        assert f"there is no folder of pictures ({home}/Pictures)" in output()
    deadline = time.monotonic() + 20
    while any((checkout.parent / "tmp").iterdir()):
        assert time.monotonic() < deadline, list((checkout.parent / "tmp").iterdir())
        time.sleep(0.1)
    assert not [path for path in home.rglob("*") if "facetry" in path.name]


@pytest.mark.e2e
def test_the_first_command_serves_the_folder_of_pictures(served: tuple[str, str], checkout: Path) -> None:
    address, master = served
    expected = sum(path.is_file() for path in (checkout.parent / "home" / "Pictures").rglob("*"))
    wait_for_count(expected, lambda: search(address, master, {}), (checkout.parent / "output").read_text, 30)
    assert expected >= 6


@pytest.mark.e2e
def test_the_first_steps_work(served: tuple[str, str], checkout: Path) -> None:
    address, master = served
    steps = FIRST_STEPS.replace("http://127.0.0.1:3001", address).replace("curl -s", "curl -sS --fail-with-body")
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        cwd=checkout,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(checkout.parent / "home"),
            "XDG_DATA_HOME": str(checkout.parent / "home" / "data"),
            "FACETRY_API_SECRET": master,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert '["boat","sky","sunset"]' in run.stdout
    assert '"totalCount":1' in run.stdout
    assert '"scope":"image:read,repository:read"' in run.stdout


def test_ci_runs_the_second_command() -> None:
    """`.ci/run` extracts the command from the README; this is the extracted text."""
    script = (HOME / ".ci" / "run").read_text()
    (program,) = re.findall(r"awk '(.+?)' README\.md", script)
    process = subprocess.run(["awk", program, "README.md"], cwd=HOME, capture_output=True, text=True, check=True)
    assert process.stdout.strip() == TEST
    assert "nox" in TEST
