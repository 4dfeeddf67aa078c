"""The functions of `bulk.BulkEngine` for SQLite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection

from facetry.store.engines.bulk import Kind, Row, Table
from facetry.store.engines.sqlite.connections import ignore_references, limit_cache
from facetry.store.engines.values import raw_connection

PLACEHOLDER: Final = "?"

_CACHE_MIB: Final = 96
_CHECKPOINT_PAGES: Final = 2_000
"""Pages of the write-ahead log after which they are copied into the database: 32 MB."""


def is_empty(connection: Connection) -> bool:
    """Whether the database has no table."""
    return raw_connection(connection).execute("SELECT 1 FROM sqlite_schema").fetchone() is None


def prefer_speed(connection: Connection) -> None:
    """Flush the log before its pages are copied only, and do not look for the rows that foreign keys refer to."""
    raw = raw_connection(connection)
    ignore_references(connection)
    raw.execute("PRAGMA synchronous=NORMAL")
    raw.execute(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
    raw.execute("PRAGMA temp_store=FILE")  # the sorting of a large index needs as much room as the index
    limit_cache(connection, _CACHE_MIB)


def prefer_durability(connection: Connection) -> None:
    """Flush the whole log with the next commit."""
    raw_connection(connection).execute("PRAGMA synchronous=FULL")


def remove_definitions(connection: Connection) -> list[str]:
    """Remove indexes and triggers; unique constraints are part of their tables."""
    raw = raw_connection(connection)
    rows = raw.execute(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
        " ORDER BY type, rowid"
    ).fetchall()
    for kind, name, _ in rows:
        raw.execute(f"DROP {kind} {name}")
    return [statement for _, _, statement in rows]


def clear(connection: Connection, tables: Sequence[str]) -> None:
    """Remove all rows of these tables."""
    for table in tables:
        raw_connection(connection).execute(f'DELETE FROM "{table}"')  # noqa: S608  # our own names


def bytes_of_longest_row(connection: Connection, table: Table) -> int:
    """Bytes of the texts and binary values of the longest row."""
    lengths = [f'coalesce(octet_length("{name}"), 0)' for name, kind in table.columns.items() if kind in _LONG]
    if not lengths:
        return 0
    statement = f'SELECT max({" + ".join(lengths)}) FROM "{table.name}"'  # noqa: S608  # our own names
    return raw_connection(connection).execute(statement).fetchone()[0] or 0


def rows(connection: Connection, table: Table, after: Row | None, size: int) -> Iterator[list[Row]]:
    """The rows with keys after `after`, in the order of their keys, `size` at a time."""
    columns, key = ", ".join(map(_quoted, table.columns)), ", ".join(map(_quoted, table.key))
    condition = "" if after is None else f" WHERE ({key}) > ({', '.join('?' for _ in after)})"
    statement = f'SELECT {columns} FROM "{table.name}"{condition} ORDER BY {key}'  # noqa: S608
    cursor = raw_connection(connection).execute(statement, after or ())
    try:
        while batch := cursor.fetchmany(size):
            yield batch
    finally:
        cursor.close()


def insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows whose keys are known."""
    columns, values = ", ".join(map(_quoted, table.columns)), ", ".join("?" for _ in table.columns)
    statement = f'INSERT INTO "{table.name}" ({columns}) VALUES ({values})'  # noqa: S608
    raw_connection(connection).executemany(statement, rows)


def refusal_of(value: object) -> str | None:  # noqa: ARG001  # as for other engines
    """None: SQLite stores whatever PostgreSQL does."""
    return None


def set_newest_key(connection: Connection, table: Table, value: int) -> None:
    """Keep the newest key of a table whose keys are never reused; others take the one after the greatest."""
    if table.keeps_newest_key:
        raw = raw_connection(connection)
        raw.execute("DELETE FROM sqlite_sequence WHERE name = ?", [table.name])
        if value:
            raw.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, value])


def settle(connection: Connection) -> None:
    """Copy the log into the database."""
    raw_connection(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")


_LONG: Final = (Kind.TEXT, Kind.BYTES, Kind.JSON)


def _quoted(name: str) -> str:
    return f'"{name}"'
