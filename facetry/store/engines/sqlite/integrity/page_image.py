"""The pages of a library that is not open: those of the database file, and over them the frames of the log.

For salvage and checks. It takes frames behind a damaged one, which SQLite ignores, where the commit mark proves that
they were acknowledged and the damage can be assigned to a page.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.store.engines.sqlite.connections import PAGE_BYTES
from facetry.store.engines.sqlite.integrity.commit_mark import CommitMark, read_mark
from facetry.store.engines.sqlite.integrity.log_frames import (
    FRAME_STEPS,
    Frames,
    continued,
    flushed_end,
    frame_page_offset,
    log_path,
    read_frames,
)
from facetry.store.engines.sqlite.integrity.page_checksums import APPLICATION_ID, are_valid, coefficients

_CHUNK_PAGES: Final = 1024
_MODULUS: Final = 1 << 32


@dataclass(frozen=True, slots=True, eq=False)
class PageImage:
    """The pages of a database, by their number from 1 on. Pages that cannot be trusted are not intact."""

    database: Path
    frames: dict[int, int]
    """The frame of the log that holds a page, for pages that are in the log."""
    are_intact: NDArray[np.bool_]
    """Whether each page is what was written: its checksum is right, or that of its frame. The first is no page."""
    has_checksums: bool
    lost_commits: str | None
    """Why commits at the end of the log are lost; None when they are not."""
    descriptor: int | None = None

    @property
    def count(self) -> int:
        """Number of pages."""
        return len(self.are_intact) - 1

    def page(self, number: int) -> bytes | None:
        """The page; None when it is not intact or does not exist. Raises `OSError`."""
        if not 1 <= number <= self.count or not self.are_intact[number]:
            return None
        return self.raw_page(number)

    def raw_page(self, number: int) -> bytes:
        """The bytes of a page, intact or not. Raises `OSError`."""
        frame = self.frames.get(number)
        if frame is None and self.descriptor is not None:
            return os.pread(self.descriptor, PAGE_BYTES, (number - 1) * PAGE_BYTES)
        path = self.database if frame is None else log_path(self.database)
        with path.open("rb") as file:
            file.seek((number - 1) * PAGE_BYTES if frame is None else frame_page_offset(frame))
            return file.read(PAGE_BYTES)

    def write(self, target: Path) -> None:
        """Write all pages to a database without a log. Damaged ones get a checksum that is wrong. Raises `OSError`."""
        with target.open("xb") as file:
            for number in range(1, self.count + 1):
                page = self.page(number)
                file.write(page if page is not None else b"\xff" * PAGE_BYTES)


def read_image(database: Path, descriptor: int | None = None) -> PageImage:
    """The pages of a library that no process writes to. Raises `OSError`.

    `descriptor` is that of the database file, if it is open in this process: closing another one ends SQLite's locks.
    If the file is missing, there are the pages of its log.
    """
    own = _opened(database) if descriptor is None else descriptor
    try:
        log = _read_log(database)
        size = os.fstat(own).st_size
        header = os.pread(own, 100, 0)
        count = size // PAGE_BYTES
        if log.size:
            count = log.size
        elif header[:16] == b"SQLite format 3\0" and (stated := int.from_bytes(header[28:32], "big")):
            count = min(stated, 2 * count + 1)  # the number may be damaged
        has_checksums = header[20:21] == b"\x08" or header[68:72] == APPLICATION_ID.to_bytes(4, "big")
        are_intact = np.zeros(count + 1, np.bool_)
        for first in range(1, count + 1, _CHUNK_PAGES):
            data = os.pread(own, min(_CHUNK_PAGES, count + 1 - first) * PAGE_BYTES, (first - 1) * PAGE_BYTES)
            pages = np.frombuffer(data[: len(data) // PAGE_BYTES * PAGE_BYTES], np.uint8).reshape(-1, PAGE_BYTES)
            if len(pages):
                verdict = are_valid(pages) if has_checksums else pages.any(1)
                are_intact[first : first + len(pages)] = verdict
    finally:
        if descriptor is None:
            os.close(own)
    are_intact[[page for page in log.frames if page <= count]] = True
    are_intact[[page for page in log.damaged if page <= count]] = False
    return PageImage(database, log.frames, are_intact, has_checksums, log.lost, descriptor)


def _opened(database: Path) -> int:
    try:
        return os.open(database, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        if not log_path(database).exists():
            raise
        return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)


@dataclass(frozen=True, slots=True)
class _Log:
    """What the log holds: the frame of each page, damaged pages, the size of the database, and what is lost."""

    frames: dict[int, int]
    damaged: frozenset[int] = frozenset()
    size: int = 0
    lost: str | None = None


def _read_log(database: Path) -> _Log:
    mark, path = read_mark(database), log_path(database)
    frames = read_frames(path)
    if frames is None and mark is not None and mark.frames and path.exists() and path.stat().st_size:
        frames = read_frames(path, mark.frames, mark.salts)
    if frames is None or not len(frames):
        has_lost_frames = mark is not None and mark.frames and path.exists() and path.stat().st_size
        is_older = frames is not None and mark is not None and frames.salts != mark.salts
        return _Log({}, lost="the log has no frame that is intact" if has_lost_frames and not is_older else None)
    mark = mark or _end_of_log(frames)
    intact = len(frames) if frames.are_intact.all() else int(np.argmin(frames.are_intact))
    if mark is None or mark.salts != frames.salts or intact >= mark.frames:
        return _log_of(frames, frames.pages[:intact].tolist(), set(), None)
    return _mend(frames, mark)


def _end_of_log(frames: Frames) -> CommitMark | None:
    """A mark at the last commit that was surely flushed: without the one of the library, this is what is proved."""
    end = flushed_end(frames)
    if not end:
        return None
    sums = frames.sums[end - 1]
    return CommitMark(0, end, (int(sums[0]), int(sums[1])), frames.salts)


def _mend(frames: Frames, mark: CommitMark) -> _Log:
    """The log up to the mark, with damaged frames among others.

    The checksum of a frame continues that of the frame before it, and covers the number of its page and the page. If
    it is wrong, one of three is damaged: the checksum, which the next frame then proves; the number, which can be
    computed; or else the page.
    """
    limit = min(len(frames), mark.frames)
    reason = None if limit == mark.frames else f"the log ends at frame {limit} of {mark.frames}"
    pages: list[int] = []
    damaged: set[int] = set()
    former: NDArray[np.uint32] | None = None
    for frame in range(limit):
        if frames.pages[frame] == 0:
            reason = f"frame {frame + 1} of {mark.frames} of the log has a damaged header"
            break
        number = int(frames.pages[frame])
        stored = frames.sums[frame]
        if frames.are_intact[frame] and former is None:
            pages.append(number)
            continue
        before = frames.sums[frame - 1] if former is None and frame else former
        computed = stored if before is None else _next_sums(frames, frame, before)
        former = None
        if (computed == stored).all() and before is not None:
            pages.append(number)
        elif _proves(frames, frame, computed, mark):
            pages.append(number)
            former = computed
        elif (true_number := _number_of(frames, frame, computed)) is not None:
            pages.append(true_number)
        else:
            pages.append(number)
            damaged.add(len(pages) - 1)
    return _log_of(frames, pages, damaged, reason)


def _next_sums(frames: Frames, frame: int, before: NDArray[np.uint32]) -> NDArray[np.uint32]:
    sums: NDArray[np.uint32] = continued(before[None], FRAME_STEPS)[0] + frames.own_sums[frame]
    return sums


def _proves(frames: Frames, frame: int, computed: NDArray[np.uint32], mark: CommitMark) -> bool:
    """Whether what follows the frame needs the computed checksum instead of the stored one."""
    if frame + 1 == mark.frames:
        return (int(computed[0]), int(computed[1])) == mark.sums
    return frame + 1 < len(frames) and bool((_next_sums(frames, frame + 1, computed) == frames.sums[frame + 1]).all())


def _number_of(frames: Frames, frame: int, computed: NDArray[np.uint32]) -> int | None:
    """The number of the page that the stored checksum needs; None when no number explains it."""
    one, two = (int(factor) for factor in coefficients(FRAME_STEPS)[0])
    wanted = [(int(frames.sums[frame][i]) - int(computed[i])) % _MODULUS for i in (0, 1)]
    factor, rest = (one, wanted[0]) if one % 2 else (two, wanted[1])
    difference = rest * pow(factor, -1, _MODULUS) % _MODULUS
    if [one * difference % _MODULUS, two * difference % _MODULUS] != wanted:
        return None
    word = (int(frames.numbers[frame]) + difference) % _MODULUS
    is_swapped = int(frames.numbers[frame]) != int(frames.pages[frame])  # the log counts in the order of its machine
    number = int.from_bytes(word.to_bytes(4, "little"), "big") if is_swapped else word
    return number if 0 < number < 1 << 31 else None


def _log_of(frames: Frames, pages: list[int], damaged: set[int], reason: str | None) -> _Log:
    """The log up to the last commit among these frames, of which some are damaged."""
    commits = np.flatnonzero(frames.sizes[: len(pages)])
    stop = int(commits[-1]) + 1 if len(commits) else 0
    by_page = {page: frame for frame, page in enumerate(pages[:stop])}
    bad = frozenset(page for page, frame in by_page.items() if frame in damaged)
    return _Log(by_page, bad, int(frames.sizes[stop - 1]) if stop else 0, reason)
