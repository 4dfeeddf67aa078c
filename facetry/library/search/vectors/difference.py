"""What is different between the vectors that are held and the rows of a snapshot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import ExtensionRemoved, ImagesChanged, VectorsChanged
from facetry.library.search.vectors import row_reading as reading
from facetry.library.search.vectors.base import IMAGE
from facetry.library.search.vectors.row_reading import Pairs
from facetry.library.search.vectors.table import Moment


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What has to be done to what is held."""

    removed: NDArray[np.uint32]
    """Images that have no vector any more."""
    added: NDArray[np.int64]
    """Keys of vectors that are new, ascending."""
    images: NDArray[np.uint32]
    """Whose they are; what these had before is gone."""

    def __bool__(self) -> bool:
        return bool(len(self.removed) or len(self.added))

    @property
    def changed(self) -> NDArray[np.uint32]:
        """The images that do not have the vector any more that they had, if they had one."""
        return np.concatenate((self.removed, self.images))


NOTHING = Difference(np.empty(0, IMAGE), np.empty(0, np.int64), np.empty(0, IMAGE))


def is_removed(space: int, changes: Iterable[object]) -> bool:
    """Whether the space went with its extension; it may be another one of the same key now."""
    return any(isinstance(change, ExtensionRemoved) and space in change.spaces for change in changes)


def of_changes(connection: Connection, space: int, moment: Moment, changes: Iterable[object]) -> Difference:
    """By a look at the rows of the images that changes tell of."""
    touched: set[int] = set()
    for change in changes:
        if isinstance(change, VectorsChanged):
            if change.space == space:
                touched.add(change.image)
        elif isinstance(change, ImagesChanged):
            # A key may be given again: what is said of it is not the last that happened to it, the rows are.
            touched.update(key for key in change.keys if key in moment.held)
    if not touched:
        return NOTHING
    return _between(moment, reading.of_images(connection, space, sorted(touched)), BitMap(touched) & moment.held)


def of_all(moment: Moment, pairs: Pairs) -> Difference:
    """By a look at all rows of the space, which are these."""
    return _between(moment, pairs, moment.held)


def _between(moment: Moment, pairs: Pairs, asked: BitMap) -> Difference:
    """`pairs` are the rows of the images in `asked`, all of which are held, and of some that are not."""
    removed = asked - BitMap(pairs.images)
    new = moment.keys_for(pairs.images) != pairs.keys
    return Difference(np.asarray(removed.to_array(), IMAGE), pairs.keys[new], pairs.images[new])
