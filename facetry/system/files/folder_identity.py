"""The identity of a folder, which tells whether another one is in its place."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Identity = tuple[int, int]
"""The numbers of the device and of the inode, which hold while the file system is mounted."""

_NAMED: Final = frozenset({0xEF53, 0x9123_683E, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994})
"""File systems that keep inodes, and a number of their own made of their UUID: ext, Btrfs, ZFS, bcachefs, tmpfs."""
_NAMELESS: Final = frozenset(
    {0x5846_5342, 0xF2F5_2010, 0x3153_464A, 0x5265_4973, 0x0116_1970, 0x7461_636F, 0x00C3_6400, 0x0BD0_0BD0, 0x6969}
)
"""Those that keep inodes, while their number is made of the device or missing: XFS, F2FS, JFS, ReiserFS, GFS2, OCFS2,
Ceph, Lustre, NFS.
"""
_STATUS_BYTES: Final = 512
"""More than a `struct statfs` has on any machine."""


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
    kind = _kind_of_file_system(descriptor)
    if kind not in _NAMED and kind not in _NAMELESS:
        return FolderIdentity(None, None)
    file_system = os.fstatvfs(descriptor).f_fsid if kind in _NAMED else None
    return FolderIdentity(os.fstat(descriptor).st_ino, file_system)


def identity_of(path: Path) -> Identity | None:
    """The identity of what `path` leads to; None when it cannot be reached."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _kind_of_file_system(descriptor: int) -> int | None:
    """The number by which Linux calls the kind of file system; None elsewhere. Raises `OSError`."""
    if sys.platform != "linux":
        return None
    status = ctypes.create_string_buffer(_STATUS_BYTES)
    while _libc.fstatfs(descriptor, status) != 0:
        code = ctypes.get_errno()
        if code != errno.EINTR:
            raise OSError(code, os.strerror(code))
    return ctypes.c_ulong.from_buffer(status).value & 0xFFFF_FFFF  # the first member


_libc: Final = ctypes.CDLL(None, use_errno=True)
