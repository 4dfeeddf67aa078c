"""Buckets: divides the images of a search, in their order, by month, by first letter or by position."""

from __future__ import annotations

import base64
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.library.search import ordering
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import Keys
from facetry.store.prepared import PreparedStatement
from generated import models
from generated.limits import SEARCH_BUCKET_KIND_MAX_IMAGES, SEARCH_BUCKET_KIND_MAX_LETTERS

MAX_LETTERS: Final = SEARCH_BUCKET_KIND_MAX_LETTERS
MAX_IMAGES: Final = SEARCH_BUCKET_KIND_MAX_IMAGES
DIGITS: Final = "0-9"
"""The bucket of the names that begin with a digit, which stand in the order of their numbers."""
_NAME = PreparedStatement(select(col(Image.name_order)).where(col(Image.key) == bindparam("key")))


@dataclass(frozen=True, slots=True)
class Buckets:
    """The buckets of a search. Bucket `i` has the images from position `starts[i]` up to that of the next bucket."""

    kind: models.SearchBucketKind
    values: Sequence[str]
    starts: Sequence[int]


def divide(connection: Connection, index: Index, keys: Keys, sorting: models.SearchSorting | None) -> Buckets:
    """Divide all images of a search, whose `keys` are in the order of `sorting`.

    The caller holds the lock of the index, which is at the snapshot of the connection.
    """
    sorted_by = None if ordering.is_by_distance(sorting) else ordering.property_of(sorting)
    if sorted_by is not None and sorted_by.bucket_kind == "month":
        return _by_month(index.images.column(connection, sorted_by.column).values[keys])
    if sorted_by is not None and sorted_by.bucket_kind == "letter":
        by_letter = _by_letter(connection, keys)
        if by_letter is not None:
            return by_letter
    starts = range(0, len(keys), MAX_IMAGES)
    return Buckets("position", [str(start) for start in starts], starts)


def aspect_ratios(ratios: NDArray[np.uint8], buckets: Buckets) -> Iterator[str]:
    """The ratios of the images of each bucket in base64. `ratios` has a byte for each image, in order."""
    for start, end in pairwise([*buckets.starts, len(ratios)]):
        yield base64.b64encode(ratios[start:end].tobytes()).decode("ascii")


def _by_month(times: NDArray[np.int64]) -> Buckets:
    """Buckets of times in milliseconds, which ascend or descend."""
    if not len(times):
        return Buckets("month", (), ())
    is_ascending = times[0] <= times[-1]
    ascending = times if is_ascending else times[::-1]
    first, last = ascending[[0, -1]].astype("datetime64[ms]").astype("datetime64[M]")
    months = np.arange(first, last + 1)
    starts = np.searchsorted(ascending, months.astype("datetime64[ms]").astype(np.int64))
    ends = np.append(starts[1:], len(times))
    is_filled = starts < ends
    values = months[is_filled].astype(str).tolist()
    if is_ascending:
        return Buckets("month", values, starts[is_filled].tolist())
    return Buckets("month", values[::-1], (len(times) - ends[is_filled])[::-1].tolist())


def _end_of_run(letter: Callable[[int], str], start: int, count: int) -> int:
    """The first position behind `start` with another letter; `count` if there is none."""
    value = letter(start)
    return bisect_left(range(count), True, start + 1, key=lambda position: letter(position) != value)


def _by_letter(connection: Connection, keys: Keys) -> Buckets | None:
    """Buckets of names, which ascend or descend; None if there are too many different letters."""

    def letter(position: int) -> str:
        ((name,),) = _NAME.rows(connection, key=int(keys[position]))
        return DIGITS if name[:1].isdecimal() else str(name[:1])

    values: list[str] = []
    starts: list[int] = []
    start = 0
    while start < len(keys):
        if len(values) == MAX_LETTERS:
            return None
        values.append(letter(start))
        starts.append(start)
        start = _end_of_run(letter, start, len(keys))
    return Buckets("letter", values, starts)
