"""The operations on what extensions are asked to compute."""

from __future__ import annotations

from uuid import UUID

from facetry.call import Call
from facetry.extensions import workload
from facetry.library import images, records
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from generated import models


async def image_run_capabilities(
    call: Call,
    /,
    *,
    id: UUID,
    extension_ids: list[models.ExtensionId] | None = None,
    capability_ids: list[models.ImageCapabilityId] | None = None,
) -> models.Image:
    """Ask extensions for what they can compute of the image."""
    key = await call.library.store.read(lambda connection: images.key_of(connection, id))
    await call.extensions.workload.ask([key], extension_ids, capability_ids)
    return await call.library.store.read(lambda connection: records.one(connection, id))


async def image_search_run_capabilities(
    call: Call,
    /,
    *,
    extension_ids: list[models.ExtensionId] | None = None,
    capability_ids: list[models.ImageCapabilityId] | None = None,
    body: models.SearchParameters,
) -> None:
    """Ask extensions for what they can compute of the images that a search finds."""
    wanted = await texts.resolved(call.library, body)
    found = await call.library.store.read(lambda connection: search.keys(call.library.finder, connection, wanted))
    await call.extensions.workload.ask(found.tolist(), extension_ids, capability_ids)


async def extension_synchronize(call: Call, /, *, id: models.ExtensionId) -> None:
    """Begin to ask the extension for what is missing."""
    await call.extensions.synchronize(id)


async def extension_progress(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionProgress:
    """How many images are in which state."""
    return await call.extensions.workload.progress(await _installed(call, id))


async def extension_failures(
    call: Call, /, *, id: models.ExtensionId, take: int = 20, skip: int = 0
) -> models.ExtensionFailures:
    """What the extension could not compute."""
    return await call.library.store.read(
        lambda connection: workload.failures(connection, installed.require(connection, id), skip, take)
    )


async def extension_retry(
    call: Call, /, *, id: models.ExtensionId, capability_ids: list[models.ImageCapabilityId] | None = None
) -> models.ExtensionRunCount:
    """Ask again for what failed."""
    found = await _installed(call, id)
    if found.state == "paused":
        raise installed.paused(id)
    return models.ExtensionRunCount(count=await call.extensions.workload.retry(found, capability_ids))


async def extension_cancel(
    call: Call, /, *, id: models.ExtensionId, capability_ids: list[models.ImageCapabilityId] | None = None
) -> models.ExtensionRunCount:
    """Take back what was not begun."""
    found = await _installed(call, id)
    return models.ExtensionRunCount(count=await call.extensions.workload.cancel(found, capability_ids))


async def extension_dead_letters(
    call: Call, /, *, id: models.ExtensionId, take: int = 20, skip: int = 0
) -> models.ExtensionDeadLetters:
    """The events that were given up."""
    return await call.library.store.read(
        lambda connection: workload.dead_letters(connection, installed.require(connection, id), skip, take)
    )


async def extension_redrive(
    call: Call, /, *, id: models.ExtensionId, sequences: list[int] | None = None
) -> models.ExtensionRunCount:
    """Send them again."""
    found = await _installed(call, id)
    return models.ExtensionRunCount(count=await call.extensions.workload.redrive(found, sequences))


async def _installed(call: Call, id: models.ExtensionId) -> Installed:
    return await call.library.store.read(lambda connection: installed.require(connection, id))
