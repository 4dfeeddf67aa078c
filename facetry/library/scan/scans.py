"""Ingest: the scans and watches of a library, one at a time for each repository."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal
from uuid import UUID

from facetry.errors import FaultError, conflict
from facetry.events import log
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolClosedError
from facetry.library import repositories
from facetry.library.repositories import Known
from facetry.library.scan.importer import UnavailableError
from facetry.library.scan.job import Synchronization
from facetry.library.scan.progress import Progress
from facetry.library.scan.watcher import Follow
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

_STOPPED: Final = "The service is shutting down, or was told to stop."

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a library keeps up with its folders.

    `removal_share`: a scan that would forget a larger share of a repository asks. `reconcile_seconds`: how often a
    watched folder is scanned as a whole, 0 for never. `poll`: watched folders are polled.
    """

    removal_share: float = 0.25
    reconcile_seconds: int = 6 * 3600
    poll: bool = False


class Ingest:
    """Starts scans and watches, tells how far they are, and ends them. Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        habits: Habits | None = None,
        *,
        forgotten: Callable[[list[bytes]], None] = lambda _: None,
    ) -> None:
        """`forgotten` is told the hashes of the bytes of images that are gone."""
        self._store = store
        self._pool = pool
        self._habits = habits or Habits()
        self._forgotten = forgotten
        self._scans: dict[UUID, asyncio.Task[None]] = {}
        self._follows: dict[UUID, Follow] = {}
        self._locks: dict[UUID, asyncio.Lock] = {}
        self._progress: dict[UUID, Progress] = {}
        self._unavailable: dict[UUID, str] = {}
        self._held: set[UUID] = set()
        self.stopped = False
        """Whether no scan and no watch may begin."""

    async def synchronize(self, id: UUID, maximum_removals: int | None = None) -> Progress:
        """Start a scan of the repository and return at once; the progress is kept up to date.

        With `maximum_removals` the scan forgets so many images at most, without the guard. Raises 404 for an unknown
        repository and 409 when it is being scanned already, or nothing may be.
        """
        repository = await self._store.read(lambda connection: repositories.require(connection, id))
        self.require_running(id)
        self.require_idle(id)
        progress = Progress(id, repository.name, started=_now())
        self._progress[id] = progress
        scan = asyncio.create_task(self._scan(repository, progress, maximum_removals), name=f"scan of {id}")
        self._scans[id] = scan
        scan.add_done_callback(lambda _: self._scans.pop(id, None))
        return progress

    async def watch(self, id: UUID) -> None:
        """Scan the folder and follow its changes from now on; return when the scan has begun, or cannot.

        Raises 404 for an unknown repository and 409 when nothing may begin. Nothing new when it is watched already.
        """
        await self._store.read(lambda connection: repositories.require(connection, id))
        self.require_running(id)
        if id in self._held:
            self.require_idle(id)
        if id not in self._follows:
            follow = Follow(self, self._store, id, poll=self._habits.poll, reconcile=self._habits.reconcile_seconds)
            self._follows[id] = follow
            follow.ended(lambda: self._follows.pop(id, None))
            await follow.begun()

    async def unwatch(self, id: UUID) -> None:
        """Follow the folder no longer; a scan that runs goes on."""
        follow = self._follows.pop(id, None)
        if follow is not None:
            await follow.close()

    async def begin_with(self, repository: Known) -> None:
        """Scan a new repository, and follow it if it is to be watched; leave it alone while nothing may begin."""
        if self.stopped:
            return
        if repository.watch:
            await self.watch(repository.id)
        else:
            await self.synchronize(repository.id)

    async def begin(self) -> None:
        """Follow the folders of all repositories that are to be watched."""
        for known in await self._store.read(repositories.every):
            if known.watch and known.id not in self._follows:
                await self.watch(known.id)

    async def resume(self) -> None:
        """Allow scans and watches again, and begin as `begin` does."""
        self.stopped = False
        await self.begin()

    async def stop(self) -> None:
        """End all scans and watches, which go on where they were when they are started again; allow no new ones."""
        self.stopped = True
        follows, self._follows = list(self._follows.values()), {}
        for follow in follows:
            await follow.close()
        scans = list(self._scans.values())
        for scan in scans:
            scan.cancel()
        await asyncio.gather(*scans, return_exceptions=True)

    @asynccontextmanager
    async def hold(self, id: UUID) -> AsyncIterator[None]:
        """No scan of the repository begins within, and its folder is not followed; 409 when one runs or holds."""
        self.require_idle(id)
        self._held.add(id)
        is_watched = id in self._follows
        try:
            await self.unwatch(id)
            async with self._lock(id):
                yield
        finally:
            self._held.discard(id)
            known = await self._store.read(repositories.every)
            if is_watched and not self.stopped and any(each.id == id and each.watch for each in known):
                await self.watch(id)

    async def catch_up(self, id: UUID) -> asyncio.Task[None]:
        """Begin a scan of the whole repository, behind the one that runs, if one does. Raises as `synchronize`."""
        while True:
            while id in self._scans:
                await asyncio.wait({self._scans[id]})
            try:
                await self.synchronize(id)
            except FaultError:
                if id not in self._scans:
                    raise
            else:
                return self._scans[id]

    async def look(self, repository: Known, scope: Collection[str]) -> bool:
        """Read what is new or changed in a part of the folder; whether files are missing there.

        They are not forgotten yet: what was moved shows up elsewhere a moment later.
        """
        synchronization, progress = self._part(repository, scope)
        await self._guarded(repository, progress, synchronization.look)
        return synchronization.has_missing

    async def settle(self, repository: Known, scope: Collection[str]) -> None:
        """Look at a part of the folder once more, and forget what is gone."""
        synchronization, progress = self._part(repository, scope)
        await self._guarded(repository, progress, synchronization.run)

    @property
    def state(self) -> Literal["ready", "unavailable"]:
        """Whether pictures can be read: "unavailable" when the last decoder process did not start."""
        return "unavailable" if self._pool.failure else "ready"

    def synchronizing(self, id: UUID) -> bool:
        """Whether the repository is being scanned now."""
        return id in self._scans

    def watching(self, id: UUID) -> bool:
        """Whether the repository's folder is followed now."""
        return id in self._follows

    def activities(self) -> list[Progress]:
        """The scans that run now, the earliest first."""
        return [self._progress[id] for id in self._scans]

    def progress(self, id: UUID) -> Progress | None:
        """The scan of the repository that runs or ran last since the library was opened."""
        return self._progress.get(id)

    def unavailable(self, id: UUID) -> str | None:
        """Why the repository's folder was found missing or emptied when it was last looked at; None when it was not."""
        return self._unavailable.get(id)

    def lost(self, repository: Known, message: str) -> None:
        """Note that the repository's folder cannot be followed, for it is not there."""
        if self._unavailable.get(repository.id) != message:
            _log.warning("%s: %s", repository.name, message)
        self._unavailable[repository.id] = message

    def relocated(self, id: UUID) -> None:
        """The repository's folder lies elsewhere now: what was said of the former place no longer holds."""
        self._unavailable.pop(id, None)

    async def settled(self) -> None:
        """Return when no scan runs."""
        while self._scans:
            await asyncio.wait(set(self._scans.values()))

    def _lock(self, id: UUID) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def require_running(self, id: UUID) -> None:
        """409 when no scan and no watch may begin."""
        if self.stopped:
            raise conflict(
                "repository.stopped",
                "Scans and watches are stopped.",
                parameter="id",
                value=id,
                remedy="Start them with /repository/startOrStop?isStart=true.",
            )

    def require_idle(self, id: UUID) -> None:
        """409 when the repository is being scanned or held."""
        if id in self._scans or id in self._held:
            raise conflict(
                "repository.synchronizing",
                "The repository is being synchronized or deleted.",
                parameter="id",
                value=id,
                remedy="Wait until /repository/activities says that it is over.",
            )

    def _part(self, repository: Known, scope: Collection[str]) -> tuple[Synchronization, Progress]:
        progress = Progress(repository.id, repository.name, started=_now())
        return self._synchronization(repository, progress, scope=scope), progress

    def _synchronization(
        self,
        repository: Known,
        progress: Progress,
        *,
        maximum_removals: int | None = None,
        scope: Collection[str] | None = None,
    ) -> Synchronization:
        return Synchronization(
            self._store,
            self._pool,
            repository,
            progress,
            removal_share=self._habits.removal_share,
            maximum_removals=maximum_removals,
            scope=scope,
            forgotten=self._forgotten,
        )

    async def _scan(self, repository: Known, progress: Progress, maximum_removals: int | None) -> None:
        try:
            await self._announce(repository, "repository.synchronize.started")
            await self._guarded(
                repository,
                progress,
                self._synchronization(repository, progress, maximum_removals=maximum_removals).run,
            )
        except asyncio.CancelledError:
            progress.error = _STOPPED
            raise
        finally:
            progress.ended = _now()
            is_bad = progress.error not in (None, _STOPPED)
            _log.log(logging.WARNING if is_bad else logging.INFO, "%s", progress.summary())
            await self._announce(repository, "repository.synchronize.stopped")

    async def _guarded(self, repository: Known, progress: Progress, run: Callable[[], Awaitable[None]]) -> None:
        """Run a scan of the whole folder or of a part, by itself; what went wrong becomes its progress's error."""
        async with self._lock(repository.id):
            try:
                await run()
                self._unavailable.pop(repository.id, None)
            except UnavailableError as error:
                self._unavailable[repository.id] = progress.error = str(error)
            except FaultError as error:
                progress.error = error.fault.detail
            except (NoDecoderError, PoolClosedError) as error:
                progress.error = str(error) or _STOPPED
            except Exception as error:
                progress.error = f"Internal error: {type(error).__name__}."
                _log.exception("The scan of %s failed", repository.name)
            before = self._progress.setdefault(repository.id, progress)
            if before is not progress:
                before.add(progress)

    async def _announce(self, repository: Known, topic: Topic) -> None:
        def unit(work: Work) -> None:
            log.announce(work, topic, repository=repository.id)

        try:
            await self._store.write(unit)
        except FaultError as error:
            _log.warning("%s: %s is not in the event log: %s", repository.name, topic, error.fault.detail)


def _now() -> int:
    return time.time_ns() // 1_000_000
