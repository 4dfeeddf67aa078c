"""Lines of text and their arrangement: wrapped, indented, side by side, in a box. No line is wider than its width."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

Element: TypeAlias = Mapping[str, Any]
Lines: TypeAlias = list[Text]
Align: TypeAlias = Literal["left", "center", "right"]

NARROW: Final = 24
"""Below this number of columns nothing is indented or put into a box, so that deep documents keep their room."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a document is rendered: its width in columns, whether colours are shown, and the time of relative times."""

    width: int = 80
    is_colored: bool = False
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Canvas:
    """What containers need: the options, and the functions that render an element."""

    options: Options
    lines: Callable[[Element, int], Lines]
    inline: Callable[[Element], Text | None]
    """The element as running text; None for an element that needs lines of its own."""


def wrap(text: Text, width: int) -> Lines:
    """The lines of a text; a word that is too long is broken."""
    return list(text.wrap(_console(), max(1, width), overflow="fold")) or [Text("")]


def indent(lines: Lines, prefix: str, style: str = "") -> Lines:
    """The lines behind a prefix."""
    return [Text.assemble((prefix, style), line) for line in lines]


def inner_width(width: int, prefix: str) -> int:
    """The width of lines behind a prefix; the whole width where there is no room for one."""
    return width - cell_len(prefix) if width > NARROW else width


def nested(canvas: Canvas, elements: Sequence[Element], width: int, prefix: str = "  ") -> Lines:
    """Elements below each other, indented."""
    inner = inner_width(width, prefix)
    found = [line for element in elements for line in canvas.lines(element, inner)]
    return indent(found, prefix) if inner < width else found


def pad(line: Text, width: int, align: Align = "left") -> Text:
    """The line, as wide as `width`."""
    missing = max(0, width - line.cell_len)
    before = {"left": 0, "center": missing // 2, "right": missing}[align]
    return Text.assemble(" " * before, line, " " * (missing - before))


def side_by_side(blocks: Sequence[tuple[Lines, int, Align]], separator: str) -> Lines:
    """Blocks of lines beside each other, each with its width."""
    height = max((len(lines) for lines, _, _ in blocks), default=0)
    rows = []
    for number in range(height):
        parts = [
            pad(lines[number] if number < len(lines) else Text(""), width, align) for lines, width, align in blocks
        ]
        rows.append(Text(separator).join(parts))
    return rows


def box(title: Text, lines: Lines, width: int) -> Lines:
    """The lines in a frame below a title; without a frame where there is no room for one."""
    if width <= NARROW:
        return [*wrap(title, width), Text("─" * width), *lines]
    title_lines = wrap(title, box_width(width) - 2)
    first, rest = title_lines[0], title_lines[1:]
    head = Text.assemble("╭─ ", first, " ", "─" * (width - 5 - first.cell_len), "╮")
    body = [Text.assemble("│ ", pad(line, box_width(width)), " │") for line in (*rest, *lines)]
    return [head, *body, Text("╰" + "─" * (width - 2) + "╯")]


def box_width(width: int) -> int:
    """The width of the lines in a box."""
    return width if width <= NARROW else width - 4


@cache
def _console() -> Console:
    """Rich asks for a console where it wraps; nothing is printed to it."""
    return Console(width=80, color_system=None, legacy_windows=False)
