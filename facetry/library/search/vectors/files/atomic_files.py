"""Files that are written atomically: under a partial name, flushed to the disk, renamed, and verified by a checksum."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from facetry.system.files.file_kinds import open_regular

PARTIAL_SUFFIX: Final = ".part"
_CHUNK_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The description of a file as it was written: its name in its folder, its size in bytes, and its checksum."""

    name: str
    size: int
    checksum: str


class FileWriter:
    """Writes a file under a partial name; `commit` gives it its final name."""

    def __init__(self, path: Path) -> None:
        """Open the partial file. Raises `OSError`, as all functions of this module that write."""
        self._path = path
        self._partial_path = path.with_name(path.name + PARTIAL_SUFFIX)
        # The data folder is private; so is each file in it, should somebody move it.
        self._file = open(self._partial_path, "wb", buffering=0, opener=partial(os.open, mode=0o600))  # noqa: SIM115
        self._hash = xxhash.xxh3_128()
        self._size = 0

    def write(self, data: NDArray[Any] | bytes) -> None:
        """Append bytes; for an array, those of its elements in C order."""
        view = data.reshape(-1).view(np.uint8).data if isinstance(data, np.ndarray) else memoryview(data)
        self._hash.update(view)
        self._size += len(view)
        while view:
            view = view[self._file.write(view) or 0 :]

    def commit(self) -> StoredFile:
        """Flush the file to the disk and rename it; the name is durable after `flush_folder`."""
        os.fsync(self._file.fileno())
        self._file.close()
        self._partial_path.rename(self._path)
        return StoredFile(self._path.name, self._size, self._hash.hexdigest())

    def discard(self) -> None:
        """Close and remove the partial file."""
        self._file.close()
        with contextlib.suppress(OSError):
            self._partial_path.unlink()


def describe_file(path: Path) -> StoredFile:
    """The description of the file as it is now, read completely. Raises `OSError`."""
    hasher = xxhash.xxh3_128()
    chunk = memoryview(bytearray(_CHUNK_BYTES))
    size = 0
    with open_regular(path) as file:
        while count := file.readinto(chunk):
            hasher.update(chunk[:count])
            size += count
    return StoredFile(path.name, size, hasher.hexdigest())


def remove_other_files(folder: Path, keep: Iterable[str]) -> None:
    """Remove everything in the folder except `keep`; mapped files stay readable. Errors are ignored."""
    names = set(keep)
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name not in names:
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    with contextlib.suppress(OSError):
                        Path(entry.path).unlink()
