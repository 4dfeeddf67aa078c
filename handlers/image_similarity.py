"""The similarity doors: the images nearest to an image, an embedding or a text."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import records
from facetry.library.search import similarity
from facetry.library.search import text_vectors as texts
from facetry.library.search.similarity import Near
from generated import models


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
) -> list[models.ImageDistance]:
    """The images nearest to an image."""
    within = await texts.collected(call.library, collection_id)

    def query(connection: Connection) -> list[models.ImageDistance]:
        near = similarity.closest_to_image(
            call.library.finder, connection, id, extension_id, name, int(count), max_distance, within
        )
        return _told(connection, near)

    return await call.library.store.read(query)


async def image_closest_embeddings_images(
    call: Call,
    /,
    *,
    extension_id: str,
    count: float = 20,
    max_distance: float | None = None,
    collection_id: int | None = None,
    body: models.ImageEmbedding,
) -> list[models.ImageDistance]:
    """The images nearest to an embedding."""
    within = await texts.collected(call.library, collection_id)

    def query(connection: Connection) -> list[models.ImageDistance]:
        near = similarity.closest_to(
            call.library.finder, connection, extension_id, body, int(count), max_distance, within
        )
        return _told(connection, near)

    return await call.library.store.read(query)


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
) -> list[models.ImageDistance]:
    """The images nearest to a text."""
    values = await texts.vector(call.library, extension_id, name, text)
    return await image_closest_embeddings_images(
        call,
        extension_id=extension_id,
        count=count,
        max_distance=max_distance,
        collection_id=collection_id,
        body=models.ImageEmbedding(name=name, values=values),
    )


def _told(connection: Connection, near: Near) -> list[models.ImageDistance]:
    summaries = records.summaries(connection, [key for key, _ in near])
    distances = [distance for _, distance in near]
    return [
        models.ImageDistance(distance=distance, image=image)
        for distance, image in zip(distances, summaries, strict=True)
    ]
