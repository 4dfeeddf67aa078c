"""Warnings on rows, columns and containers: what they hold does not fit together, or is nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from facetry.validate.finding import Finding
from facetry.validate.view.walk import Part, view_warning

MAX_PERCENT: Final = 100


def check_document(part: Part) -> Iterator[Finding]:
    """A document shows something, and a card has a title."""
    if "title" in part.value:
        yield from _check_text(part, "title", "The title of the card is empty.")
    elif part.value.keys().isdisjoint(("description", "actions")):
        yield from _check_items(part, "elements", "The document has no elements, so it shows nothing.")


def check_elements(part: Part) -> Iterator[Finding]:
    """Elements of a flowing element or of a group."""
    yield from _check_items(part, "elements", "The element has no elements in it.")


def check_group(part: Part) -> Iterator[Finding]:
    """Title and elements of a collapsible group."""
    yield from _check_text(part, "title", "The title of the group is empty, so nobody knows what it hides.")
    yield from check_elements(part)


def check_entries(part: Part) -> Iterator[Finding]:
    """Entries of a repeating group."""
    yield from _check_items(part, "entries", "The group has no entries.")


def check_values(part: Part) -> Iterator[Finding]:
    """Texts of an element of type strings."""
    yield from _check_items(part, "values", "The element has no texts.")


def check_label(part: Part) -> Iterator[Finding]:
    """The label of an action."""
    yield from _check_text(part, "label", "The label of the action is empty.")


def check_slots(part: Part) -> Iterator[Finding]:
    """Slots and their widths."""
    yield from _check_items(part, "slots", "The element has no slots.")
    yield from _check_widths(part, "slots")


def check_table(part: Part) -> Iterator[Finding]:
    """Rows, their cells against the columns, and the widths of the columns."""
    yield from _check_items(part, "rows", "The table has no rows.")
    yield from _check_widths(part, "columns")
    for index, row in enumerate(part.items("rows")):
        cells = row.get("cells") if isinstance(row, dict) else None
        if isinstance(cells, list):
            yield from _check_row(part, f"{part.pointer}/rows/{index}/cells", len(cells))


def _check_row(table: Part, pointer: str, count: int) -> Iterator[Finding]:
    columns = len(table.items("columns"))
    if not count:
        yield view_warning("empty", pointer, "The row has no cells.", remedy="Remove the row, or add its cells.")
    elif columns and count > columns:
        detail = f"The row has {_number(count, 'cell')}, and the table {_number(columns, 'column')}."
        yield view_warning("cells", f"{pointer}/{columns}", detail, remedy="Remove the cell, or add a column.")
    elif count < columns:
        detail = f"The row has {_number(count, 'cell')}, and the table {_number(columns, 'column')}."
        yield view_warning("cells", pointer, detail, remedy="Add a cell for each column, such as an empty string.")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _check_widths(part: Part, member: str) -> Iterator[Finding]:
    """A warning at the width with which the sum exceeds the whole. Columns with a maximum may be narrower."""
    total = 0
    for index, item in enumerate(part.items(member)):
        total += _fixed_width(item)
        if total > MAX_PERCENT:
            widths = sum(_fixed_width(each) for each in part.items(member))
            detail = f"The widths of the {member} add up to {widths} percent."
            remedy = f"Make the widths smaller, so that they add up to at most {MAX_PERCENT}."
            yield view_warning("width", f"{part.pointer}/{member}/{index}/width", detail, _fixed_width(item), remedy)
            return


def _fixed_width(item: Any) -> int:
    """The width of a slot or column in percent; 0 if it has none, or one that the schema refuses."""
    width = item.get("width") if isinstance(item, dict) and item.get("widthMode") != "maximum" else None
    if not isinstance(width, int | float) or isinstance(width, bool) or not 1 <= width <= MAX_PERCENT:
        return 0
    return int(width)


def _check_items(part: Part, member: str, detail: str) -> Iterator[Finding]:
    if part.value.get(member) == []:
        yield view_warning(
            "empty", part.pointer_to(member), detail, remedy="Leave the element out, or add what it shows."
        )


def _check_text(part: Part, member: str, detail: str) -> Iterator[Finding]:
    text = part.text(member)
    if text is not None and not text.strip():
        yield view_warning("title", part.pointer_to(member), detail, remedy="Write a few words.")
