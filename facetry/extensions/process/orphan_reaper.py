"""Ends orphans: processes of a program whose guardian was killed. They are found by their environment or session."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Final

MARKER_VARIABLE: Final = "KEPT_AS"
"""An environment variable of guarded programs, which their children inherit. Its value is the path of the log files
without the suffix; only one program at a time has it."""
_ROUNDS: Final = 100
_PAUSE: Final = 0.02


def reap_orphans(marker: str, session: int | None = None) -> int:
    """Kill all processes whose environment has the marker or which belong to the session; returns how many.

    Blocks until they have ended, at most two seconds. Does nothing where there is no `/proc`.
    """
    entry = f"{MARKER_VARIABLE}={marker}".encode()
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        orphans = [pid for pid in _processes() if _kill_if_orphan(pid, entry, session)]
        if not orphans:
            break
        killed.update(orphans)
        time.sleep(_PAUSE)
    return len(killed)


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except FileNotFoundError:
        return []


def _kill_if_orphan(pid: int, entry: bytes, session: int | None) -> bool:
    """Kill the process if it is an orphan. The pidfd ensures that the checked process is the one that is killed."""
    try:
        if not _is_orphan(pid, entry, session):
            return False
        descriptor = os.pidfd_open(pid)
    except OSError:  # it has ended, or belongs to another user
        return False
    try:
        if not _is_orphan(pid, entry, session):
            return False
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def _is_orphan(pid: int, entry: bytes, session: int | None) -> bool:
    state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    if state[0] in b"ZX":
        return False
    return (session is not None and int(state[3]) == session) or _has_variable(pid, entry)


def _has_variable(pid: int, entry: bytes) -> bool:
    return entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
