"""Watches a folder: imports each change as it happens, and runs full scans at an interval."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from typing import Final, Protocol
from uuid import UUID

from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.file_stores.file_store import ChangedPaths, LocationGoneError, Notifications, WatchError
from facetry.library.file_stores.stores import FileStores
from facetry.library.repositories import RepositoryRecord
from facetry.store.store import Store

RETRY_SECONDS: Final = 2.0
"""Time before a missing folder is tried again."""
MOVE_GRACE_SECONDS: Final = 1.0
"""Time in which the file of a missing image may be reported at another path, because it was moved."""
_SEARCH_TIME_FACTOR: Final = 10
"""Minimum ratio of idle time to search time, because a search for missing files walks all repositories."""

_log = logging.getLogger(__name__)


class Scanner(Protocol):
    """The scans that a watcher starts; see `Scans`."""

    async def start_full_scan(self, id: UUID) -> asyncio.Task[bool]:
        """Start a scan of the whole folder. Its result is whether the folder was compared with the library."""
        ...

    async def import_changes(self, repository: RepositoryRecord, scope: Collection[str]) -> bool:
        """Import new and changed files at these paths; whether files are missing there."""
        ...

    async def synchronize_paths(self, repository: RepositoryRecord, scope: Collection[str]) -> None:
        """Scan these paths, and remove images whose files are gone."""
        ...

    def mark_unavailable(self, repository: RepositoryRecord, message: str) -> None:
        """Record that the folder is missing."""
        ...


class Watcher:
    """Watches the folder of one repository until it is closed, or the repository is removed."""

    def __init__(
        self,
        scanner: Scanner,
        store: Store,
        file_stores: FileStores,
        id: UUID,
        *,
        poll: bool,
        reconcile_seconds: int,
    ) -> None:
        self._scanner = scanner
        self._store = store
        self._file_stores = file_stores
        self._id = id
        self._poll = poll
        self._reconcile_seconds = reconcile_seconds or float("inf")
        self._notifications: Notifications | None = None
        self._started = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name=f"watch of {id}")

    async def wait_until_started(self) -> None:
        """Return when the first scan has started, or cannot start yet."""
        await self._started.wait()

    def on_end(self, callback: Callable[[], object]) -> None:
        """Call `callback` when the watcher ends by itself."""
        self._task.add_done_callback(lambda task: None if task.cancelled() else callback())

    def add_changes(self, paths: Collection[str]) -> None:
        """Have changed paths looked at. Without the location of the repository, a scan of all follows its return."""
        if self._notifications is not None:
            self._notifications.add_changes(paths)

    async def close(self) -> None:
        """Stop watching."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while True:
                repository = await self._store.read(lambda connection: repositories.require(connection, self._id))
                try:
                    async with self._file_stores.of(repository.root).watch(poll=self._poll) as notifications:
                        self._notifications = notifications
                        await self._process_changes(repository, notifications)
                except LocationGoneError as error:
                    self._scanner.mark_unavailable(repository, str(error))
                except WatchError as error:
                    _log.warning("%s: %s It is polled instead.", repository.name, error)
                    self._poll = True
                self._notifications = None
                self._started.set()
                await asyncio.sleep(RETRY_SECONDS)
        except FaultError as error:
            _log.info("A folder is no longer watched: %s", error.fault.detail)
        finally:
            self._started.set()

    async def _process_changes(self, repository: RepositoryRecord, notifications: Notifications) -> None:
        scan = await self._scanner.start_full_scan(self._id)
        self._started.set()
        await self._wait_for(scan, notifications)
        last_full_scan = search_due = time.monotonic()
        pending: set[str] = set()
        changes = notifications.changes()
        next_change: asyncio.Task[ChangedPaths] | None = None
        try:
            while True:
                next_change = next_change or asyncio.ensure_future(anext(changes))
                now = time.monotonic()
                wake_at = min(last_full_scan + self._reconcile_seconds, search_due if pending else float("inf"))
                await asyncio.wait({next_change}, timeout=None if wake_at == float("inf") else max(0.0, wake_at - now))
                if next_change.done():
                    scope, next_change = next_change.result(), None
                    if scope is None:
                        await self._wait_for(await self._scanner.start_full_scan(self._id), notifications)
                        last_full_scan, pending = time.monotonic(), set()
                    elif await self._scanner.import_changes(repository, scope):
                        search_due = max(search_due, time.monotonic() + MOVE_GRACE_SECONDS)
                        pending |= scope
                now = time.monotonic()
                if pending and now >= search_due:
                    scope, pending = frozenset(pending), set()
                    await self._scanner.synchronize_paths(repository, scope)
                    search_due = time.monotonic() + _SEARCH_TIME_FACTOR * (time.monotonic() - now)
                if now >= last_full_scan + self._reconcile_seconds:
                    await self._wait_for(await self._scanner.start_full_scan(self._id), notifications)
                    last_full_scan = time.monotonic()
        finally:
            if next_change is not None:
                next_change.cancel()
                await asyncio.gather(next_change, return_exceptions=True)

    async def _wait_for(self, scan: asyncio.Task[bool], notifications: Notifications) -> None:
        """Return when a full scan has ended. What one that failed has not looked at is reported again."""
        await asyncio.wait({scan})
        if scan.cancelled() or scan.exception() is not None or not scan.result():
            notifications.forget()
