"""`new_library.sql`: what all migrations make of an empty database, as statements.

`python -m tests.facetry.store.new_library` writes it. New libraries are made from it, because Alembic takes more time
and memory than the rest of the store.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

from facetry.store import migrations
from facetry.store.engines.sqlite.connections import driver
from facetry.store.migrations import HEAD
from tests.crash.durability.old_libraries import make_old, opened

FILE: Final = Path(migrations.__file__).with_name("new_library.sql")
_HEADER: Final = """\
-- A new library. Written by `python -m tests.facetry.store.new_library` from the migrations; do not edit.
-- An empty line separates two statements.
"""


def text() -> str:
    """The text of the file. Raises `ValueError` when a statement has an empty line."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "library.db"
        make_old(database, HEAD)
        return "\n\n".join([_HEADER.rstrip(), *(f"{statement};" for statement in _statements(database))]) + "\n"


def contents(database: Path) -> tuple[list[tuple[Any, ...]], dict[str, list[tuple[Any, ...]]]]:
    """The declarations of a database in their order, and all rows by their table."""
    with opened(database) as connection:
        declarations = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
        tables = [name for type, name, _, _ in declarations if type == "table"]
        rows = {
            name: connection.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608  # names of our own tables
            for name in tables
        }
        return declarations, rows


def _statements(database: Path) -> list[str]:
    with opened(database) as connection:
        shadows = {row[1] for row in connection.execute("PRAGMA table_list") if row[2] == "shadow"}
    declarations, rows = contents(database)
    found = [sql for _, name, _, sql in declarations if sql and name not in shadows and not name.startswith("sqlite_")]
    for table, values in rows.items():
        if table not in shadows and not table.startswith("sqlite_"):
            found += [f'INSERT INTO "{table}" VALUES ({", ".join(map(_literal, row))})' for row in values]  # noqa: S608  # not run here
    if any("\n\n" in statement for statement in found):
        raise ValueError("a statement has an empty line")
    return found


def _literal(value: object) -> str:
    connection = driver().connect(":memory:")
    literal: str = connection.execute("SELECT quote(?)", [value]).fetchone()[0]
    connection.close()
    return literal


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
