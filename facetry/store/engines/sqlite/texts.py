"""The full-text index in SQLite: tables of its trigram index, which have no content of their own.

A text that was truncated gets `_TRUNCATION_MARK`, which makes its row a candidate for every substring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, TextualSelect, bindparam, column
from sqlalchemy import text as sql

from facetry.store.engines.values import IndexedText, TextMatches, raw_connection

_TRUNCATION_MARK: Final = "\x01\x01\x01"


def create(connection: Connection, tables: Mapping[str, Sequence[str]]) -> None:
    """Create the empty index of these text tables, by the table of their rows, and remove deleted rows."""
    for text_tables in tables.values():
        for table in text_tables:
            raw_connection(connection).execute(
                f"CREATE VIRTUAL TABLE {table} USING fts5(text, content='', contentless_delete=1,"
                " tokenize='trigram case_sensitive 1')"
            )
    for row_table, text_tables in tables.items():
        for table in text_tables:
            delete_statement = f"DELETE FROM {table} WHERE rowid = old.key"  # noqa: S608  # a name of our own
            raw_connection(connection).execute(
                f"CREATE TRIGGER {table}_gone AFTER DELETE ON {row_table} BEGIN {delete_statement}; END"
            )


def put_many(connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
    """Index the texts, replacing those of the same rows."""
    statement = f"INSERT OR REPLACE INTO {table} (rowid, text) VALUES (?, ?)"  # noqa: S608  # a name of our own
    rows = ((each.key, each.folded + _TRUNCATION_MARK if each.is_truncated else each.folded) for each in texts)
    raw_connection(connection).executemany(statement, rows)


def add_many(connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
    """Index very many texts of rows that have none in the index."""
    put_many(connection, table, texts)


def remove(connection: Connection, table: str, key: int) -> None:
    """Remove the text of a row."""
    raw_connection(connection).execute(f"DELETE FROM {table} WHERE rowid = ?", [key])  # noqa: S608


def missing(connection: Connection, table: str, row_table: str, condition: str) -> int:
    """The number of rows that meet the condition, and are not in the index; `s` is their table."""
    count: int = (
        raw_connection(connection)
        .execute(
            f"SELECT COUNT(*) FROM {row_table} s LEFT JOIN {table}_docsize d ON d.id = s.key "  # noqa: S608
            f"WHERE {condition} AND d.id IS NULL"
        )
        .fetchone()[0]
    )
    return count


def find(table: str, substring: str) -> TextMatches:
    """The rows that may contain the substring."""
    truncated = _match(table, _quote(_TRUNCATION_MARK))
    if _TRUNCATION_MARK[0] in substring:  # a match may be part of the mark
        return TextMatches(truncated, _match(table, f"{_quote(substring)} OR {_quote(_TRUNCATION_MARK)}"))
    return TextMatches(_match(table, _quote(substring)), truncated)


def _quote(substring: str) -> str:
    return '"' + substring.replace('"', '""') + '"'


def _match(table: str, query: str) -> TextualSelect:
    statement = sql(f"SELECT rowid FROM {table} WHERE {table} MATCH :query")  # noqa: S608
    return statement.bindparams(bindparam("query", query, unique=True)).columns(column("rowid"))
