"""Vector spaces without an index: every query reads the rows, so that search is tested without `vectors/`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, text

from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.interface import Hits, SpaceProgress
from facetry.store.store import Store


def distances(rows: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float64]:
    """The cosine distance of each row, between 0 and 2."""
    vectors, wide_query = rows.astype(np.float64), query.astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(wide_query)
    results: NDArray[np.float64] = np.clip(np.round(1 - (vectors @ wide_query) / lengths, 12), 0, 2)
    return results


class NaiveSpace:
    """The rows of one space, by the keys of their images."""

    def __init__(self, connection: Connection, space: int) -> None:
        values = {"space": space}
        space_row = connection.execute(text("SELECT length FROM vector_space WHERE key = :space"), values).one_or_none()
        rows = "SELECT image, components FROM vector WHERE space = :space ORDER BY image"
        pairs = connection.execute(text(rows), values).all()
        self.length: int = space_row[0] if space_row else 0
        self._keys = np.asarray([key for key, _ in pairs], np.uint32)
        self._rows = np.asarray([np.frombuffer(each, "<f4") for _, each in pairs]).reshape(len(pairs), self.length)

    @property
    def count(self) -> int:
        return len(self._keys)

    def images(self) -> BitMap:
        return BitMap(self._keys.tolist())

    def within(self, query: NDArray[np.float32], max_distance: float, among: BitMap | None = None) -> Hits:
        distances_by_row = distances(self._rows, query)
        near = [
            number
            for number, key in enumerate(self._keys.tolist())
            if (among is None or key in among) and distances_by_row[number] <= max_distance
        ]
        return Hits(self._keys[near], distances_by_row[near])

    def nearest(
        self, query: NDArray[np.float32], count: int, among: BitMap | None = None, max_distance: float | None = None
    ) -> Hits:
        hits = self.within(query, 2.0 if max_distance is None else max_distance, among)
        order = np.lexsort((hits.images, hits.distances))[:count]
        return Hits(hits.images[order], hits.distances[order])

    def distances_of(self, query: NDArray[np.float32], images: NDArray[np.uint32]) -> NDArray[np.float64]:
        distance_by_image = dict(zip(self._keys.tolist(), distances(self._rows, query).tolist(), strict=True))
        return np.asarray([distance_by_image.get(image, np.nan) for image in images.tolist()], np.float64)


class NaiveSpaces:
    """All spaces of a library."""

    def space_at(self, connection: Connection, space: int) -> NaiveSpace:
        return NaiveSpace(connection, space)

    async def begin(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def progress(self) -> Sequence[SpaceProgress]:
        return []


def search_indexes_of(store: Store) -> SearchIndexes:
    """The search indexes of a store, with naive vector spaces."""
    return SearchIndexes(Index(store.journal), NaiveSpaces())
