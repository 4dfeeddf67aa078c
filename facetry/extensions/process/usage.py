"""What the processes of a program use now, from `/proc`, and what its folders take on the disk.

Part of the guardian: see `guardian.py` for why it imports only a few modules of the standard library.
"""

from __future__ import annotations

import contextlib
import os
import resource
import stat

from facetry.system.files.safe_open import open_without_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_BLOCK_BYTES: Final = 512
_PATH_CHARACTERS: Final = 4_000


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
    """What is in the folders, as the disk counts it. Links are not followed, also not those that take the place of a
    folder meanwhile; a file with several names counts once. Paths that are too long for the system are left out.
    """
    pending, total, seen = [os.path.realpath(folder) for folder in folders], 0, set[tuple[int, int]]()
    while pending:
        path = pending.pop()
        try:
            entries = _entries(path)
        except OSError:  # removed meanwhile, or no folder
            continue
        for name, status in entries:
            if stat.S_ISDIR(status.st_mode) and len(path) + len(name) < _PATH_CHARACTERS:
                pending.append(f"{path}/{name}")
            identity = (status.st_dev, status.st_ino)
            if status.st_nlink == 1 or identity not in seen:
                total += status.st_blocks * _BLOCK_BYTES
                seen.add(identity)
    return total


def _entries(path: str) -> list[tuple[str, os.stat_result]]:
    """The names in a folder, and what is there. Raises `OSError`."""
    folder = open_without_links(path)
    found: list[tuple[str, os.stat_result]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):  # removed meanwhile
                    found.append((entry.name, entry.stat(follow_symlinks=False)))
    finally:
        os.close(folder)
    return found


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
