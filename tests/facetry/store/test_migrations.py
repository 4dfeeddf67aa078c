"""The migrations make the tables that the code declares, each with what it declares."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

import facetry
from facetry.store import engine
from facetry.store.engine import connect, raw
from facetry.store.migrations import HEAD, current
from facetry.store.store import Store


def test_the_migrated_database_is_what_the_tables_declare(tmp_path: Path) -> None:
    root = Path(facetry.__file__).parent
    for folder in ("library", "events"):
        for path in (root / folder).glob("*.py"):
            importlib.import_module(f"facetry.{folder}.{path.stem}")
    Store(tmp_path / "library.db").close()
    connection = connect(tmp_path / "library.db")
    context = MigrationContext.configure(connection, opts={"compare_type": True, "include_name": _is_declared})
    assert compare_metadata(context, SQLModel.metadata) == []
    assert len(SQLModel.metadata.tables) >= 8
    connection.close()


def _is_declared(name: str | None, type: str, _: object) -> bool:
    """All but the tables of the full-text index, which SQLAlchemy has no words for."""
    return type != "table" or "_text" not in str(name)


def test_the_newest_migration_is_the_head(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    versions = Path(engine.__file__).parent / "migrations" / "versions"
    assert max(path.name.partition("_")[0] for path in versions.glob("[0-9]*.py")) == HEAD
    connection = connect(tmp_path / "library.db")
    assert current(connection) == HEAD
    connection.close()


def test_the_pragmas_hold(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    connection = connect(tmp_path / "library.db")
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "page_size": engine.PAGE_BYTES,
        "mmap_size": 0,
    }
    assert {name: raw(connection).execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted
    connection.close()


def test_two_that_open_a_new_library_at_once_both_find_it_made(tmp_path: Path) -> None:
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
