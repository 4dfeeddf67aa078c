"""Differences between a table of vectors and the rows of a snapshot of the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import ExtensionRemoved, ImagesChanged, VectorsChanged
from facetry.library.search.vectors import row_reading
from facetry.library.search.vectors.base import IMAGE_DTYPE
from facetry.library.search.vectors.row_reading import KeyImagePairs
from facetry.library.search.vectors.table import TableSnapshot
from facetry.store.interruption import begin_long_work

_SHORT_COUNT: Final = 64
"""Number of changes that a short read applies, at most: it reads a row of some kilobytes for each."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The changes that bring a table to the state of the rows."""

    removed_images: NDArray[np.uint32]
    """Keys of images that no longer have a vector."""
    added_keys: NDArray[np.int64]
    """Keys of new vectors, ascending."""
    added_images: NDArray[np.uint32]
    """Keys of the images of the new vectors, whose former vectors are dead."""

    def __bool__(self) -> bool:
        return bool(len(self.removed_images) or len(self.added_keys))

    @property
    def changed_images(self) -> NDArray[np.uint32]:
        """Keys of the images whose former vectors, if any, are dead."""
        return np.concatenate((self.removed_images, self.added_images))


def is_removed(space: int, changes: Iterable[object]) -> bool:
    """Whether the space was removed with its extension. Another space may have the same key now."""
    return any(isinstance(change, ExtensionRemoved) and space in change.spaces for change in changes)


def of_changes(connection: Connection, space: int, snapshot: TableSnapshot, changes: Iterable[object]) -> Difference:
    """The difference according to the current rows of the images that the changes name."""
    image_keys: set[int] = set()
    count = 0
    for change in changes:
        count += len(change.keys) if isinstance(change, ImagesChanged) else 1
        if count > _SHORT_COUNT:
            begin_long_work()
        if isinstance(change, VectorsChanged):
            if change.space == space:
                image_keys.add(change.image)
        elif isinstance(change, ImagesChanged):
            # An image key may be reused, so only the current rows say whether the image still has its vector.
            image_keys.update(key for key in change.keys if key in snapshot.images)
    if not image_keys:
        no_images = np.empty(0, IMAGE_DTYPE)
        return Difference(no_images, np.empty(0, np.int64), no_images)
    return _between(
        snapshot,
        row_reading.pairs_of_images(connection, space, sorted(image_keys)),
        BitMap(image_keys) & snapshot.images,
    )


def of_all_rows(snapshot: TableSnapshot, pairs: KeyImagePairs) -> Difference:
    """The difference to all rows of the space, which `pairs` contains."""
    return _between(snapshot, pairs, snapshot.images)


def _between(snapshot: TableSnapshot, pairs: KeyImagePairs, examined: BitMap) -> Difference:
    """The difference to `pairs`, the rows of the images in `examined` (all in the table) and of images not in it."""
    removed = examined - BitMap(pairs.images)
    new = snapshot.live_keys_of(pairs.images) != pairs.keys
    return Difference(np.asarray(removed.to_array(), IMAGE_DTYPE), pairs.keys[new], pairs.images[new])
