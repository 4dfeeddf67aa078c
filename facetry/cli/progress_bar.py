"""The progress bar of a command: on a terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, Protocol


class Report(Protocol):
    """Shows what is done. What is None stays as it was."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None: ...


@contextmanager
def progress_bar(
    what: str = "",
    total: int | None = None,
    *,
    unit: Literal["percent", "bytes", "count"] = "percent",
    is_quiet: bool = False,
) -> Iterator[Report]:
    """A function that shows what is done."""
    if is_quiet or not sys.stderr.isatty():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    units = {
        "percent": (TaskProgressColumn, TimeRemainingColumn),
        "bytes": (DownloadColumn, TransferSpeedColumn),
        "count": (MofNCompleteColumn, TimeRemainingColumn),
    }
    columns = (TextColumn("{task.description}"), BarColumn(), *(column() for column in units[unit]))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)

        def report(done: int, total: int | None = None, what: str | None = None) -> None:
            bars.update(task, completed=done, total=total, description=what)

        yield report
