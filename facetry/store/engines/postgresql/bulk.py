"""The functions of `bulk.BulkEngine` for PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

import psycopg
from sqlalchemy import Connection

from facetry.store.engines.bulk import Kind, Row, Table
from facetry.store.engines.values import raw_connection

PLACEHOLDER: Final = "%s"

_CURSOR: Final = "copied_rows"
_TYPES: Final[Mapping[Kind, str]] = {
    Kind.INTEGER: "int8",
    Kind.NUMBER: "float8",
    Kind.BOOLEAN: "bool",
    Kind.TEXT: "text",
    Kind.BYTES: "bytea",
    Kind.JSON: "text",  # whose binary form is the same
}
_OURS: Final = "relnamespace = current_schema()::regnamespace"
_DEFINITIONS: Final = f"""
SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', relname, conname),
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(c.oid)),
       CASE contype WHEN 'f' THEN 3 ELSE 1 END AS place
  FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid WHERE {_OURS} AND contype IN ('f', 'u')
UNION ALL
SELECT format('DROP INDEX %I', t.relname), pg_get_indexdef(t.oid), 2
  FROM pg_index i JOIN pg_class t ON t.oid = indexrelid
 WHERE {_OURS} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
UNION ALL
SELECT DISTINCT format('ALTER TABLE %I DISABLE TRIGGER USER', relname),
       format('ALTER TABLE %I ENABLE TRIGGER USER', relname), 4
  FROM pg_trigger JOIN pg_class t ON t.oid = tgrelid WHERE {_OURS} AND NOT tgisinternal
ORDER BY 3, 2
"""  # noqa: S608  # our own text


def is_empty(connection: Connection) -> bool:
    """Whether the schema has no table."""
    row = raw_connection(connection).execute(
        f"SELECT EXISTS (SELECT FROM pg_class WHERE {_OURS} AND relkind IN ('r', 'p'))"  # noqa: S608
    )
    return not row.fetchone()[0]


def prefer_speed(connection: Connection) -> None:
    """Let commits return before they are in the log, and let indexes be made with more memory."""
    raw_connection(connection).execute(
        b"SET synchronous_commit = off; SET maintenance_work_mem = '256MB'", prepare=False
    )
    with suppress(psycopg.Error):  # not every system of a server can do it
        # The statement of a run that was killed ends, and frees the database for the next run.
        raw_connection(connection).execute(b"SET client_connection_check_interval = '1s'", prepare=False)


def prefer_durability(connection: Connection) -> None:
    """Flush the log with the next commit."""
    raw_connection(connection).execute(b"SET synchronous_commit = on", prepare=False)


def remove_definitions(connection: Connection) -> list[str]:
    """Remove constraints and indexes but for primary keys, and switch triggers off."""
    raw = raw_connection(connection)
    definitions = raw.execute(_DEFINITIONS.encode(), prepare=False).fetchall()
    for remove, _, _ in reversed(definitions):
        raw.execute(remove.encode(), prepare=False)
    return [statement for _, statement, _ in definitions]


def clear(connection: Connection, tables: Sequence[str]) -> None:
    """Remove all rows of these tables."""
    raw_connection(connection).execute(f"TRUNCATE {', '.join(map(_quoted, tables))}".encode(), prepare=False)


def bytes_of_longest_row(connection: Connection, table: Table) -> int:
    """Bytes of the texts and binary values of the longest row."""
    lengths = [
        f"coalesce(octet_length({_selected(name, kind)}), 0)"
        for name, kind in table.columns.items()
        if kind in (Kind.TEXT, Kind.BYTES, Kind.JSON)
    ]
    if not lengths:
        return 0
    statement = f'SELECT max({" + ".join(lengths)}) FROM "{table.name}"'  # noqa: S608  # our own names
    return raw_connection(connection).execute(statement).fetchone()[0] or 0


def rows(connection: Connection, table: Table, after: Row | None, size: int) -> Iterator[list[Row]]:
    """The rows with keys after `after`, in the order of their keys, `size` at a time."""
    columns = ", ".join(_selected(name, kind) for name, kind in table.columns.items())
    key = ", ".join(map(_quoted, table.key))
    condition = "" if after is None else f" WHERE ({key}) > ({', '.join('%s' for _ in after)})"
    statement = f'SELECT {columns} FROM "{table.name}"{condition} ORDER BY {key}'  # noqa: S608
    with raw_connection(connection).cursor(_CURSOR, binary=True) as cursor:
        cursor.execute(statement, after or ())
        while batch := cursor.fetchmany(size):
            yield batch


def insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows whose keys are known, by COPY."""
    columns = ", ".join(map(_quoted, table.columns))
    statement = f'COPY "{table.name}" ({columns}) FROM STDIN (FORMAT binary)'
    booleans = table.positions(Kind.BOOLEAN)
    with raw_connection(connection).cursor().copy(statement) as copy:
        copy.set_types([_TYPES[kind] for kind in table.columns.values()])
        for row in _with_booleans(rows, booleans) if booleans else rows:
            copy.write_row(row)


def refusal_of(value: object) -> str | None:
    """Why PostgreSQL cannot store a value."""
    if isinstance(value, str) and "\0" in value:
        return "it has the character U+0000, which texts of PostgreSQL cannot have"
    return None


def set_newest_key(connection: Connection, table: Table, value: int) -> None:
    """Set the sequence of a table to the newest key that its rows ever had, or have."""
    raw = raw_connection(connection)
    (key, *others) = table.key
    (sequence,) = raw.execute("SELECT pg_get_serial_sequence(%s, %s)", [table.name, key]).fetchone()
    if sequence is None or others:
        return
    if table.keeps_newest_key:
        raw.execute("UPDATE key_counter SET value = %s WHERE name = %s", [value, table.name])
    else:
        value = raw.execute(f'SELECT max("{key}") FROM "{table.name}"').fetchone()[0] or 0  # noqa: S608
    raw.execute("SELECT setval(%s::regclass, %s, %s)", [sequence, max(value, 1), value > 0])


def settle(connection: Connection) -> None:
    """Let the planner know the rows."""
    raw_connection(connection).execute(b"ANALYZE", prepare=False)


def _with_booleans(rows: Sequence[Row], indexes: Sequence[int]) -> Iterator[Row]:
    """The rows with truth values in place of the numbers that another engine has."""
    for row in rows:
        values = list(row)
        for index in indexes:
            if values[index] is not None:
                values[index] = bool(values[index])
        yield tuple(values)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _selected(name: str, kind: Kind) -> str:
    """A column in a query: JSON as the text that it is, which the driver would read."""
    return f'"{name}"::text' if kind is Kind.JSON else f'"{name}"'
