"""Kinds of file systems: which of them keep the numbers of inodes, and have a number of their own."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from typing import Final

NAMED: Final = frozenset({0xEF53, 0x9123_683E, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994})
"""File systems that keep inodes, and a number of their own made of their UUID: ext, Btrfs, ZFS, bcachefs, tmpfs."""
NAMELESS: Final = frozenset(
    {0x5846_5342, 0xF2F5_2010, 0x3153_464A, 0x5265_4973, 0x0116_1970, 0x7461_636F, 0x00C3_6400, 0x0BD0_0BD0, 0x6969}
)
"""Those that keep inodes, while their number is made of the device or missing: XFS, F2FS, JFS, ReiserFS, GFS2, OCFS2,
Ceph, Lustre, NFS.
"""
_STATUS_BYTES: Final = 512
"""More than a `struct statfs` has on any machine."""


def kind_of_file_system(file: int | str) -> int | None:
    """The number by which Linux calls the kind of file system of a descriptor or a path; None elsewhere.

    Raises `OSError`.
    """
    if sys.platform != "linux":
        return None
    status = ctypes.create_string_buffer(_STATUS_BYTES)
    while _statfs(file, status) != 0:
        code = ctypes.get_errno()
        if code != errno.EINTR:
            raise OSError(code, os.strerror(code))
    return ctypes.c_ulong.from_buffer(status).value & 0xFFFF_FFFF  # the first member


def _statfs(file: int | str, status: ctypes.Array[ctypes.c_char]) -> int:
    if isinstance(file, int):
        return int(_libc.fstatfs(file, status))
    return int(_libc.statfs(os.fsencode(file), status))


_libc: Final = ctypes.CDLL(None, use_errno=True)
