"""Backups that the service makes by itself, in a thread of their own and at a bounded speed."""

from __future__ import annotations

import asyncio
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
from facetry.backup.manifest import is_in_future
from facetry.backup.retention import Retention, prune
from facetry.system.elapsed_time import elapsed_ms

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


@dataclass(frozen=True, slots=True)
class KeptBackups:
    """What the folder of backups has: the moment of the newest backup, in seconds since the epoch, and the names of
    those with a date in the future, which do not count.
    """

    newest: float | None = None
    future: tuple[str, ...] = ()


class ScheduledBackups:
    """Makes the backups that are due, until it is stopped."""

    def __init__(self, source: DataFolder, schedule: BackupSchedule) -> None:
        self._source = source
        self._schedule = schedule
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._made_at: int | None = None
        """When this process began its last backup, by `elapsed_ms`."""
        self.kept = KeptBackups()
        """As of the last look."""

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
        retry_at = 0
        while not self._stop.is_set():
            wait = max(self._seconds_until_due(), (retry_at - elapsed_ms()) / 1000)
            if wait <= 0:
                began_at = elapsed_ms()
                if self._back_up():
                    self._made_at = began_at
                else:
                    retry_at = elapsed_ms() + round(min(_RETRY_SECONDS, self._schedule.seconds) * 1000)
                self._look()
            else:
                self._stop.wait(min(max(wait, 0.1), _CLOCK_SECONDS))

    def _seconds_until_due(self) -> float:
        """How long the next backup has time. A restart of the service does not change it.

        After a backup of this process, the time that has passed counts too: a clock that is set makes none due early.
        """
        self._look()
        newest, seconds = self.kept.newest, self._schedule.seconds
        by_date = 0.0 if newest is None else newest + seconds - time.time()
        by_time = 0.0 if self._made_at is None else seconds - (elapsed_ms() - self._made_at) / 1000
        return max(by_date, by_time)

    def _look(self) -> None:
        """Look at the folder, unless another process writes to it, and log once what has a date in the future."""
        kept = KeptBackups()
        if is_backup_folder(self._schedule.folder):
            try:
                with reading_folder(self._schedule.folder) as folder:
                    now, former = time.time(), folder.former()
                    newest = None if former is None else former.created / 1000
                    kept = KeptBackups(newest, tuple(name for name in folder.names() if is_in_future(name, now)))
            except BackupError:
                kept = self.kept
        if set(kept.future) - set(self.kept.future):
            _log.warning(
                "the dates of %d backups are in the future, such as %s: the clock was wrong when they were made, or is "
                "now. They do not count, and are not removed",
                len(kept.future),
                kept.future[-1],
                extra={"kind": "backup.future", "count": len(kept.future)},
            )
        self.kept = kept

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
