"""The scans and watchers of a library; at most one scan runs for each repository."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from facetry.errors import FaultError, conflict
from facetry.events import log
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolClosedError
from facetry.library import repositories
from facetry.library.file_stores.file_store import UnavailableError
from facetry.library.file_stores.stores import FileStores
from facetry.library.repositories import RepositoryRecord
from facetry.library.rereading.rereading import Rereading
from facetry.library.scan.examiner import Examiner, LocalExaminer
from facetry.library.scan.job import AllMissingError, ScanJob
from facetry.library.scan.progress import ScanProgress
from facetry.library.scan.watcher import Watcher
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

_STOPPED: Final = "The service is shutting down, or scans were stopped."

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScanSettings:
    """How a library tracks its folders.

    `removal_share`: a scan that would remove a larger share of a repository's images requires confirmation.
    `reconcile_seconds`: interval between full scans of a watched folder, 0 for none. `poll`: watched folders are
    polled. `rereads_buckets`: pictures in buckets are read again too after an update of the service; see `Rereading`.
    """

    removal_share: float = 0.25
    reconcile_seconds: int = 6 * 3600
    poll: bool = False
    rereads_buckets: bool = False


class Scans:
    """Starts and stops scans and watchers, and reports their progress. Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        settings: ScanSettings | None = None,
        *,
        file_stores: FileStores | None = None,
        examiner: Examiner | None = None,
        on_removed: Callable[[list[bytes]], None] = lambda _: None,
    ) -> None:
        """`file_stores` are by default those of folders, and `examiner` is the one with the decoders of `pool`.
        `on_removed` is called in a thread with the content hashes of removed images.
        """
        self._store = store
        self._pool = pool
        self.examiner: Final = examiner or LocalExaminer(pool)
        self._file_stores = file_stores or FileStores()
        self._settings = settings or ScanSettings()
        self._on_removed = on_removed
        self._scans: dict[UUID, asyncio.Task[bool]] = {}
        self._watchers: dict[UUID, Watcher] = {}
        self._locks: dict[UUID, asyncio.Lock] = {}
        self._progress: dict[UUID, ScanProgress] = {}
        self._unavailable: dict[UUID, str] = {}
        self._suspended: set[UUID] = set()
        self.ended_counts = {"done": 0, "refused": 0, "stopped": 0}
        """The number of scans of whole repositories that have ended, by their outcome."""
        self.rereading: Final = Rereading(store, self, reads_buckets=self._settings.rereads_buckets)
        self._rereading_task: asyncio.Task[None] | None = None
        self.is_stopped = False
        """Whether scans and watchers are stopped and must not start."""

    async def synchronize(
        self, id: UUID, maximum_removals: int | None = None, *, verifies: bool = False
    ) -> ScanProgress:
        """Start a scan of the repository and return at once; the returned progress is updated while it runs.

        With `maximum_removals`, the scan removes at most that many images, and the usual limit does not apply. With
        `verifies`, it reads unchanged files too. Raises 404 for an unknown repository, and 409 when it is being scanned
        already or scans are stopped.
        """
        repository = await self._store.read(lambda connection: repositories.require(connection, id))
        self.require_running(id)
        self.require_idle(id)
        progress = ScanProgress(id, repository.name, started=_now())
        self._progress[id] = progress
        job = self._job(repository, progress, maximum_removals=maximum_removals, verifies=verifies)
        scan = asyncio.create_task(self._scan(repository, progress, job), name=f"scan of {id}")
        self._scans[id] = scan
        scan.add_done_callback(lambda _: self._scans.pop(id, None))
        return progress

    async def watch(self, id: UUID) -> None:
        """Scan the folder and watch it for changes; return when the scan has started, or cannot start.

        Raises 404 for an unknown repository, and 409 when scans are stopped. Does nothing when the folder is watched
        already.
        """
        await self._store.read(lambda connection: repositories.require(connection, id))
        self.require_running(id)
        if id in self._suspended:
            self.require_idle(id)
        if id not in self._watchers:
            watcher = Watcher(
                self,
                self._store,
                self._file_stores,
                id,
                poll=self._settings.poll,
                reconcile_seconds=self._settings.reconcile_seconds,
            )
            self._watchers[id] = watcher
            watcher.on_end(lambda: self._watchers.pop(id, None))
            await watcher.wait_until_started()

    async def unwatch(self, id: UUID) -> None:
        """Stop watching the folder; a running scan continues."""
        watcher = self._watchers.pop(id, None)
        if watcher is not None:
            await watcher.close()

    def add_changes(self, id: UUID, paths: Collection[str]) -> None:
        """Have the watcher look at paths that somebody else has noticed. 409 when the repository is not watched."""
        watcher = self._watchers.get(id)
        if watcher is None:
            raise conflict(
                "repository.not-watched",
                "The repository is not watched, so its changes are not followed.",
                parameter="id",
                value=id,
                remedy="Watch it with /repository/{id}/watch?isStart=true, then send the message again.",
            )
        watcher.add_changes(paths)

    async def start_repository(self, repository: RepositoryRecord) -> None:
        """Scan a new repository, and watch it if its record says so. Does nothing while scans are stopped."""
        if self.is_stopped:
            return
        if repository.watch:
            await self.watch(repository.id)
        else:
            await self.synchronize(repository.id)

    async def start_watching(self) -> None:
        """Watch the folders of all repositories whose records say so, and read the files of outdated images."""
        if self._rereading_task is None or self._rereading_task.done():
            self._rereading_task = asyncio.create_task(self.rereading.run(), name="rereading")
        for repository in await self._store.read(repositories.list_all):
            if repository.watch and repository.id not in self._watchers:
                await self.watch(repository.id)

    async def resume(self) -> None:
        """Allow scans and watchers again, and start as `start_watching` does."""
        self.is_stopped = False
        await self.start_watching()

    async def stop(self) -> None:
        """Stop all scans and watchers, and allow no new ones. A later scan continues where this one stopped."""
        self.is_stopped = True
        rereading, self._rereading_task = self._rereading_task, None
        if rereading is not None:
            rereading.cancel()
            await asyncio.gather(rereading, return_exceptions=True)
        watchers, self._watchers = list(self._watchers.values()), {}
        for watcher in watchers:
            await watcher.close()
        scans = list(self._scans.values())
        for scan in scans:
            scan.cancel()
        await asyncio.gather(*scans, return_exceptions=True)

    @asynccontextmanager
    async def suspend(self, id: UUID) -> AsyncIterator[None]:
        """Within the context, no scan of the repository starts and its folder is not watched; 409 when one runs or it
        is suspended.
        """
        self.require_idle(id)
        self._suspended.add(id)
        is_watched = id in self._watchers
        try:
            await self.unwatch(id)
            async with self._lock(id):
                yield
        finally:
            self._suspended.discard(id)
            repositories_now = await self._store.read(repositories.list_all)
            if (
                is_watched
                and not self.is_stopped
                and any(repository.id == id and repository.watch for repository in repositories_now)
            ):
                await self.watch(id)

    async def start_full_scan(self, id: UUID) -> asyncio.Task[bool]:
        """Start a scan of the whole repository, after the running one, if any. Its result is whether the files were
        compared with the library. Raises as `synchronize` does.
        """
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

    async def import_changes(self, repository: RepositoryRecord, scope: Collection[str]) -> bool:
        """Import new and changed files of a part of the folder; whether files are missing there.

        Missing images are not removed yet: a moved file is reported at its new path a moment later.
        """
        job, progress = self._partial_job(repository, scope)
        await self._run_exclusively(repository, progress, job.import_changes)
        return job.has_missing

    async def synchronize_paths(self, repository: RepositoryRecord, scope: Collection[str]) -> None:
        """Scan a part of the folder, and remove images whose files are gone."""
        job, progress = self._partial_job(repository, scope)
        await self._run_exclusively(repository, progress, job.run)

    async def reread(self, repository: RepositoryRecord, paths: Collection[str]) -> bool:
        """Read these files anew, changed or not, between scans of the repository; whether that was possible."""
        job, progress = self._partial_job(repository, paths)
        return await self._run_locked(repository, progress, job.reread)

    def is_synchronizing(self, id: UUID) -> bool:
        """Whether the repository is being scanned now."""
        return id in self._scans

    def is_watching(self, id: UUID) -> bool:
        """Whether the repository's folder is watched now."""
        return id in self._watchers

    def running_scans(self) -> list[ScanProgress]:
        """The running scans, in the order of their start."""
        return [self._progress[id] for id in self._scans]

    def progress(self, id: UUID) -> ScanProgress | None:
        """The running or latest scan of the repository since the library was opened."""
        return self._progress.get(id)

    def unavailable_reason(self, id: UUID) -> str | None:
        """Why the repository's folder was unavailable or emptied at the last attempt; None when it was available."""
        return self._unavailable.get(id)

    @property
    def unavailable_count(self) -> int:
        """The number of repositories whose folder was unavailable or emptied at the last attempt."""
        return len(self._unavailable)

    def mark_unavailable(self, repository: RepositoryRecord, message: str) -> None:
        """Record that the repository's folder cannot be watched because it is missing."""
        if self._unavailable.get(repository.id) != message:
            _log.warning("%s: %s", repository.name, message)
        self._unavailable[repository.id] = message

    def clear_unavailable(self, id: UUID) -> None:
        """Clear the recorded reason: the repository has another folder now."""
        self._unavailable.pop(id, None)

    async def wait_until_idle(self) -> None:
        """Return when no scan runs."""
        while self._scans:
            await asyncio.wait(set(self._scans.values()))

    def _lock(self, id: UUID) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def require_running(self, id: UUID) -> None:
        """Raise 409 when scans and watchers are stopped."""
        if self.is_stopped:
            raise conflict(
                "repository.stopped",
                "Scans and watches are stopped.",
                parameter="id",
                value=id,
                remedy="Start them with /repository/startOrStop?isStart=true.",
            )

    def require_idle(self, id: UUID) -> None:
        """Raise 409 when the repository is being scanned or is suspended."""
        if id in self._scans or id in self._suspended:
            raise conflict(
                "repository.synchronizing",
                "The repository is being synchronized or deleted.",
                parameter="id",
                value=id,
                remedy="Wait until /repository/activities shows that it has finished.",
            )

    def _partial_job(self, repository: RepositoryRecord, scope: Collection[str]) -> tuple[ScanJob, ScanProgress]:
        progress = ScanProgress(repository.id, repository.name, started=_now())
        return self._job(repository, progress, scope=scope), progress

    def _job(
        self,
        repository: RepositoryRecord,
        progress: ScanProgress,
        *,
        maximum_removals: int | None = None,
        scope: Collection[str] | None = None,
        verifies: bool = False,
    ) -> ScanJob:
        return ScanJob(
            self._store,
            self._pool,
            self.examiner,
            self._file_stores,
            repository,
            progress,
            removal_share=self._settings.removal_share,
            maximum_removals=maximum_removals,
            scope=scope,
            verifies=verifies,
            on_removed=self._on_removed,
        )

    async def _scan(self, repository: RepositoryRecord, progress: ScanProgress, job: ScanJob) -> bool:
        try:
            await self._announce(repository, "repository.synchronize.started")
            return await self._run_exclusively(repository, progress, job.run)
        except asyncio.CancelledError:
            progress.error = _STOPPED
            raise
        finally:
            progress.ended = _now()
            is_failure = progress.error not in (None, _STOPPED)
            fields = {"kind": "scan.refused" if is_failure else "scan.ended", "repository": repository.id}
            self.ended_counts["refused" if is_failure else "stopped" if progress.error else "done"] += 1
            _log.log(logging.WARNING if is_failure else logging.INFO, "%s", progress.summary(), extra=fields)
            await self._announce(repository, "repository.synchronize.stopped")

    async def _run_exclusively(
        self, repository: RepositoryRecord, progress: ScanProgress, run: Callable[[], Awaitable[None]]
    ) -> bool:
        """As `_run_locked`, and add the changes of a scan of a part to the progress of the latest scan."""
        is_compared = await self._run_locked(repository, progress, run)
        current = self._progress.setdefault(repository.id, progress)
        if current is not progress:
            if progress.error not in (None, _STOPPED, current.error):
                fields = {"kind": "scan.refused", "repository": repository.id}
                _log.warning("%s", progress.summary(), extra=fields)
            current.add(progress)
        return is_compared

    async def _run_locked(
        self, repository: RepositoryRecord, progress: ScanProgress, run: Callable[[], Awaitable[None]]
    ) -> bool:
        """Run a scan under the repository's lock; an error is stored in the scan's progress. Whether the files were
        compared with the library.
        """
        is_compared = False
        async with self._lock(repository.id):
            try:
                await run()
                self._unavailable.pop(repository.id, None)
                is_compared = True
            except UnavailableError as error:
                self._unavailable[repository.id] = progress.error = str(error)
                is_compared = isinstance(error, AllMissingError)
            except FaultError as error:
                progress.error = error.fault.detail
            except (NoDecoderError, PoolClosedError) as error:
                progress.error = str(error) or _STOPPED
            except Exception as error:
                progress.error = f"Internal error: {type(error).__name__}."
                _log.exception("The scan of %s failed", repository.name)
        return is_compared

    async def _announce(self, repository: RepositoryRecord, topic: Topic) -> None:
        def unit(work: Work) -> None:
            log.announce(work, topic, repository=repository.id)

        try:
            await self._store.write(unit)
        except FaultError as error:
            _log.warning("%s: %s is not in the event log: %s", repository.name, topic, error.fault.detail)


def _now() -> int:
    return time.time_ns() // 1_000_000
