"""Duplicates: images with the same bytes, with the same pixels, or that look alike.

The first two are found through the indexes of their hashes. Images that look alike have perceptual hashes that differ
in few of 64 bits; no index knows that, so the index of the perceptual hashes is gone through, in SQL and not in
Python: each row that SQLite hands to Python costs a turn of the interpreter's lock.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, SQLColumnExpression, and_, exists, func, literal, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from facetry.errors import bad_parameter
from facetry.library.groups import Group
from facetry.library.images import Image, signed
from generated import models

DISTANCE: Final = 4
"""By how many bits hashes of images that look alike differ at most, unless a search says otherwise."""

_SIEVED: Final = 8
"""The largest distance for which looking for an equal part of the hash first is quicker than counting at once."""

_Number = SQLColumnExpression[Any]
_Twin = aliased(Image, name="twin")
_HASHES: Final[dict[models.SearchDuplicatesKind, str]] = {
    "exactDuplicates": "content_hash",
    "samePixels": "pixel_hash",
    "nearDuplicates": "perceptual_hash",
}


def group(connection: Connection, wanted: models.SearchDuplicates, *, is_stored: bool = False) -> Group | None:
    """The duplicates that `wanted` means; None when there can be none.

    Raises 400 when the image whose duplicates are meant does not exist, unless the filter was stored when it did.
    """
    name = _HASHES[wanted.kind]
    mine, theirs = getattr(Image, name), getattr(_Twin, name)
    if wanted.of is None:
        repeated = select(theirs).where(theirs.isnot(None)).group_by(theirs).having(func.count() > 1)
        twins = select(literal(1)).where(theirs == mine, col(_Twin.key) != col(Image.key))
        return Group(select(col(_Twin.key)).where(theirs.in_(repeated.correlate(None))), exists(twins))
    row = connection.execute(select(col(Image.key), mine).where(col(Image.id) == wanted.of.bytes)).first()
    if row is None and not is_stored:
        raise _unknown(wanted.of)
    if row is None or row[1] is None:
        return None
    key, value = row
    if wanted.kind == "nearDuplicates":
        distance = DISTANCE if wanted.maximum_distance is None else wanted.maximum_distance
        meant, found = within(mine, value, distance), within(theirs, value, distance)
    else:
        meant, found = mine == value, theirs == value
    return Group(select(col(_Twin.key)).where(found, col(_Twin.key) != key), and_(meant, col(Image.key) != key))


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


def _unknown(id: UUID) -> Exception:
    return bad_parameter("of", "There is no image with this id.", rule="image.unknown", value=id)
