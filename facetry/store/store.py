"""The store of one library: its database, its writer and its readers."""

from __future__ import annotations

import logging
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
from facetry.store.engine import (
    DatabaseUrl,
    Lease,
    Location,
    begin_write,
    claim_serving,
    close,
    commit,
    connect,
    damage_of,
    leave_open,
    limit_transactions,
    write_under_lease,
)
from facetry.store.engines.database_state import CommitMark, DatabaseState, NoMark, ServerState
from facetry.store.engines.sqlite.connections import has_page_checksums, require_not_emptied
from facetry.store.engines.sqlite.database_copy import DamagedSourceError
from facetry.store.engines.sqlite.integrity.commit_mark import MarkWriter, read_mark
from facetry.store.engines.sqlite.integrity.files import damage_of_files
from facetry.store.engines.sqlite.integrity.page_checksums import create_database, has_room, require_verification
from facetry.store.engines.sqlite.integrity.quick_check import START_SECONDS, BackgroundCheck, deadline, quick_check
from facetry.store.engines.sqlite.integrity.roots import keep_roots
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.engines.sqlite.migration_copies import keep_copy
from facetry.store.interruption import ReadInterruptedError
from facetry.store.journal import Changes
from facetry.store.library_tables import damage_of_contents, damage_of_tables
from facetry.store.migrations import HEAD, migrate
from facetry.store.readers import COSTLY_READERS, READERS, ReaderPool
from facetry.store.work import Work
from facetry.store.writer import Writer, WriterMetrics
from generated.limits import SEARCH_PARAMETERS_MAX_WAITING

T = TypeVar("T")
F = TypeVar("F")

_log = logging.getLogger(__name__)


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
        self._background_check: BackgroundCheck | None = None
        self.former_revision: str | None
        """The migration revision before this store migrated the database; None for a new one."""
        self._integrity: DatabaseState
        self._mark: CommitMark
        if isinstance(location, DatabaseUrl):
            connection = self._open_server_database(location)
        else:
            connection = self._open_file(location, numbers)
        if lease is not None:
            write_under_lease(connection, lease)
        if feed is not None and not is_shared:
            begin_write(connection)
            feed.clear(connection)
            commit(connection)
        self._connection = connection
        self._is_shared = is_shared
        self._writer = Writer(connection, self._integrity, self._mark, feed, is_shared=is_shared)
        self._followed: Changes = feed if feed is not None and is_shared else self._writer.journal
        self._begin_reading(location)

    def _begin_reading(self, location: Location) -> None:
        self._readers = ReaderPool(location, self._integrity, max_waiting=SEARCH_PARAMETERS_MAX_WAITING)
        self.location = location
        self.read_metrics = {"ordinary": ReadMetrics(READERS), "costly": ReadMetrics(COSTLY_READERS)}
        """By the lane."""

    def _open_file(self, path: Path, numbers: MutableSequence[int] | None) -> Connection:
        """The connection of the writer to a database file."""
        with _naming_damage(path):
            require_not_emptied(path)
        create_database(path, with_checksums=has_page_checksums())
        _require_intact_files(path)
        with _naming_damage(path):
            connection = connect(path)  # reads the schema already
        try:
            with _naming_damage(path):
                is_checked = _check(path, connection)
                require_finished(connection, path)
                self.former_revision = migrate(connection, lambda revision: keep_copy(path, revision, HEAD))
                keep_roots(path, connection)
                self._integrity = integrity = IntegrityState(path, numbers)
                self._mark = MarkWriter(path)
        except DamagedDatabaseError:
            leave_open(connection)
            raise
        except BaseException:
            close(connection)
            raise
        is_checked = is_checked and integrity.search_zero_pages(deadline(START_SECONDS))
        if integrity.damage is not None:
            damage = integrity.damage
            leave_open(connection)
            raise DamagedDatabaseError(path, damage)
        if not is_checked:
            self._background_check = BackgroundCheck(path, integrity)
        return connection

    def _open_server_database(self, url: DatabaseUrl) -> Connection:
        """The connection of the writer to a database on a server."""
        connection = connect(url)
        try:
            require_finished(connection, url)
            require_tables(connection, url)
            self.former_revision = migrate(connection)
            limit_transactions(connection)
        except BaseException:
            connection.close()
            connection.engine.dispose()
            raise
        self._integrity, self._mark = ServerState(), NoMark()
        return connection

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
        return claim_serving(self._connection, is_shared=self._is_shared)

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
        if self._background_check is not None:
            self._background_check.close()
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
        if isinstance(location, Path):
            self._integrity = IntegrityState(location, numbers, is_following=True)
        else:
            self._integrity = ServerState()
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


def _require_intact_files(path: Path) -> None:
    """Look at the files before SQLite does. Raises `DamagedDatabaseError` and `OSError`.

    This comes before any connection of this process: closing a file ends SQLite's locks on it.
    """
    if (damage := damage_of_files(path, is_served=False)) is not None:
        raise DamagedDatabaseError(path, damage)
    require_verification(path)
    if has_page_checksums() and path.stat().st_size and not has_room(path):
        _log.warning(
            "the pages of the database %s have no checksums, because an older version created it: damage may remain "
            "unnoticed. To add them, stop the server and run `facetry repair`.",
            path,
        )


@contextmanager
def _naming_damage(path: Path) -> Iterator[None]:
    """Turn errors of a damaged database into `DamagedDatabaseError`s."""
    try:
        yield
    except Exception as error:
        damage = str(error) if isinstance(error, DamagedSourceError) else damage_of(error)
        if damage is None:
            raise
        raise DamagedDatabaseError(path, damage) from error


def require_tables(connection: Connection, location: Location) -> None:
    """Raise `DamagedDatabaseError` for a library of this version without one of its tables; see `damage_of_tables`."""
    if (damage := damage_of_tables(connection)) is not None:
        raise DamagedDatabaseError(location, damage)


def _check(path: Path, connection: Connection) -> bool:
    """Check the database before the first write; False when it is too large for that.

    Raises `DamagedDatabaseError`.
    """
    findings = quick_check(connection, deadline(START_SECONDS))
    if findings:
        raise DamagedDatabaseError(path, "; ".join(findings[:3]))
    if (damage := damage_of_contents(connection, read_mark(path))) is not None:
        raise DamagedDatabaseError(path, damage)
    return findings is not None
