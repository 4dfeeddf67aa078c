"""Similarity criteria of filters, resolved to a query vector and the vector space that it is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images
from facetry.library.facets import embeddings
from facetry.library.search.index.key_sets import Keys, as_set
from facetry.library.search.search_indexes import SpaceName
from facetry.library.search.vectors.interface import Space
from generated import models


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


def resolve(
    connection: Connection, spaces: Mapping[SpaceName, Space], criterion: models.SearchSimilarity
) -> SimilarityCriterion | None:
    """Look up the query vector and the space of a criterion.

    Returns None when no image can meet it, because what it names was removed or never written.
    """
    if criterion.text is not None:
        raise ValueError("Search.prepare has to replace the text of a similarity criterion by a vector")
    space, query = spaces.get((criterion.extension_id, criterion.name)), None
    space_row = embeddings.space_of(connection, criterion.extension_id, criterion.name)
    if space is None or space_row is None:
        return None
    if criterion.image is not None:
        key = images.find(connection, criterion.image)
        query = None if key is None else embeddings.vector_of(connection, space_row[0], key)
    elif criterion.values is not None and len(criterion.values) == space.length:
        query = embeddings.query_vector(criterion.values, space.length, "")
    return None if query is None else SimilarityCriterion(space, query, criterion.max_distance)


def distances(criteria: Sequence[SimilarityCriterion], keys: Keys) -> NDArray[np.float64]:
    """The smallest distance of each image by any of the criteria, [keys]; NaN for an image without a vector."""
    table = np.full((len(criteria), len(keys)), np.inf)
    for row, criterion in enumerate(criteria):
        measured = criterion.space.distances_of(criterion.query, keys)
        table[row] = np.where(np.isnan(measured), np.inf, measured)
    smallest: NDArray[np.float64] = table.min(axis=0, initial=np.inf)
    smallest[np.isinf(smallest)] = np.nan
    return smallest
