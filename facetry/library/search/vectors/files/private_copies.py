"""Private copies of vector files: files without a name, which no other program can truncate while they are mapped.

The kernel ends a process that reads a part of a mapping behind the end of its file. So files that have a name are not
mapped. A copy takes no room on file systems that share blocks (Btrfs, XFS); elsewhere it takes that of the file, until
the server stops.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import tempfile
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final

import xxhash

from facetry.library.search.vectors.files.atomic_files import StoredFile
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.system.files.file_kinds import open_regular

_FICLONE: Final = 0x40049409
_CHUNK_BYTES: Final = 1 << 20

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def private_copy(folder: Path, expected: StoredFile, *, is_shared: bool = False) -> Iterator[FileIO]:
    """A copy of the file, open for reading; its checksum was verified. Mappings outlive the context.

    Without room on the disk, it is the file itself, and the log says so. With `is_shared`, it is the file itself too:
    processes that map the same file have it in memory once. Only a process that is replaced when it ends may do that.
    Raises `DamagedError` and `OSError`.
    """
    path = folder / expected.name
    with open_regular(path) as original, contextlib.ExitStack() as stack:
        file = original
        if is_shared:
            _require_intact(file.fileno(), expected)
            yield file
            return
        try:
            descriptor = os.dup(stack.enter_context(tempfile.TemporaryFile(dir=folder, buffering=0)).fileno())
            copy = stack.enter_context(FileIO(descriptor, "r+"))
            if not _share_blocks(original.fileno(), copy.fileno()):
                _copy(original.fileno(), copy.fileno())
            file = copy
        except OSError as error:
            _log.warning(
                "there is no room for a copy of %s; the server would end if a program truncated it: %s", path, error
            )
        _require_intact(file.fileno(), expected)
        yield file


def path_of(file: FileIO) -> str:
    """A path by which this process can open the file again, while it is open."""
    return f"/dev/fd/{file.fileno()}"


def _share_blocks(original: int, copy: int) -> bool:
    try:
        fcntl.ioctl(copy, _FICLONE, original)
    except OSError:
        return False
    return True


def _copy(original: int, copy: int) -> None:
    offset = 0
    while count := os.sendfile(copy, original, offset, _CHUNK_BYTES):
        offset += count


def _require_intact(descriptor: int, expected: StoredFile) -> None:
    hasher = xxhash.xxh3_128()
    size = 0
    while data := os.pread(descriptor, _CHUNK_BYTES, size):
        hasher.update(data)
        size += len(data)
    if (size, hasher.hexdigest()) != (expected.size, expected.checksum):
        raise DamagedError(f"{expected.name} is damaged")
