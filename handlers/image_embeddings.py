"""The operations on embeddings."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.library import images
from facetry.library.facets import embeddings
from facetry.library.search import embedding_indexes
from generated import models


async def image_set_embeddings(call: Call, /, *, id: UUID, extension_id: str, body: models.EmbeddingSet) -> None:
    """Set these vectors of the extension on the image; its vectors with other names stay."""
    await call.write(lambda work: embeddings.replace(work, id, extension_id, body))


async def image_get_embeddings(call: Call, /, *, id: UUID, extension_id: str) -> models.ExtensionImageEmbeddings:
    """The extension's vectors on the image."""
    vectors = await call.read(lambda connection: embeddings.of_extension(connection, id, extension_id))
    return models.ExtensionImageEmbeddings(id=extension_id, embeddings=vectors)


async def image_get_all_embeddings(call: Call, /, *, id: UUID) -> list[models.ExtensionImageEmbeddings]:
    """The vectors of every extension on the image."""

    def query(connection: Connection) -> list[models.ExtensionImageEmbeddings]:
        by_extension = embeddings.of_image(connection, images.key_of(connection, id))
        return [
            models.ExtensionImageEmbeddings(id=extension, embeddings=vectors) for extension, vectors in by_extension
        ]

    return await call.read(query)


async def image_delete_embeddings(call: Call, /, *, id: UUID, extension_id: str) -> None:
    """Remove all vectors of the extension from the image."""
    await call.write(lambda work: embeddings.clear(work, id, extension_id))


async def repository_embeddings_names(call: Call, /) -> list[models.ExtensionImageEmbeddingName]:
    """The names of vectors in the whole library."""
    pairs = await call.read(embeddings.distinct_names)
    return [
        models.ExtensionImageEmbeddingName(id=extension, extension_id=extension, name=name) for extension, name in pairs
    ]


async def repository_embeddings_indexes(call: Call, /) -> list[models.EmbeddingsIndex]:
    """The state of the index of each vector space."""
    progress = call.library.vectors.progress()
    return await call.read(lambda connection: embedding_indexes.list_all(connection, progress))
