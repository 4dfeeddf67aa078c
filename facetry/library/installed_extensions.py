"""Installed extensions: those with a manifest, which the service runs itself. Their records, states and settings.

An extension that was registered by hand is none of them: it has a key and writes facets, and that is all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import orjson
from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlmodel import col

from facetry.errors import Fault, FaultError, Kind, conflict, unknown
from facetry.events import log, subscriptions
from facetry.library import extensions
from facetry.library.extension_removal import REMOVING
from facetry.library.extensions import Extension, ExtensionCapability
from facetry.store.work import Work
from facetry.validate import schemas
from generated.models import Manifest
from generated.topics import TOPICS

State = Literal["enabled", "paused"]
ALWAYS: Final = ("extension.settings",)
"""What every extension is sent."""


@dataclass(frozen=True, slots=True)
class Installed:
    """An installed extension as its record has it."""

    key: int
    id: str
    text: str
    """The manifest as it was installed."""
    state: State
    folder: str
    """Of the folder of this version, the name."""
    previous: str | None
    """The version before the last update."""
    acknowledged: str | None
    """The version whose upgrade the extension has acknowledged."""
    settings: str | None

    @property
    def manifest(self) -> Manifest:
        """What the manifest says."""
        return Manifest.model_validate_json(self.text)

    def document(self) -> Mapping[str, Any]:
        """The manifest with the members that nobody knows."""
        found: dict[str, Any] = orjson.loads(self.text)
        return found


def every(connection: Connection) -> list[Installed]:
    """All of them, by id."""
    return [_installed(row) for row in connection.execute(_select().order_by(col(Extension.id)))]


def find(connection: Connection, id: str) -> Installed | None:
    """The one with this id, or None."""
    row = connection.execute(_select().where(col(Extension.id) == id)).first()
    return None if row is None else _installed(row)


def require(connection: Connection, id: str) -> Installed:
    """The one with this id; 404 when there is none."""
    found = find(connection, id)
    if found is None:
        raise unknown("extension", id)
    return found


def install(work: Work, text: str, folder: str, state: State) -> Installed:
    """Register an extension by its manifest, which was found to be valid, and announce `extension.installed`.

    409 for an id that is taken, also by one that differs in case only.
    """
    manifest = Manifest.model_validate_json(text)
    key = extensions.register(work, manifest.id)
    _write(work, key, manifest=text, folder=folder, state=state)
    _declare(work, key, manifest)
    return require(work.connection, manifest.id)


def replace_version(work: Work, id: str, text: str, folder: str) -> Installed:
    """Put another version in the place of an extension, and announce `extension.updated`.

    Its settings stay if they suit the new manifest; when they are others afterwards, `extension.settings` is announced
    to it. 404 for an unknown id, 400 for the manifest of another extension.
    """
    before = require(work.connection, id)
    manifest = Manifest.model_validate_json(text)
    if manifest.id != id:
        raise FaultError(
            Fault(
                kind=Kind.BAD_PARAMETER,
                rule="manifest.other",
                detail=f"The manifest is that of the extension {manifest.id}.",
                parameter="id",
                value=id,
                remedy="Send an archive of the extension that is to be updated, or install this one.",
            )
        )
    old = before.manifest.version
    kept = before.settings if _suits(text, before.settings) else None
    versions = {"previous": before.previous if old == manifest.version else old}
    _write(work, before.key, manifest=text, folder=folder, settings=kept, **versions)
    work.connection.execute(delete(ExtensionCapability).where(col(ExtensionCapability.extension) == before.key))
    _declare(work, before.key, manifest)
    log.announce(work, "extension.updated", extension=id)
    found = require(work.connection, id)
    if settings(found) != settings(before):
        _announce_settings(work, id, settings(found))
    return found


def change_state(work: Work, id: str, state: State) -> Installed:
    """Enable or pause it, and announce `extension.resumed` or `extension.paused`.

    404 for an unknown id, 400 when it is in that state already.
    """
    found = require(work.connection, id)
    if found.state == state:
        raise FaultError(
            Fault(
                kind=Kind.BAD_PARAMETER,
                rule="extension.state",
                detail=f"The extension is {state} already.",
                parameter="state",
                value=state,
            )
        )
    _write(work, found.key, state=state)
    log.announce(work, "extension.resumed" if state == "enabled" else "extension.paused", extension=id)
    return replace(found, state=state)


def acknowledge(work: Work, id: str, version: str) -> None:
    """The extension has gone through its upgrade to this version."""
    found = find(work.connection, id)
    if found is not None:
        _write(work, found.key, acknowledged=version)


def settings(found: Installed) -> dict[str, Any]:
    """Its settings: those that were set last, or the defaults of the manifest."""
    if found.settings is not None:
        stored: dict[str, Any] = orjson.loads(found.settings)
        return stored
    return schemas.defaults(found.document()["settings"])


def set_settings(work: Work, id: str, value: Mapping[str, Any]) -> None:
    """Set its settings, and announce `extension.settings` to it.

    404 for an unknown id; 400 unless the settings satisfy the schema in the manifest.
    """
    found = require(work.connection, id)
    fault = schemas.checked(found.document()["settings"]).fault(value, "/value")
    if fault is not None:
        raise FaultError(replace(fault, rule="settings.schema"))
    _write(work, found.key, settings=orjson.dumps(value).decode())
    _announce_settings(work, id, value)


def reset_settings(work: Work, id: str) -> dict[str, Any]:
    """Make its settings the defaults of the manifest, and announce `extension.settings` to it. 404 as above."""
    found = require(work.connection, id)
    _write(work, found.key, settings=None)
    value = schemas.defaults(found.document()["settings"])
    _announce_settings(work, id, value)
    return value


def paused(id: str) -> FaultError:
    """409: what is asked for needs an extension that is enabled."""
    remedy = "Enable it with /extension/{id}/changeState."
    return conflict("extension.paused", "The extension is paused.", parameter="id", value=id, remedy=remedy)


def capabilities(manifest: Manifest) -> list[str]:
    """The ids of its capabilities, each once, in their order."""
    declared = (each.id for item in manifest.instructions for each in item.capabilities or ())
    return list(dict.fromkeys(str(id) for id in declared))


def topics(manifest: Manifest) -> list[str]:
    """What of the log is sent to the extension."""
    asked = (str(event) for item in manifest.instructions for event in item.events)
    return sorted({*ALWAYS, *(topic for topic in asked if topic in TOPICS)})


def _announce_settings(work: Work, id: str, value: Mapping[str, Any]) -> None:
    log.announce(work, "extension.settings", extension=id, target=id, data={"value": value})


def _suits(text: str, stored: str | None) -> bool:
    if stored is None:
        return False
    return schemas.checked(orjson.loads(text)["settings"]).fault(orjson.loads(stored), "") is None


def _write(work: Work, key: int, **values: str | None) -> None:
    work.connection.execute(update(Extension).where(col(Extension.key) == key).values(**values))


def _declare(work: Work, key: int, manifest: Manifest) -> None:
    rows = [{"extension": key, "capability": capability} for capability in capabilities(manifest)]
    if rows:
        work.connection.execute(insert(ExtensionCapability), rows)
    # From now on, and not from its first connection: what is asked of it meanwhile waits for it.
    subscriptions.subscribe(work, key, topics(manifest))


def _select() -> Select[Any]:
    return select(Extension).where(col(Extension.manifest).is_not(None), col(Extension.state) != REMOVING)


def _installed(row: Any) -> Installed:
    return Installed(row.key, row.id, row.manifest, row.state, row.folder, row.previous, row.acknowledged, row.settings)
