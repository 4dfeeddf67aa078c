"""The embedding operations."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import embeddings, images
from facetry.library.search import embedding_indexes as indexes
from generated import models


async def image_set_embeddings(call: Call, /, *, id: UUID, extension_id: str, body: models.EmbeddingSet) -> None:
    """The image has these vectors of the extension, and those of other names that it had."""
    await call.library.store.write(lambda work: embeddings.replace(work, id, extension_id, body))


async def image_get_embeddings(call: Call, /, *, id: UUID, extension_id: str) -> models.ExtensionImageEmbeddings:
    """The extension's vectors of the image."""
    found = await call.library.store.read(lambda connection: embeddings.of_extension(connection, id, extension_id))
    return models.ExtensionImageEmbeddings(id=extension_id, embeddings=found)


async def image_get_all_embeddings(call: Call, /, *, id: UUID) -> list[models.ExtensionImageEmbeddings]:
    """Every extension's vectors of the image."""

    def query(connection: Connection) -> list[models.ExtensionImageEmbeddings]:
        found = embeddings.of_image(connection, images.key_of(connection, id))
        return [models.ExtensionImageEmbeddings(id=extension, embeddings=each) for extension, each in found]

    return await call.library.store.read(query)


async def image_delete_embeddings(call: Call, /, *, id: UUID, extension_id: str) -> None:
    """The image has no vectors of the extension any more."""
    await call.library.store.write(lambda work: embeddings.clear(work, id, extension_id))


async def repository_embeddings_names(call: Call, /) -> list[models.ExtensionImageEmbeddingName]:
    """The names of vectors in the whole library."""
    pairs = await call.library.store.read(embeddings.distinct)
    return [
        models.ExtensionImageEmbeddingName(id=extension, extension_id=extension, name=name) for extension, name in pairs
    ]


async def repository_embeddings_indexes(call: Call, /) -> list[models.EmbeddingsIndex]:
    """How far the index over each name of vectors has come."""
    progress = call.library.vectors.progress()
    return await call.library.store.read(lambda connection: indexes.every(connection, progress))
