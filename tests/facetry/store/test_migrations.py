"""The migrations create exactly the tables, columns and indexes that the code declares."""

from __future__ import annotations

import importlib
import logging
import threading
import warnings
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, Connection, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.schema import CreateIndex
from sqlmodel import SQLModel

import facetry
from facetry.store import engine
from facetry.store.engine import connect, raw_connection
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.migrations import HEAD, current
from facetry.store.store import Store
from tests.crash.durability.old_libraries import make_old


def test_the_migrated_database_equals_the_declared_tables(tmp_path: Path) -> None:
    package = Path(facetry.__file__).parent
    for path in [*(package / "library").rglob("*.py"), *(package / "events").rglob("*.py")]:
        importlib.import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))
    Store(tmp_path / "library.db").close()
    connection = connect(tmp_path / "library.db")
    context = MigrationContext.configure(connection, opts={"compare_type": True, "include_name": _is_declared})
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*expression-based index")
        assert compare_metadata(context, SQLModel.metadata) == []
    assert _expression_indexes(connection) == {
        index.name: str(CreateIndex(index).compile(connection))
        for table in SQLModel.metadata.tables.values()
        for index in table.indexes
        if any(not isinstance(part, Column) for part in index.expressions)
    }
    assert len(SQLModel.metadata.tables) >= 8
    connection.close()


def _expression_indexes(connection: Connection) -> dict[str, str]:
    """The statements of the indexes on expressions, which Alembic does not compare, by name."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%(%(%'"))
    return {row[0]: row[1] for row in rows}


def _is_declared(name: str | None, type: str, _: object) -> bool:
    """True except for the tables of the full-text index, which SQLAlchemy cannot declare."""
    return type != "table" or "_text" not in str(name)


def test_the_newest_migration_is_the_head(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    versions = Path(engine.__file__).parent / "migrations" / "versions"
    assert max(path.name.partition("_")[0] for path in versions.glob("[0-9]*.py")) == HEAD
    connection = connect(tmp_path / "library.db")
    assert current(connection) == HEAD
    connection.close()


def test_a_migration_is_logged_and_a_new_library_is_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "facetry")
    Store(tmp_path / "new.db").close()
    assert caplog.messages == []
    database = tmp_path / "library.db"
    make_old(database, "0006")
    Store(database).close()
    without_checksums, begun, kept = caplog.messages
    assert without_checksums.startswith(f"the pages of the database {database} have no checksums")
    assert begun == f"migrating the library from revision 0006 to {HEAD}; a large one takes minutes"
    assert kept.startswith(f"the library is migrated from 0006 to {HEAD}; as it was before, it is kept in {tmp_path}")


def test_the_pragmas_are_set(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    connection = connect(tmp_path / "library.db")
    expected = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "page_size": sqlite.PAGE_BYTES,
        "mmap_size": 0,
    }
    assert {name: raw_connection(connection).execute(f"PRAGMA {name}").fetchone()[0] for name in expected} == expected
    connection.close()


def test_stores_that_open_a_new_library_at_once_all_succeed(tmp_path: Path) -> None:
    failures: list[BaseException] = []

    def open_and_close() -> None:
        try:
            Store(tmp_path / "library.db").close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=open_and_close) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_connection_to_a_new_library_waits_for_the_writer_of_another_one(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    other = sqlite.driver().connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE t(a)")
    threading.Timer(0.2, lambda: other.execute("COMMIT")).start()
    Store(path).close()
    other.close()


def test_a_library_that_another_program_locks_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    other = sqlite.driver().connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 100)
    with pytest.raises(OperationalError, match="locked"):
        Store(path)
    other.close()
