"""The operations that run commands of extensions."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.errors import bad_parameter
from facetry.extensions.commands import Given
from facetry.library import extensions, images, records
from facetry.library import installed_extensions as installed
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from generated import models
from generated.limits import COMMAND_IMAGE_IDS_MAX_ITEMS


async def image_run_command(
    call: Call,
    /,
    *,
    id: UUID,
    extension_id: models.ExtensionId,
    command_id: models.ManifestId,
    body: models.ImageCommandRun | None = None,
) -> models.CommandResult:
    """Run a command on the image."""

    def require(connection: Connection) -> None:
        images.key_of(connection, id)
        if installed.find(connection, extension_id) is None:
            raise extensions.unknown(extension_id)

    await call.library.store.read(require)
    parameters = None if body is None else body.parameters
    return await _run(call, Given(extension_id, command_id, _members(parameters), [id], "extensionId", "/parameters"))


async def extension_run_command(
    call: Call,
    /,
    *,
    id: models.ExtensionId,
    command_id: models.ManifestId,
    body: models.ExtensionCommandRun | None = None,
) -> models.CommandResult:
    """Run a command on images, or on the extension itself."""
    body = body or models.ExtensionCommandRun()
    if body.image_ids is not None and body.search is not None:
        detail = "Images are both listed and searched for."
        raise bad_parameter("imageIds", detail, rule="command.images", remedy="Leave one of the two out.")
    await _require(call, id)
    found = body.image_ids if body.search is None else await _found(call, body.search)
    return await _run(call, Given(id, command_id, _members(body.parameters), found, "id", "/parameters"))


async def extension_run_image_command(
    call: Call, /, *, id: models.ExtensionId, command_id: models.ManifestId, body: models.RunCommandParameters
) -> None:
    """Have a command run on the images that a search finds."""
    await _require(call, id)
    found = await _found(call, body.search)
    await call.extensions.commands.accept(Given(id, command_id, _members(body.command), found, "id", "/command"))


async def extension_run_process_command(
    call: Call,
    /,
    *,
    id: models.ExtensionId,
    command_id: models.ManifestId,
    body: models.CommandParameters | None = None,
) -> None:
    """Have a command of the extension itself run."""
    await call.extensions.commands.accept(Given(id, command_id, _members(body), None, "id", ""))


async def _require(call: Call, id: models.ExtensionId) -> None:
    """404 before anything is searched for."""
    await call.library.store.read(lambda connection: installed.require(connection, id))


async def _run(call: Call, given: Given) -> models.CommandResult:
    context, value = await call.extensions.commands.run(given)
    return models.CommandResult(context_id=context, value=value)


async def _found(call: Call, wanted: models.SearchParameters) -> Sequence[UUID]:
    resolved = await texts.resolved(call.library, wanted)

    def query(connection: Connection) -> Sequence[UUID]:
        keys = search.keys(call.library.finder, connection, resolved)[: COMMAND_IMAGE_IDS_MAX_ITEMS + 1]
        return records.ids_left(connection, keys.tolist())

    return await call.library.store.read(query)


def _members(parameters: models.CommandParameters | None) -> dict[str, object] | None:
    return None if parameters is None else dict(parameters.model_extra or {})
