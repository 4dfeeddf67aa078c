"""The operations on one image."""

from __future__ import annotations

import asyncio
import functools
from uuid import UUID

from facetry.call import Call
from facetry.http.reply import File, Reply
from facetry.library import files, images, records
from generated import models


async def image_get(call: Call, /, *, id: UUID) -> models.Image:
    """The full record."""
    return await call.library.store.read(lambda connection: records.one(connection, id))


async def image_download(call: Call, /, *, id: UUID) -> Reply:
    """The original file."""
    located = await call.library.store.read(lambda connection: images.located(connection, id))
    return Reply(
        body=File(functools.partial(files.open_original, located)),
        media_type=located.media_type,
        headers=(("Content-Disposition", files.disposition(located.name)), ("Cache-Control", "private, no-cache")),
    )


async def image_delete(call: Call, /, *, id: UUID) -> None:
    """Remove the file, then the record and its facets.

    In this order: a kill in between leaves a record whose file is gone, and the next scan ends what was begun; the
    other way round it would find a file and take it for a new image.
    """
    located = await call.library.store.read(lambda connection: images.located(connection, id))
    await asyncio.to_thread(files.remove_original, located)
    await call.library.store.write(lambda work: images.remove(work, [images.key_of(work.connection, id)]))
