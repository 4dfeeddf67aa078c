"""Inode numbers, on file systems that keep them as long as the file exists.

Others make numbers up: they may differ after the file system was mounted again, or after the file left the cache.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

_KEEPING_TYPES: Final = frozenset(
    {
        0xEF53,  # ext2, ext3, ext4
        0x58465342,  # XFS
        0x9123683E,  # Btrfs
        0x2FC12FC1,  # ZFS
        0xF2F52010,  # F2FS
        0xCA451A4E,  # bcachefs
        0x01021994,  # tmpfs
        0x6969,  # NFS: those of the server
        0x00C36400,  # Ceph
        0x3153464A,  # JFS
        0x0BD00BD0,  # Lustre
        0x7366746E,  # NTFS of the kernel: numbers of the master file table
    }
)
"""The types in `statfs` (include/uapi/linux/magic.h of Linux, and those of ZFS and Lustre)."""
_STATFS_BYTES: Final = 512
_MAX_DEVICES: Final = 4_096

_keeping_devices: dict[int, bool] = {}
"""Whether the file system of a device keeps inode numbers."""


def kept_inode(status: os.stat_result, place: int | str) -> int:
    """The inode number of a file as a signed integer of 64 bits; 0 if its file system does not keep it.

    `status` is that of the file, and `place` a descriptor or a path on the same file system.
    """
    keeps = _keeping_devices.get(status.st_dev)
    if keeps is None:
        if len(_keeping_devices) >= _MAX_DEVICES:
            _keeping_devices.clear()
        keeps = _keeping_devices[status.st_dev] = _keeps_inodes(place)
    if not keeps:
        return 0
    return status.st_ino - (1 << 64) if status.st_ino >> 63 else status.st_ino


def _keeps_inodes(place: int | str) -> bool:
    if sys.platform != "linux":
        return True  # local file systems of other systems keep them
    buffer = ctypes.create_string_buffer(_STATFS_BYTES)
    failed = _libc.fstatfs(place, buffer) if isinstance(place, int) else _libc.statfs(os.fsencode(place), buffer)
    # The type comes first, as a word of the machine of which 32 bits count.
    type = int.from_bytes(buffer.raw[: ctypes.sizeof(ctypes.c_long)], sys.byteorder) & 0xFFFFFFFF
    return not failed and type in _KEEPING_TYPES


_libc: Final = ctypes.CDLL(None, use_errno=True)
