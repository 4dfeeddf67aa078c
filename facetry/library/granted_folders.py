"""Folders that are granted to extensions: the place of each is resolved once, when the operator names it.

A grant such as `write:~/out` names a folder by a path, and whoever may change a folder on the way can make the path
lead elsewhere. So the resolved place is recorded with the grant, and each host identifies the folder that is there.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.errors import Fault, FaultError, FaultKind, bad_parameter
from facetry.system import system_folders
from facetry.system.files.folder_identity import FolderIdentity, identity_of_open
from facetry.system.files.safe_open import FOLDER_FLAGS, open_without_links
from facetry.system.mount_aliases import with_aliases

PARAMETER: Final = "grant"
_MAX_LINKS: Final = 40
"""As many links as the system follows on the way to a file."""
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
    """The place of the folder of a grant, links resolved. Raises 400 for a path that leads nowhere."""
    try:
        return Path(grant.partition(":")[2]).expanduser().resolve()
    except (OSError, RuntimeError):  # no home folder, or links that lead to each other
        raise _refusal(grant, "The path leads nowhere.") from None


def require_grantable(grant: str, place: Path, protected: Iterable[Path]) -> None:
    """Raise 400 for a folder of the system, and for one that has to do with `protected` paths: one that contains links
    on their way would decide where they lead. Asks the file system.
    """
    paths = list(protected)
    places = list(map(Path, with_aliases(map(str, paths))))
    links = [link.parent for path in paths for link in links_of(path)]
    if system_folders.system_folder_of(place) is not None:
        raise _refusal(grant, "The folder belongs to the operating system.")
    if system_folders.nearest(place, places) or any(
        system_folders.nearest(each, [place]) for each in (*places, *links)
    ):
        detail = "The folder is, contains or lies inside the data folder of the library, or holds a secret."
        raise _refusal(grant, detail)


def require_own_way(grant: str, writable: Collection[Path]) -> None:
    """Raise 400 when the path of a grant leads through a link in a `writable` folder of an extension, whose program can
    have made it. Asks the file system.
    """
    for link in links_of(Path(grant.partition(":")[2]).expanduser()):
        if (folder := system_folders.nearest(link.parent, writable)) is not None:
            detail = f"The path leads through the link {link}, which an extension may change: it may write to {folder}."
            raise _refusal(grant, detail)


def links_of(path: Path) -> Iterator[Path]:
    """The links on the way to what an absolute path leads to. Each is in a folder whose own path has no links."""
    place, pending, count = Path("/"), [*reversed(path.absolute().parts[1:])], 0
    while pending and count < _MAX_LINKS:
        part = pending.pop()
        try:
            target = Path(os.readlink(place / part)) if part != ".." else None  # noqa: PTH115  # keeps the text
        except OSError:
            target = None
        if target is None:
            place = place.parent if part == ".." else place / part
            continue
        count += 1
        yield place / part
        if target.is_absolute():
            place = Path("/")
        pending += reversed(target.parts[1:] if target.is_absolute() else target.parts)


def identify(grant: str, place: Path, recorded: FolderIdentity | None, extension: str) -> FolderIdentity | None:
    """The identity of the folder that is at a place; None when nothing can be found there, as on a disk that is not
    mounted. No link is followed.

    Raises a fault with the reason when the place leads elsewhere, or to another folder than the `recorded` one.
    """
    try:
        folder = open_without_links(str(place), os.O_PATH | FOLDER_FLAGS)
    except OSError as error:
        if error.errno not in _MISLED:
            return None
        raise _misled(grant, place, _MISLED[error.errno], extension) from None
    try:
        found = identity_of_open(folder)
    finally:
        os.close(folder)
    if recorded is not None and recorded != found:
        raise _misled(grant, place, "another folder is in its place now", extension)
    return found


def _misled(grant: str, place: Path, reason: str, extension: str) -> FaultError:
    return FaultError(
        Fault(
            kind=FaultKind.UNAVAILABLE,
            rule="permission.moved",
            detail=f"The granted folder {place} is not used: {reason}.",
            value=grant,
            remedy="Put it back, and restart the extension. If you have moved it yourself, grant it again: "
            f"facetry extension grant {extension} {grant}",
        )
    )


def _refusal(grant: str, detail: str) -> FaultError:
    remedy = "Grant a folder that has only what the extension needs, by a path without such links."
    return bad_parameter(PARAMETER, detail, rule="permission.folder", value=grant, remedy=remedy)
