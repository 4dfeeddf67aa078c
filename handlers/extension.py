"""The operations on installed extensions."""

from __future__ import annotations

import asyncio
from typing import Final

from facetry.call import Call
from facetry.errors import bad_parameter
from facetry.extensions.process import logs
from facetry.extensions.runtime import Runtime
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from generated import models
from generated.limits import MANUAL_TEXT_MAX_LENGTH
from generated.operations import Upload

MANUAL: Final = "MANUAL.md"
_RUNNING: Final = ("starting", "running")


async def extension_install(
    call: Call, /, *, state: models.ExtensionState, as_unpacked: bool = False, body: Upload
) -> models.Extension:
    """An extension out of an archive."""
    if as_unpacked:
        raise bad_parameter(
            "asUnpacked",
            "Folders that are worked on are not installed by this operation.",
            rule="extension.unpacked",
            value=as_unpacked,
            remedy="Leave the parameter out.",
        )
    return _extension(call.extensions, await call.extensions.install(body.path, state))


async def extension_list(call: Call, /) -> list[models.Extension]:
    """All installed extensions, by id."""
    return [_extension(call.extensions, each) for each in await call.library.store.read(installed.every)]


async def extension_get_configuration(call: Call, /) -> models.ExtensionsConfiguration:
    """What the enabled extensions can do."""
    enabled = [each for each in await call.library.store.read(installed.every) if each.state == "enabled"]
    able: dict[str, list[str]] = {}
    commands: list[models.ConfigurationExtensionCommand] = []
    for each in enabled:
        manifest = each.manifest
        for capability in installed.capabilities(manifest):
            able.setdefault(capability, []).append(each.id)
        commands += [
            models.ConfigurationExtensionCommand(extension_id=each.id, command=command)
            for item in manifest.instructions
            for command in item.commands or ()
        ]
    return models.ExtensionsConfiguration(
        capabilities=[
            models.ConfigurationCapability.model_validate({"capability": {"id": id}, "extensionIds": able[id]})
            for id in sorted(able)
        ],
        commands=sorted(commands, key=lambda each: (each.command.id, each.extension_id)),
    )


async def extension_activities(call: Call, /) -> list[models.ExtensionActivity]:
    """What each extension is doing, by id."""
    return [_activity(call.extensions, each) for each in await call.library.store.read(installed.every)]


async def extension_get(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionAndManual:
    """An extension with its manual."""
    found = await call.library.store.read(lambda connection: installed.require(connection, id))
    text = await asyncio.to_thread(call.extensions.text, found, MANUAL, MANUAL_TEXT_MAX_LENGTH)
    return models.ExtensionAndManual(
        manifest=found.manifest,
        state=found.state,
        status=call.extensions.told(id),
        manual=models.ExtensionManual(instructions=text) if text else None,
    )


async def extension_update(
    call: Call, /, *, id: models.ExtensionId, state: models.ExtensionState | None = None, body: Upload
) -> models.Extension:
    """Another version of an extension."""
    return _extension(call.extensions, await call.extensions.update(id, body.path, state))


async def extension_uninstall(call: Call, /, *, id: models.ExtensionId) -> None:
    """Remove an extension with everything it wrote."""
    await call.extensions.uninstall(id)


async def extension_change_state(call: Call, /, *, id: models.ExtensionId, state: models.ExtensionState) -> None:
    """Enable or pause an extension."""
    await call.extensions.change_state(id, state)


async def extension_restart(call: Call, /, *, id: models.ExtensionId) -> None:
    """Start its program anew."""
    await call.extensions.restart(id)


async def extension_logs(call: Call, /, *, id: models.ExtensionId, count: int = 200) -> models.ExtensionLog:
    """The last lines of its log."""
    await call.library.store.read(lambda connection: installed.require(connection, id))
    found = await asyncio.to_thread(logs.latest, call.extensions.logs(id), count)
    return models.ExtensionLog(
        lines=[models.ExtensionLogLine(date=line.at, stream=line.stream, text=line.text) for line in found]
    )


def _extension(runtime: Runtime, found: Installed) -> models.Extension:
    return models.Extension(manifest=found.manifest, state=found.state, status=runtime.told(found.id))


def _activity(runtime: Runtime, found: Installed) -> models.ExtensionActivity:
    status = runtime.told(found.id)
    return models.ExtensionActivity(
        id=found.id,
        state=_started(found.state == "enabled"),
        process=_started(status.state in _RUNNING),
        connection=_started(runtime.gateway.is_ready(found.id)),
        is_in_error=status.state == "failed",
        status=status,
    )


def _started(is_started: bool) -> models.ExtensionActivityState:
    return "started" if is_started else "stopped"
