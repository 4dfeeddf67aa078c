"""The tag operations."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import extensions, images, records, tags
from facetry.library.search import facet_counts as facets
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from generated import models


async def image_set_tags(call: Call, /, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None:
    """The extension's tags on the image become exactly these."""
    await call.library.store.write(lambda work: tags.replace(work, id, extension_id, body))


async def image_ensure_tags(call: Call, /, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None:
    """The extension has at least these tags on the image."""
    await call.library.store.write(lambda work: tags.ensure(work, id, extension_id, body))


async def image_get_tags(call: Call, /, *, id: UUID, extension_id: str) -> list[models.TagValue]:
    """The extension's tags on the image."""
    return await call.library.store.read(lambda connection: tags.of_extension(connection, id, extension_id))


async def image_get_all_tags(call: Call, /, *, id: UUID) -> list[models.ExtensionImageTag]:
    """Every extension's tags on the image."""

    def query(connection: Connection) -> list[models.ExtensionImageTag]:
        return [records.tag(*pair) for pair in tags.of_image(connection, images.key_of(connection, id))]

    return await call.library.store.read(query)


async def repository_tags(call: Call, /) -> list[models.ExtensionImageTag]:
    """The distinct tags of the whole library."""
    return await call.library.store.read(lambda connection: [records.tag(*pair) for pair in tags.distinct(connection)])


async def repository_tag_counts(
    call: Call, /, *, text: str = "", extension_ids: list[models.ExtensionId] | None = None, count: int = 20
) -> list[models.TagCount]:
    """The likeliest tags that contain a text."""
    return await call.library.store.read(
        lambda connection: facets.tags_like(call.library.finder, connection, text, extension_ids or (), count)
    )


async def image_search_tags(
    call: Call, /, *, extension_ids: list[models.ExtensionId] | None = None, body: models.SearchParameters
) -> models.SearchTagsResult:
    """The tags of the matching images; `extension_ids` restricts the tags, not the images."""
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchTagsResult:
        among = None
        if extension_ids is not None:
            among = [extensions.require(connection, each, "extensionIds") for each in extension_ids]
        page = search.run(call.library.finder, connection, wanted)
        tagged = tags.of_images(connection, page.keys, among)
        items = []
        for key, image in zip(page.keys, records.ids(connection, page.keys), strict=True):
            shown = [records.tag(*pair) for pair in tagged[key]]
            items.append(models.ExtensionImageTagsAttribute(id=image, tags=shown, attribute=shown))
        return models.SearchTagsResult(
            items=items, total_count=page.total, facets=page.facets, distances=page.distances
        )

    return await call.library.store.read(query)
