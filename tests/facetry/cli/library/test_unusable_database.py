"""Commands on a library whose database cannot be used have a message: no traceback, and no waiting."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from facetry.store.engines.sqlite.connections import PAGE_BYTES
from tests.support.engines.databases import only_sqlite
from tests.support.services.service_commands import run_facetry

pytestmark = only_sqlite

COMMANDS = (
    "check",
    "repair --dry-run",
    "vectors check",
    "session link",
    "export {home}/export",
    "import {home}/export",
    "key rotate",
    "upgrade",
    "backup {home}/backup",
    "extension list",
    "extension register tagger",
    "migrate --to postgresql://127.0.0.1:1/library",
    "serve --port 0",
    "serve --port 0 --workers 2",
)


def messages_of(command: str, database: Path) -> tuple[int, str]:
    """The exit code of a command on the library, and what it says."""
    home = str(database.parents[1])
    done = run_facetry(*command.format(home=home).split(), "--data-dir", str(database.parent), key="")
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["check", "export {home}/export", "extension list"])
@pytest.mark.parametrize(
    ("offset", "damage"),
    [(PAGE_BYTES, bytes(PAGE_BYTES)), (PAGE_BYTES + 5, b"\x5a" * 400), (20, b"\xff")],
    ids=["page", "part", "header"],
)
def test_damage_has_a_message(command: str, offset: int, damage: bytes, database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[offset : offset + len(damage)] = damage
    database.write_bytes(content)
    code, text = messages_of(command, database)
    assert code == 1
    assert "damaged" in text
    assert "facetry repair" in text
    assert not (database.parents[1] / "export").exists()


@pytest.mark.parametrize("command", ["check", "repair --dry-run", "key rotate"])
def test_a_lock_that_is_no_file_has_a_message(command: str, database: Path) -> None:
    lock = database.with_name("serving.lock")
    for make, what in ((lock.mkdir, "a folder"), (partial(lock.symlink_to, lock), "a link that leads nowhere")):
        make()
        code, text = messages_of(command, database)
        assert code == 1
        assert f"{lock} is no regular file, but {what}. Move it away" in text
        lock.rmdir() if lock.is_dir() else lock.unlink()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_in_the_data_folder_that_is_a_named_pipe_has_a_message(command: str, database: Path) -> None:
    for name in ("vectors", "chosen/record"):
        path = database.parent / name
        path.parent.mkdir(exist_ok=True)
        os.mkfifo(path)
        before = contents(database.parent)
        code, text = messages_of(command, database)
        assert code == 1
        assert f"{path} is no " in text
        assert "but a named pipe. Move it away" in text
        assert "Traceback" not in text
        assert contents(database.parent) == before
        path.unlink()


def contents(folder: Path) -> dict[str, bytes | None]:
    """All that is in the folder, but for the index of the log, which belongs to no state."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if path.suffix != ".db-shm"
    }


WITHOUT_LIBRARY = tuple(command for command in COMMANDS if not command.startswith(("extension", "serve")))


@pytest.mark.parametrize("command", WITHOUT_LIBRARY)
def test_an_empty_file_alone_is_no_library_and_stays_empty(command: str, tmp_path: Path) -> None:
    database = tmp_path / "data" / "library.db"
    database.parent.mkdir(mode=0o700)
    database.touch()
    code, text = messages_of(command, database)
    assert code == (2 if command == "check" else 1)
    assert f"there is no library in {database.parent}: the file library.db is empty" in text
    assert contents(database.parent) == {"library.db": b""}


_KILLED = """
import os, sys
from pathlib import Path
from facetry.library.changes import ImagesChanged
from facetry.store.store import Store
store = Store(Path(sys.argv[1]))
store.write_now(lambda work: work.changes.append(ImagesChanged(())))
os._exit(0)
"""


@pytest.mark.parametrize("is_new", [True, False], ids=["no-tables", "older-tables"])
def test_a_killed_library_without_its_log_is_damaged(is_new: bool, database: Path) -> None:
    if is_new:
        for path in database.parent.iterdir():
            path.unlink()
    subprocess.run([sys.executable, "-c", _KILLED, str(database)], check=True, timeout=60)
    database.with_name("library.db-wal").unlink()
    code, text = messages_of("check", database)
    assert code == 1
    assert ("there are no tables of a library" if is_new else "Commits up to revision") in text
    assert "1 findings, 1 of them in the database" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_is_no_regular_file_has_a_message(command: str, database: Path) -> None:
    database.unlink()
    os.mkfifo(database)
    code, text = messages_of(command, database)
    assert code == 1
    assert f"{database} is no regular file, but a named pipe" in text
    assert database.is_fifo()


@pytest.mark.parametrize("command", ["check", "export {home}/export", "upgrade", "serve --port 0"])
def test_a_folder_or_a_loop_in_the_place_of_the_database_has_a_message(command: str, database: Path) -> None:
    database.unlink()
    database.mkdir()
    code, text = messages_of(command, database)
    assert (code, f"{database} is no regular file, but a folder" in text) == (1, True)
    database.rmdir()
    database.symlink_to(database.name)
    code, text = messages_of(command, database)
    assert (code, f"{database} is no regular file, but a link that leads nowhere" in text) == (1, True)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_with_the_name_of_the_index_of_the_log_has_a_message(command: str, database: Path) -> None:
    index = database.with_name("library.db-shm")
    index.mkdir()
    code, text = messages_of(command, database)
    assert code == 1
    assert f"{index} is no regular file, but a folder" in text


READING = ("check", "repair --dry-run", "export {home}/export", "backup {home}/backup")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_in_the_place_of_the_database_is_read_and_not_written(command: str, database: Path) -> None:
    target = database.parents[1] / "elsewhere.db"
    database.rename(target)
    database.symlink_to(target)
    code, text = messages_of(command, database)
    if command in READING:
        assert code == 0, text
        return
    assert code == 1
    assert f"{database} is a link, to {target}" in text
    assert database.is_symlink()
