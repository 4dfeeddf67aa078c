"""Compares all rows of two databases with the same tables, by the values that their drivers give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from facetry.store.copying.side import Side
from facetry.store.engines.bulk import Row, Table

_SHOWN: Final = 60
"""Maximum number of characters of a value in a message."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first row of a table in which a copy differs from its original."""

    table: str
    key: Row
    what: str

    def __str__(self) -> str:
        key = ", ".join(map(_shown, self.key))
        return f"table {self.table}, key {key}: {self.what}"


def compare_table(
    original: Side, copy: Side, table: Table, on_rows: Callable[[int], None] = lambda _: None
) -> Difference | None:
    """The first difference of a table; None for equal ones. Both sides are in a read transaction.

    `on_rows` gets the number of rows that were compared, time and again.
    """
    size = min(original.fetch_size(table), copy.fetch_size(table))
    empty: list[Row] = []
    for left, right in zip_longest(original.rows(table, None, size), copy.rows(table, None, size), fillvalue=empty):
        if left != right:
            return _first_difference(table, left, right)
        on_rows(len(left))
    return None


def _first_difference(table: Table, left: Sequence[Row], right: Sequence[Row]) -> Difference:
    """The first difference of two lists of rows, which are not equal."""
    one, other = next(pair for pair in zip_longest(left, right) if pair[0] != pair[1])
    if other is None or (one is not None and table.key_of(one) < table.key_of(other)):
        return Difference(table.name, table.key_of(one), "the copy does not have the row")
    if one is None or table.key_of(one) != table.key_of(other):
        return Difference(table.name, table.key_of(other), "only the copy has the row")
    column, value, copied = next(
        values for values in zip(table.columns, one, other, strict=True) if values[1] != values[2]
    )
    return Difference(table.name, table.key_of(one), f"{column} is {_shown(value)}, and {_shown(copied)} in the copy")


def _shown(value: object) -> str:
    text = value.hex() if isinstance(value, bytes) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
