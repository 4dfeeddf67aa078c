"""Answers of a service as JSON for programs, and as tables for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from facetry.cli.colours import is_coloured
from facetry.cli.opening import for_log, is_github_workflow, print_message
from facetry.validate.reports.escaping import visible, without_legacy_commands_in_json


def print_json(answer: Any) -> None:
    """Print the answer of an operation as one JSON document."""
    text = json.dumps(answer)
    print(without_legacy_commands_in_json(text) if is_github_workflow() else text)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], if_empty: str) -> None:
    """Print rows below the names of their columns; numbers to the right. Without rows, print the message `if_empty`
    to standard error.
    """
    from rich.cells import cell_len

    table = [list(row) for row in rows]
    if not table:
        print_message(if_empty)
        return
    texts = [list(columns), *([_cell(value) for value in row] for row in table)]
    widths = [max(cell_len(text) for text in column) for column in zip(*texts, strict=True)]
    are_numbers = [all(type(value) is int for value in column) for column in zip(*table, strict=True)]
    for number, row in enumerate(texts):
        padded = (
            f"{' ' * (width - cell_len(text))}{text}" if is_number else f"{text}{' ' * (width - cell_len(text))}"
            for text, width, is_number in zip(row, widths, are_numbers, strict=True)
        )
        line = for_log("  ".join(padded).rstrip())
        print(f"\x1b[1m{line}\x1b[0m" if number == 0 and is_coloured(sys.stdout) else line)


def print_page(
    page: Mapping[str, Any],
    what: str,
    columns: Sequence[str],
    row: Callable[[Mapping[str, Any]], Sequence[Any]],
    if_empty: str,
) -> None:
    """Print the items of a page as a table, and how many of all they are."""
    print_table(columns, map(row, page["items"]), if_empty)
    if len(page["items"]) < page["totalCount"]:
        print_message(f"{len(page['items'])} of {page['totalCount']} {what} are shown; --skip shows others")


def print_record(pairs: Iterable[tuple[str, Any]]) -> None:
    """Print names and their values, one pair a line. A value of None is left out."""
    present = [(name, value) for name, value in pairs if value is not None]
    width = max((len(visible(name)) for name, _ in present), default=0)
    for name, value in present:
        print(for_log(f"{visible(name):{width}}  {_cell(value)}".rstrip()))


def date_text(milliseconds: int | None) -> str | None:
    """A date in UTC, from milliseconds since the epoch; None for none."""
    if milliseconds is None:
        return None
    return f"{datetime.fromtimestamp(milliseconds // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible(str(value))
