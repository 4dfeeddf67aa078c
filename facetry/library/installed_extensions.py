"""Installed extensions: extensions with a manifest, whose programs the service runs. Their records, states and
settings.

An extension that was registered by hand is not an installed extension: it only has an API key and writes facets. Nor
is one whose program was uninstalled while its facets were kept_grants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal

import orjson
from pydantic import ValidationError
from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlmodel import col

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter, conflict, not_found
from facetry.events import log, subscriptions
from facetry.library import extensions, permissions
from facetry.library.extensions import DETACHING, REMOVING, Extension, ExtensionCapability
from facetry.store.work import Work
from facetry.validate import schemas
from generated.models import Manifest
from generated.topics import TOPICS

ExtensionState = Literal["enabled", "paused"]
_NO_LOCATIONS: Final[Mapping[str, str]] = MappingProxyType({})
DEFAULT_TOPICS: Final = ("extension.settings",)
"""Topics that every extension receives."""
_FORMER_DEFAULTS: Final[Mapping[str, int]] = {"maximumCount": 1, "durationInMilliseconds": 1_000}
"""What a throttling policy meant without the member, while only one of the two was required."""


@dataclass(frozen=True, slots=True)
class InstalledExtension:
    """The record of an installed extension."""

    key: int
    id: str
    manifest_text: str
    """The manifest as it was installed."""
    state: ExtensionState
    folder: str
    """The name of the folder of this version."""
    previous: str | None
    """The version before the last update."""
    acknowledged: str | None
    """The version whose upgrade the extension has acknowledged."""
    settings: str | None
    grants: permissions.Grants = ()
    """The permissions that are granted beyond the default."""
    locations: Mapping[str, str] = field(default_factory=dict)
    """The locations of the granted folders, links resolved, by grant. Earlier versions did not record them."""

    @property
    def manifest(self) -> Manifest:
        """The manifest as a model; see `read_manifest`."""
        return read_manifest(self.manifest_text)

    def document(self) -> Mapping[str, Any]:
        """The manifest as a JSON object, including members that the model does not have."""
        found: dict[str, Any] = orjson.loads(self.manifest_text)
        return found


def read_manifest(text: str) -> Manifest:
    """The stored manifest as a model. Members that only earlier versions accepted are left out, and the missing number
    of a throttling policy is replaced by its former default. Raises pydantic's `ValidationError` for other faults.
    """
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        document = orjson.loads(text)
        for fault in error.errors(include_url=False, include_input=False):
            _adapt_manifest(document, fault["type"], fault["loc"])
        return Manifest.model_validate(document)


def _adapt_manifest(document: Any, fault: str, way: tuple[int | str, ...]) -> None:
    """Remove an unknown member, or add a missing number. `permissions` of another form asked for nothing then."""
    if way[0] == "permissions":
        document.pop("permissions", None)
        return
    *steps, name = way
    holder = document
    for step in steps:
        holder = holder[step]
    if fault == "extra_forbidden":
        del holder[name]
    elif fault == "missing" and name in _FORMER_DEFAULTS:
        holder[name] = _FORMER_DEFAULTS[str(name)]


def list_all(connection: Connection) -> list[InstalledExtension]:
    """All installed extensions, by id."""
    return [_record(row) for row in connection.execute(_select().order_by(col(Extension.id)))]


def folders(connection: Connection) -> dict[str, str]:
    """The folders of the versions of all installed extensions, by id. The library may be one of an earlier version."""
    columns = (col(Extension.id), col(Extension.folder))
    rows = connection.execute(select(*columns).where(col(Extension.folder).isnot(None)).order_by(col(Extension.id)))
    return {id: folder for id, folder in rows if folder is not None}


def find(connection: Connection, id: str) -> InstalledExtension | None:
    """The installed extension with this id, or None."""
    row = connection.execute(_select().where(col(Extension.id) == id)).first()
    return None if row is None else _record(row)


def require(connection: Connection, id: str) -> InstalledExtension:
    """The installed extension with this id; 404 when there is none."""
    extension = find(connection, id)
    if extension is not None:
        return extension
    if extensions.find_without_program(connection, id) is not None:
        raise _no_program_fault(id, FaultKind.NOT_FOUND, "id")
    raise not_found("extension", id)


def require_named(connection: Connection, id: str, parameter: str = "extensionId") -> InstalledExtension:
    """The installed extension that a parameter names; 400 on this parameter when there is none."""
    extension = find(connection, id)
    if extension is not None:
        return extension
    if extensions.find_without_program(connection, id) is not None:
        raise _no_program_fault(id, FaultKind.BAD_PARAMETER, parameter)
    fault = extensions.unknown_extension(id, parameter).fault
    raise FaultError(replace(fault, remedy="Install it with /extension/install."))


def require_without_program(connection: Connection, id: str) -> int:
    """The integer key of an extension that is registered but not installed; 404 when there is none, 409 when it is
    installed.
    """
    key = extensions.find_without_program(connection, id)
    if key is not None:
        return key
    if find(connection, id) is None:
        raise not_found("extension", id)
    remedy = "Uninstall it with /extension/{id}/uninstall."
    raise conflict("extension.installed", "The extension is installed.", parameter="id", value=id, remedy=remedy)


def install(
    work: Work,
    manifest_text: str,
    folder: str,
    state: ExtensionState,
    *,
    takes_over: bool = False,
    grants: permissions.Grants = (),
    locations: Mapping[str, str] = _NO_LOCATIONS,
) -> InstalledExtension:
    """Register an extension by its manifest, which must have been validated, and announce `extension.installed`.

    409 for an id that is taken, also by an id that differs only in case. With `takes_over`, a record without a program
    is used again, with the facets that were written in its name. 400 unless `grants` are what the manifest asks for.
    `locations` are those of the folders in `grants`.
    """
    manifest = Manifest.model_validate_json(manifest_text)
    permissions.require_requested(manifest.permissions, grants)
    permissions.require_granted(manifest.permissions, grants)
    key = extensions.register(work, manifest.id, takes_over=takes_over)
    kept_grants = permissions.requested_grants(manifest.permissions, grants)
    granted = _granted_values(kept_grants, locations)
    _write(work, key, manifest=manifest_text, folder=folder, state=state, **granted)
    _write_capabilities(work, key, manifest)
    return require(work.connection, manifest.id)


def replace_version(
    work: Work,
    id: str,
    manifest_text: str,
    folder: str,
    grants: permissions.Grants = (),
    locations: Mapping[str, str] = _NO_LOCATIONS,
) -> InstalledExtension:
    """Replace the version of an extension, and announce `extension.updated`.

    The stored settings stay if they are valid for the new manifest. If the settings change, `extension.settings` is
    announced to the extension. What was granted stays as far as the new manifest asks for it, and `grants` are added,
    with the `locations` of their folders.
    404 for an unknown id, 400 for the manifest of another extension and for one that asks for more than is granted.
    """
    before = require(work.connection, id)
    manifest = Manifest.model_validate_json(manifest_text)
    if manifest.id != id:
        detail = f"The manifest belongs to another extension, {manifest.id}."
        remedy = "Send an archive of the extension to update, or install this one separately."
        raise bad_parameter("id", detail, rule="manifest.other", value=id, remedy=remedy)
    permissions.require_requested(manifest.permissions, grants)
    all_grants = permissions.requested_grants(manifest.permissions, (*before.grants, *grants))
    permissions.require_granted(manifest.permissions, all_grants)
    old_version = before.manifest.version
    kept_settings = before.settings if _satisfies_schema(manifest_text, before.settings) else None
    versions = {"previous": before.previous if old_version == manifest.version else old_version}
    granted = _granted_values(all_grants, {**before.locations, **locations})
    stored = {"settings": kept_settings, **granted, **versions}
    _write(work, before.key, manifest=manifest_text, folder=folder, **stored)
    work.connection.execute(delete(ExtensionCapability).where(col(ExtensionCapability.extension) == before.key))
    _write_capabilities(work, before.key, manifest)
    log.announce(work, "extension.updated", extension=id)
    extension = require(work.connection, id)
    if settings(extension) != settings(before):
        _announce_settings(work, id, settings(extension))
    return extension


def change_state(work: Work, id: str, state: ExtensionState) -> InstalledExtension:
    """Enable or pause the extension, and announce `extension.resumed` or `extension.paused`.

    404 for an unknown id, 400 when the extension is in that state already.
    """
    extension = require(work.connection, id)
    if extension.state == state:
        raise bad_parameter("state", f"The extension is {state} already.", rule="extension.state", value=state)
    _write(work, extension.key, state=state)
    log.announce(work, "extension.resumed" if state == "enabled" else "extension.paused", extension=id)
    return replace(extension, state=state)


def set_grants(
    work: Work, id: str, grants: permissions.Grants, locations: Mapping[str, str] = _NO_LOCATIONS
) -> InstalledExtension:
    """Replace what is granted to the extension. Its keys keep their scopes; new ones have the new scopes.

    A folder that was granted before keeps its location, unless `locations` has another one. 404 for an unknown id, 400
    for a grant that the manifest does not ask for.
    """
    extension = require(work.connection, id)
    permissions.require_requested(extension.manifest.permissions, grants)
    kept_grants = permissions.requested_grants(extension.manifest.permissions, grants)
    _write(work, extension.key, **_granted_values(kept_grants, {**extension.locations, **locations}))
    return require(work.connection, id)


def record_locations(work: Work, id: str, locations: Mapping[str, str]) -> None:
    """Record the locations of granted folders, for a record of an earlier version."""
    extension = find(work.connection, id)
    if extension is not None:
        _write(work, extension.key, **_granted_values(extension.grants, {**locations, **extension.locations}))


def acknowledge(work: Work, id: str, version: str) -> None:
    """Record that the extension has completed its upgrade to this version."""
    extension = find(work.connection, id)
    if extension is not None:
        _write(work, extension.key, acknowledged=version)


def settings(extension: InstalledExtension) -> dict[str, Any]:
    """The settings of the extension: the ones last set, or the defaults of the manifest."""
    if extension.settings is not None:
        stored: dict[str, Any] = orjson.loads(extension.settings)
        return stored
    return schemas.defaults(extension.document()["settings"])


def set_settings(work: Work, id: str, value: Mapping[str, Any]) -> None:
    """Set the settings of the extension, and announce `extension.settings` to it.

    404 for an unknown id; 400 unless the settings satisfy the schema in the manifest.
    """
    extension = require(work.connection, id)
    fault = schemas.check_schema(extension.document()["settings"]).fault(value, "/value")
    if fault is not None:
        raise FaultError(replace(fault, rule="settings.schema"))
    _write(work, extension.key, settings=orjson.dumps(value).decode())
    _announce_settings(work, id, value)


def reset_settings(work: Work, id: str) -> dict[str, Any]:
    """Reset the settings of the extension to the defaults of the manifest, and announce `extension.settings` to it.

    404 for an unknown id.
    """
    extension = require(work.connection, id)
    _write(work, extension.key, settings=None)
    value = schemas.defaults(extension.document()["settings"])
    _announce_settings(work, id, value)
    return value


def require_enabled(connection: Connection, id: str) -> InstalledExtension:
    """The installed extension with this id; 404 when there is none, 400 when it is paused."""
    extension = require(connection, id)
    if extension.state != "enabled":
        raise extensions.paused_extension(id, "id")
    return extension


def _no_program_fault(id: str, kind: FaultKind, parameter: str) -> FaultError:
    return FaultError(
        Fault(
            kind=kind,
            rule="extension.program",
            detail=f"The extension {id} is registered without a program, so it has no manifest, settings or commands.",
            parameter=parameter,
            value=id,
            remedy="Install its program with /extension/install?takeOver=true.",
        )
    )


def capabilities(manifest: Manifest) -> list[str]:
    """The ids of the capabilities that the manifest declares, without repetitions, in their order."""
    declared = (capability.id for instruction in manifest.instructions for capability in instruction.capabilities or ())
    return list(dict.fromkeys(str(id) for id in declared))


def declared_spaces(manifest: Manifest, capability: str) -> set[str]:
    """The vector spaces that the manifest declares for a capability."""
    return {
        declared.vector_space
        for instruction in manifest.instructions
        for declared in instruction.capabilities or ()
        if str(declared.id) == capability and declared.vector_space is not None
    }


def topics(manifest: Manifest) -> list[str]:
    """The topics of the event log that the extension subscribes to."""
    declared = (str(event) for instruction in manifest.instructions for event in instruction.events)
    return sorted({*DEFAULT_TOPICS, *(topic for topic in declared if topic in TOPICS)})


def _announce_settings(work: Work, id: str, value: Mapping[str, Any]) -> None:
    log.announce(work, "extension.settings", extension=id, target=id, data={"value": value})


def _satisfies_schema(text: str, stored: str | None) -> bool:
    if stored is None:
        return False
    return schemas.check_schema(orjson.loads(text)["settings"]).fault(orjson.loads(stored), "") is None


def _write(work: Work, key: int, **values: str | None) -> None:
    work.connection.execute(update(Extension).where(col(Extension.key) == key).values(**values))


def _granted_values(grants: permissions.Grants, locations: Mapping[str, str]) -> dict[str, str | None]:
    """The columns of grants, with the locations of those that are folders."""
    kept_locations = {grant: locations[grant] for grant in grants if grant in locations}
    return {"grants": orjson.dumps(grants).decode(), "granted_places": orjson.dumps(kept_locations).decode()}


def _write_capabilities(work: Work, key: int, manifest: Manifest) -> None:
    rows = [{"extension": key, "capability": capability} for capability in capabilities(manifest)]
    if rows:
        work.connection.execute(insert(ExtensionCapability), rows)
    # The subscription starts now, not at the first connection: requests until then wait for the extension.
    subscriptions.subscribe(work, key, topics(manifest))


def _select() -> Select[Any]:
    return select(Extension).where(
        col(Extension.manifest).is_not(None), col(Extension.state).not_in((REMOVING, DETACHING))
    )


def _record(row: Any) -> InstalledExtension:
    return InstalledExtension(
        row.key,
        row.id,
        row.manifest,
        row.state,
        row.folder,
        row.previous,
        row.acknowledged,
        row.settings,
        permissions.stored_grants(row.grants),
        permissions.stored_locations(row.granted_places),
    )
