"""Copies the rows of a library from a file into an empty database on a server, for comparisons of both engines."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlmodel import SQLModel

import facetry
from facetry.library.images import searchable_text
from facetry.store import fulltext
from facetry.store.engine import DatabaseUrl, connect, engine_of, raw_connection


def copy_rows(source: Path, target: DatabaseUrl) -> None:
    """Copy all rows, the newest keys, and what the full-text index needs."""
    import_tables()
    reader, writer = connect(source, query_only=True), connect(target)
    tables = {table.name: table for table in SQLModel.metadata.sorted_tables}
    with psycopg.connect(target.reveal()) as administrator:
        administrator.execute("SET session_replication_role = replica")  # without triggers and checks of references
        for name, table in tables.items():
            administrator.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            columns = [column.name for column in table.columns]
            booleans = [column.name for column in table.columns if column.type.python_type is bool]
            names = ", ".join(f'"{column}"' for column in columns)
            rows = raw_connection(reader).execute(f'SELECT {names} FROM "{name}"')  # noqa: S608  # our own names
            _insert(administrator, name, columns, booleans, rows)
            _advance(administrator, name, table)
        newest = {
            name: engine_of(reader).newest_key(reader, name)
            for (name,) in administrator.execute("SELECT name FROM key_counter").fetchall()
        }
        for name, value in newest.items():
            administrator.execute("UPDATE key_counter SET value = %s WHERE name = %s", [value, name])
    engine_of(writer).begin_write(writer)
    rows = raw_connection(reader).execute("SELECT key, name, details FROM image").fetchall()
    fulltext.put_many(writer, "name_text", ((key, name) for key, name, _ in rows))
    texts = ((key, searchable_text(json.loads(details))) for key, _, details in rows)
    fulltext.put_many(writer, "metadata_text", ((key, text) for key, text in texts if text))
    features = raw_connection(reader).execute("SELECT key, text FROM image_feature WHERE text IS NOT NULL").fetchall()
    fulltext.put_many(writer, "feature_text", features)
    # Counters are right already, and `commit` would set them to the sequences, which begin_write has set to them.
    engine_of(writer).commit(writer)
    for connection in (reader, writer):
        connection.close()
        connection.engine.dispose()


def import_tables() -> None:
    package = Path(facetry.__file__).parent
    for folder in ("library", "events", "store"):
        for path in (package / folder).rglob("*.py"):
            if "versions" not in path.parts and path.name != "env.py":
                importlib.import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))


def _insert(
    administrator: psycopg.Connection[Any], table: str, columns: list[str], booleans: list[str], rows: Iterable[Any]
) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    are_booleans = [column in booleans for column in columns]
    with administrator.cursor().copy(statement) as copy:
        for row in rows:
            pairs = zip(row, are_booleans, strict=True)
            copy.write_row([bool(value) if is_boolean and value is not None else value for value, is_boolean in pairs])


def _advance(administrator: psycopg.Connection[Any], name: str, table: Any) -> None:
    """Let the keys of new rows follow those that were copied."""
    (key, *others) = [column.name for column in table.primary_key.columns]
    if others:
        return
    (sequence,) = administrator.execute("SELECT pg_get_serial_sequence(%s, %s)", [name, key]).fetchone() or (None,)
    if sequence is not None:
        newest = sql.SQL("SELECT setval({}, greatest(max({}), 1), max({}) > 0) FROM {}").format(
            sequence, sql.Identifier(key), sql.Identifier(key), sql.Identifier(name)
        )
        administrator.execute(newest)
