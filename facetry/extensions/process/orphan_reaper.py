"""Processes of a program whose keeper was killed: what nobody is the parent of any more has to be found."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Final

MARK: Final = "KEPT_AS"
"""A variable in the environment of kept programs, which their children inherit: the stem of their log files, and there
is only one such program at a time."""
_ROUNDS: Final = 100
_PAUSE: Final = 0.02


def end_leftovers(mark: str, session: int | None = None) -> int:
    """Kill all processes whose environment holds the mark or which are of that session; returns how many there were.

    Blocks while they die, two seconds at the most. Does nothing where there is no `/proc`.
    """
    entry = f"{MARK}={mark}".encode()
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        found = [pid for pid in _processes() if _kill(pid, entry, session)]
        if not found:
            break
        killed.update(found)
        time.sleep(_PAUSE)
    return len(killed)


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except FileNotFoundError:
        return []


def _kill(pid: int, entry: bytes, session: int | None) -> bool:
    """Kill the process if it is one of them. The descriptor makes sure that it is the same that was looked at."""
    try:
        if not _is_one(pid, entry, session):
            return False
        descriptor = os.pidfd_open(pid)
    except OSError:  # it has ended, or is somebody else's
        return False
    try:
        if not _is_one(pid, entry, session):
            return False
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def _is_one(pid: int, entry: bytes, session: int | None) -> bool:
    state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    if state[0] in b"ZX":
        return False
    return (session is not None and int(state[3]) == session) or _holds(pid, entry)


def _holds(pid: int, entry: bytes) -> bool:
    return entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
