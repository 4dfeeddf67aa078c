"""The commit mark: the last commit that was acknowledged, in a small file beside the database.

The mark is written after each commit and not flushed. So it is never ahead of the database, and survives whatever a
process survives. When the database ends before the mark, acknowledged commits were damaged. After a power failure the
mark may be behind, and then proves less.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.store.engines.sqlite.integrity.log_frames import FRAME_BYTES, flushed_end, log_path, read_frames

_FORM: Final = struct.Struct("<8sQ5I")
_SUM: Final = struct.Struct("<I")
_MAGIC: Final = b"FCTYmark"
_INDEX_BYTES: Final = 48
_INDEX_FIELDS: Final = struct.Struct("=4I")
"""Number of frames, number of pages, checksum of the last frame; see https://sqlite.org/walformat.html"""
_SALTS: Final = struct.Struct(">2I")
"""SQLite keeps the salts as they are in the file."""
_COMPARISONS: Final = 5
_DAMAGED_HEADER: Final = "the header of the write-ahead log is damaged"
_PAUSE_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class CommitMark:
    """The last acknowledged commit: its revision, and where it ends in the write-ahead log."""

    revision: int
    frames: int
    sums: tuple[int, int]
    """The checksum of the last frame."""
    salts: tuple[int, int]
    """The salts of the log's generation."""


def mark_path(database: Path) -> Path:
    """The path of the commit mark."""
    return database.with_name(database.name + "-mark")


def read_mark(database: Path) -> CommitMark | None:
    """The commit mark; None when it is missing or damaged, because it is evidence and not data. Raises `OSError`."""
    try:
        data = mark_path(database).read_bytes()
    except FileNotFoundError:
        return None
    if len(data) != _FORM.size + _SUM.size or _SUM.unpack(data[_FORM.size :])[0] != zlib.crc32(data[: _FORM.size]):
        return None
    magic, revision, frames, sum_1, sum_2, salt_1, salt_2 = _FORM.unpack(data[: _FORM.size])
    return CommitMark(revision, frames, (sum_1, sum_2), (salt_1, salt_2)) if magic == _MAGIC else None


def write_mark(database: Path, mark: CommitMark) -> None:
    """Write a mark, durably. Raises `OSError`."""
    descriptor = os.open(mark_path(database), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.pwrite(descriptor, _pack(mark), 0)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _pack(mark: CommitMark) -> bytes:
    data = _FORM.pack(_MAGIC, mark.revision, mark.frames, *mark.sums, *mark.salts)
    return data + _SUM.pack(zlib.crc32(data))


class MarkWriter:
    """Writes the mark after commits, on the writer's thread. Its files stay open until `close`."""

    def __init__(self, database: Path) -> None:
        """Open the mark and the index of the log, which exists while a connection is open. Raises `OSError`."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self.frames = 0
        """Number of frames of the log after the last commit that was marked."""
        self._is_closed = False
        self._file = os.open(mark_path(database), flags, 0o600)
        # SQLite's locks on this file end when any descriptor of it is closed: `close` comes after the connections.
        self._index = os.open(database.with_name(database.name + "-shm"), os.O_RDONLY | os.O_CLOEXEC)

    def write(self, revision: int) -> None:
        """Mark the newest commit of the log, and the revision that was reached. Raises `OSError`."""
        header, copy = (os.pread(self._index, _INDEX_BYTES, offset) for offset in (0, _INDEX_BYTES))
        if len(header) < _INDEX_BYTES or header != copy:
            return  # another process is committing; the older mark proves less
        self.frames, _, sum_1, sum_2 = _INDEX_FIELDS.unpack(header[16:32])
        salt_1, salt_2 = _SALTS.unpack(header[32:40])
        os.pwrite(self._file, _pack(CommitMark(revision, self.frames, (sum_1, sum_2), (salt_1, salt_2))), 0)

    def close(self) -> None:
        """Close the files. Further calls do nothing: the numbers may be those of other files by then."""
        if not self._is_closed:
            self._is_closed = True
            os.close(self._file)
            os.close(self._index)


def damage_of_log(database: Path) -> str | None:
    """What the write-ahead log lacks of the marked commit, or without a mark, of what is written after it; None when it
    is whole. Raises `OSError`.

    Another process may be writing: then log and mark change, and the comparison is repeated. Nothing may have opened
    the database since its last writer died, because SQLite removes what is damaged from the log.
    """
    for _ in range(_COMPARISONS):
        mark = read_mark(database)
        damage = _hole_in_log(database) if mark is None else _compare(database, mark)
        if damage is None:
            return None
        time.sleep(_PAUSE_SECONDS)
        if read_mark(database) == mark:
            return damage
    return None


def _hole_in_log(database: Path) -> str | None:
    """Damage that the log shows alone: a damaged frame before the end of a commit that was flushed."""
    path = log_path(database)
    frames = read_frames(path)
    if frames is None:
        return _DAMAGED_HEADER if path.exists() and path.stat().st_size > FRAME_BYTES else None
    if frames.are_intact.all():
        return None
    damaged = int((~frames.are_intact).argmax())
    if damaged >= flushed_end(frames):
        return None
    following = int(frames.are_intact[damaged:].sum())
    return f"frame {damaged + 1} of the write-ahead log is damaged, and {following} that follow it are not"


def _compare(database: Path, mark: CommitMark) -> str | None:
    path = log_path(database)
    frames = read_frames(path, mark.frames)
    if frames is None:
        is_there = mark.frames > 0 and path.exists() and path.stat().st_size > 0
        return _DAMAGED_HEADER if is_there else None
    if frames.salts != mark.salts or mark.frames == 0:
        return None  # a new generation of the log began after the mark
    if len(frames) < mark.frames:
        return f"the write-ahead log ends at frame {len(frames)} of {mark.frames}"
    damaged_count = int((~frames.are_intact).sum())
    if damaged_count:
        return f"{damaged_count} of {mark.frames} frames of the write-ahead log are damaged"
    if tuple(map(int, frames.sums[-1])) != mark.sums:
        return "the write-ahead log ends with another commit than the one that was acknowledged last"
    return None
