"""Code frames: the lines around a finding, with carets below its exact range."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from facetry.validate.ranges import Range
from facetry.validate.reports.colours import Colour, paint
from facetry.validate.reports.escaping import visible_character

CONTEXT: Final = 2
"""The lines before the line of a range, and those after it."""
WIDTH: Final = 100
"""The columns of a line that are shown at most."""
_TAB: Final = 4
_LEAD: Final = 40
"""The columns before a range in a line that is cut."""
_CUT: Final = "…"
_WINDOW_BYTES: Final = 1_024


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    start: int
    end: int


def code_frame(text: bytes, place: Range, level: Colour, *, is_coloured: bool) -> list[str]:
    """The lines of a code frame, without ends of lines."""
    lines = _lines_around(text, place)
    digits = len(str(lines[-1].number))
    result = []
    for line in lines:
        is_marked = line.number == place.start.line
        shown, before, width = _show(text, line, place) if is_marked else (_show_context(text, line), 0, 0)
        mark = ">" if is_marked else " "
        head = paint(f"{mark} {line.number:>{digits}} |", "number", is_coloured=is_coloured)
        result.append(f"  {head} {shown}".rstrip())
        if is_marked:
            gutter = paint(f"  {' ' * digits} |", "number", is_coloured=is_coloured)
            result.append(f"  {gutter} {' ' * before}{paint('^' * width, level, is_coloured=is_coloured)}")
    return result


def _lines_around(text: bytes, place: Range) -> list[_Line]:
    offset = min(place.start.offset, len(text))
    lines = [_line_at(text, offset, place.start.line)]
    for _ in range(CONTEXT):
        if lines[0].start > 0:
            lines.insert(0, _line_at(text, lines[0].start - 1, lines[0].number - 1))
    for _ in range(CONTEXT):
        if lines[-1].end + 1 < len(text):
            lines.append(_line_at(text, lines[-1].end + 1, lines[-1].number + 1))
    return lines


def _line_at(text: bytes, offset: int, number: int) -> _Line:
    end = text.find(b"\n", offset)
    return _Line(number, text.rfind(b"\n", 0, offset) + 1, end if end >= 0 else len(text))


def _show(text: bytes, line: _Line, place: Range) -> tuple[str, int, int]:
    """A line around a range: what is shown, the columns before the range, and the columns of the range."""
    start = min(place.start.offset, line.end)
    end = min(max(place.end.offset, start), line.end)
    first = _boundary(text, max(line.start, start - _WINDOW_BYTES))
    last = _boundary(text, min(line.end, start + _WINDOW_BYTES))
    before = _cells(text[first:start])
    marked = _cells(text[start : min(end, last)], sum(width for _, width in before))
    after = _cells(text[min(end, last) : last].rstrip(b"\r"), sum(width for _, width in [*before, *marked]))
    is_cut = first > line.start
    total = sum(width for _, width in [*before, *marked, *after])
    while before and total > WIDTH and sum(width for _, width in before) > _LEAD:
        total -= before.pop(0)[1]
        is_cut = True
    lead = _CUT if is_cut else ""
    shown, columns, is_open = _fit([*before, *marked, *after], WIDTH - len(lead))
    before_columns = len(lead) + sum(width for _, width in before)
    marked_columns = min(sum(width for _, width in marked), max(1, len(lead) + columns - before_columns))
    tail = _CUT if is_open or last < line.end else ""
    return lead + shown + tail, before_columns, max(1, marked_columns)


def _show_context(text: bytes, line: _Line) -> str:
    last = _boundary(text, min(line.end, line.start + _WINDOW_BYTES))
    shown, _, is_open = _fit(_cells(text[line.start : last].rstrip(b"\r")), WIDTH)
    return shown + (_CUT if is_open or last < line.end else "")


def _fit(cells: list[tuple[str, int]], width: int) -> tuple[str, int, bool]:
    """The cells that fit into a width, their columns, and whether some are left out."""
    parts: list[str] = []
    columns = 0
    for part, part_width in cells:
        if columns + part_width > width:
            return "".join(parts), columns, True
        parts.append(part)
        columns += part_width
    return "".join(parts), columns, False


def _cells(raw: bytes, column: int = 0) -> list[tuple[str, int]]:
    """What is shown for each character of a text that begins at a column, and its width in columns."""
    cells: list[tuple[str, int]] = []
    for character in raw.decode("utf-8", "replace"):
        if character == "\t":
            width = _TAB - column % _TAB
            cells.append((" " * width, width))
        elif not character.isprintable():
            shown = visible_character(character)
            cells.append((shown, len(shown)))
        else:
            cells.append((character, _width(character)))
        column += cells[-1][1]
    return cells


def _width(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _boundary(text: bytes, offset: int) -> int:
    """The offset, moved on to the start of a character in UTF-8."""
    while offset < len(text) and text[offset] & 0xC0 == 0x80:
        offset += 1
    return offset
