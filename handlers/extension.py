"""The operations on installed extensions."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from typing import Final

from facetry.errors import FaultError, bad_parameter, printable_text
from facetry.extensions.pages.manifest_pages import address_of
from facetry.extensions.process import logs
from facetry.extensions.runtime import Installation, Runtime
from facetry.handling.call import Call
from facetry.library import installed_extensions, permissions
from facetry.library.installed_extensions import InstalledExtension
from facetry.system.files.safe_open import read_text
from generated import models
from generated.limits import MANIFEST_POINTER_MAX_LENGTH, MANUAL_TEXT_MAX_LENGTH
from generated.operations import Upload

MANUAL: Final = "MANUAL.md"
_RUNNING: Final = ("starting", "running")


async def extension_install(
    call: Call,
    /,
    *,
    state: models.ExtensionState,
    as_unpacked: bool = False,
    take_over: bool = False,
    grant: list[models.Permission] | None = None,
    body: Upload,
) -> models.ExtensionAndWarnings:
    """Install an extension from an archive."""
    if as_unpacked:
        raise bad_parameter(
            "asUnpacked",
            "This operation does not install unpacked folders.",
            rule="extension.unpacked",
            value=as_unpacked,
            remedy="Leave the parameter out.",
        )
    grants = await _grants(call, grant)
    installation = await call.extensions.install(body.path, state, takes_over=take_over, grants=grants)
    return _installation(call.extensions, installation)


async def extension_list(call: Call, /) -> list[models.Extension]:
    """All installed extensions, by id."""
    return [_extension(call.extensions, extension) for extension in await call.read(installed_extensions.list_all)]


async def extension_get_configuration(call: Call, /) -> models.ExtensionsConfiguration:
    """The capabilities, commands and pages of the enabled extensions."""
    enabled_extensions = [
        extension for extension in await call.read(installed_extensions.list_all) if extension.state == "enabled"
    ]
    extension_ids: dict[str, list[str]] = {}
    commands: list[models.ConfigurationExtensionCommand] = []
    for extension in enabled_extensions:
        manifest = extension.manifest
        for capability in installed_extensions.capabilities(manifest):
            extension_ids.setdefault(capability, []).append(extension.id)
        commands += [
            models.ConfigurationExtensionCommand(
                extension_id=extension.id,
                command=command,
                icon_url=None if command.ui is None else address_of(extension.id, command.ui.icon_uri),
            )
            for item in manifest.instructions
            for command in item.commands or ()
        ]
    return models.ExtensionsConfiguration(
        capabilities=[
            models.ConfigurationCapability.model_validate({"capability": {"id": id}, "extensionIds": extension_ids[id]})
            for id in sorted(extension_ids)
        ],
        commands=sorted(commands, key=lambda entry: (entry.command.id, entry.extension_id)),
        elements=[
            models.ConfigurationInterfaceElement(
                extension_id=extension.id, element=element, url=address_of(extension.id, element.url)
            )
            for extension in enabled_extensions
            if (ui := extension.manifest.ui) is not None
            for element in ui.elements
        ],
    )


async def extension_activities(call: Call, /) -> list[models.ExtensionActivity]:
    """The activity of each extension, by id."""
    return [_activity(call.extensions, extension) for extension in await call.read(installed_extensions.list_all)]


async def extension_get(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionAndManual:
    """An extension with its manual."""
    extension = await call.lookup(lambda connection: installed_extensions.require(connection, id))
    text = await asyncio.to_thread(
        read_text, call.extensions.version_folder(extension) / MANUAL, MANUAL_TEXT_MAX_LENGTH
    )
    return models.ExtensionAndManual(
        manifest=extension.manifest,
        state=extension.state,
        status=call.extensions.describe_status(id),
        permissions=_permissions(call.extensions, extension),
        limits=models.ExtensionLimits.model_validate(call.extensions.limits(id), from_attributes=True),
        usage=await _usage(call.extensions, id),
        manual=models.ExtensionManual(instructions=text) if text else None,
    )


async def extension_update(
    call: Call,
    /,
    *,
    id: models.ExtensionId,
    state: models.ExtensionState | None = None,
    grant: list[models.Permission] | None = None,
    body: Upload,
) -> models.ExtensionAndWarnings:
    """Install another version of an extension."""
    grants = await _grants(call, grant)
    return _installation(call.extensions, await call.extensions.update(id, body.path, state, grants))


async def extension_uninstall(call: Call, /, *, id: models.ExtensionId, keep_facets: bool = False) -> None:
    """Remove an extension with everything it wrote, or keep that."""
    await call.extensions.uninstall(id, keeps_facets=keep_facets)


async def extension_ensure(call: Call, /, *, id: models.ExtensionId) -> models.RegisteredExtension:
    """Register an extension without a program, unless it is registered."""
    is_new = await call.extensions.ensure(id)
    return models.RegisteredExtension(id=id, is_new=is_new)


async def extension_unregister(call: Call, /, *, id: models.ExtensionId, keep_facets: bool = False) -> None:
    """Remove an extension without a program, with everything written in its name, or only its keys."""
    await call.extensions.unregister(id, keeps_facets=keep_facets)


async def extension_change_state(call: Call, /, *, id: models.ExtensionId, state: models.ExtensionState) -> None:
    """Enable or pause an extension."""
    await call.extensions.change_state(id, state)


async def extension_set_grants(
    call: Call,
    /,
    *,
    id: models.ExtensionId,
    grant: list[models.Permission] | None = None,
    grant_again: list[models.Permission] | None = None,
) -> models.ExtensionPermissions:
    """Replace what is granted to an extension."""
    grants, again = await _grants(call, grant), await _grants(call, grant_again, "grantAgain")
    extension = await call.extensions.set_grants(id, grants, again)
    return _permissions(call.extensions, extension)


async def extension_restart(call: Call, /, *, id: models.ExtensionId) -> None:
    """Restart the extension's program."""
    await call.extensions.restart(id)


async def extension_logs(call: Call, /, *, id: models.ExtensionId, count: int = 200) -> models.ExtensionLog:
    """The last lines of the extension's log."""
    await call.lookup(lambda connection: installed_extensions.require(connection, id))
    lines = await asyncio.to_thread(logs.latest, call.extensions.log_folder(id), count)
    return models.ExtensionLog(
        lines=[models.ExtensionLogLine(date=line.timestamp, stream=line.stream, text=line.text) for line in lines]
    )


async def _grants(call: Call, grant: list[str] | None, parameter: str = "grant") -> permissions.Grants:
    """The permissions in a parameter of a request, which the caller may grant."""
    protected = (call.library.folder_rules.data_dir,)
    try:
        return await asyncio.to_thread(permissions.require_grantable, call.principal, grant or (), protected)
    except FaultError as error:
        if error.fault.parameter is None:
            raise
        raise FaultError(replace(error.fault, parameter=parameter)) from None


def _permissions(runtime: Runtime, extension: InstalledExtension) -> models.ExtensionPermissions:
    declared = extension.manifest.permissions
    return models.ExtensionPermissions.model_validate(
        {
            "scopes": sorted(permissions.scopes(declared, extension.grants)),
            "requested": permissions.requested_permissions(declared),
            "granted": extension.grants,
            "hosts": permissions.hosts(declared),
            "notEnforced": permissions.not_enforced(extension.grants, is_confined=runtime.is_confined(extension.id)),
        }
    )


async def _usage(runtime: Runtime, id: str) -> models.ExtensionUsage | None:
    """What the extension uses; None if it has no process."""
    used = await asyncio.to_thread(runtime.usage, id)
    return None if used is None else models.ExtensionUsage.model_validate(asdict(used))


def _extension(runtime: Runtime, extension: InstalledExtension) -> models.Extension:
    return models.Extension(
        manifest=extension.manifest,
        state=extension.state,
        status=runtime.describe_status(extension.id),
        permissions=_permissions(runtime, extension),
    )


def _installation(runtime: Runtime, installation: Installation) -> models.ExtensionAndWarnings:
    extension = installation.extension
    return models.ExtensionAndWarnings(
        manifest=extension.manifest,
        state=extension.state,
        status=runtime.describe_status(extension.id),
        permissions=_permissions(runtime, extension),
        warnings=[
            models.ManifestWarning(
                rule=finding.rule,
                pointer=printable_text(finding.pointer, MANIFEST_POINTER_MAX_LENGTH),
                detail=finding.detail,
                value=finding.value,
                remedy=finding.remedy,
            )
            for finding in installation.warnings
        ],
    )


def _activity(runtime: Runtime, extension: InstalledExtension) -> models.ExtensionActivity:
    status = runtime.describe_status(extension.id)
    is_connected, is_failed = runtime.gateway.is_ready(extension.id), status.state == "failed"
    return models.ExtensionActivity(
        id=extension.id,
        state=_activity_state(extension.state == "enabled"),
        process=_activity_state(status.state in _RUNNING),
        connection=_activity_state(is_connected),
        is_in_error=is_failed,
        kind="error" if is_failed else "connected" if is_connected else "connecting",
        status=status,
    )


def _activity_state(is_started: bool) -> models.ExtensionActivityState:
    return "started" if is_started else "stopped"
