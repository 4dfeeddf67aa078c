"""The first difference of a table is named, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from facetry.store.copying.comparison import Difference, compare_table
from facetry.store.copying.side import Side
from facetry.store.engines.bulk import Kind, Row, Table

TABLE = Table(
    "image_tag",
    {"image": Kind.INTEGER, "tag": Kind.TEXT, "value": Kind.TEXT},
    key=("tag", "image"),
    keeps_newest_key=False,
)


class Rows:
    """A side whose table has these rows, so many of which may be in memory."""

    def __init__(self, rows: list[Row], size: int) -> None:
        self._rows = rows
        self._size = size

    def fetch_size(self, table: Table) -> int:
        assert table is TABLE
        return self._size

    def rows(self, table: Table, after: Row | None, size: int) -> Iterator[list[Row]]:
        assert (table, after) == (TABLE, None)
        assert size <= self._size, "more than may be in memory"
        for begin in range(0, len(self._rows), size):
            yield self._rows[begin : begin + size]


def numbered(count: int) -> list[Row]:
    """Rows in the order of their keys."""
    return [(number, f"t{number // 3}", "same") for number in range(count)]


def compared(left: list[Row], right: list[Row], sizes: tuple[int, int] = (4, 3)) -> tuple[Difference | None, list[int]]:
    counts: list[int] = []
    original, copy = (cast("Side", Rows(rows, size)) for rows, size in zip((left, right), sizes, strict=True))
    return compare_table(original, copy, TABLE, counts.append), counts


@pytest.mark.parametrize("sizes", [(4, 3), (3, 4)])
def test_equal_tables_have_no_difference(sizes: tuple[int, int]) -> None:
    assert compared(numbered(8), numbered(8), sizes) == (None, [3, 3, 2])
    assert compared([], []) == (None, [])
    assert compare_table(cast("Side", Rows([], 1)), cast("Side", Rows([], 1)), TABLE) is None


@pytest.mark.parametrize("count", [1, 3, 4, 7])
@pytest.mark.parametrize("place", [0, 2, 3, 5, -1])
def test_a_row_that_one_side_lacks(count: int, place: int) -> None:
    rows = numbered(count)
    if place >= count:
        return
    lacking = [row for row in rows if row != rows[place]]
    number, tag, _ = rows[place]
    key = (tag, number)
    difference, counts = compared(rows, lacking)
    assert difference == Difference("image_tag", key, "the copy does not have the row")
    assert str(difference) == f"table image_tag, key {tag!r}, {number}: the copy does not have the row"
    assert sum(counts) == number // 3 * 3, "those before were equal"
    difference, _ = compared(lacking, rows)
    assert difference == Difference("image_tag", key, "only the copy has the row")


def test_the_first_of_several_differences_is_named() -> None:
    left, right = numbered(6), numbered(6)
    right[4] = (4, "t1", "changed")
    del right[5]
    assert str(compared(left, right)[0]) == "table image_tag, key 't1', 4: value is 'same', and 'changed' in the copy"
    del right[1]
    assert str(compared(left, right)[0]) == "table image_tag, key 't0', 1: the copy does not have the row"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        (1.5, "1.5"),
        (b"\x00\xff", "00ff"),
        ("a" * 58, "'" + "a" * 58 + "'"),
        ("a" * 59, "'" + "a" * 59 + "…"),
        (b"\xab" * 30, "ab" * 30),
        (b"\xab" * 31, "ab" * 30 + "…"),
    ],
    ids=["none", "number", "bytes", "60 characters", "61 characters", "30 bytes", "31 bytes"],
)
def test_long_values_are_shortened(value: object, shown: str) -> None:
    difference, _ = compared([(1, "t", value)], [(1, "t", "b")])
    assert difference is not None
    assert difference.what == f"value is {shown}, and 'b' in the copy"
