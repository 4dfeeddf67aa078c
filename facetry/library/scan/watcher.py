"""Following a watched folder: each change is looked at as it happens, and now and then everything."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from typing import Final, Protocol
from uuid import UUID

from facetry.errors import FaultError
from facetry.library import repositories
from facetry.library.repositories import Known
from facetry.library.scan.notifications import Changes, GoneError, Watch, WatchError
from facetry.store.store import Store

RETRY_SECONDS: Final = 2.0
"""How long a folder that is not there is left alone before it is looked for again."""
PATIENCE_SECONDS: Final = 1.0
"""Files that are missing may have been moved, and show up elsewhere within this time."""
_SHARE: Final = 10
"""Looking for missing files in all repositories costs time; no more than one part in so many is spent on it."""

_log = logging.getLogger(__name__)


class Scanner(Protocol):
    """What does the work; see `ingest.Ingest`."""

    async def catch_up(self, id: UUID) -> asyncio.Task[None]:
        """Begin to scan the whole folder."""
        ...

    async def look(self, repository: Known, scope: Collection[str]) -> bool:
        """Read what is new or changed at these paths; whether files are missing there."""
        ...

    async def settle(self, repository: Known, scope: Collection[str]) -> None:
        """Look at these paths again, and forget what is gone."""
        ...

    def lost(self, repository: Known, message: str) -> None:
        """The folder is not there."""
        ...


class Follow:
    """Follows the folder of one repository until it is closed, or the repository is gone."""

    def __init__(self, scanner: Scanner, store: Store, id: UUID, *, poll: bool, reconcile: int) -> None:
        self._scanner = scanner
        self._store = store
        self._id = id
        self._poll = poll
        self._reconcile = reconcile or float("inf")
        self._begun = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name=f"watch of {id}")

    async def begun(self) -> None:
        """Return when the first scan has begun, or cannot begin yet."""
        await self._begun.wait()

    def ended(self, then: Callable[[], object]) -> None:
        """Call `then` when it ends by itself."""
        self._task.add_done_callback(lambda task: None if task.cancelled() else then())

    async def close(self) -> None:
        """Follow no longer."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while True:
                repository = await self._store.read(lambda connection: repositories.require(connection, self._id))
                try:
                    async with Watch(repository.path, poll=self._poll) as watch:
                        await self._keep_up(repository, watch)
                except GoneError as error:
                    self._scanner.lost(repository, str(error))
                except WatchError as error:
                    _log.warning("%s: %s It is polled instead.", repository.name, error)
                    self._poll = True
                self._begun.set()
                await asyncio.sleep(RETRY_SECONDS)
        except FaultError as error:
            _log.info("A folder is no longer followed: %s", error.fault.detail)
        finally:
            self._begun.set()

    async def _keep_up(self, repository: Known, watch: Watch) -> None:
        scan = await self._scanner.catch_up(self._id)
        self._begun.set()
        await asyncio.wait({scan})
        reconciled = due = time.monotonic()
        pending: set[str] = set()
        changes = watch.changes()
        next_change: asyncio.Task[Changes] | None = None
        try:
            while True:
                next_change = next_change or asyncio.ensure_future(anext(changes))
                now = time.monotonic()
                until = min(reconciled + self._reconcile, due if pending else float("inf"))
                await asyncio.wait({next_change}, timeout=None if until == float("inf") else max(0.0, until - now))
                if next_change.done():
                    scope, next_change = next_change.result(), None
                    if scope is None:
                        await asyncio.wait({await self._scanner.catch_up(self._id)})
                        reconciled, pending = time.monotonic(), set()
                    elif await self._scanner.look(repository, scope):
                        due = max(due, time.monotonic() + PATIENCE_SECONDS)
                        pending |= scope
                now = time.monotonic()
                if pending and now >= due:
                    scope, pending = frozenset(pending), set()
                    await self._scanner.settle(repository, scope)
                    due = time.monotonic() + _SHARE * (time.monotonic() - now)
                if now >= reconciled + self._reconcile:
                    await asyncio.wait({await self._scanner.catch_up(self._id)})
                    reconciled = time.monotonic()
        finally:
            if next_change is not None:
                next_change.cancel()
                await asyncio.gather(next_change, return_exceptions=True)
