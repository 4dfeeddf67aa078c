"""The operations on one image."""

from __future__ import annotations

import asyncio
from uuid import UUID

from facetry.handling import picture_replies
from facetry.handling.call import Call
from facetry.http.reply import Reply
from facetry.imaging.formats import TRAITS
from facetry.imaging.protocol import RenderOptions
from facetry.library import records
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.originals.location import location_of
from facetry.library.renditions import media_urls, renditions
from facetry.library.renditions.spooled_file import SpooledFile
from facetry.library.search import membership
from generated import answers, models
from generated.operations import Upload


async def image_get(call: Call, /, *, id: UUID) -> answers.Image:
    """The full record of the image."""
    return await call.lookup(lambda connection: records.require(connection, id))


async def image_metadata(call: Call, /, *, id: UUID) -> answers.ImageMetadata:
    """The metadata in the image's file."""
    return await call.lookup(lambda connection: records.require_metadata(connection, id))


async def image_download(
    call: Call,
    /,
    *,
    id: UUID,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
    quality: int | None = None,
    strip_metadata: bool = False,
) -> Reply:
    """The original file, or a rendition of it."""
    rendering = RenderOptions(format, width, height, resize_render, quality, strip_metadata)
    delivery = await call.library.renditions.deliver(
        lambda connection: location_of(connection, id),
        rendering,
        call.request.cancel_on_disconnect,
        client_has=call.request.needs_no_body,
    )
    return picture_replies.picture_reply(call.library.file_stores, delivery)


async def image_media_url(
    call: Call,
    /,
    *,
    id: UUID,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
) -> answers.ImageMediaUrl:
    """A URL that shows the image without a key."""
    base = media_urls.base_of(call.library.public_url, call.request)
    location = await call.lookup(lambda connection: location_of(connection, id))
    rendering = RenderOptions(format, width, height, resize_render)
    subject = media_urls.Subject(id, location.format, location.content_hash)
    return call.library.media_urls.urls(
        base, rendering, call.principal, [subject], call.library.api_keys.ending_time.now_ms()
    )[0]


async def image_modify(call: Call, /, *, id: UUID, body: Upload) -> answers.Image:
    """Replace the content of the image by bytes of the same format."""
    await call.library.originals.modify(id, body, call.request.require_change)
    return await call.lookup(lambda connection: records.require(connection, id))


async def image_delete(call: Call, /, *, id: UUID, to_trash: bool = False) -> None:
    """Remove the image with its file; or put both into the trash."""
    if to_trash:
        await in_file_thread(call.library.trash.put, id, call.request.require_change)
    else:
        await call.library.originals.delete(id, call.request.require_change)


async def image_convert(
    call: Call, /, *, format: models.ImageFormat, quality: int | None = None, body: Upload
) -> Reply:
    """The picture in the body, in another format; the library does not change."""
    renditions.require_writable(format)
    await asyncio.to_thread(renditions.format_of_file, body.path)
    conversion = call.library.renditions.convert(body.path, RenderOptions(format=format, quality=quality))
    content = await call.request.cancel_on_disconnect(conversion)
    return Reply(
        body=content.stream() if isinstance(content, SpooledFile) else content,
        media_type=TRAITS[format].media_type,
        headers=(("Cache-Control", "no-store"),),
    )


async def image_format(_call: Call, /, *, body: Upload) -> models.ComputedImageFormat:
    """The format of the picture in the body."""
    return models.ComputedImageFormat(value=await asyncio.to_thread(renditions.format_of_file, body.path))


async def image_collection_ids(call: Call, /, *, id: UUID) -> list[models.CollectionId]:
    """The ids of the collections that contain the image."""
    indexes = call.library.search.indexes
    known = await call.read(lambda connection: membership.known_collections(indexes, connection, id))
    if known is not None:
        return known
    return await call.read_costly(lambda connection: membership.collections_containing(indexes, connection, id))
