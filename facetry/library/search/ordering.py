"""Ordering: selects one page of a set of images in the requested order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search import similarity_criterion
from facetry.library.search.index.images import SortColumn, value_of
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import Keys, as_keys
from facetry.library.search.similarity_criterion import SimilarityCriterion
from facetry.store.interruption import begin_long_work
from facetry.store.prepared import PreparedListStatement
from generated import models

MAX_DATABASE_SORT: Final = 2_000
"""Largest set of images that the database sorts in a large library; this avoids loading a column of all images."""

SMALL_LIBRARY_SIZE: Final = 10_000
"""Largest number of images of a small library, of which a whole column is loaded in negligible time."""

MAX_NAME_INDEX_STEPS: Final = 5_000
"""Maximum expected number of steps along the name index of the database; beyond it, the names of all images are read.
"""

STEPS_OF_SORT: Final = 4
"""How many steps along the order of all images take as long as the sort of one image."""

FEW_STEPS: Final = 1_000
"""Expected number of steps up to which images are looked up in the set, instead of in an array of all images."""

MAX_SHORT_SORT: Final = 500
"""Largest set of images that a short read has the database sort."""

MAX_SHORT_STEPS: Final = 20_000
"""Largest number of images and of expected steps of a short read."""

_FEW_KEYS: Final = 500
"""Number of keys that are sorted faster than divided."""

_BATCH_SIZE: Final = 16_384


@dataclass(frozen=True, slots=True)
class SortingProperty:
    """A property by which the index sorts images: its column, and how buckets divide images in its order."""

    column: SortColumn
    bucket_kind: models.SearchBucketKind = "position"


PROPERTIES: Final[Mapping[models.SearchSortingProperty, SortingProperty]] = {
    "name": SortingProperty("name", "letter"),
    "captureDate": SortingProperty("captured", "month"),
    "fileCreationDate": SortingProperty("file_created", "month"),
    "fileModificationDate": SortingProperty("file_modified", "month"),
    "importDate": SortingProperty("created", "month"),
    "updateDate": SortingProperty("modified", "month"),
    "creationDate": SortingProperty("file_created", "month"),
    "modificationDate": SortingProperty("file_modified", "month"),
    "binarySize": SortingProperty("size"),
    "width": SortingProperty("width"),
    "height": SortingProperty("height"),
}
"""The registry of the properties to sort by, without the distance, which is in no column."""


def _query_sorted_by(column: Any) -> PreparedListStatement:
    return PreparedListStatement(
        lambda keys: select(col(Image.key)).where(col(Image.key).in_(keys)).order_by(column, col(Image.key))
    )


_SORTED_QUERIES: Final = {
    each.column: _query_sorted_by(col(Image.name_key) if each.column == "name" else value_of(each.column))
    for each in PROPERTIES.values()
}


@dataclass(frozen=True, slots=True)
class Window:
    """A range of positions in an order: `take` positions after `skip`; `take` is None for all that follow."""

    skip: int
    take: int | None

    def end(self, count: int) -> int:
        """The position after the last one of the window, when there are `count` positions."""
        return count if self.take is None else min(self.skip + self.take, count)


def page(
    connection: Connection,
    index: Index,
    images: BitMap,
    sorting: models.SearchSorting | None,
    window: Window,
) -> Keys:
    """The keys of the images inside the window, in an order that is not by distance. Images with equal values stand in
    the order of their import, ascending or descending as the sorting is.

    The caller holds the lock of the index.
    """
    begin, end = window.skip, window.end(len(images))
    if begin >= end:
        return np.empty(0, np.uint32)
    is_ascending = _is_ascending(sorting)
    if not is_ascending:  # take the mirrored page of the ascending order
        begin, end = len(images) - end, len(images) - begin
    page_keys = _ascending_page(connection, index, images, property_of(sorting).column, begin, end)
    return page_keys if is_ascending else page_keys[::-1]


def is_by_distance(sorting: models.SearchSorting | None) -> bool:
    """Whether images are sorted by distance, which takes long and does not need the index."""
    return sorting is not None and sorting.property == "distance"


def property_of(sorting: models.SearchSorting | None) -> SortingProperty:
    """The property of an order that is not by distance."""
    return PROPERTIES["name" if sorting is None else sorting.property]


def _is_ascending(sorting: models.SearchSorting | None) -> bool:
    return sorting is None or sorting.is_ascending is not False


def _sort_in_database(connection: Connection, images: BitMap, name: SortColumn) -> Keys:
    return np.fromiter((row[0] for row in _SORTED_QUERIES[name].rows(connection, list(images))), np.uint32)


def _ascending_page(
    connection: Connection, index: Index, images: BitMap, name: SortColumn, begin: int, end: int
) -> Keys:
    all_images = index.images.all_images(connection)
    count = len(all_images)
    if count > SMALL_LIBRARY_SIZE and not index.images.is_loaded(name):
        if len(images) > MAX_SHORT_SORT:
            begin_long_work()
        if len(images) <= MAX_DATABASE_SORT:
            return _sort_in_database(connection, images, name)[begin:end]
        if name == "name" and end * count // len(images) <= MAX_NAME_INDEX_STEPS:
            return _walk_name_index(connection, images, begin, end)
    column = index.images.column(connection, name)
    if len(images) == count:  # all match
        return column.order(all_images)[begin:end]
    from_end = len(images) - begin
    steps = min(end, from_end) * count // len(images)
    if steps > FEW_STEPS and len(images) + min(steps, STEPS_OF_SORT * len(images)) > MAX_SHORT_STEPS:
        begin_long_work()
    if steps > STEPS_OF_SORT * len(images):
        return _page_by_number(column.values, as_keys(images), begin, end)
    order = column.order(all_images)
    is_from_start = end <= from_end
    if not is_from_start:
        order, begin, end = order[::-1], len(images) - end, from_end
    if steps <= FEW_STEPS:
        found = list(islice((key for key in _elements(order, steps) if key in images), begin, end))
        page_keys = np.asarray(found, np.uint32)
    else:
        is_member = np.zeros(len(column.values), np.bool_)
        is_member[as_keys(images)] = True
        page_keys = _walk(order, is_member, begin, end)
    return page_keys if is_from_start else page_keys[::-1]


def _walk(order: Keys, is_member: NDArray[np.bool_], begin: int, end: int) -> Keys:
    """The positions from `begin` to `end` among the members, in an order of all images."""
    pages: list[Keys] = []
    passed = 0
    for start in range(0, len(order), _BATCH_SIZE):
        batch = order[start : start + _BATCH_SIZE]
        are_members = is_member.take(batch)
        count = int(np.count_nonzero(are_members))
        if passed + count > begin:  # only here is it worth while to know which ones
            pages.append(batch[are_members][max(begin - passed, 0) : end - passed])
        passed += count
        if passed >= end:
            break
    return np.concatenate(pages)


def _elements(order: Keys, batch_size: int) -> Iterator[int]:
    for start in range(0, len(order), batch_size):
        yield from order[start : start + batch_size].tolist()


def _walk_name_index(connection: Connection, images: BitMap, begin: int, end: int) -> Keys:
    """The page, found by a walk along the database index of names that ends when the page is full."""
    page_keys: list[int] = []
    rows: Any = connection.execute(select(col(Image.key)).order_by(col(Image.name_key), col(Image.key)))
    for key in rows.scalars():
        if key in images:
            page_keys.append(key)
            if len(page_keys) == end:
                break
    rows.close()
    return np.asarray(page_keys[begin:end], np.uint32)


def _page_by_number(values: NDArray[Any], keys: Keys, begin: int, end: int) -> Keys:
    """The page of the order by `values`. Only the values on the page are sorted, not those before and after it."""
    selected = values[keys]
    if len(keys) <= _FEW_KEYS:
        return keys[np.argsort(selected, kind="stable")[begin:end]]
    bounds = np.partition(selected, (begin, end - 1))
    low, high = bounds[begin], bounds[end - 1]
    before = np.count_nonzero(selected < low)
    in_bounds = np.flatnonzero((selected >= low) & (selected <= high))
    # Keys ascend in the order of import, and a stable sort keeps that order for equal values.
    ordered = in_bounds[np.argsort(selected[in_bounds], kind="stable")]
    return keys[ordered[begin - before : end - before]]


def page_by_distance(
    images: BitMap,
    sorting: models.SearchSorting | None,
    window: Window,
    similarity_criteria: Sequence[SimilarityCriterion],
) -> Keys:
    """The keys of the images inside the window by distance, ascending or descending; images without a vector come last
    in both directions.
    """
    begin, end, is_ascending = window.skip, window.end(len(images)), _is_ascending(sorting)
    if begin >= end:
        return np.empty(0, np.uint32)
    with_vector = images & BitMap.union(BitMap(), *(each.space.images() for each in similarity_criteria))
    count = len(with_vector)
    near: Keys = np.empty(0, np.uint32)
    if begin < count:
        last = min(end, count)
        if is_ascending and len(similarity_criteria) == 1:
            near = similarity_criteria[0].space.nearest(similarity_criteria[0].query, last, with_vector).images[begin:]
        else:
            keys = as_keys(with_vector)
            distances, positions = (
                similarity_criterion.distances(similarity_criteria, keys),
                np.arange(count, dtype=np.uint32),
            )
            if is_ascending:
                near = keys[_page_by_number(distances, positions, begin, last)]
            else:
                near = keys[_page_by_number(distances, positions, count - last, count - begin)][::-1]
    rest = as_keys(images - with_vector)
    rest = rest if is_ascending else rest[::-1]
    return np.concatenate([near, rest[max(begin - count, 0) : max(end - count, 0)]])
