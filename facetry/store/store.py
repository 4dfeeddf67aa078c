"""The store of one library: its database file, its writer and its readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.observability import traces
from facetry.store.engine import connect
from facetry.store.journal import ChangeJournal
from facetry.store.migration_copies import keep_copy
from facetry.store.migrations import HEAD, migrate
from facetry.store.readers import COSTLY_READERS, READERS, ReaderPool
from facetry.store.work import Work
from facetry.store.writer import Writer, WriterMetrics
from generated.limits import SEARCH_PARAMETERS_MAX_WAITING

T = TypeVar("T")
F = TypeVar("F")


@dataclass(slots=True)
class ReadMetrics:
    """The reads of one lane: the number of threads, how many reads were begun, and how many run or wait."""

    threads: int
    begun: int = 0
    pending: int = 0


class Store:
    """Opens and migrates the database, and runs units of work and queries until it is closed."""

    def __init__(self, path: Path) -> None:
        """Open or create the database file at `path`.

        A copy of an older database is kept before its migration. Raises `UnsafeSQLiteError` when the installed SQLite
        could corrupt it, `NewerLibraryError` when a newer Facetry wrote it, and `OSError` when there is no room for the
        copy.
        """
        connection = connect(path)
        try:
            migrate(connection, lambda revision: keep_copy(path, revision, HEAD))
        except BaseException:
            connection.close()
            connection.engine.dispose()
            raise
        self._writer = Writer(connection)
        self._readers = ReaderPool(path, max_waiting=SEARCH_PARAMETERS_MAX_WAITING)
        self.path = path
        self.read_metrics = {"ordinary": ReadMetrics(READERS), "costly": ReadMetrics(COSTLY_READERS)}
        """By the lane."""

    @property
    def journal(self) -> ChangeJournal:
        """The changes of the last commits of this process."""
        return self._writer.journal

    @property
    def write_metrics(self) -> WriterMetrics:
        """What the writer has done."""
        return self._writer.metrics

    @property
    def failure(self) -> str | None:
        """The error after which no write is possible; None without one."""
        return self._writer.failure

    def add_hook(self, kind: type[F], hook: Callable[[Work, F], None]) -> None:
        """Call `hook` in the transaction of each unit of work that reports a fact of type `kind`.

        A hook lets one module of the library react to changes of another one without an import between the two. Add
        hooks at the start, before the first unit of work.
        """
        self._writer.add_hook(kind, hook)

    async def write(self, unit: Callable[[Work], T]) -> T:
        """Run a unit of work; see `Writer.write`."""
        if not traces.are_on():
            return await self._writer.write(unit)
        with traces.step("unit of work", getattr(unit, "__qualname__", "")):
            return await self._writer.write(unit)

    def write_now(self, unit: Callable[[Work], T]) -> T:
        """Run a unit of work from outside the event loop; blocks until the commit."""
        return self._writer.write_now(unit)

    async def read(
        self, query: Callable[[Connection], T], *, seconds: float | None = None, is_costly: bool = False
    ) -> T:
        """Run a query on one snapshot of the library; see `ReaderPool.read`."""
        metrics = self.read_metrics["costly" if is_costly else "ordinary"]
        metrics.begun += 1
        metrics.pending += 1
        try:
            if not traces.are_on():
                return await self._readers.read(query, seconds=seconds, is_costly=is_costly)
            with traces.step("read", getattr(query, "__qualname__", "")):
                return await self._readers.read(query, seconds=seconds, is_costly=is_costly)
        finally:
            metrics.pending -= 1

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """Run a query on one snapshot of the library, from outside the event loop."""
        return self._readers.read_now(query)

    def close(self) -> None:
        """Finish the waiting units of work and queries, then close the database."""
        self._writer.close()
        self._readers.close()
