"""A file of boxes that is written again without some of its parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from typing import Final

from facetry.imaging.stripping.boxes import Box, BoxReader, UnusualFileError

_UNUSED_KINDS: Final = frozenset({b"free", b"skip", b"wide", b"uuid", b"udta"})
"""Boxes without meaning for the picture, which may stand anywhere."""


class Rewriting:
    """A file that is read, and the changes to it. No change makes it longer."""

    def __init__(self, data: bytes) -> None:
        self.reader = BoxReader(data)
        self._data = data
        self._cuts: list[tuple[int, int, bytes]] = []
        self._ends: list[int] = []
        self._removed_bytes: list[int] = []
        self._patches: list[tuple[int, bytes]] = []
        self._distances: list[tuple[int, int, int, int]] = []
        self._areas: list[Box] = []
        self._used_parts: list[tuple[int, int]] = []

    def kept_boxes(
        self, start: int, end: int, kept_kinds: Collection[bytes], unused_kinds: Collection[bytes] = ()
    ) -> list[Box]:
        """The boxes between two offsets that have one of `kept_kinds`. Unused ones are removed; others are unusual."""
        kept = []
        for box in self.reader.boxes(start, end):
            if box.kind in kept_kinds:
                kept.append(box)
            elif box.kind in _UNUSED_KINDS or box.kind in unused_kinds:
                self.cut(box.start, box.end)
            else:
                raise UnusualFileError
        return kept

    def cut(self, start: int, end: int, replacement: bytes = b"") -> None:
        """Remove the bytes between two offsets, or replace them by no more bytes."""
        if end - start < len(replacement):
            raise UnusualFileError
        if start < end:
            self._cuts.append((start, end, replacement))

    def patch(self, at: int, replacement: bytes) -> None:
        """Replace bytes by as many others."""
        self._patches.append((at, replacement))

    def adapt_size(self, box: Box) -> None:
        """Write the size of a box again, because parts of it may be removed."""
        self.adapt_distance(*box.size_field, box.start, box.end)

    def adapt_distance(self, at: int, size: int, origin: int, offset: int) -> None:
        """Write a number of `size` bytes again, which says how far an offset is from another."""
        if size:
            self._distances.append((at, size, origin, offset))

    def add_area(self, box: Box) -> None:
        """Remove the content of a box, except for the used parts."""
        self._areas.append(box)
        self.adapt_size(box)

    def use(self, start: int, size: int) -> None:
        """Keep a part of an area."""
        self._used_parts.append((start, start + size))

    def result(self) -> bytes:
        """The file with all changes. Raises `UnusualFileError` when they contradict each other."""
        self._cut_unused_parts()
        self._close()
        written = bytearray(self._data)
        for at, replacement in self._patches:
            written[at : at + len(replacement)] = replacement
        for at, size, origin, offset in self._distances:
            written[at : at + size] = (self._moved(offset) - self._moved(origin)).to_bytes(size, "big")
        view, pieces, at = memoryview(written), [], 0
        for start, end, replacement in self._cuts:
            pieces += [view[at:start], memoryview(replacement)]
            at = end
        return b"".join([*pieces, view[at:]])

    def _cut_unused_parts(self) -> None:
        parts = sorted(self._used_parts, reverse=True)
        for area in sorted(self._areas, key=lambda area: area.start):
            at = area.body
            while parts and parts[-1][0] < area.end:
                start, end = parts.pop()
                if start < area.body or end > area.end:
                    raise UnusualFileError
                self.cut(at, max(at, start))  # parts may overlap: an item may be a frame of the sequence
                at = max(at, end)
            self.cut(at, area.end)
        if parts:
            raise UnusualFileError

    def _close(self) -> None:
        self._cuts.sort()
        removed_bytes = last_end = 0
        for start, end, replacement in self._cuts:
            if start < last_end:
                raise UnusualFileError
            removed_bytes += end - start - len(replacement)
            last_end = end
            self._ends.append(end)
            self._removed_bytes.append(removed_bytes)

    def _moved(self, offset: int) -> int:
        """Where an offset is in the result; for one within a removed part, where the next byte is."""
        number = bisect_right(self._ends, offset)
        if number < len(self._cuts) and offset > self._cuts[number][0]:
            start, _, replacement = self._cuts[number]
            offset = start + len(replacement)
        return offset - (self._removed_bytes[number - 1] if number else 0)
