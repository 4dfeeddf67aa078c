"""Places in a text: line, column and offset."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

_BLOCK: Final = 65_536
_CONTINUATIONS: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that start no character."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text. `line` and `column` count from one, columns in Unicode code points; `offset` counts bytes from
    zero.
    """

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a text, without its end."""

    start: Position
    end: Position


class Lines:
    """The lines of a text in UTF-8, which give byte offsets their line and column. LF and CRLF end a line; a lone CR
    and the separators of Unicode do not.

    Only the lines and characters of each block are counted ahead: a list of all lines can take forty times the text.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        blocks = [text[start : start + _BLOCK] for start in range(0, len(text), _BLOCK)]
        self._lines = [0, *accumulate(block.count(b"\n") for block in blocks)]
        self._characters = [0, *accumulate(_count_characters(block) for block in blocks)]

    def position(self, offset: int) -> Position:
        """The position of a byte offset."""
        block = offset // _BLOCK
        line = self._lines[block] + self.text.count(b"\n", block * _BLOCK, offset)
        start = self.text.rfind(b"\n", 0, offset) + 1
        return Position(line + 1, self._character(offset) - self._character(start) + 1, offset)

    def range(self, start: int, end: int) -> Range:
        """The range between two byte offsets."""
        return Range(self.position(start), self.position(end))

    def line(self, number: int) -> Range:
        """The range of a line, which counts from one, without its LF."""
        start = self._start(number)
        end = self.text.find(b"\n", start)
        return self.range(start, len(self.text) if end < 0 else end)

    def _start(self, number: int) -> int:
        """The offset of the start of a line."""
        block = max(0, bisect_left(self._lines, number - 1) - 1)
        offset = block * _BLOCK
        for _ in range(number - 1 - self._lines[block]):
            offset = self.text.index(b"\n", offset) + 1
        return offset

    def _character(self, offset: int) -> int:
        """The number of characters before a byte offset."""
        block = offset // _BLOCK
        return self._characters[block] + _count_characters(self.text[block * _BLOCK : offset])


def _count_characters(text: bytes) -> int:
    return len(text.translate(None, _CONTINUATIONS))
