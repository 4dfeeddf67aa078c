"""What the processes of a program use now, from `/proc`, and what its folders take on the disk.

Part of the guardian: see `guardian.py` for why it imports only a few modules of the standard library.
"""

from __future__ import annotations

import os
import resource
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_BLOCK_BYTES: Final = 512


def descendants(pid: int) -> list[int]:
    """The process ids of all descendants of a process. Processes that start or end meanwhile may be missing."""
    pids = _children(pid)
    for child in pids:  # the list grows during the iteration
        pids += _children(child)
    return pids


def resident_bytes(pids: Iterable[int]) -> int:
    """The memory in use; what processes share is counted for each of them."""
    return sum(map(_resident, pids))


def proportional_bytes(pids: Iterable[int]) -> int:
    """The memory in use; what processes share is divided among them. It takes the kernel longer than the above."""
    return sum(map(_proportional, pids))


def open_files(pids: Iterable[int]) -> int:
    """The number of open files of the process that has most of them."""
    return max(map(_open_files, pids), default=0)


def disk_bytes(folders: Iterable[str]) -> int:
    """What is in the folders, as the disk counts it. Links are not followed; a file with several names counts once."""
    pending, total, seen = list(folders), 0, set[tuple[int, int]]()
    while pending:
        try:
            entries = list(os.scandir(pending.pop()))
        except OSError:  # removed meanwhile, or no folder
            continue
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISDIR(status.st_mode):
                pending.append(entry.path)
            identity = (status.st_dev, status.st_ino)
            if status.st_nlink == 1 or identity not in seen:
                total += status.st_blocks * _BLOCK_BYTES
                seen.add(identity)
    return total


def _children(pid: int) -> list[int]:
    pids: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                pids += map(int, file.read().split())
    except OSError:
        pass  # the process has ended
    return pids


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except (OSError, IndexError, ValueError):
        pass  # the process has ended, or this kernel does not count so
    return _resident(pid)


def _open_files(pid: int) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0
