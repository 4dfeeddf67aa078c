"""The operations on tags."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.library import extensions
from facetry.library.facets import tags
from facetry.library.search import facet_counts
from generated import answers, models


async def image_set_tags(call: Call, /, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None:
    """Make the extension's tags on the image exactly these."""
    await call.write(lambda work: tags.replace(work, id, extension_id, body))


async def image_ensure_tags(call: Call, /, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None:
    """Add these tags of the extension to the image."""
    await call.write(lambda work: tags.ensure(work, id, extension_id, body))


async def image_get_tags(call: Call, /, *, id: UUID, extension_id: str) -> list[models.TagValue]:
    """The extension's tags on the image."""
    return await call.lookup(lambda connection: tags.of_extension(connection, id, extension_id))


async def image_get_all_tags(call: Call, /, *, id: UUID) -> list[answers.ExtensionImageTag]:
    """The tags of every extension on the image."""

    return await call.lookup(lambda connection: tags.of_image(connection, id))


async def repository_tags(call: Call, /) -> list[answers.ExtensionImageTag]:
    """The distinct tags of the whole library."""
    return await call.read(
        lambda connection: [{"id": id, "value": value} for id, value in tags.distinct_tags(connection)]
    )


async def repository_tag_counts(
    call: Call, /, *, text: str = "", extension_ids: list[models.ExtensionId] | None = None, count: int = 20
) -> list[models.TagCount]:
    """The tags that contain a text: those that begin with it first, then by number of images."""
    indexes = call.library.search.indexes
    return await call.read(
        lambda connection: facet_counts.count_tags_containing(indexes, connection, text, extension_ids or (), count)
    )


async def image_search_tags(
    call: Call, /, *, extension_ids: list[models.ExtensionId] | None = None, body: models.SearchParameters
) -> answers.SearchTagsResult:
    """The tags of the matching images; `extension_ids` restricts the tags, not the images."""
    search = await call.library.search.prepare(body)

    def query(connection: Connection) -> answers.SearchTagsResult:
        extension_keys = extensions.require_all(connection, extension_ids)
        return search.page(connection, partial(tags.of_images, extension_keys=extension_keys))

    return await call.search(search, query)
