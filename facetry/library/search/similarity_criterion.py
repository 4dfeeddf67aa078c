"""Similarity criteria of filters, resolved to a query vector and the vector space that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.index.key_sets import Keys, as_set
from facetry.library.search.vectors.interface import Space


@dataclass(frozen=True, slots=True)
class SimilarityCriterion:
    """Matches images with a vector in `space` within `max_distance` of `query`; None means any distance."""

    space: Space
    query: NDArray[np.float32]
    max_distance: float | None

    def narrow(self, among: BitMap) -> BitMap:
        """The images of `among` that match. The result is exact, never an approximation by the index."""
        if self.max_distance is None:
            return among & self.space.images()
        return as_set(self.space.within(self.query, self.max_distance, among).images)


def distances(criteria: Sequence[SimilarityCriterion], keys: Keys) -> NDArray[np.float64]:
    """The smallest distance of each image by any of the criteria, [keys]; NaN for an image without a vector."""
    table = np.full((len(criteria), len(keys)), np.inf)
    for row, criterion in enumerate(criteria):
        measured = criterion.space.distances_of(criterion.query, keys)
        table[row] = np.where(np.isnan(measured), np.inf, measured)
    smallest: NDArray[np.float64] = table.min(axis=0, initial=np.inf)
    smallest[np.isinf(smallest)] = np.nan
    return smallest
