"""The operations on attachments of images."""

from __future__ import annotations

import asyncio
from uuid import UUID

from facetry.handling.call import Call
from facetry.http.reply import Reply
from facetry.library.facets import attachments
from facetry.library.originals import files
from generated import models
from generated.operations import Upload


async def image_attachment_create(
    call: Call,
    /,
    *,
    image_id: UUID,
    extension_id: models.ExtensionId,
    mime_type: models.MediaType,
    body: Upload,
) -> models.AttachmentUri:
    """Store bytes as an attachment of an image."""
    data = await asyncio.to_thread(body.path.read_bytes)
    return await call.write(lambda work: attachments.create(work, image_id, extension_id, mime_type, data))


async def image_attachment_download(call: Call, /, *, uri: models.AttachmentUri) -> Reply:
    """The bytes, for saving and never for display: their content is not verified."""
    content = await call.read(lambda connection: attachments.content(connection, uri))
    return Reply(
        body=content.data,
        media_type=content.media_type,
        headers=(
            ("Content-Disposition", files.content_disposition(content.name)),
            ("Content-Security-Policy", "sandbox"),
            ("Cache-Control", "private, no-cache"),
        ),
        etag=await asyncio.to_thread(lambda: content.hash),
    )
