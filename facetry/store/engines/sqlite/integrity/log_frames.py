"""The frames of SQLite's write-ahead log, read without SQLite: https://sqlite.org/fileformat2.html#the_write_ahead_log

SQLite ignores everything after the first damaged frame, because after a power failure a log may end in the middle of a
frame. So it cannot tell damage from an unfinished commit. The commit mark can (`commit_mark.py`).
"""

from __future__ import annotations

import functools
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.store.engines.sqlite.connections import PAGE_BYTES
from facetry.store.engines.sqlite.integrity.page_checksums import coefficients, weighted_sums

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
FRAME_BYTES: Final = FRAME_HEADER_BYTES + PAGE_BYTES
_BIG_ENDIAN_MAGIC: Final = 0x377F0683
_MAGIC: Final = 0x377F0682
_HEADER: Final = struct.Struct(">8I")
_CHUNK_FRAMES: Final = 64
"""Frames that are read into one buffer and examined together: few enough to stay in the cache of a processor."""

FRAME_STEPS: Final = (8 + PAGE_BYTES) // 8
"""Steps of the checksum of a frame: its number, its size and its page."""

_Part = tuple[
    NDArray[np.uint32],
    NDArray[np.bool_],
    NDArray[np.uint32],
    NDArray[np.uint32],
    NDArray[np.uint32],
    NDArray[np.uint32],
]


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """The frames of one generation of a log."""

    salts: tuple[int, int]
    pages: NDArray[np.uint32]
    """The number of the page in each frame; 0 for a frame of another generation."""
    are_intact: NDArray[np.bool_]
    """Whether the checksum of each frame continues that of the frame before it."""
    sizes: NDArray[np.uint32]
    """The number of pages of the database after each frame that ends a commit; 0 for other frames."""
    sums: NDArray[np.uint32]
    """The stored checksum of each frame, [count, 2]."""
    own_sums: NDArray[np.uint32]
    """The checksum of each frame if it was the first, [count, 2]."""
    numbers: NDArray[np.uint32]
    """The first word of each frame, which is the number of its page, in the order of the checksum."""

    def __len__(self) -> int:
        return len(self.pages)


def log_path(database: Path) -> Path:
    """The path of the write-ahead log."""
    return database.with_name(database.name + "-wal")


def frame_page_offset(frame: int) -> int:
    """Where the page of a frame begins in the file; the first frame is 0."""
    return HEADER_BYTES + frame * FRAME_BYTES + FRAME_HEADER_BYTES


def read_frames(path: Path, limit: int | None = None, salts: tuple[int, int] | None = None) -> Frames | None:
    """The frames of the log, at most the first `limit`. Raises `OSError`.

    None when the log is missing or its header is damaged. With `salts`, those of a damaged header are not needed.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        header = file.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES:
            return None
        magic, _, page_size, _, salt_1, salt_2, sum_1, sum_2 = _HEADER.unpack(header)
        order = ">" if magic == _BIG_ENDIAN_MAGIC else "<"
        former = _sums(np.frombuffer(header[:24], np.uint8)[None], order)[0]
        is_header = magic in (_MAGIC, _BIG_ENDIAN_MAGIC) and page_size == PAGE_BYTES
        if not is_header or (int(former[0]), int(former[1])) != (sum_1, sum_2):
            if salts is None:
                return None
            order, (salt_1, salt_2) = "<" if sys.byteorder == "little" else ">", salts
        parts: list[_Part] = []
        count = 0
        buffer = np.empty((_CHUNK_FRAMES, FRAME_BYTES), np.uint8)  # used again: new memory costs more than the reading
        while limit is None or count < limit:
            size = _CHUNK_FRAMES if limit is None else min(_CHUNK_FRAMES, limit - count)
            frames = buffer[: file.readinto(buffer[:size].data) // FRAME_BYTES]
            if not len(frames):
                break
            part = _examine(frames, former, order, (salt_1, salt_2))
            parts.append(part)
            former = part[3][-1]
            count += len(frames)
    if not parts:
        none = np.empty(0, np.uint32)
        pairs = np.empty((0, 2), np.uint32)
        return Frames((salt_1, salt_2), none, np.empty(0, np.bool_), none, pairs, pairs, none)
    return Frames((salt_1, salt_2), *(np.concatenate(column) for column in zip(*parts, strict=True)))


def flushed_end(frames: Frames) -> int:
    """The number of frames up to the last commit of which the log alone proves that it was written whole.

    The frames of a commit are flushed before anything is written behind them. So if frames follow a commit, it was on
    the disk. The last one may have been interrupted by a loss of power, after which any of its frames may be missing:
    it counts if it has them all.
    """
    commits = np.flatnonzero(frames.are_intact & (frames.sizes > 0))
    if not len(commits):
        return 0
    damaged = np.cumsum(~frames.are_intact)[commits]
    has_all = np.diff(damaged, prepend=0) == 0
    is_followed = commits < np.flatnonzero(frames.are_intact)[-1]
    proved = commits[has_all | is_followed]
    return int(proved[-1]) + 1 if len(proved) else 0


def _examine(frames: NDArray[np.uint8], former: NDArray[np.uint32], order: str, salts: tuple[int, int]) -> _Part:
    """The columns of `Frames` for frames that follow one with the checksum `former`."""
    fields = np.ascontiguousarray(frames[:, :FRAME_HEADER_BYTES]).view(">u4").astype(np.uint32)
    stored = fields[:, 4:6]
    before = np.vstack([former[None], stored[:-1]]).astype(np.uint32)
    own_sums = _frame_sums(frames, order)
    are_intact = (continued(before, FRAME_STEPS) + own_sums == stored).all(1)
    is_current = (fields[:, 2] == salts[0]) & (fields[:, 3] == salts[1])
    pages, sizes = (np.where(is_current, fields[:, column], 0).astype(np.uint32) for column in (0, 1))
    numbers = np.ascontiguousarray(frames[:, :4]).view(f"{order}u4")[:, 0].astype(np.uint32)
    return pages, are_intact & is_current, sizes, stored, own_sums, numbers


def _frame_sums(frames: NDArray[np.uint8], order: str) -> NDArray[np.uint32]:
    """The checksum of each frame, begun at zero. It leaves salts and stored checksum out."""
    return weighted_sums(frames.view(f"{order}u4").astype(np.uint32, copy=False), _frame_coefficients())


@functools.cache
def _frame_coefficients() -> NDArray[np.uint32]:
    """The factors of the words of a frame, [2, words]."""
    factors = coefficients(FRAME_STEPS)
    return np.ascontiguousarray(np.concatenate([factors[:2], np.zeros((4, 2), np.uint32), factors[2:]]).T)


def _sums(data: NDArray[np.uint8], order: str) -> NDArray[np.uint32]:
    """The checksum of each row, begun at zero."""
    words = np.ascontiguousarray(data).view(f"{order}u4").astype(np.uint32)
    sums: NDArray[np.uint32] = words @ coefficients(data.shape[1] // 8)
    return sums


def continued(sums: NDArray[np.uint32], steps: int) -> NDArray[np.uint32]:
    """What is left of checksums after so many steps with words of zero: a power of the matrix [[1, 1], [1, 2]]."""
    # One step more, whose words are the sums: the first adds to both sums and the second to the second one only.
    factors = coefficients(steps + 1)[:2]
    words = np.stack([sums[:, 0], sums[:, 1] - sums[:, 0]], axis=1)
    result: NDArray[np.uint32] = words @ factors
    return result
