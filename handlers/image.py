"""The operations on one image."""

from __future__ import annotations

import asyncio
from uuid import UUID

from facetry import picture_replies as delivery
from facetry.call import Call
from facetry.http.reply import Reply
from facetry.imaging.protocol import Rendering
from facetry.library import images, records
from facetry.library import smart_collections as collections
from facetry.library import unreadable_files as unreadable
from facetry.library.originals import files, storing
from facetry.library.originals.location import located
from facetry.library.renditions import media_urls as media
from facetry.library.renditions import renditions
from facetry.library.renditions.spooled_file import Spooled
from facetry.library.search import membership
from facetry.store.work import Work
from generated import models
from generated.operations import Upload


async def image_get(call: Call, /, *, id: UUID) -> models.Image:
    """The full record."""
    return await call.library.store.read(lambda connection: records.one(connection, id))


async def image_metadata(call: Call, /, *, id: UUID) -> models.ImageMetadata:
    """What the file says of itself."""
    return (await call.library.store.read(lambda connection: records.one(connection, id))).metadata


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
    wanted = Rendering(format, width, height, resize_render, quality, strip_metadata)
    found = await call.library.renditions.deliver(
        lambda connection: located(connection, id), wanted, call.connection.unless_gone
    )
    return delivery.picture(found)


async def image_media_url(
    call: Call,
    /,
    *,
    id: UUID,
    format: models.ImageFormat | None = None,
    width: int | None = None,
    height: int | None = None,
    resize_render: models.ImageResizeRender = "inbox",
) -> models.ImageMediaUrl:
    """A URL that shows the image without a key."""
    base = media.base_of(call.library.public_url, call.connection.host)
    where = await call.library.store.read(lambda connection: located(connection, id))
    wanted = Rendering(format, width, height, resize_render)
    subject = media.Subject(id, where.format, where.content_hash)
    return call.library.media.addresses(base, wanted, call.principal, [subject], media.now())[0]


async def image_modify(call: Call, /, *, id: UUID, body: Upload) -> models.Image:
    """Give the image other bytes of the same format."""
    return await storing.modify(call.library, id, body)


async def image_delete(call: Call, /, *, id: UUID) -> None:
    """Remove the file, then the record and its facets, then what the cache holds of it.

    In this order: a kill in between leaves a record whose file is gone, and the next scan ends what was begun; the
    other way round it would find a file and take it for a new image. The file goes within the unit of work, so that
    no renaming and no scan comes in between.
    """

    def unit(work: Work) -> bytes | None:
        """The hash of the bytes, when no other image has the same."""
        where = located(work.connection, id)
        files.remove_original(where)
        images.remove(work, [where.key])
        collections.forget(work, [id])
        unreadable.clear(work, where.repository, [where.path])
        return None if images.twins(work.connection, [where.content_hash], []) else where.content_hash

    forgotten = await call.library.store.write(unit)
    if forgotten is not None:
        await asyncio.to_thread(call.library.renditions.forget, forgotten)


async def image_convert(
    call: Call, /, *, format: models.ImageFormat, quality: int | None = None, body: Upload
) -> Reply:
    """The picture of the body in another format; the library stays as it is."""
    renditions.require_writable(format)
    await asyncio.to_thread(renditions.format_of_file, body.path)
    work = call.library.renditions.convert(body.path, Rendering(format=format, quality=quality))
    made = await call.connection.unless_gone(work)
    return Reply(
        body=made.stream() if isinstance(made, Spooled) else made,
        media_type=renditions.media_type(format),
        headers=(("Cache-Control", "no-store"),),
    )


async def image_format(_call: Call, /, *, body: Upload) -> models.ComputedImageFormat:
    """The format of the picture of the body."""
    return models.ComputedImageFormat(value=await asyncio.to_thread(renditions.format_of_file, body.path))


async def image_collection_ids(call: Call, /, *, id: UUID) -> list[models.CollectionId]:
    """The collections that the image is in."""
    return await call.library.store.read(lambda connection: membership.containing(call.library.finder, connection, id))
