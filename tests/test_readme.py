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
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pictures import write_pictures

HOME = Path(__file__).parent.parent
README = (HOME / "README.md").read_text()
SERVE, TEST = re.findall(r"```console\n\$ (.+)\n```", README)
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
    "reports",
    "__pycache__",
)
MINUTES = 4


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout, next to a home folder with pictures."""
    folder = tmp_path_factory.mktemp("new-user")
    shutil.copytree(HOME, folder / "facetry", ignore=shutil.ignore_patterns(*LEFT_OUT))
    (folder / "home" / "Pictures").mkdir(parents=True)
    write_pictures(folder / "home" / "Pictures", 12)
    return folder / "facetry"


@pytest.fixture(scope="module")
def served(checkout: Path) -> Iterator[str]:
    """The address of the server that the README's first command starts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(checkout.parent / "home"),
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
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


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
def test_the_first_command_installs_and_serves_a_folder(served: str, checkout: Path) -> None:
    master = re.search(r"fct_\S+", (checkout.parent / "output").read_text())
    assert master is not None
    request = urllib.request.Request(  # noqa: S310
        f"{served}/image/search/ids",
        data=b"{}",
        headers={"Authorization": f"Bearer {master[0]}", "Content-Type": "application/json"},
    )
    expected = sum(path.is_file() for path in (checkout.parent / "home" / "Pictures").rglob("*"))
    deadline = time.monotonic() + 30
    found = -1
    while found != expected and time.monotonic() < deadline:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            found = json.load(answer)["totalCount"]
        time.sleep(0.1)
    assert found == expected >= 6


@pytest.mark.e2e
def test_the_first_steps_work(served: str, checkout: Path) -> None:
    master = re.search(r"fct_\S+", (checkout.parent / "output").read_text())
    assert master is not None
    steps = FIRST_STEPS.replace("http://127.0.0.1:3001", served).replace("curl -s", "curl -sS --fail-with-body")
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        cwd=checkout,
        env={"PATH": os.environ["PATH"], "HOME": str(checkout.parent / "home"), "FACETRY_API_SECRET": master[0]},
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
