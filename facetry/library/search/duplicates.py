"""Duplicates: images with the same bytes, with the same pixels, or that look alike.

The first two are found through the indexes of their hashes. Images that look alike have perceptual hashes that differ
in few of 64 bits; no index knows that, so the index of the perceptual hashes is gone through, in SQL and not in
Python: each row that SQLite hands to Python costs a turn of the interpreter's lock.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, SQLColumnExpression, and_, func, or_, select
from sqlmodel import col

from facetry.errors import Fault, FaultError, Kind
from facetry.library import images
from facetry.library.images import Image, signed
from generated import models

DISTANCE: Final = 4
"""By how many bits hashes of images that look alike differ at most, unless a search says otherwise."""

_SIEVED: Final = 8
"""The largest distance for which looking for an equal part of the hash first is quicker than counting at once."""

_Number = SQLColumnExpression[Any]
_HASHES: Final[dict[models.SearchDuplicatesKind, str]] = {
    "exactDuplicates": "content_hash",
    "samePixels": "pixel_hash",
    "nearDuplicates": "perceptual_hash",
}


def require(connection: Connection, wanted: models.SearchDuplicates, pointer: str) -> None:
    """Raise 400 when the image whose duplicates are meant does not exist; `pointer` leads to the criterion."""
    if wanted.of is not None and images.find(connection, wanted.of) is None:
        raise FaultError(
            Fault(
                kind=Kind.BAD_PARAMETER,
                rule="image.unknown",
                detail="There is no image with this id.",
                pointer=f"{pointer}/of",
                value=str(wanted.of),
            )
        )


def keys(connection: Connection, wanted: models.SearchDuplicates) -> Select[Any] | None:
    """The query for the keys of the duplicates that `wanted` means; None when there can be none."""
    column = getattr(Image, _HASHES[wanted.kind])
    if wanted.of is None:
        repeated = select(column).where(column.isnot(None)).group_by(column).having(func.count() > 1)
        return select(col(Image.key)).where(column.in_(repeated.correlate(None)))
    row = connection.execute(select(col(Image.key), column).where(col(Image.id) == wanted.of.bytes)).first()
    if row is None or row[1] is None:
        return None
    key, value = row
    if wanted.kind == "nearDuplicates":
        found = within(column, value, DISTANCE if wanted.maximum_distance is None else wanted.maximum_distance)
    else:
        found = column == value
    return select(col(Image.key)).where(found, col(Image.key) != key)


def within(column: _Number, value: int, distance: int) -> ColumnElement[bool]:
    """That at most `distance` bits of the 64 of `column` differ from those of `value`; both have a sign."""
    close = _differing(column, value) <= distance
    if distance > _SIEVED:
        return close
    # Of distance + 1 parts of the hash, at least one is then the same in both.
    cuts = [64 * number // (distance + 1) for number in range(distance + 2)]
    masks = [(1 << high) - (1 << low) for low, high in pairwise(cuts)]
    equal = (column.bitwise_and(signed(mask)) == signed(value & mask) for mask in masks)
    return and_(or_(*equal), close)


def _differing(column: _Number, value: int) -> _Number:
    """How many bits differ: they are added up in pairs, then in fours, then in eights.

    The bit of the sign is counted apart: an integer that overflows becomes a float in SQLite.
    """
    differing = column.bitwise_or(value) - column.bitwise_and(value)
    rest = differing.bitwise_and(0x7FFFFFFFFFFFFFFF)
    pairs = rest - rest.bitwise_rshift(1).bitwise_and(0x5555555555555555)
    fours = pairs.bitwise_and(0x3333333333333333) + pairs.bitwise_rshift(2).bitwise_and(0x3333333333333333)
    eights = (fours + fours.bitwise_rshift(4)).bitwise_and(0x0F0F0F0F0F0F0F0F)
    # Modulo 255, a number is the sum of its bytes.
    return eights % 255 + func.abs(differing.bitwise_rshift(63))
