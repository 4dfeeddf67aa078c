"""A progress bar of bytes on a terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def byte_bar(description: str, *, is_quiet: bool) -> Iterator[Callable[[str, int, int | None], None]]:
    """A function that shows what is done: a description, the bytes so far, and all bytes if they are known."""
    if is_quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(description, total=None)
        yield lambda what, done, total: bars.update(task, description=what, completed=done, total=total)
