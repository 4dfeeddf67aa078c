"""Folders that are granted to extensions: the location of each is resolved once, when the operator names it.

A grant such as `write:~/out` names a folder by a path, and whoever may change a folder on the way can make the path
lead elsewhere. So the resolved location is recorded with the grant, and each host identifies the folder that is there.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter
from facetry.system.files.folder_identity import FolderIdentity, identity_of_open
from facetry.system.files.safe_open import FOLDER_FLAGS, open_without_links

PARAMETER: Final = "grant"
_MISLED: Final = {errno.ELOOP: "a link is on its way now", errno.ENOTDIR: "something else is on its way now"}


@dataclass(frozen=True, slots=True)
class GrantedFolders:
    """The folders outside of an extension that its program may read, and those that it may also write to, each with its
    identity.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    identities: Mapping[Path, FolderIdentity] = field(default_factory=dict)


def is_folder(grant: str) -> bool:
    """Whether a grant names a folder, and no scope."""
    access, _, path = grant.partition(":")
    return access in ("read", "write") and "/" in path


def resolve(grant: str) -> Path:
    """The location of the folder of a grant, links resolved. Raises 400 for a path that leads nowhere."""
    try:
        return Path(grant.partition(":")[2]).expanduser().resolve()
    except (OSError, RuntimeError):  # no home folder, or links that lead to each other
        raise not_grantable(grant, "The path leads nowhere.") from None


def not_grantable(grant: str, detail: str) -> FaultError:
    """400 for a folder that cannot be granted."""
    remedy = "Grant a folder that has only what the extension needs, by a path without such links."
    return bad_parameter(PARAMETER, detail, rule="permission.folder", value=grant, remedy=remedy)


def identify(grant: str, location: Path, recorded: FolderIdentity | None, extension: str) -> FolderIdentity | None:
    """The identity of the folder that is at a location; None when nothing can be found there, as on a disk that is not
    mounted. No link is followed.

    Raises a fault with the reason when the location leads elsewhere, or to another folder than the `recorded` one.
    """
    try:
        folder = open_without_links(str(location), os.O_PATH | FOLDER_FLAGS)
    except OSError as error:
        if error.errno not in _MISLED:
            return None
        raise _misled(grant, location, _MISLED[error.errno], extension) from None
    try:
        found = identity_of_open(folder)
    finally:
        os.close(folder)
    if recorded is not None and recorded != found:
        raise _misled(grant, location, "another folder is in its place now", extension)
    return found


def _misled(grant: str, location: Path, reason: str, extension: str) -> FaultError:
    return FaultError(
        Fault(
            kind=FaultKind.UNAVAILABLE,
            rule="permission.moved",
            detail=f"The granted folder {location} is not used: {reason}.",
            value=grant,
            remedy="Put it back, and restart the extension. If you have moved it yourself, grant it again: "
            f"facetry extension grant {extension} {grant}",
        )
    )
