"""The database of a running server, for tests that look at its rows, or change them, beside the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, text

from facetry.service.library_database import DATABASE
from facetry.store.engine import close, connect
from tests.support.engines.databases import IS_POSTGRESQL, database_at

_TABLES: Final = (
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    if IS_POSTGRESQL
    # what a virtual table has lies in others
    else "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
)
_UNCOUNTED: Final = ("lease", "commit_outcome")
"""Tables that hosts change without a request."""


def rows_of(data_dir: Path, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """The rows of a query on the database of the server with this data folder. Values stand as `:name`."""
    with _opened(data_dir, query_only=True) as connection:
        return [tuple(row) for row in connection.execute(text(statement), values)]


def tables_of(data_dir: Path) -> list[str]:
    """The tables whose rows only requests and programs change."""
    return [name for (name,) in rows_of(data_dir, _TABLES) if name not in _UNCOUNTED]


def change_rows(data_dir: Path, statement: str, **values: Any) -> None:
    """Execute a statement that changes rows."""
    with _opened(data_dir, query_only=False) as connection:
        connection.execute(text(statement), values)


@contextmanager
def _opened(data_dir: Path, *, query_only: bool) -> Iterator[Connection]:
    connection = connect(database_at(data_dir / DATABASE), query_only=query_only)
    try:
        yield connection
    finally:
        close(connection)
