"""Full-text index: finds the rows whose text contains a substring, anywhere in a word and ignoring case.

Uses SQLite's trigram index over texts that are case-folded in Python, because text and substring have to be folded the
same way. A substring of fewer than three characters has no trigram: the caller has to compare the texts itself.
PostgreSQL has the same kind of index in `pg_trgm`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, TextualSelect, bindparam, column
from sqlalchemy import text as sql

from facetry.store.engine import raw_connection

TextTable = Literal["name_text", "metadata_text", "feature_text"]

MIN_LENGTH: Final = 3
"""Minimum number of characters of a substring."""

_TRUNCATION_MARK: Final = "\x01\x01\x01"
_MAX_LENGTHS: Final[Mapping[TextTable, int]] = {"name_text": 4_096, "metadata_text": 16_384, "feature_text": 65_536}
"""Maximum number of characters of a text that are indexed; each takes a few bytes.

A longer text is truncated and gets `_TRUNCATION_MARK`, which makes its row a candidate for every substring.
"""
_TEXT_TABLES: Final[Mapping[str, tuple[TextTable, ...]]] = {
    "image": ("name_text", "metadata_text"),
    "image_feature": ("feature_text",),
}


@dataclass(frozen=True, slots=True)
class TextMatches:
    """The rows that may contain a substring, as queries for their keys.

    A row of `candidates` has to be compared with its text, whether it is in `keys` or not. A row that is only in
    `keys` contains the substring.
    """

    keys: TextualSelect
    candidates: TextualSelect


def create(connection: Connection) -> None:
    """Create the empty index, with triggers that remove deleted rows from it. For a migration."""
    for table in _MAX_LENGTHS:
        raw_connection(connection).execute(
            f"CREATE VIRTUAL TABLE {table} USING fts5(text, content='', contentless_delete=1,"
            " tokenize='trigram case_sensitive 1')"
        )
    for row_table, text_tables in _TEXT_TABLES.items():
        for table in text_tables:
            delete_statement = f"DELETE FROM {table} WHERE rowid = old.key"  # noqa: S608  # table names of this module
            raw_connection(connection).execute(
                f"CREATE TRIGGER {table}_gone AFTER DELETE ON {row_table} BEGIN {delete_statement}; END"
            )


def put(connection: Connection, table: TextTable, key: int, text: str) -> None:
    """Index the text of the row with this key, replacing its indexed text."""
    put_many(connection, table, [(key, text)])


def put_many(connection: Connection, table: TextTable, texts: Iterable[tuple[int, str]]) -> None:
    """Index the texts of several rows, as (key, text)."""
    statement = f"INSERT OR REPLACE INTO {table} (rowid, text) VALUES (?, ?)"  # noqa: S608  # one of three names
    raw_connection(connection).executemany(statement, ((key, _index_text(table, text)) for key, text in texts))


def remove(connection: Connection, table: TextTable, key: int) -> None:
    """Remove the row with this key from the index: its text was deleted."""
    raw_connection(connection).execute(f"DELETE FROM {table} WHERE rowid = ?", [key])  # noqa: S608


def find(table: TextTable, substring: str) -> TextMatches:
    """The rows that contain `substring`, which is case-folded and has at least `MIN_LENGTH` characters."""
    truncated = _match(table, _quote(_TRUNCATION_MARK))
    if _TRUNCATION_MARK[0] in substring:  # a match may be part of the mark
        return TextMatches(truncated, _match(table, f"{_quote(substring)} OR {_quote(_TRUNCATION_MARK)}"))
    return TextMatches(_match(table, _quote(substring)), truncated)


def _index_text(table: TextTable, text: str) -> str:
    folded, max_length = text.casefold(), _MAX_LENGTHS[table]
    return folded if len(folded) <= max_length else folded[:max_length] + _TRUNCATION_MARK


def _quote(substring: str) -> str:
    return '"' + substring.replace('"', '""') + '"'


def _match(table: TextTable, query: str) -> TextualSelect:
    statement = sql(f"SELECT rowid FROM {table} WHERE {table} MATCH :query")  # noqa: S608
    return statement.bindparams(bindparam("query", query, unique=True)).columns(column("rowid"))
