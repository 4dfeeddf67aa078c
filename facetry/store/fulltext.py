"""Full text: which rows contain a piece of text, wherever it stands in a word and however its letters are cased.

SQLite's trigram index, over texts that were case-folded in Python, for both sides of a comparison have to be folded
alike. A piece of fewer than three characters has no trigram, and is for the caller to look for. PostgreSQL has the
same kind of index in `pg_trgm`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, TextualSelect, bindparam, column
from sqlalchemy import text as sql

from facetry.store.engine import raw

Table = Literal["name_text", "metadata_text", "feature_text"]

SHORTEST: Final = 3
"""Characters that a piece needs at least."""

_MARK: Final = "\x01\x01\x01"
_LONGEST: Final[Mapping[Table, int]] = {"name_text": 4_096, "metadata_text": 16_384, "feature_text": 65_536}
"""Characters of a text that are indexed: a few bytes for each. What has more is a candidate for every piece that is
looked for, and marked for that.
"""
_OF: Final[Mapping[str, tuple[Table, ...]]] = {
    "image": ("name_text", "metadata_text"),
    "image_feature": ("feature_text",),
}


@dataclass(frozen=True, slots=True)
class Found:
    """The rows that contain a piece, as queries for their keys: those that are said to, and those to be looked at
    whether they are said to or not. The others that are said to, do.
    """

    keys: TextualSelect
    doubtful: TextualSelect


def create(connection: Connection) -> None:
    """Make the index, empty; rows that are deleted, by whatever rule, leave it by themselves. For a migration."""
    for table in _LONGEST:
        raw(connection).execute(
            f"CREATE VIRTUAL TABLE {table} USING fts5(text, content='', contentless_delete=1,"
            " tokenize='trigram case_sensitive 1')"
        )
    for rows, tables in _OF.items():
        for table in tables:
            leave = f"DELETE FROM {table} WHERE rowid = old.key"  # noqa: S608  # names of this file
            raw(connection).execute(f"CREATE TRIGGER {table}_gone AFTER DELETE ON {rows} BEGIN {leave}; END")


def put(connection: Connection, table: Table, key: int, text: str) -> None:
    """Index the text of the row with this key, in place of what was indexed of it."""
    put_many(connection, table, [(key, text)])


def put_many(connection: Connection, table: Table, texts: Iterable[tuple[int, str]]) -> None:
    """The same for several rows, as (key, text)."""
    statement = f"INSERT OR REPLACE INTO {table} (rowid, text) VALUES (?, ?)"  # noqa: S608  # one of three names
    raw(connection).executemany(statement, ((key, _indexed(table, text)) for key, text in texts))


def drop(connection: Connection, table: Table, key: int) -> None:
    """The row has no text any more."""
    raw(connection).execute(f"DELETE FROM {table} WHERE rowid = ?", [key])  # noqa: S608


def find(table: Table, piece: str) -> Found:
    """The rows that contain `piece`, which is case-folded and has at least three characters."""
    marked = _matching(table, _quoted(_MARK))
    if _MARK[0] in piece:  # what is found may be the mark
        return Found(marked, _matching(table, f"{_quoted(piece)} OR {_quoted(_MARK)}"))
    return Found(_matching(table, _quoted(piece)), marked)


def _indexed(table: Table, text: str) -> str:
    folded, longest = text.casefold(), _LONGEST[table]
    return folded if len(folded) <= longest else folded[:longest] + _MARK


def _quoted(piece: str) -> str:
    return '"' + piece.replace('"', '""') + '"'


def _matching(table: Table, query: str) -> TextualSelect:
    statement = sql(f"SELECT rowid FROM {table} WHERE {table} MATCH :query")  # noqa: S608
    return statement.bindparams(bindparam("query", query, unique=True)).columns(column("rowid"))
