"""Progress messages of an installation, and log lines as text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from facetry.cli.opening import print_message


@contextmanager
def show_progress() -> Iterator[Callable[[str], None]]:
    """A function that shows a status text: one changing line on a terminal, otherwise one line for each change."""
    if not sys.stderr.isatty():
        last_text = [""]

        def report(text: str) -> None:
            if text != last_text[-1]:
                last_text[-1] = text
                print_message(text)

        yield report
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(escape(text))


def format_log_line(line: Mapping[str, Any]) -> str:
    """A log line as text: the local time, or spaces when it has none, and the message for a terminal."""
    milliseconds = line.get("date")
    time_text = (
        f"{datetime.fromtimestamp(milliseconds / 1000):%H:%M:%S.%f}"[:-3] if milliseconds is not None else "        "
    )
    return f"{time_text} {printable_line(line['text'])}"


def printable_line(text: str) -> str:
    """A line that an extension wrote, with escapes for control characters but tabs."""
    from facetry.validate.reports.escaping import visible

    return "\t".join(map(visible, text.split("\t")))
