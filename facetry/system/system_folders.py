"""Folders of the operating system, which are no place for pictures. They are found through any mount."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/")
_SYSTEM: Final = tuple(map(Path, ("/proc", "/sys", "/dev", "/run", "/etc", "/boot")))
_DISKS: Final = tuple(map(Path, ("/run/media", "/run/user")))
"""Where desktops make disks and network shares available."""
_VIRTUAL: Final = tuple(map(Path, ("/proc", "/sys")))
"""File systems that may be mounted in other places as well."""

Identity = tuple[int, int]
"""Device and inode."""


def system_folder_of(path: Path) -> Path | None:
    """The system folder that the resolved `path` is or lies in, or `/` if it is the root; None for other folders."""
    root = identity(_ROOT)
    if identity(path) == root:
        return _ROOT
    devices = {each[0]: virtual for virtual in _VIRTUAL if (each := identity(virtual)) and root and each[0] != root[0]}
    place = identity(path)
    if place is not None and place[0] in devices:
        return devices[place[0]]
    return nearest(path, _SYSTEM, _DISKS)


def nearest(path: Path, folders: Iterable[Path], exceptions: Iterable[Path] = ()) -> Path | None:
    """The one of `folders` that `path` is or lies in. None if it is in none of them, or in one of the `exceptions`,
    which lie below them.
    """
    permitted = {identity(folder) for folder in exceptions} - {None}
    refused = {identity(folder): folder for folder in folders}
    for place in (path, *path.parents):
        each = identity(place)
        if each in permitted:
            return None
        if each is not None and each in refused:
            return refused[each]
    return None


def identity(path: Path) -> Identity | None:
    """Device and inode of what `path` leads to; None when there is nothing."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
