"""The identity of a folder, which tells whether another one is in its place."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from facetry.system.files.file_systems import NAMED, NAMELESS, kind_of_file_system

Identity = tuple[int, int]
"""The numbers of the device and of the inode, which hold while the file system is mounted."""


@dataclass(frozen=True, slots=True)
class FolderIdentity:
    """What the file system keeps of a folder when it is mounted again, also on another device.

    Equal identities say that the folder may be the same, different ones that it is another folder. Both members are
    None where inodes change with each mount, as on FAT, exFAT, NTFS, SMB, 9p, FUSE and overlays. So a folder of another
    kind of file system, such as the empty one where a disk was mounted, still differs from one there.
    """

    inode: int | None
    file_system: int | None


def identity_of_open(descriptor: int) -> FolderIdentity:
    """The identity of an open folder. Raises `OSError`."""
    kind = kind_of_file_system(descriptor)
    if kind not in NAMED and kind not in NAMELESS:
        return FolderIdentity(None, None)
    file_system = os.fstatvfs(descriptor).f_fsid if kind in NAMED else None
    return FolderIdentity(os.fstat(descriptor).st_ino, file_system)


def identity_of(path: Path) -> Identity | None:
    """The identity of what `path` leads to; None when it cannot be reached."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
