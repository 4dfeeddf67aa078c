"""Likeness: a criterion of similarity, with the vectors that it looks among."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import embeddings, images
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.library.search.search_indexes import SpaceName
from facetry.library.search.vectors.interface import Space
from generated import models


@dataclass(frozen=True, slots=True)
class Likeness:
    """Images with a vector no further from `query` than `max_distance`, or at any distance."""

    space: Space
    query: NDArray[np.float32]
    max_distance: float | None

    def narrow(self, among: BitMap) -> BitMap:
        """Those of `among` that are meant, exactly."""
        if self.max_distance is None:
            return among & self.space.images()
        return as_set(self.space.within(self.query, self.max_distance, among).images)


def read(connection: Connection, spaces: Mapping[SpaceName, Space], wanted: models.SearchSimilarity) -> Likeness | None:
    """What the criterion means; None when no image can meet it, for what it names is gone or was never written."""
    space, query = spaces.get((wanted.extension_id, wanted.name)), None
    known = embeddings.space_of(connection, wanted.extension_id, wanted.name)
    if space is None or known is None:
        return None
    if wanted.image is not None:
        key = images.find(connection, wanted.image)
        query = None if key is None else embeddings.vector_of(connection, known[0], key)
    elif wanted.values is not None and len(wanted.values) == space.length:
        query = embeddings.compared(wanted.values, space.length, "")
    return None if query is None else Likeness(space, query, wanted.max_distance)


def distances(likenesses: Sequence[Likeness], keys: Keys) -> NDArray[np.float64]:
    """The smallest distance of each of these images; NaN where it has no such vector."""
    each = np.full((len(likenesses), len(keys)), np.inf)
    for row, likeness in enumerate(likenesses):
        found = likeness.space.score(likeness.query, keys)
        each[row] = np.where(np.isnan(found), np.inf, found)
    smallest: NDArray[np.float64] = each.min(axis=0, initial=np.inf)
    smallest[np.isinf(smallest)] = np.nan
    return smallest
