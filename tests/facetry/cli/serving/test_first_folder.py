"""`facetry serve` without a folder: the folder of pictures, or painted pictures; and its first line."""

import argparse
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from facetry.authoring.service import ServiceClient, ServiceError
from facetry.cli.serving import painted
from facetry.cli.serving.first_folder import plan_serving
from facetry.demo import show
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import HOST, free_port, server_environment, stop_process

KEY = "a-master-key-for-tests"
SECONDS = 60.0
LARGE_IMPORTS = ("pydantic", "sqlalchemy", "connexion", "uvicorn", "numpy", "PIL", "jsonschema_rs", "asyncio")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, for this process and for commands."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_PICTURES_DIR", "FACETRY_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    return folder


@dataclass
class Command:
    """A running `facetry serve`."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def call(self, method: str, path: str, body: Any = None, key: str = KEY) -> Any:
        answer = httpx.request(
            method,
            f"http://{HOST}:{self.port}{path}",
            json=body,
            headers={"Authorization": f"Bearer {key}"},
            timeout=30,
            trust_env=False,
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def wait_for_count(self, criteria: dict[str, Any], count: int) -> None:
        deadline, found = time.monotonic() + SECONDS, -1
        while found != count:
            assert time.monotonic() < deadline, (found, self.output())
            time.sleep(0.1)
            found = self.call("POST", "/image/search/ids", {"filter": {"criteria": criteria}})["totalCount"]


@contextmanager
def serving(home: Path, *arguments: str, key: str = KEY) -> Iterator[Command]:
    """Runs `facetry serve` without a folder, until it is ready."""
    port, log = free_port(), home.parent / "log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "facetry", "serve", "--port", str(port), *arguments],
            env=server_environment(key, {"PYTHONPATH": str(Path(__file__).parents[3])}),
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    command = Command(process, log, port)
    try:
        deadline = time.monotonic() + SECONDS
        while f"at http://{HOST}:{port}\n" not in command.output():
            assert process.poll() is None, command.output()
            assert time.monotonic() < deadline, command.output()
            time.sleep(0.05)
        wait_until_ready(command, deadline)
        yield command
    finally:
        stop_process(process)


def wait_until_ready(command: Command, deadline: float) -> None:
    while True:
        try:
            if httpx.get(f"http://{HOST}:{command.port}/readyz", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < deadline, command.output()
        time.sleep(0.05)


def files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_without_a_folder_of_pictures_painted_ones_are_served_with_extensions_at_work(home: Path) -> None:
    with serving(home) as command:
        first_line = command.output().splitlines()[0]
        assert f"there is no folder of pictures ({home}/Pictures)" in first_line
        assert "facetry serve FOLDER" in first_line
        command.wait_for_count({}, 60)
        command.wait_for_count({"notEvaluatedBy": {"extensionIds": ["dominant-colours"], "facet": "tags"}}, 0)
        command.wait_for_count({"notEvaluatedBy": {"extensionIds": ["perceptual-embedding"], "facet": "embeddings"}}, 0)
        (library,) = re.findall(r"--data-dir (\S+?)`", command.output())
        assert library.startswith(str(home.parent / "tmp"))
        assert KEY not in command.output()
        command.process.terminate()
        assert command.process.wait(15) == 0
    assert (files_below(home), files_below(home.parent / "tmp")) == ([], [])


def test_the_key_of_the_painted_library_is_in_a_file_unless_it_is_set(home: Path) -> None:
    with serving(home, key="") as command:
        (file,) = re.findall(r"^  (\S+/master\.key)$", command.output(), re.MULTILINE)
        key = Path(file).read_text().strip()
        command.call("GET", "/repository/list", key=key)
    assert key not in command.output()
    assert not Path(file).exists()


def test_the_folder_of_pictures_is_served_from_a_library_that_stays(home: Path) -> None:
    write_pictures(home / "Pictures", 3)
    for _ in range(2):
        with serving(home) as command:
            command.wait_for_count({}, 3)
            (repository,) = command.call("GET", "/repository/list")
            assert repository["url"].endswith("/home/Pictures")
    assert (home / ".local" / "share" / "facetry").is_dir() or sys.platform != "linux"


def test_a_chosen_data_folder_never_gets_the_folder_of_pictures(home: Path) -> None:
    """Programs that make a library of their own would otherwise be able to delete the pictures of a person."""
    write_pictures(home / "Pictures", 3)
    with serving(home, "--data-dir", str(home.parent / "data")) as command:
        assert command.call("GET", "/repository/list") == []
    assert "facetry serve FOLDER" in command.output()


def test_a_library_with_a_folder_is_served_as_it_is(home: Path) -> None:
    write_pictures(home / "Birds", 2)
    with serving(home, str(home / "Birds")):
        pass
    write_pictures(home / "Pictures", 3)
    with serving(home) as command:
        (repository,) = command.call("GET", "/repository/list")
    assert repository["url"].endswith("/home/Birds")


def plan(*paths: str, data_dir: str | None = None) -> Any:
    return plan_serving(argparse.Namespace(paths=list(paths), data_dir=data_dir))


def test_the_folder_of_pictures_is_the_one_of_the_platform(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "Pictures").mkdir()
    assert plan().first_folder == home / "Pictures"
    if sys.platform == "linux":
        (home / ".config").mkdir()
        (home / "Bilder").mkdir()
        (home / ".config" / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Bilder"\n')
        assert plan().first_folder == home / "Bilder"
        (home / ".config" / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/"\n')  # switched off
        assert (plan().first_folder, plan().is_painted) == (None, True)
    (home / "Photos").mkdir()
    monkeypatch.setenv("XDG_PICTURES_DIR", str(home / "Photos"))
    assert plan().first_folder == home / "Photos"
    assert str(home / "Photos") in plan().message


@pytest.mark.parametrize("paths", [["/a"], ["/a", "/b"]])
def test_given_folders_are_named_and_nothing_is_added(paths: Sequence[str], home: Path) -> None:
    (home / "Pictures").mkdir()
    assert (plan(*paths).first_folder, plan(*paths).is_painted) == (None, False)
    assert ("/a" if len(paths) == 1 else "2 folders") in plan(*paths).message


def test_an_unlistable_folder_of_pictures_counts_as_none(home: Path) -> None:
    (home / "Pictures").write_text("a file")
    assert plan().is_painted


@pytest.mark.parametrize("arguments", [["/no/such/folder"], ["--data-dir", "/dev/null/data"]])
def test_the_first_line_comes_before_the_large_imports(arguments: list[str], home: Path) -> None:
    """By order, not by the clock: Python writes a line for each import that has ended."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "facetry", "serve", "--port", "0", *arguments],
        env=server_environment(KEY, {"PYTHONPATH": str(Path(__file__).parents[3])}),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    lines = done.stderr.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("facetry: starting to serve "))
    imports = {line.rpartition("|")[2].strip().partition(".")[0]: number for number, line in enumerate(lines)}
    assert "pydantic" in imports
    assert [name for name in LARGE_IMPORTS if imports.get(name, first) < first] == []


def test_pictures_are_served_without_extensions_that_cannot_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        threading.Timer(0.3, stop_event.set).start()
        raise ServiceError("dominant-colours is not running: The package index cannot be reached.")

    monkeypatch.setattr(show, "run_demo", fail)
    stop_event = threading.Event()
    painted._show_extensions(ServiceClient("http://127.0.0.1:9", KEY), stop_event, 0.0)
    assert stop_event.is_set()
    errors = capsys.readouterr().err
    assert "served without the results of extensions: dominant-colours is not running" in errors
    assert "serving until Ctrl-C" in errors
