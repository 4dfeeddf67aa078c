"""Similarity: the images nearest to an image or to a vector."""

from __future__ import annotations

from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import embeddings, extensions, images
from facetry.library import search_filters as asked
from facetry.library.search import search
from facetry.library.search.search_indexes import Finder, SpaceName
from facetry.library.search.vectors.interface import Space
from facetry.store import engine
from facetry.store.revision import OutrunError
from generated import models

Near = list[tuple[int, float]]
"""Keys of images with their distances, the nearest first."""


def closest_to_image(
    finder: Finder,
    connection: Connection,
    image: UUID,
    extension: str,
    name: str,
    count: int,
    max_distance: float | None = None,
    within: models.SearchFilter | None = None,
) -> Near:
    """The images nearest to an image by this extension's embeddings of this name, of those that `within` matches;
    itself is left out.

    The connection may be given a newer snapshot. Raises 404 for an unknown image, 400 when it has no such embedding
    and for an unknown extension.
    """
    images.key_of(connection, image)
    extensions.require(connection, extension)
    among = None if within is None else search.matching(finder, connection, within)[1]
    space = _space(finder, connection, (extension, name))
    key = images.key_of(connection, image)  # once more: it may be gone in the snapshot that the connection has now
    known = embeddings.space_of(connection, extension, name)
    query = None if known is None else embeddings.vector_of(connection, known[0], key)
    if space is None or query is None:
        raise asked.missing("", str(image))
    among = (space.images() if among is None else among) - BitMap([key])
    return _nearest(space, query, count, among, max_distance)


def closest_to(
    finder: Finder,
    connection: Connection,
    extension: str,
    embedding: models.ImageEmbedding,
    count: int,
    max_distance: float | None = None,
    within: models.SearchFilter | None = None,
) -> Near:
    """The images nearest to a vector, among this extension's embeddings of its name, of those that `within` matches.

    The connection may be given a newer snapshot. Raises 400 when the vector is not as long as these or is zero, and
    for an unknown extension.
    """
    extensions.require(connection, extension)
    among = None if within is None else search.matching(finder, connection, within)[1]
    space = _space(finder, connection, (extension, embedding.name))
    query = embeddings.compared(embedding.values, len(embedding.values) if space is None else space.length, "/values")
    return [] if space is None else _nearest(space, query, count, among, max_distance)


def _nearest(
    space: Space, query: NDArray[np.float32], count: int, among: BitMap | None, max_distance: float | None
) -> Near:
    hits = space.nearest(query, count, among, max_distance)
    return list(zip(hits.images.tolist(), hits.distances.tolist(), strict=True))


def _space(finder: Finder, connection: Connection, name: SpaceName) -> Space | None:
    while True:
        try:
            return finder.spaces(connection, [name]).get(name)
        except OutrunError:
            engine.renew(connection)
