"""Databases as earlier versions left them, with the rows of a library of this version."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config

from facetry.store import migrations
from facetry.store.engine import Location, connect, engine_of, raw_connection
from facetry.store.engines.sqlite.connections import driver
from facetry.store.migrations import HEAD

_FOLDER: Final = Path(migrations.__file__).parent
MIGRATION: Final = "(migration)"
"""The entry of a digest that names the newest migration of the database."""


def revisions() -> list[str]:
    """All revisions before the newest, in their order."""
    names = sorted(path.name.partition("_")[0] for path in (_FOLDER / "versions").glob("[0-9]*.py"))
    return [name for name in names if name < HEAD]


def make_old(database: Location, revision: str, source: Path | None = None) -> None:
    """Make a database of the revision, with those rows and columns of `source` that it can hold."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    connection = connect(database)
    config.attributes["connection"] = connection
    with connection.begin():
        engine_of(connection).begin_write(connection)
        command.upgrade(config, revision)
    if source is not None:
        _copy_rows(raw_connection(connection), source)
    connection.close()
    connection.engine.dispose()


def _copy_rows(raw: Any, source: Path) -> None:
    raw.execute("PRAGMA foreign_keys=OFF")
    raw.execute("ATTACH ? AS source", [str(source)])
    raw.execute("BEGIN IMMEDIATE")
    for table in sorted(_tables(raw, "main") & _tables(raw, "source")):
        shared = _columns(raw, "main", table) & _columns(raw, "source", table)
        names = ", ".join(f'"{name}"' for name in sorted(shared))
        raw.execute(f'INSERT OR REPLACE INTO main."{table}" ({names}) SELECT {names} FROM source."{table}"')  # noqa: S608
    raw.execute("COMMIT")
    raw.execute("DETACH source")


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that no process has open, with its write-ahead log."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for suffix in ("", "-wal"):
        if (file := source.with_name(source.name + suffix)).exists():
            shutil.copyfile(file, target.with_name(target.name + suffix))


def digest(database: Path) -> dict[str, str]:
    """A hash of the rows of each table; with the revision, and the verdict on the whole file."""
    with opened(database) as connection:
        found = {MIGRATION: str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])}
        found["(integrity)"] = str(connection.execute("PRAGMA integrity_check").fetchall())
        found["(references)"] = str(connection.execute("PRAGMA foreign_key_check").fetchall()[:3])
        for table in sorted(_tables(connection, "main")):
            names = ", ".join(f'"{name}"' for name in sorted(_columns(connection, "main", table)))
            rows = connection.execute(f'SELECT {names} FROM main."{table}" ORDER BY {names}').fetchall()  # noqa: S608
            found[table] = f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
    return found


@contextmanager
def opened(database: Path) -> Iterator[Any]:
    """A connection that does not write."""
    module: Any = driver()
    with closing(module.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as connection:
        yield connection


def _tables(connection: Any, schema: str) -> set[str]:
    """The tables with rows of the library: not those of SQLite, of Alembic and of the full-text index."""
    pairs = connection.execute(
        f"SELECT name, sql FROM {schema}.sqlite_master WHERE type = 'table'"  # noqa: S608
    ).fetchall()
    virtual = {name for name, sql in pairs if sql and "VIRTUAL" in sql}
    return {
        name
        for name, _ in pairs
        if not name.startswith(("sqlite_", "alembic_")) and not any(name.startswith(each) for each in virtual)
    }


def _columns(connection: Any, schema: str, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f'PRAGMA {schema}.table_info("{table}")')}
