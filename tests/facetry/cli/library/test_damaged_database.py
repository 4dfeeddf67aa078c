"""Commands on a damaged library say what is damaged, and leave what `facetry repair` can read."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection

from facetry.store import migrations
from facetry.store.copy_marker import MARKER
from facetry.store.engine import close, connect, raw_connection
from facetry.store.engines.sqlite.integrity.log_frames import frame_page_offset
from facetry.store.library_tables import damage_of_tables, table_names
from facetry.store.store import Store
from tests.facetry.cli.library.test_unusable_database import messages_of
from tests.facetry.store.engines.sqlite.integrity.test_damage import add_tags
from tests.support.engines.databases import database_at, only_sqlite

pytestmark = only_sqlite

READERS = ("check", "export {home}/export", "backup create {home}/backups", "session link", "upgrade", "vectors check")
SERVER = "serve --port 0"
_KILLED = """
import os, sys
from pathlib import Path
from facetry.store.store import Store
from tests.facetry.store.engines.sqlite.integrity.test_damage import add_tags
store = Store(Path(sys.argv[1]))
for number in range(3):
    store.write_now(lambda work: add_tags(work, 100 * number))
os._exit(0)
"""


@pytest.fixture(scope="module")
def killed_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library whose server was killed."""
    folder = tmp_path_factory.mktemp("killed")
    subprocess.run([sys.executable, "-c", _KILLED, str(folder / "library.db")], check=True, timeout=60)
    return folder


@pytest.fixture
def killed(killed_library: Path, tmp_path: Path) -> Path:
    """The database of a library whose server was killed: nothing is in its file yet, and all is in its log."""
    folder = shutil.copytree(killed_library, tmp_path / "data")
    folder.chmod(0o700)
    return folder / "library.db"


def change(path: Path, at: int, data: bytes) -> None:
    content = bytearray(path.read_bytes())
    content[at : at + len(data)] = data
    path.write_bytes(content)


def execute(path: Path, *statements: str) -> None:
    connection = connect(path)
    for statement in statements:
        raw_connection(connection).execute(statement)
    close(connection)


def number_of_tags(connection: Connection) -> int:
    (count,) = raw_connection(connection).execute("SELECT count(*) FROM tag WHERE key > 0").fetchone()
    return int(count)


def log_of(database: Path) -> Path:
    return database.with_name("library.db-wal")


@pytest.mark.parametrize("command", [*READERS, SERVER])
@pytest.mark.parametrize("has_mark", [True, False], ids=["mark", "no mark"])
@pytest.mark.parametrize("place", ["header", "page"])
def test_a_damaged_log_stays_as_it_is(command: str, place: str, has_mark: bool, killed: Path) -> None:
    change(log_of(killed), 8 if place == "header" else frame_page_offset(3) + 99, b"\x5a\xa5")
    if not has_mark:
        killed.with_name("library.db-mark").unlink()
    before = log_of(killed).read_bytes(), killed.read_bytes()
    code, text = messages_of(command, killed)
    assert code in (1, 3), text
    assert "write-ahead log is damaged" in text or "frames of the write-ahead log are damaged" in text
    assert "Traceback" not in text
    assert (log_of(killed).read_bytes(), killed.read_bytes()) == before
    assert not (killed.parents[1] / "export").exists()


@pytest.mark.parametrize("command", [*READERS, SERVER])
def test_a_log_that_ends_too_early_stays_as_it_is(command: str, killed: Path) -> None:
    log = log_of(killed)
    log.write_bytes(log.read_bytes()[: log.stat().st_size * 9 // 10])
    before = log.read_bytes()
    code, text = messages_of(command, killed)
    assert code in (1, 3), text
    assert "write-ahead log ends at frame" in text
    assert log.read_bytes() == before


@pytest.mark.parametrize("command", [*READERS, SERVER])
@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["DELETE FROM revision"], "the table revision has no number"),
        (["UPDATE revision SET value = 'text'"], "the table revision has no number"),
        (["DROP TABLE image_tag"], "a table is missing: image_tag"),
        (["DROP TABLE image_tag", "DROP TABLE application_settings"], "tables are missing: "),
        (["DELETE FROM alembic_version"], "nothing says of which version they are"),
        (["DROP TABLE alembic_version"], "nothing says of which version they are"),
    ],
    ids=["no revision", "text", "table", "tables", "no version", "no table of versions"],
)
def test_what_is_missing_has_a_message(command: str, statements: list[str], message: str, database: Path) -> None:
    execute(database, "PRAGMA foreign_keys=OFF", *statements)
    database.with_name("library.db-mark").unlink()
    code, text = messages_of(command, database)
    assert code in (1, 3), text
    assert message[1:] in text  # `check` begins a sentence with it
    assert "facetry repair" in text or "facetry check" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("command", [*READERS, SERVER])
@pytest.mark.parametrize("has_mark", [True, False], ids=["mark", "no mark"])
def test_a_missing_database_beside_its_log_is_damage(command: str, has_mark: bool, killed: Path) -> None:
    killed.unlink()
    if not has_mark:
        killed.with_name("library.db-mark").unlink()
        killed.with_name("library.db-roots").unlink()
    before = log_of(killed).read_bytes()
    code, text = messages_of(command, killed)
    assert code in (1, 3), text
    assert "file is missing, but library.db-" in text
    assert log_of(killed).read_bytes() == before
    assert not killed.exists()


def test_a_missing_database_is_made_again_from_its_log(killed: Path) -> None:
    killed.unlink()
    code, text = messages_of("repair", killed)
    assert (code, "Traceback" in text) == (0, False), text
    store = Store(killed)
    try:
        assert store.read_now(number_of_tags) == 30
    finally:
        store.close()


def test_a_newer_library_is_not_repaired(database: Path) -> None:
    execute(database, "UPDATE alembic_version SET version_num = '0099'", "CREATE TABLE newer (key INTEGER PRIMARY KEY)")
    before = database.read_bytes()
    for command in ("repair --dry-run", "repair"):
        code, text = messages_of(command, database)
        assert code == 1
        assert "newer Facetry (database revision 0099" in text
    assert database.read_bytes() == before
    assert sqlite3.connect(database).execute("SELECT count(*) FROM newer").fetchone() == (0,)


@pytest.mark.parametrize(
    "command", ["check", "export {home}/export", "backup create {home}/backups", "upgrade", SERVER]
)
def test_an_unfinished_copy_is_no_library(command: str, database: Path) -> None:
    execute(database, f"CREATE TABLE {MARKER} (key INTEGER PRIMARY KEY)", "DELETE FROM revision")
    database.with_name("library.db-mark").unlink()
    code, text = messages_of(command, database)
    assert code in (1, 3)
    assert "is an unfinished copy of a library" in text
    assert not (database.parents[1] / "export").exists()


def test_the_tables_of_other_versions_are_not_looked_for(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    try:
        assert store.read_now(damage_of_tables) is None
        assert "image" in table_names()
        assert migrations.VERSION_TABLE not in table_names()
    finally:
        store.close()
    execute(tmp_path / "library.db", "UPDATE alembic_version SET version_num = '0005'", "DROP TABLE image_tag")
    connection = connect(tmp_path / "library.db")
    assert damage_of_tables(connection) is None
    close(connection)
    empty = connect(tmp_path / "empty.db")
    assert damage_of_tables(empty) is None
    close(empty)


@pytest.mark.parametrize(("count", "more"), [(5, ""), (6, " and 1 more"), (9, " and 4 more")])
def test_five_tables_are_named_and_the_others_counted(count: int, more: str, tmp_path: Path) -> None:
    there = table_names()[:count]
    execute(tmp_path / "library.db", *(f"CREATE TABLE {name} (id)" for name in there))
    connection = connect(tmp_path / "library.db")
    assert damage_of_tables(connection) == (
        f"it has tables ({', '.join(there[:5])}{more}), and nothing says of which version they are"
    )
    close(connection)


def test_a_damaged_log_without_a_mark_is_read_beyond_its_damage(killed: Path) -> None:
    change(log_of(killed), frame_page_offset(3) + 99, b"\x5a\xa5")
    killed.with_name("library.db-mark").unlink()
    code, text = messages_of("repair", killed)
    assert code in (0, 3), text
    store = Store(killed)
    try:
        assert store.read_now(number_of_tags) >= 30
    finally:
        store.close()


@pytest.mark.parametrize("command", [*READERS, SERVER])
def test_the_log_of_an_older_state_stays_as_it_is(command: str, killed: Path) -> None:
    older = {path: path.read_bytes() for path in (killed, log_of(killed))}
    Store(killed).close()
    store = Store(killed)
    store.write_now(lambda work: add_tags(work, 900))
    store.close()
    for path, content in older.items():
        path.write_bytes(content)
    code, text = messages_of(command, killed)
    assert code in (1, 3), text
    assert "ommits up to revision" in text
    assert log_of(killed).read_bytes() == older[log_of(killed)]
