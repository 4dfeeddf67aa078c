"""Files that are whole or not there: written beside, flushed, renamed, and known by a checksum."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import xxhash
from numpy.typing import NDArray

UNFINISHED: Final = ".part"
_PIECE_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it was written: its name in its folder, its bytes, and their checksum."""

    name: str
    size: int
    checksum: str


class Writing:
    """A file that is being written; `done` gives it its name."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError`, as everything else here does."""
        self._path = path
        self._beside = path.with_name(path.name + UNFINISHED)
        self._file = self._beside.open("wb", buffering=0)
        self._hash = xxhash.xxh3_128()
        self._size = 0

    def write(self, data: NDArray[Any] | bytes) -> None:
        """Append these bytes, of an array those of its numbers in C order."""
        view = data.reshape(-1).view(np.uint8).data if isinstance(data, np.ndarray) else memoryview(data)
        self._hash.update(view)
        self._size += len(view)
        while view:
            view = view[self._file.write(view) or 0 :]

    def done(self) -> Stored:
        """The file is on the disk, under its name once the folder is flushed as well."""
        os.fsync(self._file.fileno())
        self._file.close()
        self._beside.rename(self._path)
        return Stored(self._path.name, self._size, self._hash.hexdigest())

    def abandon(self) -> None:
        """There is no such file."""
        self._file.close()
        with contextlib.suppress(OSError):
            self._beside.unlink()


def flush(folder: Path) -> None:
    """The names in the folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def stored(path: Path) -> Stored:
    """What lies there now. Raises `OSError`."""
    hashing = xxhash.xxh3_128()
    piece = memoryview(bytearray(_PIECE_BYTES))
    size = 0
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(piece):
            hashing.update(piece[:count])
            size += count
    return Stored(path.name, size, hashing.hexdigest())


def is_whole(folder: Path, wanted: Stored) -> bool:
    """Whether the file lies in the folder as it was written."""
    path = folder / wanted.name
    try:
        return path.stat().st_size == wanted.size and stored(path) == wanted
    except OSError:
        return False


def tidy(folder: Path, kept: Iterable[str]) -> None:
    """Remove whatever else is in the folder; files that are mapped stay readable."""
    names = set(kept)
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name not in names:
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    with contextlib.suppress(OSError):
                        Path(entry.path).unlink()
