"""Elements that contain elements, and lines that separate them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from facetry.views.layout import Canvas, Element, Lines, nested, side_by_side, wrap
from facetry.views.safe_text import safe_line
from facetry.views.texts import SEPARATORS

MIN_SLOT_COLUMNS: Final = 8
_RULES: Final = {"hairline": "─", "solid": "━", "dashed": "╌"}


def flowing(element: Element, width: int, canvas: Canvas) -> Lines:
    """Elements as running text; an element that needs lines of its own interrupts it."""
    separator = SEPARATORS[element.get("separator", "space")]
    lines: Lines = []
    run: list[Text] = []
    for child in element["elements"]:
        text = canvas.inline(child)
        if text is not None:
            run.append(text)
            continue
        lines += wrap(Text(separator).join(run), width) if run else []
        lines += canvas.lines(child, width)
        run = []
    return lines + (wrap(Text(separator).join(run), width) if run else [])


def label_value(element: Element, width: int, canvas: Canvas) -> Lines:
    """A label and its value, on one line if the value is running text."""
    lines = labelled(safe_line(element["label"]), [element["value"]], width, canvas)
    return [*lines, *divider({}, width, canvas)] if element.get("withDivider") else lines


def labelled(label: str, elements: Sequence[Element], width: int, canvas: Canvas) -> Lines:
    """Elements behind a label, or below it."""
    text = canvas.inline(elements[0]) if len(elements) == 1 else None
    if text is not None:
        return wrap(Text.assemble((f"{label}: ", "bold"), text), width)
    heading = wrap(Text(f"{label}:" if elements else label, "bold"), width)
    return [*heading, *nested(canvas, elements, width)]


def multi_slot(element: Element, width: int, canvas: Canvas) -> Lines:
    """Slots beside each other by their shares of the width; below each other where there is no room."""
    slots = element["slots"]
    columns = shares([slot.get("width") for slot in slots], width - 2 * (len(slots) - 1))
    if not slots or min(columns) < MIN_SLOT_COLUMNS:
        return [line for slot in slots for line in _slot(slot, width, canvas)]
    blocks = [(_slot(slot, column, canvas), column) for slot, column in zip(slots, columns, strict=True)]
    return side_by_side([(lines, column, "left") for lines, column in blocks], "  ")


def shares(percentages: Sequence[int | None], columns: int) -> list[int]:
    """The columns of parts with these percentages of the width; those without one share the rest equally."""
    stated = sum(part for part in percentages if part)
    scale = 100 if all(part is None for part in percentages) or stated <= 100 else stated
    unstated = sum(part is None for part in percentages)
    rest = max(0, 100 - stated) / unstated if unstated else 0
    return [int(columns * (rest if part is None else part) / scale) for part in percentages]


def _slot(slot: Element, width: int, canvas: Canvas) -> Lines:
    label = safe_line(slot.get("label", ""))
    return [*(wrap(Text(label, "dim"), width) if label else []), *canvas.lines(slot["content"], width)]


def repeating_group(element: Element, width: int, canvas: Canvas) -> Lines:
    """A title and its entries, each behind a bullet."""
    title = safe_line(element.get("title", ""))
    lines = wrap(Text(title, "bold"), width) if title else []
    for entry in element["entries"]:
        elements = [*([entry["value"]] if "value" in entry else []), *entry.get("elements", ())]
        lines += labelled(f"• {safe_line(entry['label'])}", elements, width, canvas)
    return lines


def collapsible_group(element: Element, width: int, canvas: Canvas) -> Lines:
    """A title and all elements: output on a terminal cannot be expanded later. The mark says how the group begins."""
    mark = "▾" if element.get("defaultExpanded") else "▸"
    summary = safe_line(element.get("summary", ""))
    heading = Text.assemble(f"{mark} ", (safe_line(element["title"]), "bold"), f" ({summary})" if summary else "")
    return [*wrap(heading, width), *nested(canvas, element["elements"], width)]


def divider(element: Element, width: int, _: Canvas) -> Lines:
    """A line across."""
    return [Text(_RULES[element.get("style", "hairline")] * width, "dim")]
