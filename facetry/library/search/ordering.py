"""Ordering: one page of a set of images, in the order asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search import similarity_criterion as likeness
from facetry.library.search.index.images import Number
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import Keys, as_keys
from facetry.library.search.similarity_criterion import Likeness
from facetry.store.prepared import PreparedList
from generated import models

FEW: Final = 2_000
"""So many of a large library are sorted by the database, which needs no column of all images for it."""

SMALL: Final = 10_000
"""A library of so many images is small: a column of it is read in no time."""

MOST_STEPS: Final = 5_000
"""Rather than read the names of all images, so many are gone through in their order."""

_NUMBERS: Final[Mapping[models.SearchSortingProperty, Number]] = {
    "creationDate": "file_created",
    "modificationDate": "file_modified",
    "importDate": "created",
    "updateDate": "modified",
    "binarySize": "size",
    "width": "width",
    "height": "height",
}
_NAME: Final = "name_order"


def _sorted_by(column: Any) -> PreparedList:
    return PreparedList(
        lambda keys: select(col(Image.key)).where(col(Image.key).in_(keys)).order_by(column, col(Image.key))
    )


_SORTED: Final = {name: _sorted_by(getattr(Image, name)) for name in (_NAME, *_NUMBERS.values())}


@dataclass(frozen=True, slots=True)
class Window:
    """The places of an order that are asked for; `take` is None for all behind `skip`."""

    skip: int
    take: int | None

    def end(self, count: int) -> int:
        """The first place behind it, of so many."""
        return count if self.take is None else min(self.skip + self.take, count)


def page(
    connection: Connection,
    index: Index,
    images: BitMap,
    sorting: models.SearchSorting | None,
    window: Window,
    likenesses: Sequence[Likeness] = (),
) -> Keys:
    """The keys of those of `images` that stand in the window, in order; equal ones by import, in the same direction.

    The caller holds the index's lock, but for an order by distance.
    """
    begin, end = window.skip, window.end(len(images))
    if begin >= end:
        return np.empty(0, np.uint32)
    is_ascending = sorting is None or sorting.is_ascending is not False
    if sorting is not None and sorting.property == "distance":
        return _by_distance(images, likenesses, begin, end, is_ascending=is_ascending)
    if not is_ascending:  # the same page of the order turned around
        begin, end = len(images) - end, len(images) - begin
    number = None if sorting is None or sorting.property == "name" else _NUMBERS[sorting.property]
    if len(images) <= FEW and len(index.pictured.every(connection)) > SMALL:
        found = _sorted_rows(connection, images, number or _NAME)[begin:end]
    elif number is None:
        found = _by_name(connection, index, images, begin, end)
    else:
        found = _by_number(index.pictured.numbers(connection, number), as_keys(images), begin, end)
    return found if is_ascending else found[::-1]


def _sorted_rows(connection: Connection, images: BitMap, name: str) -> Keys:
    return np.fromiter((row[0] for row in _SORTED[name].rows(connection, list(images))), np.uint32)


def _by_name(connection: Connection, index: Index, images: BitMap, begin: int, end: int) -> Keys:
    pictured = index.pictured
    count = len(pictured.every(connection))
    if not pictured.is_name_order_known and count > SMALL and end * count // len(images) <= MOST_STEPS:
        return _walked(connection, images, begin, end)
    ordered = pictured.by_name(connection)
    is_one = np.zeros(int(ordered.max(initial=0)) + 1, np.bool_)
    keys = as_keys(images)
    is_one[keys[keys < len(is_one)]] = True
    return ordered[is_one[ordered]][begin:end]


def _walked(connection: Connection, images: BitMap, begin: int, end: int) -> Keys:
    """Go along the index of the names until the page is full."""
    found: list[int] = []
    rows: Any = connection.execute(select(col(Image.key)).order_by(col(Image.name_order), col(Image.key)))
    for key in rows.scalars():
        if key in images:
            found.append(key)
            if len(found) == end:
                break
    rows.close()
    return np.asarray(found[begin:end], np.uint32)


def _by_number(values: NDArray[Any], keys: Keys, begin: int, end: int) -> Keys:
    """The page without sorting what lies before and behind it."""
    theirs = values[keys]
    bounds = np.partition(theirs, (begin, end - 1))
    low, high = bounds[begin], bounds[end - 1]
    before = np.count_nonzero(theirs < low)
    near = np.flatnonzero((theirs >= low) & (theirs <= high))
    ordered = near[np.argsort(theirs[near], kind="stable")]  # keys ascend, so that equal ones stay by import
    return keys[ordered[begin - before : end - before]]


def _by_distance(images: BitMap, likenesses: Sequence[Likeness], begin: int, end: int, *, is_ascending: bool) -> Keys:
    """The nearest first, or the furthest; those without a vector last in either direction."""
    measured = images & BitMap.union(BitMap(), *(each.space.images() for each in likenesses))
    count = len(measured)
    near: Keys = np.empty(0, np.uint32)
    if begin < count:
        last = min(end, count)
        if is_ascending and len(likenesses) == 1:
            near = likenesses[0].space.nearest(likenesses[0].query, last, measured).images[begin:]
        else:
            keys = as_keys(measured)
            distances, places = likeness.distances(likenesses, keys), np.arange(count, dtype=np.uint32)
            if is_ascending:
                near = keys[_by_number(distances, places, begin, last)]
            else:
                near = keys[_by_number(distances, places, count - last, count - begin)][::-1]
    rest = as_keys(images - measured)
    rest = rest if is_ascending else rest[::-1]
    return np.concatenate([near, rest[max(begin - count, 0) : max(end - count, 0)]])
