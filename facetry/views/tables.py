"""Tables of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from facetry.views.containers import labelled
from facetry.views.layout import Canvas, Element, Lines, side_by_side, wrap
from facetry.views.safe_text import safe_line

MIN_COLUMNS: Final = 3
"""The least width of a column; where columns would be narrower, each row becomes a list of its cells."""
_MEASURED_ROWS: Final = 100
_STRIPE: Final = "dim"
_FLAT: Final = frozenset(("table", "multi-slot", "repeating-group", "collapsible-group"))
"""Elements that take the whole width. They are not measured: nested tables would be rendered again and again."""


def table(element: Element, width: int, canvas: Canvas) -> Lines:
    """Rows and columns with their headers, alignment and lines."""
    rows, columns = element["rows"], element.get("columns", ())
    count = max([len(columns), *(len(row["cells"]) for row in rows)])
    columns = [*columns, *({} for _ in range(count - len(columns)))]
    separator = " │ " if element.get("withColumnSeparators") else "  "
    room = width - len(separator) * (count - 1)
    if room < MIN_COLUMNS * count:
        return _stacked(element, columns, width, canvas)
    widths = column_widths(columns, _natural_widths(rows, columns, room, canvas), room)
    rule = Text(("─┼─" if element.get("withColumnSeparators") else "  ").join("─" * each for each in widths), "dim")
    lines: Lines = []
    if any("header" in column for column in columns):
        headers = [
            wrap(Text(safe_line(column.get("header", "")), "bold"), each) for column, each in _zip(columns, widths)
        ]
        lines += [*_beside(headers, columns, widths, separator), rule]
    for number, row in enumerate(rows):
        if number and element.get("withRowSeparators"):
            lines.append(rule)
        cells = [canvas.lines(cell, each) for cell, each in zip(row["cells"], widths, strict=False)]
        cells += [[] for _ in range(count - len(cells))]
        found = _beside(cells, columns, widths, separator)
        if element.get("isStriped") and number % 2:
            for line in found:
                line.style = _STRIPE
        lines += found
    return lines


def column_widths(columns: Sequence[Element], natural: Sequence[int], room: int) -> list[int]:
    """The widths of columns within `room`: stated ones first, then the others as wide as they need, if possible."""
    widths = [MIN_COLUMNS] * len(columns)
    flexible = []
    for number, column in enumerate(columns):
        if "width" not in column:
            flexible.append(number)
            continue
        stated = max(MIN_COLUMNS, room * int(column["width"]) // 100)
        widths[number] = min(stated, natural[number]) if column.get("widthMode") == "maximum" else stated
    while sum(widths) > room:  # stated widths of more than 100 %
        widest = max(range(len(widths)), key=widths.__getitem__)
        widths[widest] -= 1
    rest = room - sum(width for number, width in enumerate(widths) if number not in set(flexible))
    for position, number in enumerate(sorted(flexible, key=natural.__getitem__)):
        share = rest // (len(flexible) - position)
        widths[number] = max(MIN_COLUMNS, min(natural[number], share))
        rest -= widths[number]
    return widths


def _natural_widths(rows: Sequence[Any], columns: Sequence[Element], room: int, canvas: Canvas) -> list[int]:
    """The width that each column needs, by its header and its first cells."""
    widths = [max(MIN_COLUMNS, cell_len(safe_line(column.get("header", "")))) for column in columns]
    for row in rows[:_MEASURED_ROWS]:
        for number, cell in enumerate(row["cells"]):
            widths[number] = max(widths[number], _natural_width(cell, room, canvas))
    return [min(width, room) for width in widths]


def _natural_width(cell: Element, room: int, canvas: Canvas) -> int:
    text = canvas.inline(cell)
    if text is not None:
        return max((cell_len(line) for line in text.plain.split("\n")), default=0)
    return room


def _stacked(element: Element, columns: Sequence[Element], width: int, canvas: Canvas) -> Lines:
    """Each row as a list of its cells, for tables with more columns than the width has room for."""
    lines: Lines = []
    for number, row in enumerate(element["rows"]):
        lines += wrap(Text(f"Row {number + 1}", "bold"), width)
        for position, cell in enumerate(row["cells"]):
            label = safe_line(columns[position].get("header", "")) or str(position + 1)
            lines += labelled(f"• {label}", [cell], width, canvas)
    return lines


def _beside(cells: Sequence[Lines], columns: Sequence[Element], widths: Sequence[int], separator: str) -> Lines:
    blocks = [
        (cell, width, column.get("align", "left")) for cell, column, width in zip(cells, columns, widths, strict=True)
    ]
    return side_by_side(blocks, separator)


def _zip(columns: Sequence[Element], widths: Sequence[int]) -> list[tuple[Element, int]]:
    return list(zip(columns, widths, strict=True))
