"""What a person sees of a scan: a bar on a terminal, lines in a log."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from facetry.library.scan.scans import Ingest

_LINE_SECONDS: Final = 5.0
_BAR_SECONDS: Final = 0.2

_log = logging.getLogger(__name__)


class LogHandler(logging.Handler):
    """Writes to whatever standard error is at the moment: a progress bar replaces it while it is shown."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            print(self.format(record), file=sys.stderr)
        except OSError:
            self.handleError(record)


def set_up_logging(*, is_quiet: bool) -> None:
    """Log to standard error; with `is_quiet` only what is wrong."""
    handler = LogHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("facetry").setLevel(logging.WARNING if is_quiet else logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # clients must not be able to fill the log
    logging.getLogger("connexion").setLevel(logging.ERROR)


async def show(ingest: Ingest) -> None:
    """Show the scans that run, until cancelled."""
    if sys.stderr.isatty():
        await _bars(ingest)
    else:
        await _lines(ingest)


async def _lines(ingest: Ingest) -> None:
    while True:
        await asyncio.sleep(_LINE_SECONDS)
        for progress in ingest.activities():
            found = f"{progress.found}" if progress.listed else f"{progress.found} or more"
            _log.info("%s: %d of %s files", progress.name, progress.done, found)


async def _bars(ingest: Ingest) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    while True:
        await asyncio.sleep(_BAR_SECONDS)
        if not ingest.activities():
            continue
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bars:
            shown: dict[object, object] = {}
            while running := ingest.activities():
                for progress in running:
                    key = progress.repository
                    if key not in shown:
                        shown[key] = bars.add_task(progress.name, total=None)
                    bars.update(
                        shown[key],  # type: ignore[arg-type]
                        completed=progress.done,
                        total=progress.found if progress.listed else None,
                    )
                await asyncio.sleep(_BAR_SECONDS)
