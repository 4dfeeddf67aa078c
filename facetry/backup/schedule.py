"""Backups that the service makes by itself, in a thread of their own and at a bounded speed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.backup.create import BackupResult, create
from facetry.backup.data_folder import DataFolder
from facetry.backup.errors import BackupCancelledError, BackupError, writing_errors
from facetry.backup.folder import is_backup_folder, reading_folder, writing_folder
from facetry.backup.retention import Retention, prune

_RETRY_SECONDS: Final = 3600.0
"""A failed backup is tried again after this time, or after the interval if that is shorter."""
_CLOCK_SECONDS: Final = 60.0
"""How often the clock is looked at: it may be set, and a machine may sleep."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackupSchedule:
    """When and how backups are made; `seconds` lie between two of them."""

    folder: Path
    seconds: float
    with_pictures: bool
    retention: Retention
    bytes_per_second: float


class Pace:
    """Delays whoever copies, so that it stays below a speed, and ends it when `stop` is set."""

    def __init__(self, bytes_per_second: float, stop: threading.Event) -> None:
        self._bytes_per_second = bytes_per_second
        self._stop = stop
        self._due = time.monotonic()

    def __call__(self, _: str, count: int) -> None:
        """Wait as long as these bytes may take. Raises `BackupCancelledError`."""
        now = time.monotonic()
        self._due = max(self._due, now) + count / self._bytes_per_second
        if self._stop.wait(self._due - now):
            raise BackupCancelledError("the service stops")


class ScheduledBackups:
    """Makes the backups that are due, until it is stopped."""

    def __init__(self, source: DataFolder, schedule: BackupSchedule) -> None:
        self._source = source
        self._schedule = schedule
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start, on the running event loop."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End a running backup, and wait for its end."""
        self._stop.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        await asyncio.to_thread(self._run_loop)

    def _run_loop(self) -> None:
        retry_at = 0.0
        while not self._stop.is_set():
            if time.time() >= max(self._due(), retry_at):
                retry_at = 0.0 if self._back_up() else time.time() + min(_RETRY_SECONDS, self._schedule.seconds)
            wait = max(self._due(), retry_at) - time.time()
            self._stop.wait(min(max(wait, 0.1), _CLOCK_SECONDS))

    def _due(self) -> float:
        """When the next backup is due, in seconds since the epoch. A restart of the service does not change it."""
        with contextlib.suppress(BackupError):
            if is_backup_folder(self._schedule.folder):
                with reading_folder(self._schedule.folder) as folder:
                    if (newest := folder.former()) is not None:
                        return newest.created / 1000 + self._schedule.seconds
        return 0.0

    def _back_up(self) -> bool:
        """Make a backup and remove old ones; the log has the result. Returns whether it succeeded."""
        schedule = self._schedule
        pace = Pace(schedule.bytes_per_second, self._stop)
        try:
            with writing_errors(schedule.folder), writing_folder(schedule.folder) as folder:
                result = create(self._source, folder, with_pictures=schedule.with_pictures, report=pace)
                _log_result(result, schedule.folder)
                if removed := prune(folder, schedule.retention):
                    _log.info("removed old backups: %s", ", ".join(removed))
        except BackupCancelledError:
            _log.info("the backup is not made: the service stops")
            return False
        except BackupError as error:
            _log.error("the backup failed: %s", error)
            return False
        except Exception:
            _log.exception("the backup failed")
            return False
        return True


def _log_result(result: BackupResult, folder: Path) -> None:
    manifest = result.manifest
    _log.info(
        "backup %s in %s: %d images, %d bytes, of which %d are new, in %.1f s",
        result.name,
        folder,
        manifest.counts.get("image", 0),
        manifest.size,
        manifest.new_bytes,
        result.seconds,
    )
    if result.missing:
        _log.warning(
            "the backup lacks %d pictures that cannot be read, such as %s", len(result.missing), result.missing[0]
        )
