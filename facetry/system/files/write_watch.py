"""Reports of the system about writes to one file.

A new name changes the change time of a file, so afterwards that does not say whether another program has written to the
file just before and put its date back. The system says it: by inotify, on Linux.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from typing import Final

_WRITTEN: Final = 0x2
_OVERFLOW: Final = 0x4000
_EVENT: Final = struct.Struct("iIII")
_BYTES: Final = 64 * 1024

_idle: list[int] = []
"""Queues of reports that nobody uses now. Closing one takes the system ten milliseconds."""
os.register_at_fork(after_in_child=_idle.clear)  # two processes would take each other's reports


class WriteWatch:
    """Watches an open file until it is closed. Writes from other hosts, and those through a mapping in memory, are not
    reported, nor are any if the system refuses the watch.
    """

    def __init__(self, file: int) -> None:
        """`file` is a descriptor of the file, which the caller may close."""
        self._queue = _new_queue()
        self._number = -1
        self._has_seen = False
        if self._queue >= 0:
            path = f"/proc/self/fd/{file}".encode()
            self._number = _libc.inotify_add_watch(self._queue, path, _WRITTEN)

    def has_seen_write(self) -> bool:
        """Whether a program has written to the file since the watch began."""
        while self._queue >= 0 and not self._has_seen:
            try:
                events = os.read(self._queue, _BYTES)
            except BlockingIOError:
                break
            self._has_seen = _reports_write(events)
        return self._has_seen

    def close(self) -> None:
        """End the watch."""
        queue, self._queue = self._queue, -1
        if queue < 0:
            return
        if self._number >= 0:
            _libc.inotify_rm_watch(queue, self._number)
        try:
            while os.read(queue, _BYTES):
                pass
        except BlockingIOError:
            _idle.append(queue)


def _new_queue() -> int:
    """A queue without reports; -1 if there is none."""
    try:
        return _idle.pop()
    except IndexError:
        pass
    if sys.platform != "linux":
        return -1
    return int(_libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))


def _reports_write(events: bytes) -> bool:
    offset = 0
    while offset < len(events):
        _, mask, _, name_bytes = _EVENT.unpack_from(events, offset)
        if mask & (_WRITTEN | _OVERFLOW):
            return True
        offset += _EVENT.size + name_bytes
    return False


_libc: Final = ctypes.CDLL(None, use_errno=True)
