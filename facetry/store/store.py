"""The store of one library: its database, its writer and its readers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.errors import CoordinatorNeededError
from facetry.observability import traces
from facetry.store.change_feed import ChangeFeed
from facetry.store.copy_marker import require_finished
from facetry.store.engine import Location, engine_at
from facetry.store.engines.sqlite.errors import damage_of
from facetry.store.engines.values import DamageError
from facetry.store.interruption import ReadInterruptedError
from facetry.store.journal import Changes
from facetry.store.lease import Lease
from facetry.store.library_tables import damage_of_contents, damage_of_tables
from facetry.store.migrations import HEAD, migrate
from facetry.store.readers import COSTLY_READERS, READERS, ReaderPool
from facetry.store.work import Work
from facetry.store.writer import Writer, WriterMetrics
from generated.limits import SEARCH_PARAMETERS_MAX_WAITING

T = TypeVar("T")
F = TypeVar("F")


class DamagedDatabaseError(RuntimeError):
    """The database is damaged, and is not opened."""

    def __init__(self, location: Location, damage: str) -> None:
        remedy = (
            "`facetry check` says what is concerned, and `facetry repair` keeps what is intact."
            if isinstance(location, Path)
            else "Restore it from a backup of the server, such as one of pg_dump."
        )
        super().__init__(
            f"The library's database {location} is damaged and cannot be opened: {damage}. Nothing was changed. "
            f"{remedy}"
        )


@dataclass(slots=True)
class ReadMetrics:
    """The reads of one lane: the number of threads, how many reads were begun, and how many run or wait in threads.

    A short read that begins again in a thread counts twice.
    """

    threads: int
    begun: int = 0
    pending: int = 0


class Store:
    """Opens and migrates the database, and runs units of work and queries until it is closed."""

    def __init__(
        self,
        location: Location,
        feed: ChangeFeed | None = None,
        numbers: MutableSequence[int] | None = None,
        *,
        is_shared: bool = False,
        lease: Lease | None = None,
    ) -> None:
        """Open or create the database file at a path, or open a database on a PostgreSQL server. If other processes
        follow the commits, `feed` gets their changes, and `numbers` are shared (`FILE_NUMBERS` of them). A database
        that `is_shared` has other writers with a feed. With a `lease`, units of work fail when another process has it.

        A copy of an older database file is kept before its migration; a server's database has to exist. Raises
        `UnsafeSQLiteError` when the installed SQLite could corrupt the file, `NewerLibraryError` when a newer Facetry
        wrote it, `UnfinishedCopyError`, `DamagedDatabaseError`, `UnusableServerError`, and `OSError`, also when there
        is no room for the copy.
        """
        self.engine = engine_at(location)
        with _naming_damage(location):
            opened = self.engine.open_library(location, numbers, functools.partial(_upgrade, location))
        self.former_revision: str | None = opened.former_revision
        """The migration revision before this store migrated the database; None for a new one."""
        self._integrity, self._mark, self._end_check = opened.state, opened.mark, opened.end_check
        self._connection = connection = opened.connection
        if lease is not None:
            self.engine.write_under_lease(connection, lease)
        if feed is not None and not is_shared:
            self.engine.begin_write(connection)
            feed.clear(connection)
            self.engine.commit(connection)
        self._is_shared = is_shared
        self._writer = Writer(connection, self._integrity, self._mark, feed, is_shared=is_shared)
        self._followed: Changes = feed if feed is not None and is_shared else self._writer.journal
        self._begin_reading(location)

    def _begin_reading(self, location: Location) -> None:
        self._readers = ReaderPool(location, self._integrity, max_waiting=SEARCH_PARAMETERS_MAX_WAITING)
        self.location = location
        self.read_metrics = {"ordinary": ReadMetrics(READERS), "costly": ReadMetrics(COSTLY_READERS)}
        """By the lane."""

    @property
    def path(self) -> Path:
        """The database file. Raises `ValueError` for a database on a server."""
        if not isinstance(self.location, Path):
            raise ValueError("the database is on a server")
        return self.location

    def claim_serving(self) -> bool:
        """Keep other services from the same database on a server, until `close`; whether there are none. With a shared
        database, only those that would serve it alone.

        The data folder of a database file has a lock of its own. Call it before the first unit of work.
        """
        return self.engine.claim_serving(self._connection, is_shared=self._is_shared)

    @property
    def journal(self) -> Changes:
        """The changes of the last commits."""
        return self._followed

    @property
    def write_metrics(self) -> WriterMetrics:
        """What the writer has done."""
        return self._writer.metrics

    @property
    def damage(self) -> str | None:
        """What is known to be damaged in the database; no write is possible then. None without damage."""
        return self._integrity.damage

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
        self,
        query: Callable[[Connection], T],
        *,
        seconds: float | None = None,
        is_costly: bool = False,
        is_short: bool = False,
    ) -> T:
        """Run a query on one snapshot of the library; see `ReaderPool.read`. A short one begins as `read_short`."""
        if is_short:
            with suppress(ReadInterruptedError):
                return self.read_short(query)
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

    def read_short(self, query: Callable[[Connection], T]) -> T:
        """Run a query on one snapshot of the library, on the event loop; see `ReaderPool.read_short`."""
        self.read_metrics["ordinary"].begun += 1
        if not traces.are_on():
            return self._readers.read_short(query)
        with traces.step("read", getattr(query, "__qualname__", "")):
            return self._readers.read_short(query)

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """Run a query on one snapshot of the library, from outside the event loop."""
        return self._readers.read_now(query)

    def close(self) -> None:
        """Finish the waiting units of work and queries, then close the database."""
        self._end_check()
        self._writer.close()
        self._readers.close()
        self._mark.close()
        self._integrity.close()


class FollowingStore(Store):
    """The store of a process that reads, while another process of the service has the writer."""

    def __init__(self, location: Location, feed: ChangeFeed, numbers: MutableSequence[int]) -> None:
        """Open the database, which the other process has opened with the same `numbers` and a feed.

        Raises `UnsafeSQLiteError` and `OSError`.
        """
        self._feed = feed
        self.engine = engine_at(location)
        self._integrity = self.engine.follow(location, numbers)
        self._begin_reading(location)

    @property
    def journal(self) -> Changes:
        """The changes of the last commits."""
        return self._feed

    @property
    def write_metrics(self) -> WriterMetrics:
        """Raises `CoordinatorNeededError`: there is no writer here."""
        raise CoordinatorNeededError

    @property
    def failure(self) -> str | None:
        """Raises `CoordinatorNeededError`: there is no writer here."""
        raise CoordinatorNeededError

    def add_hook(self, kind: type[F], hook: Callable[[Work, F], None]) -> None:
        """Do nothing: hooks run in the transaction of a writer."""

    async def write(self, unit: Callable[[Work], T]) -> T:  # noqa: ARG002
        """Raises `CoordinatorNeededError`: there is no writer here."""
        raise CoordinatorNeededError

    def write_now(self, unit: Callable[[Work], T]) -> T:  # noqa: ARG002
        """Raises `CoordinatorNeededError`: there is no writer here."""
        raise CoordinatorNeededError

    def close(self) -> None:
        """Finish the waiting queries, then close the database."""
        self._readers.close()
        self._integrity.close()


@contextmanager
def _naming_damage(location: Location) -> Iterator[None]:
    """Turn errors of a damaged database into `DamagedDatabaseError`s."""
    try:
        yield
    except Exception as error:
        damage = damage_of(error)
        if damage is None:
            raise
        raise DamagedDatabaseError(location, damage) from error


def _upgrade(
    location: Location, connection: Connection, acknowledged: int | None, before: Callable[[str, str], object]
) -> str | None:
    """The `Upgrade` of a library. Raises `DamageError` for one that lacks tables or commits."""
    if (damage := damage_of_contents(connection, acknowledged)) is not None:
        raise DamageError(damage)
    require_finished(connection, location)
    return migrate(connection, lambda revision: before(revision, HEAD))


def require_tables(connection: Connection, location: Location) -> None:
    """Raise `DamagedDatabaseError` for a library of this version without one of its tables; see `damage_of_tables`."""
    if (damage := damage_of_tables(connection)) is not None:
        raise DamagedDatabaseError(location, damage)
