"""What a person sees while an extension is on its way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from facetry.cli.opening import say


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """One line that changes on a terminal, a line for each change in a log."""
    if not sys.stderr.isatty():
        said = [""]

        def tell(words: str) -> None:
            if words != said[-1]:
                said[-1] = words
                say(words)

        yield tell
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("") as status:
        yield lambda words: status.update(escape(words))


def line_of(line: Mapping[str, Any]) -> str:
    """A line of a log, as it is printed: the time of this place, and what stands there."""
    at = line.get("date")
    moment = f"{datetime.fromtimestamp(at / 1000):%H:%M:%S.%f}"[:-3] if at is not None else "        "
    return f"{moment} {line['text']}"
