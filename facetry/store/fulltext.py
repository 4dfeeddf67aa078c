"""Full-text index: finds the rows whose text contains a substring, anywhere in a word and ignoring case.

Uses the trigram index of the engine over texts that are folded in Python (`text_forms`), because text and substring
have to be folded the same way. A substring of fewer than three characters has no trigram: the caller has to compare the
texts itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from sqlalchemy import Connection

from facetry.schema.text_forms import folded
from facetry.store.engine import engine_of
from facetry.store.engines.values import IndexedText, TextMatches

__all__ = [
    "MIN_LENGTH",
    "ROW_TABLES",
    "TextMatches",
    "TextTable",
    "add_many",
    "create",
    "find",
    "put",
    "put_many",
    "remove",
]

TextTable = Literal["name_text", "metadata_text", "feature_text"]

MIN_LENGTH: Final = 3
"""Minimum number of characters of a substring."""

_MAX_LENGTHS: Final[Mapping[TextTable, int]] = {"name_text": 4_096, "metadata_text": 16_384, "feature_text": 65_536}
"""Maximum number of characters of a text that are indexed; each takes a few bytes. A longer text is truncated, and its
row is a candidate for every substring.
"""
ROW_TABLES: Final[Mapping[TextTable, str]] = {
    "name_text": "image",
    "metadata_text": "image",
    "feature_text": "image_feature",
}
"""The tables of the index, and those of their rows."""


def create(connection: Connection) -> None:
    """Create the empty index, from which deleted rows are removed by themselves. For a migration."""
    by_row_table: dict[str, list[str]] = {}
    for table, row_table in ROW_TABLES.items():
        by_row_table.setdefault(row_table, []).append(table)
    engine_of(connection).texts.create(connection, by_row_table)


def put(connection: Connection, table: TextTable, key: int, text: str) -> None:
    """Index the text of the row with this key, replacing its indexed text."""
    put_many(connection, table, [(key, text)])


def put_many(connection: Connection, table: TextTable, texts: Iterable[tuple[int, str]]) -> None:
    """Index the texts of several rows, as (key, text)."""
    engine_of(connection).texts.put_many(connection, table, (_indexed(table, *each) for each in texts))


def add_many(connection: Connection, table: TextTable, texts: Iterable[tuple[int, str]]) -> None:
    """Index very many texts of rows that have none in the index, as (key, text)."""
    engine_of(connection).texts.add_many(connection, table, (_indexed(table, *each) for each in texts))


def remove(connection: Connection, table: TextTable, key: int) -> None:
    """Remove the row with this key from the index: its text was deleted."""
    engine_of(connection).texts.remove(connection, table, key)


def find(connection: Connection, table: TextTable, substring: str) -> TextMatches:
    """The rows that contain `substring`, which is folded and has at least `MIN_LENGTH` characters."""
    return engine_of(connection).texts.find(table, substring)


def _indexed(table: TextTable, key: int, text: str) -> IndexedText:
    searchable, max_length = folded(text), _MAX_LENGTHS[table]
    return IndexedText(key, searchable[:max_length], len(searchable) > max_length)
