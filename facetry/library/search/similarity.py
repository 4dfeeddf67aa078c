"""Nearest neighbours: finds the images nearest to an image or to a vector, by cosine distance."""

from __future__ import annotations

from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions, images
from facetry.library.facets import embeddings
from facetry.library.search.criteria.similarity import missing_embedding
from facetry.library.search.search import PreparedSearch
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.interface import Space, SpaceName
from facetry.store.engine import engine_of
from facetry.store.interruption import begin_numeric_work
from facetry.store.revision import StaleSnapshotError
from generated import models

Neighbours = list[tuple[int, float]]
"""Keys of images with their distances (1 - cosine, 0 to 2), in ascending order of distance."""


def nearest_to_image(
    indexes: SearchIndexes,
    connection: Connection,
    image: UUID,
    extension: str,
    name: str,
    count: int,
    max_distance: float | None = None,
    within: PreparedSearch | None = None,
) -> Neighbours:
    """The `count` images nearest to an image, compared by the embeddings of this name and extension, without itself.

    Only images that `within` matches are returned. The snapshot of the connection may be renewed. Raises 404 for an
    unknown image, and 400 for an image without such an embedding or an unknown extension.
    """
    begin_numeric_work()
    images.key_of(connection, image)
    extensions.require(connection, extension)
    among = None if within is None else within.matching(connection)
    space = _space(indexes, connection, (extension, name))
    key = images.key_of(connection, image)  # again, because the image may be gone in the renewed snapshot
    space_row = embeddings.space_of(connection, extension, name)
    query = None if space_row is None else embeddings.vector_of(connection, space_row[0], key)
    if space is None or query is None:
        raise missing_embedding(str(image), parameter="id")
    # Without a filter, searching for one more is faster than leaving out the image.
    among = None if among is None else among - BitMap([key])
    neighbours = _nearest(space, query, count + 1, among, max_distance)
    return [neighbour for neighbour in neighbours if neighbour[0] != key][:count]


def nearest_to_vector(
    indexes: SearchIndexes,
    connection: Connection,
    extension: str,
    embedding: models.ImageEmbedding,
    count: int,
    max_distance: float | None = None,
    within: PreparedSearch | None = None,
) -> Neighbours:
    """The `count` images nearest to a vector, compared with the extension's embeddings of the same name.

    Only images that `within` matches are returned. The snapshot of the connection may be renewed. Raises 400 for a
    vector that is zero or has another length than the embeddings, and for an unknown extension.
    """
    begin_numeric_work()
    extensions.require(connection, extension)
    among = None if within is None else within.matching(connection)
    space = _space(indexes, connection, (extension, embedding.name))
    query = embeddings.query_vector(
        embedding.values, len(embedding.values) if space is None else space.length, "/values"
    )
    return [] if space is None else _nearest(space, query, count, among, max_distance)


def _nearest(
    space: Space, query: NDArray[np.float32], count: int, among: BitMap | None, max_distance: float | None
) -> Neighbours:
    hits = space.nearest(query, count, among, max_distance)
    return list(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))


def _space(indexes: SearchIndexes, connection: Connection, name: SpaceName) -> Space | None:
    while True:
        try:
            return indexes.spaces(connection, [name]).get(name)
        except StaleSnapshotError:
            engine_of(connection).renew_snapshot(connection)
