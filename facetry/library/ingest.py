"""Ingest: the scans of a library, one at a time for each repository."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal
from uuid import UUID

from facetry.errors import FaultError, conflict
from facetry.events import log
from facetry.library import repositories
from facetry.library.imaging.pool import NoDecoderError, Pool, PoolClosedError
from facetry.library.progress import Progress
from facetry.library.repositories import Known
from facetry.library.synchronization import Synchronization, UnavailableError
from facetry.store.store import Store

_STOPPED: Final = "The service is shutting down."

_log = logging.getLogger(__name__)


class Ingest:
    """Starts scans, tells how far they are, and ends them. Belongs to one event loop, and owns the pool."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self._store = store
        self._pool = pool
        self._scans: dict[UUID, asyncio.Task[None]] = {}
        self._progress: dict[UUID, Progress] = {}
        self._unavailable: dict[UUID, str] = {}
        self._held: set[UUID] = set()

    async def synchronize(self, id: UUID) -> Progress:
        """Start a scan of the repository and return at once; the progress is kept up to date.

        Raises 404 for an unknown repository and 409 when it is being scanned already.
        """
        repository = await self._store.read(lambda connection: repositories.require(connection, id))
        self._require_idle(id)
        progress = Progress(id, repository.name, started=_now())
        self._progress[id] = progress
        scan = asyncio.create_task(self._scan(repository, progress), name=f"scan of {repository.name}")
        self._scans[id] = scan
        scan.add_done_callback(lambda _: self._scans.pop(id, None))
        return progress

    @contextmanager
    def hold(self, id: UUID) -> Iterator[None]:
        """No scan of the repository begins within; 409 when one runs, or when it is held already."""
        self._require_idle(id)
        self._held.add(id)
        try:
            yield
        finally:
            self._held.discard(id)

    @property
    def state(self) -> Literal["ready", "unavailable"]:
        """Whether pictures can be read: decoder processes start on demand, and the last one did."""
        return "unavailable" if self._pool.failure else "ready"

    def synchronizing(self, id: UUID) -> bool:
        """Whether the repository is being scanned now."""
        return id in self._scans

    def activities(self) -> list[Progress]:
        """The scans that run now, the earliest first."""
        return [self._progress[id] for id in self._scans]

    def progress(self, id: UUID) -> Progress | None:
        """The scan of the repository that runs or ran last since the library was opened."""
        return self._progress.get(id)

    def unavailable(self, id: UUID) -> str | None:
        """Why the repository's folder was found missing or emptied when it was last scanned; None when it was not."""
        return self._unavailable.get(id)

    async def settled(self) -> None:
        """Return when no scan runs."""
        while self._scans:
            await asyncio.wait(set(self._scans.values()))

    async def close(self) -> None:
        """Stop all scans, which go on where they were when they are started again, and end the workers."""
        scans = list(self._scans.values())
        for scan in scans:
            scan.cancel()
        await asyncio.gather(*scans, return_exceptions=True)
        await self._pool.close()

    def _require_idle(self, id: UUID) -> None:
        if id in self._scans or id in self._held:
            raise conflict(
                "repository.synchronizing",
                "The repository is being synchronized or deleted.",
                parameter="id",
                value=id,
                remedy="Wait until /repository/activities says that it is over.",
            )

    async def _scan(self, repository: Known, progress: Progress) -> None:
        try:
            await self._store.write(
                lambda work: log.announce(work, "repository.synchronize.started", repository=repository.id)
            )
            await Synchronization(self._store, self._pool, repository, progress).run()
            self._unavailable.pop(repository.id, None)
        except UnavailableError as error:
            self._unavailable[repository.id] = progress.error = str(error)
        except FaultError as error:
            progress.error = error.fault.detail
        except (NoDecoderError, PoolClosedError) as error:
            progress.error = str(error) or _STOPPED
        except asyncio.CancelledError:
            progress.error = _STOPPED
            raise
        except Exception as error:
            progress.error = f"Internal error: {type(error).__name__}."
            _log.exception("The scan of %s failed", repository.name)
        finally:
            progress.ended = _now()
            is_bad = progress.error not in (None, _STOPPED)
            _log.log(logging.WARNING if is_bad else logging.INFO, "%s", progress.summary())
            try:
                await self._store.write(
                    lambda work: log.announce(work, "repository.synchronize.stopped", repository=repository.id)
                )
            except FaultError as error:
                _log.warning("%s: the end of its scan is not in the event log: %s", progress.name, error.fault.detail)


def _now() -> int:
    return time.time_ns() // 1_000_000
