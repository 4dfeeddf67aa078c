"""Copies of files in memory, in large pages where the system has them.

A search of a graph reads a thousand nodes in no order. With pages of 4 KiB, a quarter of its time is spent on finding
their addresses. Files are not mapped in larger pages, but memory can be. The system cannot take it back as it takes
pages of files, so a copy may only have a share of it.
"""

from __future__ import annotations

import contextlib
import mmap
from pathlib import Path
from typing import Final

import xxhash

from facetry.library.search.vectors.files.atomic_files import StoredFile
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.system.available_memory import available_bytes
from facetry.system.files.file_kinds import open_regular

_MAX_SHARE: Final = 1 / 8
"""The largest part of the available memory that a copy takes."""
_CHUNK_BYTES: Final = 1 << 20


def memory_copy(folder: Path, expected: StoredFile) -> mmap.mmap | None:
    """A copy of the file, whose checksum was verified; None when it would take too much of the available memory.

    Raises `DamagedError` and `OSError`.
    """
    if not 0 < expected.size <= _MAX_SHARE * available_bytes():
        return None
    try:
        copy = mmap.mmap(-1, expected.size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # a limit on the addresses of this process
        return None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without large pages
            copy.madvise(mmap.MADV_HUGEPAGE)
    hasher, size = xxhash.xxh3_128(), 0
    with open_regular(folder / expected.name) as file, memoryview(copy) as memory:
        while count := file.readinto(memory[size : size + _CHUNK_BYTES]):
            hasher.update(memory[size : size + count])
            size += count
        is_longer = bool(file.read(1))
    if is_longer or (size, hasher.hexdigest()) != (expected.size, expected.checksum):
        raise DamagedError(f"{expected.name} is damaged")
    return copy
