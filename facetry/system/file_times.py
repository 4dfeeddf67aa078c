"""When a file was created, which Linux tells through `statx` and Python does not pass on, and when it was modified."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

_AT_EMPTY_PATH: Final = 0x1000
_STATX_BTIME: Final = 0x800
_MASK_AT: Final = 0
_BIRTH_SECONDS_AT: Final = 80  # offset of stx_btime in struct statx, the same on every architecture
_BIRTH_NANOSECONDS_AT: Final = 88


_MOST: Final = 2**63 - 1


def modified_ns(stat: os.stat_result) -> int:
    """The modification time in nanoseconds since the epoch, as far as 64 bits go: files can be dated behind 2262."""
    return max(-_MOST, min(stat.st_mtime_ns, _MOST))


def created_ms(file: int, stat: os.stat_result) -> int:
    """The birth time of an open file in milliseconds since the epoch.

    Where the system or the file system keeps none, the earlier of the last change of the content and of the inode.
    """
    birth = getattr(stat, "st_birthtime", None)
    if isinstance(birth, float):
        return int(birth * 1000)
    known = _statx_birth(file)
    return known if known is not None else min(stat.st_mtime_ns, stat.st_ctime_ns) // 1_000_000


def _statx_birth(file: int) -> int | None:
    statx = getattr(_libc, "statx", None)
    if statx is None:
        return None
    record = ctypes.create_string_buffer(256)
    if statx(file, b"", _AT_EMPTY_PATH, _STATX_BTIME, record) != 0:
        return None
    mask = int.from_bytes(record.raw[_MASK_AT : _MASK_AT + 4], sys.byteorder)
    if not mask & _STATX_BTIME:
        return None
    seconds = int.from_bytes(record.raw[_BIRTH_SECONDS_AT : _BIRTH_SECONDS_AT + 8], sys.byteorder, signed=True)
    nanoseconds = int.from_bytes(record.raw[_BIRTH_NANOSECONDS_AT : _BIRTH_NANOSECONDS_AT + 4], sys.byteorder)
    return seconds * 1000 + nanoseconds // 1_000_000


_libc: Final = ctypes.CDLL(None, use_errno=True)
