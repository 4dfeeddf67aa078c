"""Criterion `duplicates`: the image has the same bytes as another, has the same pixels, or looks alike.

The first two kinds are found through the database indexes of the hash columns. Images that look alike have perceptual
hashes that differ in few of 64 bits. No index supports that comparison, so the whole index of perceptual hashes is
scanned. The scan is done in SQL, because each row that SQLite returns to Python acquires the interpreter lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection, Select, SQLColumnExpression, and_, func, literal_column, or_, select
from sqlmodel import col

from facetry.library import images
from facetry.library.images import Image, to_signed
from facetry.library.search.criteria.costs import DISTANCE_COST, Sizes
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter
from facetry.library.search.criteria.refusals import bad_value
from facetry.library.search.index.key_sets import as_set
from facetry.store.engine import engine_of
from generated import models

DEFAULT_DISTANCE: Final = 4
"""Default maximum number of differing bits between the hashes of images that look alike."""

_MAX_PREFILTERED_DISTANCE: Final = 8
"""Largest distance for which a test for an equal part of the hash, before the bits are counted, saves time."""

_GROUPING_COST: Final = 1.0
"""Microseconds to group an image by its hash."""

_NumberColumn = SQLColumnExpression[Any]
_HASH_COLUMNS: Final[dict[models.SearchDuplicatesKind, str]] = {
    "exactDuplicates": "content_hash",
    "samePixels": "pixel_hash",
    "nearDuplicates": "perceptual_hash",
}


def _set_filters(context: FilterContext, criterion: models.SearchDuplicates) -> Iterator[ImageSetFilter]:
    connection = context.connection
    query = _select_keys(connection, criterion)
    yield (
        lambda among: (
            BitMap() if query is None else among & as_set(engine_of(connection).integer_columns(connection, query)[0])
        )
    )


def _select_keys(connection: Connection, criterion: models.SearchDuplicates) -> Select[Any] | None:
    """The query for the keys of the images that meet the criterion; None when no image can meet it."""
    column = getattr(Image, _HASH_COLUMNS[criterion.kind])
    if criterion.of is None:
        repeated = select(column).where(column.isnot(None)).group_by(column).having(func.count() > 1)
        return select(col(Image.key)).where(column.in_(repeated.correlate(None)))
    row = connection.execute(select(col(Image.key), column).where(col(Image.id) == criterion.of.bytes)).first()
    if row is None or row[1] is None:
        return None
    key, value = row
    if criterion.kind == "nearDuplicates":
        condition = within(
            column, value, DEFAULT_DISTANCE if criterion.maximum_distance is None else criterion.maximum_distance
        )
    else:
        condition = column == value
    return select(col(Image.key)).where(condition, col(Image.key) != key)


def within(column: _NumberColumn, value: int, distance: int) -> ColumnElement[bool]:
    """The condition that `column` and `value`, signed 64-bit integers, differ in at most `distance` bits."""
    is_within = _differing_bits(column, value) <= distance
    if distance > _MAX_PREFILTERED_DISTANCE:
        return is_within
    # With at most `distance` differing bits, at least one of distance + 1 parts of the hash is equal.
    cuts = [64 * number // (distance + 1) for number in range(distance + 2)]
    masks = [(1 << high) - (1 << low) for low, high in pairwise(cuts)]
    equal_parts = (column.bitwise_and(to_signed(mask)) == to_signed(value & mask) for mask in masks)
    return and_(or_(*equal_parts), is_within)


def _differing_bits(column: _NumberColumn, value: int) -> _NumberColumn:
    """The number of differing bits, summed in groups of two, then of four, then of eight bits.

    The sign bit is counted separately, because SQLite turns an integer that overflows into a float.
    """
    differing = column.bitwise_or(value) - column.bitwise_and(value)
    low_bits = differing.bitwise_and(0x7FFFFFFFFFFFFFFF)
    pairs = low_bits - _shifted(low_bits, 1).bitwise_and(0x5555555555555555)
    fours = pairs.bitwise_and(0x3333333333333333) + _shifted(pairs, 2).bitwise_and(0x3333333333333333)
    eights = (fours + _shifted(fours, 4)).bitwise_and(0x0F0F0F0F0F0F0F0F)
    # A number modulo 255 is the sum of its bytes, as long as that sum is below 255.
    return eights % 255 + func.abs(_shifted(differing, 63))


def _shifted(column: _NumberColumn, bits: int) -> _NumberColumn:
    """The number, shifted to the right. The count is a literal: PostgreSQL shifts by no parameter of 64 bits."""
    return column.bitwise_rshift(literal_column(str(bits)))


def _price(criterion: models.SearchDuplicates, sizes: Sizes) -> float:
    if criterion.kind == "nearDuplicates":
        return DISTANCE_COST * sizes.images
    return _GROUPING_COST * sizes.images if criterion.of is None else 0.0


def _require(connection: Connection, criterion: models.SearchDuplicates, pointer: str) -> None:
    if criterion.of is not None and images.find(connection, criterion.of) is None:
        raise bad_value("image.unknown", f"{pointer}/of", "There is no image with this id.", str(criterion.of))


DUPLICATES: Final = Criterion(
    member="duplicates",
    set_filters=_set_filters,
    dependencies=lambda _: Dependencies(foreign=frozenset({Aspect.IMAGE})),
    looks_at_all_rows=True,
    price=_price,
    require=_require,
)
