"""Permissions of extensions: the default scopes, what a manifest asks for beyond them, and what is granted.

A permission is a text: the name of a scope, or `read:` or `write:` with the path of a folder. Grants are a sorted tuple
of such texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final, get_args

import orjson
from pydantic import ValidationError
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.auth import Principal, insufficient_scope
from facetry.errors import bad_parameter
from facetry.library.extensions import Extension
from facetry.library.grants import grantable_folders, granted_folders
from facetry.schema.similarity import suggest
from facetry.validate.manifest.permissions import DEFAULT_SCOPES, beyond_default
from generated.models import ManifestPermissions, ManifestScope

Grants = tuple[str, ...]

FOLDER_SCOPE: Final = "repository:write"
"""The scope of keys that may grant folders: such a key names folders of this machine anyway."""
_GRANTABLE: Final = frozenset(get_args(ManifestScope.__value__))
_PARAMETER: Final = granted_folders.PARAMETER
_MAX_LISTED: Final = 6


def requested_permissions(permissions: ManifestPermissions | None) -> Grants:
    """What the `permissions` of a manifest ask for beyond the default."""
    return beyond_default(None if permissions is None else permissions.model_dump())


def hosts(permissions: ManifestPermissions | None) -> tuple[str, ...]:
    """The hosts that the `permissions` of a manifest name."""
    return () if permissions is None else tuple(dict.fromkeys(permissions.hosts or ()))


def scopes(permissions: ManifestPermissions | None, grants: Grants) -> frozenset[str]:
    """The scopes of the keys of an extension."""
    granted = frozenset(grant for grant in grants if grant in _GRANTABLE)
    if permissions is None or permissions.scopes is None:
        return DEFAULT_SCOPES | granted
    return frozenset(permissions.scopes) & (DEFAULT_SCOPES | granted)


def scopes_of(connection: Connection, id: str) -> frozenset[str]:
    """The scopes of the keys of a registered extension; the default for one without a program."""
    columns = (col(Extension.manifest), col(Extension.grants))
    row = connection.execute(select(*columns).where(col(Extension.id) == id)).first()
    if row is None or row.manifest is None:
        return DEFAULT_SCOPES
    return scopes(_stored_permissions(orjson.loads(row.manifest).get("permissions")), stored_grants(row.grants))


def _stored_permissions(value: object) -> ManifestPermissions | None:
    """The `permissions` of a stored manifest; None if it has none. Earlier versions stored any value unread."""
    try:
        return None if value is None else ManifestPermissions.model_validate(value)
    except ValidationError:
        return None


def stored_locations(text: str | None) -> Mapping[str, str]:
    """The locations of granted folders in the column of a record, by grant."""
    return {} if text is None else dict(orjson.loads(text))


def stored_grants(text: str | None) -> Grants:
    """The grants in the column of a record."""
    return () if text is None else tuple(orjson.loads(text))


def requested_grants(permissions: ManifestPermissions | None, grants: Iterable[str]) -> Grants:
    """The grants beyond the default that the manifest asks for; without a list of scopes or of folders, all of them."""
    return tuple(sorted({grant for grant in grants if _is_requested(permissions, grant)} - DEFAULT_SCOPES))


def require_requested(permissions: ManifestPermissions | None, grants: Iterable[str]) -> None:
    """Raise 400 for a grant that the manifest does not ask for. Without a list of scopes or of folders, the operator
    decides alone.
    """
    requested = requested_permissions(permissions)
    for grant in grants:
        if not _is_requested(permissions, grant):
            raise bad_parameter(
                _PARAMETER,
                "The extension does not ask for this permission.",
                rule="permission.unrequested",
                value=grant,
                remedy=f"It asks for {_listed(requested)}." if requested else "Leave it out.",
            )


def require_granted(permissions: ManifestPermissions | None, grants: Collection[str]) -> None:
    """Raise 400 when the manifest asks for more than is granted."""
    missing = [permission for permission in requested_permissions(permissions) if permission not in grants]
    if missing:
        raise bad_parameter(
            _PARAMETER,
            f"The extension asks for {_listed(missing)}, which is not granted.",
            rule="permission.missing",
            value=missing[0],
            remedy=f"To grant it, repeat {_PARAMETER}=… for each of them, or use facetry extension install --grant.",
        )


def require_grantable(principal: Principal, grants: Iterable[str], protected: Collection[Path]) -> Grants:
    """The grants without repetitions, sorted. Folders of the system and those that have to do with `protected` paths
    cannot be granted. Asks the file system.

    Raises 400 for a scope or folder that cannot be granted, and 403 when the granting key lacks a scope itself.
    """
    found = tuple(sorted(set(grants)))
    needed = set[str]()
    for grant in found:
        if granted_folders.is_folder(grant):
            grantable_folders.require_grantable(grant, granted_folders.resolve(grant), protected)
            needed.add(FOLDER_SCOPE)
        elif grant in _GRANTABLE:
            needed.add(grant)
        else:
            remedy = suggest(grant, sorted(_GRANTABLE)) or "Name a scope, or a folder as read:/path or write:/path."
            raise bad_parameter(
                _PARAMETER,
                "No extension can have this permission.",
                rule="permission.unknown",
                value=grant,
                remedy=remedy,
            )
    if missing := principal.missing_scopes(frozenset(needed)):
        raise insufficient_scope(frozenset(needed), missing)
    return found


def not_enforced(grants: Iterable[str], *, is_confined: bool) -> Grants:
    """The granted folders that the program could use without the grant: it reads everything but the data folder, and
    unconfined, it writes wherever the user of the service can.
    """
    folders = (grant for grant in grants if grant not in _GRANTABLE)
    return tuple(grant for grant in folders if not is_confined or grant.startswith("read:"))


def _is_requested(permissions: ManifestPermissions | None, grant: str) -> bool:
    listed = None if permissions is None else permissions.scopes if grant in _GRANTABLE else permissions.folders
    return listed is None or grant in listed or grant in requested_permissions(permissions)


def _listed(permissions: Collection[str]) -> str:
    first = list(permissions)[:_MAX_LISTED]
    more = f" and {len(permissions) - _MAX_LISTED} more" if len(permissions) > _MAX_LISTED else ""
    return ", ".join(first) + more
