"""The operations that have extensions compute facets."""

from __future__ import annotations

from uuid import UUID

from facetry.extensions import workload
from facetry.handling.call import Call
from facetry.library import images, installed_extensions, records
from facetry.library.installed_extensions import InstalledExtension
from generated import answers, models


async def image_run_capabilities(
    call: Call,
    /,
    *,
    id: UUID,
    extension_ids: list[models.ExtensionId] | None = None,
    capability_ids: list[models.ImageCapabilityId] | None = None,
) -> answers.Image:
    """Request from extensions what they can compute for the image."""
    key = await call.lookup(lambda connection: images.key_of(connection, id))
    await call.extensions.workload.request([key], extension_ids, capability_ids)
    return await call.lookup(lambda connection: records.require(connection, id))


async def image_search_run_capabilities(
    call: Call,
    /,
    *,
    extension_ids: list[models.ExtensionId] | None = None,
    capability_ids: list[models.ImageCapabilityId] | None = None,
    body: models.SearchParameters,
) -> None:
    """Request from extensions what they can compute for the images that a search finds."""
    search = await call.library.search.prepare(body)
    keys = await call.search(search, search.keys)
    await call.extensions.workload.request(keys.tolist(), extension_ids, capability_ids)


async def extension_synchronize(call: Call, /, *, id: models.ExtensionId) -> None:
    """Start to request from the extension what is missing."""
    await call.extensions.synchronize(id)


async def extension_progress(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionProgress:
    """The number of images in each state."""
    return await call.extensions.workload.progress(await _require_installed(call, id))


async def extension_failures(
    call: Call, /, *, id: models.ExtensionId, take: int = 20, skip: int = 0
) -> models.ExtensionFailures:
    """The images that the extension failed to process."""
    return await call.read(
        lambda connection: workload.failures(connection, installed_extensions.require(connection, id), skip, take)
    )


async def extension_retry(
    call: Call, /, *, id: models.ExtensionId, capability_ids: list[models.ImageCapabilityId] | None = None
) -> models.ExtensionRunCount:
    """Request failed tasks again."""
    extension = await call.read(lambda connection: installed_extensions.require_enabled(connection, id))
    return models.ExtensionRunCount(count=await call.extensions.workload.retry(extension, capability_ids))


async def extension_cancel(
    call: Call, /, *, id: models.ExtensionId, capability_ids: list[models.ImageCapabilityId] | None = None
) -> models.ExtensionRunCount:
    """Cancel tasks that the extension has not started."""
    extension = await _require_installed(call, id)
    return models.ExtensionRunCount(count=await call.extensions.workload.cancel(extension, capability_ids))


async def extension_dead_letters(
    call: Call, /, *, id: models.ExtensionId, take: int = 20, skip: int = 0
) -> models.ExtensionDeadLetters:
    """The events whose delivery was given up."""
    return await call.read(
        lambda connection: workload.dead_letters(connection, installed_extensions.require(connection, id), skip, take)
    )


async def extension_redrive(
    call: Call, /, *, id: models.ExtensionId, sequences: list[int] | None = None
) -> models.ExtensionRunCount:
    """Deliver dead letters again."""
    extension = await _require_installed(call, id)
    return models.ExtensionRunCount(count=await call.extensions.workload.redrive(extension, sequences))


async def _require_installed(call: Call, id: models.ExtensionId) -> InstalledExtension:
    return await call.lookup(lambda connection: installed_extensions.require(connection, id))
