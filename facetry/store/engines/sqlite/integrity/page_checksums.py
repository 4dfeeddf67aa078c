"""Checksums in the last eight bytes of each page, as SQLite's checksum VFS writes them: https://sqlite.org/cksumvfs.html

The checksum is a linear function of the words of a page, modulo 2**32. So that of many pages is one product of
matrices. A page of zeros has a valid checksum, and is treated as damaged here unless it is free. The start of a
service needs the checksums of single pages only, and no numpy.
"""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.store.engines.sqlite.connections import PAGE_BYTES, UnsafeSQLiteError, has_page_checksums
from facetry.system.files.durable_folders import flush_folder

RESERVED_BYTES: Final = 8
"""Bytes at the end of each page that hold its checksum."""
APPLICATION_ID: Final = 0x46435459
"""Marks a database whose pages have checksums ("FCTY"), at byte 68 of the header."""
_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = struct.Struct(">16sH6B12I20x2I")
_EMPTY_LEAF: Final = 13
_CHUNK_PAGES: Final = 256
_NO_CHECKSUM: Final = bytes(RESERVED_BYTES)
_STEP: Final = struct.Struct("<2I")


def page_sum(page: bytes) -> bytes:
    """The checksum of a page as it is stored, without a look at the stored one."""
    first = second = 0
    for one, two in _STEP.iter_unpack(memoryview(page)[:-RESERVED_BYTES]):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return _STEP.pack(first, second)


@functools.cache
def coefficients(steps: int) -> NDArray[np.uint32]:
    """The factors of the words in both sums, [2 * steps, 2]. Each step adds two words."""
    factors = np.empty((2 * steps, 2), np.uint32)
    a, b, c, d = 1, 0, 0, 1  # a power of [[1, 1], [1, 2]]
    for step in range(steps - 1, -1, -1):
        factors[2 * step] = ((a + b) & 0xFFFFFFFF, (c + d) & 0xFFFFFFFF)
        factors[2 * step + 1] = (b, d)
        a, b, c, d = ((a + b) & 0xFFFFFFFF, (a + 2 * b) & 0xFFFFFFFF, (c + d) & 0xFFFFFFFF, (c + 2 * d) & 0xFFFFFFFF)
    return factors


def page_sums(pages: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The checksums of pages, [count, 2], without a look at those that are stored in them."""
    return weighted_sums(pages.view("<u4").astype(np.uint32, copy=False), _page_coefficients())


@functools.cache
def _page_coefficients() -> NDArray[np.uint32]:
    """The factors of the words of a page, [2, words], with zeros for the stored checksum."""
    factors = coefficients((PAGE_BYTES - RESERVED_BYTES) // 8)
    return np.ascontiguousarray(np.concatenate([factors, np.zeros((2, 2), np.uint32)]).T)


def weighted_sums(words: NDArray[np.uint32], factors: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """For each row of `words`, [count, words], its sums with the factors of both rows of `factors`, [count, 2]."""
    # NumPy's product of matrices takes twice as long: it has no fast way for integers.
    sums: NDArray[np.uint32] = np.einsum("ij,kj->ik", words, factors)
    return sums


def are_valid(pages: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For each page of [count, PAGE_BYTES] whether its checksum is right and it does not consist of zeros."""
    stored = np.ascontiguousarray(pages[:, -RESERVED_BYTES:]).view("<u4")
    is_valid: NDArray[np.bool_] = (page_sums(pages) == stored).all(1) & pages.any(1)
    return is_valid


def create_database(path: Path, *, with_checksums: bool = True) -> None:
    """Create an empty database with mode 0600, unless there is a file. Raises `OSError`."""
    if path.exists():
        return
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(first_page() if with_checksums else b"")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process creates the same library
            _rename_to_new(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    flush_folder(path.parent)


def _rename_to_new(temporary: Path, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, such as exFAT
        if not path.exists():
            temporary.rename(path)


def require_verification(path: Path) -> None:
    """Raise `UnsafeSQLiteError` when the pages of the database have checksums that this installation cannot write.

    It reads the file, so no connection of this process may have it open. Raises `OSError`.
    """
    if not has_page_checksums() and has_room(path):
        raise UnsafeSQLiteError(
            "The pages of this library have checksums, and the package apsw, which has SQLite's code for them, is "
            "missing or does not run here. Install it: pip install apsw"
        )


def damage_of_header(path: Path) -> str | None:
    """What is wrong with the first page of the database; None when it can be that of a library. Raises `OSError`.

    SQLite itself would take a damaged size of the reserved bytes for a database without checksums.
    """
    with path.open("rb") as file:
        page = file.read(PAGE_BYTES)
        size = file.seek(0, os.SEEK_END)
    if not page:
        return None  # a process created the file and died
    if len(page) < PAGE_BYTES or page[:16] != _MAGIC:
        return "the file is no database"
    page_size, reserved = int.from_bytes(page[16:18], "big"), page[20]
    if page_size != PAGE_BYTES or page[21:24] != b"\x40\x20\x20" or reserved not in (0, RESERVED_BYTES):
        return "its header is damaged"
    if reserved == 0 and page[68:92] != bytes(24):
        return "its header is damaged"
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return None  # a power failure may have interrupted the copying of pages, which are in the log as well
    if reserved and page_sum(page) != page[-RESERVED_BYTES:]:
        return "the checksum of its first page is wrong"
    if size < (needed := int.from_bytes(page[28:32], "big") * PAGE_BYTES):
        return f"the file has {size} bytes, and needs {needed}"
    return None


def zero_pages(descriptor: int, must_end: Callable[[], bool]) -> list[int] | None:
    """The pages of an open database that consist of zeros; None when `must_end` ended the search. Raises `OSError`.

    The checksum of such a page is right. In use, it is damaged; but pages that were never used look the same.
    """
    found: list[int] = []
    first = 0
    while data := os.pread(descriptor, _CHUNK_PAGES * PAGE_BYTES, first * PAGE_BYTES):
        if must_end():
            return None
        for number in range(len(data) // PAGE_BYTES):
            end = (number + 1) * PAGE_BYTES
            # the checksum of other pages is seldom zero
            if data.startswith(_NO_CHECKSUM, end - RESERVED_BYTES) and not data[end - PAGE_BYTES : end].strip(b"\0"):
                found.append(first + number + 1)
        first += _CHUNK_PAGES
    return found


def has_room(path: Path) -> bool:
    """Whether the pages of the database have checksums. Raises `OSError`."""
    with path.open("rb") as file:
        header = file.read(24)
    return len(header) == 24 and header[20] == RESERVED_BYTES


def first_page() -> bytes:
    """The first page of an empty database whose pages have checksums."""
    end = PAGE_BYTES - RESERVED_BYTES
    header = _HEADER.pack(
        _MAGIC,
        PAGE_BYTES,
        2,
        2,
        RESERVED_BYTES,
        64,
        32,
        32,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        APPLICATION_ID,
        1,
        3_051_003,
    )
    leaf = struct.pack(">BHHHB", _EMPTY_LEAF, 0, 0, end, 0)
    page = (header + leaf).ljust(PAGE_BYTES, b"\0")
    return page[:end] + page_sum(page)
