"""The operations that run commands of extensions."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Connection

from facetry.errors import bad_parameter
from facetry.extensions.commands import CommandRequest
from facetry.handling.call import Call
from facetry.library import images, installed_extensions, records
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
        installed_extensions.require_named(connection, extension_id)

    await call.read(require)
    parameters = None if body is None else body.parameters
    return await _run(
        call, CommandRequest(extension_id, command_id, _members(parameters), [id], "extensionId", "/parameters")
    )


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
        detail = "The body has both imageIds and search; a command takes one of them."
        raise bad_parameter("imageIds", detail, rule="command.images", remedy="Leave one of the two out.")
    await _require_installed(call, id)
    image_ids = body.image_ids if body.search is None else await _search_ids(call, body.search)
    return await _run(call, CommandRequest(id, command_id, _members(body.parameters), image_ids, "id", "/parameters"))


async def extension_run_image_command(
    call: Call, /, *, id: models.ExtensionId, command_id: models.ManifestId, body: models.RunCommandParameters
) -> None:
    """Accept a command for the images that a search finds; it runs later."""
    await _require_installed(call, id)
    image_ids = await _search_ids(call, body.search)
    await call.extensions.commands.accept(
        CommandRequest(id, command_id, _members(body.command), image_ids, "id", "/command")
    )


async def extension_run_process_command(
    call: Call,
    /,
    *,
    id: models.ExtensionId,
    command_id: models.ManifestId,
    body: models.CommandParameters | None = None,
) -> None:
    """Accept a command on the extension itself; it runs later."""
    await call.extensions.commands.accept(CommandRequest(id, command_id, _members(body), None, "id", ""))


async def _require_installed(call: Call, id: models.ExtensionId) -> None:
    """404 before anything is searched for."""
    await call.read(lambda connection: installed_extensions.require(connection, id))


async def _run(call: Call, request: CommandRequest) -> models.CommandResult:
    context, value = await call.extensions.commands.run(request)
    return models.CommandResult(context_id=context, value=value)


async def _search_ids(call: Call, parameters: models.SearchParameters) -> Sequence[UUID]:
    search = await call.library.search.prepare(parameters, "/search/filter", "/search/collectionId")

    def query(connection: Connection) -> Sequence[UUID]:
        keys = search.keys(connection)[: COMMAND_IMAGE_IDS_MAX_ITEMS + 1]
        return [UUID(id) for id in records.existing_ids(connection, keys.tolist())]

    return await call.search(search, query)


def _members(parameters: models.CommandParameters | None) -> dict[str, object] | None:
    return None if parameters is None else dict(parameters.model_extra or {})
