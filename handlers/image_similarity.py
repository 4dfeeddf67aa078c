"""The similarity operations: the images nearest to an image, an embedding or a text."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.library import records
from facetry.library.search import similarity
from facetry.library.search.search import PreparedSearch
from facetry.library.search.similarity import Neighbours
from generated import answers, models

_MAX_SHORT_COUNT: Final = 50
"""Number of images that are read on the event loop, at most."""


async def image_closest_images(
    call: Call,
    /,
    *,
    id: UUID,
    extension_id: str,
    name: str,
    count: float = 20,
    max_distance: float | None = None,
    collection_id: int | None = None,
) -> list[answers.ImageDistance]:
    """The images nearest to an image."""
    within = await call.library.search.prepare_collection(collection_id)

    def query(connection: Connection) -> list[answers.ImageDistance]:
        neighbours = similarity.nearest_to_image(
            call.library.search.indexes, connection, id, extension_id, name, int(count), max_distance, within
        )
        return _image_distances(connection, neighbours)

    return await call.search(within, query, may_be_short=count <= _MAX_SHORT_COUNT)


async def image_closest_embeddings_images(
    call: Call,
    /,
    *,
    extension_id: str,
    count: float = 20,
    max_distance: float | None = None,
    collection_id: int | None = None,
    body: models.ImageEmbedding,
) -> list[answers.ImageDistance]:
    """The images nearest to an embedding."""
    within = await call.library.search.prepare_collection(collection_id)
    return await _nearest_to_vector(call, extension_id, body, int(count), max_distance, within)


async def image_text_to_images(
    call: Call,
    /,
    *,
    text: str,
    extension_id: str,
    name: str,
    count: float = 20,
    max_distance: float | None = None,
    collection_id: int | None = None,
) -> list[answers.ImageDistance]:
    """The images nearest to a text."""
    within = await call.library.search.prepare_collection(collection_id)  # a bad request asks no extension
    values = await call.library.search.vector(extension_id, name, text)
    embedding = models.ImageEmbedding(name=name, values=values)
    return await _nearest_to_vector(call, extension_id, embedding, int(count), max_distance, within)


async def _nearest_to_vector(
    call: Call,
    extension_id: str,
    embedding: models.ImageEmbedding,
    count: int,
    max_distance: float | None,
    within: PreparedSearch | None,
) -> list[answers.ImageDistance]:
    def query(connection: Connection) -> list[answers.ImageDistance]:
        neighbours = similarity.nearest_to_vector(
            call.library.search.indexes, connection, extension_id, embedding, count, max_distance, within
        )
        return _image_distances(connection, neighbours)

    return await call.search(within, query, may_be_short=count <= _MAX_SHORT_COUNT)


def _image_distances(connection: Connection, neighbours: Neighbours) -> list[answers.ImageDistance]:
    summaries = records.summaries(connection, [key for key, _ in neighbours])
    distances = [distance for _, distance in neighbours]
    return [{"distance": distance, "image": image} for distance, image in zip(distances, summaries, strict=True)]
