"""The operations on the trash."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.library import records
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.trash import rows
from facetry.library.trash.rows import TrashRecord
from facetry.library.trash.trash import Trash
from generated import answers, models


async def trash_list(call: Call, /, *, take: int = 20, skip: int = 0) -> models.TrashedImagesResult:
    """The images in the trash, those deleted last first."""

    def query(connection: Connection) -> models.TrashedImagesResult:
        found, total = rows.page(connection, skip, take)
        return models.TrashedImagesResult(
            items=[_trashed_image(call.library.trash, record) for record in found], total_count=total
        )

    return await call.read(query)


async def trash_restore(call: Call, /, *, id: UUID) -> answers.Image:
    """Restore an image."""
    await in_file_thread(call.library.trash.restore, id, call.request.require_change)
    return await call.lookup(lambda connection: records.require(connection, id))


async def trash_delete(call: Call, /, *, id: UUID) -> None:
    """Remove an image for good."""
    await in_file_thread(call.library.trash.remove, id, call.request.require_change)


async def trash_empty(call: Call, /) -> None:
    """Remove all images for good."""
    await in_file_thread(call.library.trash.empty)


def _trashed_image(trash: Trash, record: TrashRecord) -> models.TrashedImage:
    image = record.image
    placeholder: bytes | None = image["placeholder"]
    return models.TrashedImage(
        id=record.id,
        repository_id=record.repository_id,
        name=image["name"],
        path=record.path,
        format=cast("models.ImageFormat", image["format"]),
        size_in_bytes=image["size"],
        dimensions=models.ImageDimensions(width=image["width"], height=image["height"]),
        placeholder=None if placeholder is None else records.placeholder_text(placeholder),
        deletion_date=record.deleted,
        expiry_date=trash.expiry(record.deleted),
    )
