"""Folders of the operating system, which are not for pictures. They are found through any mount."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.folder_identity import Identity, identity_of

_ROOT: Final = Path("/")
_SYSTEM: Final = tuple(map(Path, ("/proc", "/sys", "/dev", "/run", "/etc", "/boot")))
_DISKS: Final = tuple(map(Path, ("/run/media", "/run/user")))
"""Where desktops make disks and network shares available."""
_VIRTUAL: Final = tuple(map(Path, ("/proc", "/sys")))
"""File systems that may be mounted elsewhere as well."""


def system_folder_of(path: Path) -> Path | None:
    """The system folder that the resolved `path` is or lies in, or `/` if it is the root; None for other folders."""
    root = identity_of(_ROOT)
    if identity_of(path) == root:
        return _ROOT
    devices = {
        each[0]: virtual for virtual in _VIRTUAL if (each := identity_of(virtual)) and root and each[0] != root[0]
    }
    identity = identity_of(path)
    if identity is not None and identity[0] in devices:
        return devices[identity[0]]
    return nearest(path, _SYSTEM, _DISKS)


def nearest(path: Path, folders: Iterable[Path], exceptions: Iterable[Path] = ()) -> Path | None:
    """The one of `folders` that `path` is or lies in. None if it is in none of them, or in one of the `exceptions`,
    which lie below them.
    """
    permitted = {identity_of(folder) for folder in exceptions} - {None}
    refused = {identity_of(folder): folder for folder in folders}
    for each in _identities_upwards(path):
        if each in permitted:
            return None
        if each is not None and each in refused:
            return refused[each]
    return None


def is_in(path: Path, folders: Iterable[ChosenFolder]) -> bool:
    """Whether the resolved `path` is or lies in one of these folders. One that cannot be reached now has nothing in
    it.
    """
    identities = set()
    for folder in folders:
        with suppress(OSError):
            identities.add(folder.inode())
    return not identities.isdisjoint(_identities_upwards(path))


def _identities_upwards(path: Path) -> list[Identity | None]:
    """Those of a resolved path and of the folders above it. What became a link meanwhile leads nowhere."""
    return [None if each.is_symlink() else identity_of(each) for each in (path, *path.parents)]
