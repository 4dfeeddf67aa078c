"""Shows the progress of scans: a bar on a terminal, log lines otherwise."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from facetry.library.scan.scans import Scans

_LINE_SECONDS: Final = 5.0
_BAR_SECONDS: Final = 0.2

_log = logging.getLogger(__name__)


async def show_scans(scans: Scans, *, has_bars: bool) -> None:
    """Show the progress of running scans, until cancelled; with `has_bars` as bars, if there is a terminal."""
    if has_bars and sys.stderr.isatty():
        await _show_progress_bars(scans)
    else:
        await _log_progress(scans)


async def _log_progress(scans: Scans) -> None:
    while True:
        await asyncio.sleep(_LINE_SECONDS)
        for progress in scans.running_scans():
            total = f"{progress.found}" if progress.is_listed else f"{progress.found} or more"
            _log.info("%s: %d of %s files", progress.name, progress.done, total)


async def _show_progress_bars(scans: Scans) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    while True:
        await asyncio.sleep(_BAR_SECONDS)
        if not scans.running_scans():
            continue
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bars:
            task_ids: dict[object, object] = {}
            while running := scans.running_scans():
                for progress in running:
                    key = progress.repository
                    if key not in task_ids:
                        task_ids[key] = bars.add_task(progress.name, total=None)
                    bars.update(
                        task_ids[key],  # type: ignore[arg-type]
                        completed=progress.done,
                        total=progress.found if progress.is_listed else None,
                    )
                await asyncio.sleep(_BAR_SECONDS)
