"""Boxes of the ISO base media file format (ISO 14496-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FULL_BOX_BYTES: Final = 4
"""Size of the version and the flags at the start of a full box."""
_HEADER_BYTES: Final = 8
_LONG_HEADER_BYTES: Final = 16
_MAX_VALUES: Final = 1_000_000
"""Maximum number of boxes and of numbers that are read from one file; a picture has some dozens."""


class UnusualFileError(Exception):
    """The structure of the file is damaged, or not one that AVIF files have."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its type, its start, the start of its content, and its end."""

    kind: bytes
    start: int
    body: int
    end: int

    @property
    def size_field(self) -> tuple[int, int]:
        """Offset and bytes of the size of the box."""
        return (self.start, 4) if self.body == self.start + _HEADER_BYTES else (self.start + _HEADER_BYTES, 8)


class BoxReader:
    """Reads boxes and numbers of a file. Raises `UnusualFileError` for what does not lie within its bounds."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._values_left = _MAX_VALUES

    def boxes(self, start: int, end: int) -> Iterator[Box]:
        """The boxes between two offsets, which they fill."""
        while start < end:
            size, body = self.number(start, 4, end), start + _HEADER_BYTES
            if size == 1:
                size, body = self.number(start + _HEADER_BYTES, 8, end), start + _LONG_HEADER_BYTES
            if body > start + size or start + size > end:
                raise UnusualFileError
            yield Box(self._data[start + 4 : start + 8], start, body, start + size)
            start += size

    def number(self, at: int, size: int, end: int) -> int:
        """The number of `size` bytes at an offset before `end`."""
        self._values_left -= 1
        if at + size > end or not self._values_left:
            raise UnusualFileError
        return int.from_bytes(self._data[at : at + size], "big")

    def text(self, at: int, size: int, end: int) -> bytes:
        """The `size` bytes at an offset before `end`."""
        if at + size > end:
            raise UnusualFileError
        return self._data[at : at + size]

    def numbers(self, start: int, count: int, size: int, end: int) -> list[int]:
        """The `count` numbers of `size` bytes from an offset on, before `end`."""
        if start + count * size > end:
            raise UnusualFileError
        return [self.number(start + size * number, size, end) for number in range(count)]
