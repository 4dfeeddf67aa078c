"""Times of files. Python does not expose the creation time of Linux, so `statx` is called."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from typing import Final

_AT_EMPTY_PATH: Final = 0x1000
_STATX_BTIME: Final = 0x800
_MASK_OFFSET: Final = 0
_BIRTH_SECONDS_OFFSET: Final = 80  # offset of stx_btime in struct statx, the same on every architecture
_BIRTH_NANOSECONDS_OFFSET: Final = 88


_MAX_NANOSECONDS: Final = 2**63 - 1
_CLOCK_STEP_NS: Final = 20_000_000
_WHOLE_SECONDS_STEP_NS: Final = 2_000_000_000
_COARSE_CLOCK: Final = 5
"""Linux's clock of change times. It goes forward with the timer interrupt, every one to ten milliseconds."""
_PAUSE_SECONDS: Final = 0.0005


def modified_ns(stat: os.stat_result) -> int:
    """The modification time in nanoseconds since the epoch, limited to signed 64 bits: file dates can exceed 2262."""
    time = stat.st_mtime_ns
    return time if -_MAX_NANOSECONDS <= time <= _MAX_NANOSECONDS else _limited(time)


def changed_ns(stat: os.stat_result) -> int:
    """The inode change time in nanoseconds since the epoch, limited to signed 64 bits.

    The system sets it at each change of content, name, owner or permissions, and no program can choose it. A file
    system without it reports the modification time or a constant.
    """
    time = stat.st_ctime_ns
    return time if -_MAX_NANOSECONDS <= time <= _MAX_NANOSECONDS else _limited(time)


def _limited(time: int) -> int:
    return _MAX_NANOSECONDS if time > 0 else -_MAX_NANOSECONDS


def clock_step_ns(changed_ns: int) -> int:
    """By how many nanoseconds the clock of the file system that has set a change time may be behind.

    It goes forward in steps: of seconds in old file systems, otherwise of at most ten milliseconds.
    """
    return _WHOLE_SECONDS_STEP_NS if changed_ns % 1_000_000_000 == 0 else _CLOCK_STEP_NS


def may_change_unseen(stat: os.stat_result, began_ns: int) -> bool:
    """Whether a change after `began_ns`, in nanoseconds since the epoch, could leave the change time of `stat`."""
    return abs(began_ns - stat.st_ctime_ns) < clock_step_ns(stat.st_ctime_ns)


def wait_for_change_time(stat: os.stat_result) -> None:
    """Wait until a change of the file gets another change time than that of `stat`, which a change just now has set.

    This takes no longer than a step of the clock. Nothing is waited for if the file system has another clock.
    """
    end_ns = time.monotonic_ns() + _CLOCK_STEP_NS
    while _coarse_ns() == stat.st_ctime_ns and time.monotonic_ns() < end_ns:
        time.sleep(_PAUSE_SECONDS)


def _coarse_ns() -> int | None:
    return time.clock_gettime_ns(_COARSE_CLOCK) if sys.platform == "linux" else None


def created_ms(descriptor: int, stat: os.stat_result) -> int:
    """The birth time of an open file in milliseconds since the epoch.

    If the system or the file system has no birth time, returns the earlier of modification and inode change time.
    """
    birth_seconds = getattr(stat, "st_birthtime", None)
    if isinstance(birth_seconds, float):
        return int(birth_seconds * 1000)
    birth_ms = _statx_birth(descriptor)
    return birth_ms if birth_ms is not None else min(stat.st_mtime_ns, stat.st_ctime_ns) // 1_000_000


def _statx_birth(descriptor: int) -> int | None:
    statx = getattr(_libc, "statx", None)
    if statx is None:
        return None
    record = ctypes.create_string_buffer(256)
    if statx(descriptor, b"", _AT_EMPTY_PATH, _STATX_BTIME, record) != 0:
        return None
    mask = int.from_bytes(record.raw[_MASK_OFFSET : _MASK_OFFSET + 4], sys.byteorder)
    if not mask & _STATX_BTIME:
        return None
    seconds = int.from_bytes(record.raw[_BIRTH_SECONDS_OFFSET : _BIRTH_SECONDS_OFFSET + 8], sys.byteorder, signed=True)
    nanoseconds = int.from_bytes(record.raw[_BIRTH_NANOSECONDS_OFFSET : _BIRTH_NANOSECONDS_OFFSET + 4], sys.byteorder)
    return seconds * 1000 + nanoseconds // 1_000_000


_libc: Final = ctypes.CDLL(None, use_errno=True)
