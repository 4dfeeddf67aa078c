"""Places in a text: line, column and offset."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


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
    """The lines of a text in UTF-8, which give byte offsets their line and column."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.starts = [0]
        offset = text.find(b"\n")
        while offset >= 0:
            self.starts.append(offset + 1)
            offset = text.find(b"\n", offset + 1)

    def position(self, offset: int) -> Position:
        """The position of a byte offset."""
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        return Position(line + 1, len(self.text[start:offset].decode("utf-8", "replace")) + 1, offset)

    def range(self, start: int, end: int) -> Range:
        """The range between two byte offsets."""
        return Range(self.position(start), self.position(end))

    def line(self, number: int) -> Range:
        """The range of a line, which counts from one, without its end of line."""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.range(start, max(start, end))
