"""The writer: a thread that runs all waiting units of work in one transaction, with one commit (group commit).

A commit costs one flush to the disk (about 5 ms on a plain disk), whatever its size. Units that arrive while others run
join their transaction, and units that arrive during a commit wait for the next one. So under load they share a flush,
and a unit that comes alone is committed at once.

The units of a batch run without savepoints, which would cost a fifth of the time of a tag write. When a unit fails
after it changed something, the batch is rolled back and run again with savepoints.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError, unavailable
from facetry.observability.histogram import Histogram
from facetry.store import revision
from facetry.store.change_feed import ChangeFeed
from facetry.store.engine import engine_of
from facetry.store.engines.database_state import CommitMark, DatabaseState
from facetry.store.engines.values import close, damaged, raw_connection
from facetry.store.journal import ChangeJournal
from facetry.store.work import Work

T = TypeVar("T")
F = TypeVar("F")

MAX_UNITS = 256
"""Maximum number of units in one transaction: enough to share a flush, few enough that the first waits briefly."""

MAX_QUEUED = 16_384
"""Maximum number of units that wait, for a database that does not answer. Clients that wait have one each."""

MAX_GATHER_SECONDS = 0.01
"""Maximum time in seconds for which units wait for others to share a commit, however slow the disk. Others join a
transaction for as long, so that its first unit waits briefly.
"""

CHECKPOINT_FRAMES = 1_000
"""Number of pages in the write-ahead log from which they are copied into the database."""

log = logging.getLogger(__name__)


class _SavepointNeededError(Exception):
    """A unit failed after it changed something, and there is no savepoint to roll back to."""


@dataclass(slots=True)
class _QueuedUnit:
    unit: Callable[[Work], Any]
    future: Future[Any] | asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)
    """That of the caller, in which lines of the log find the request."""
    result: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class WriterMetrics:
    """What the writer has done. Its thread changes these numbers; others may read them."""

    queue_length: Callable[[], int]
    commits: Histogram = field(default_factory=Histogram)
    """The times of the commits."""
    units: int = 0
    """The number of units of work in committed batches."""


class Writer:
    """Owns the only connection that writes, until `close`."""

    def __init__(
        self,
        connection: Connection,
        integrity: DatabaseState,
        mark: CommitMark,
        feed: ChangeFeed | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        """`feed` gets the changes of each commit, if other processes follow them. `is_shared` if there are other
        writers all the time.
        """
        self._feed = feed
        self._is_shared = is_shared
        self.journal = ChangeJournal()
        self.metrics = WriterMetrics(lambda: len(self._queue))
        self._integrity = integrity
        self._mark = mark
        self._revision = revision.current(connection)
        self._next_checkpoint = CHECKPOINT_FRAMES
        self._connection = connection
        self._engine = engine_of(connection)
        self._hooks: dict[type, list[Callable[[Work, Any], None]]] = {}
        self._queue: deque[_QueuedUnit] = deque()
        self._condition = threading.Condition()
        self._is_closing = False
        self._wake_threshold = 1  # number of waiting units at which the thread is woken
        self._last_batch_size = 0  # number of units of the last batch
        self._left_waiting = 0  # number of units that waited when the last batch was delivered
        self._run_seconds = 0.0  # time of the units of the last batch
        self._commit_seconds = 0.0
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run_loop, name="facetry-writer", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> str | None:
        """The error after which no write is possible; None without one."""
        return str(self._failure) if self._failure else None

    def add_hook(self, kind: type[F], hook: Callable[[Work, F], None]) -> None:
        """Add a function for `Work.run_hooks`; see `Store.add_hook`."""
        self._hooks.setdefault(kind, []).append(hook)

    async def write(self, unit: Callable[[Work], T]) -> T:
        """Run `unit` in a transaction and return its result after the commit.

        The writer may run `unit` a second time when another unit of the batch fails, so `unit` must have no effects
        except its writes through `Work` and its result. An exception of `unit` rolls its writes back and is raised
        here. Raises a 503 fault when the database is busy or the writer is closed, and a 507 fault when the disk is
        full.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._enqueue(_QueuedUnit(unit, future))
        # A cancelled caller does not roll back a unit that the writer has begun.
        return await future

    def write_now(self, unit: Callable[[Work], T]) -> T:
        """Like `write`, for a caller without an event loop; blocks until the commit."""
        future: Future[T] = Future()
        self._enqueue(_QueuedUnit(unit, future))
        return future.result()

    def close(self) -> None:
        """Finish the waiting units, then close the connection."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        self._thread.join()

    def _enqueue(self, queued: _QueuedUnit) -> None:
        if self._integrity.damage is not None:
            raise damaged()
        with self._condition:
            if self._is_closing or self._failure:
                raise unavailable(
                    "store.closed",
                    "The library takes no writes: it is closing, or its database has failed.",
                    retry_after=5,
                )
            if len(self._queue) >= MAX_QUEUED:
                self._queue = deque(each for each in self._queue if not each.future.cancelled())
                if len(self._queue) >= MAX_QUEUED:
                    raise unavailable("store.busy", "Too many writes are waiting for the database; try again.")
            self._queue.append(queued)
            if len(self._queue) >= self._wake_threshold:
                self._condition.notify()

    def _run_loop(self) -> None:
        try:
            while batch := self._next_batch():
                try:
                    self._commit(batch)
                except Exception as error:
                    self._fail_batch(batch, error)
                self._last_batch_size, self._left_waiting = len(batch), len(self._queue)
                _deliver_results(batch)
                self._copy_log_if_long()  # takes as long as several commits, so no caller waits for it
        finally:
            if self._integrity.damage is not None or self._integrity.damage_of_log() is not None:
                self._engine.leave(self._connection)  # what is damaged in the log must not get into the database
            else:
                close(self._connection)

    def _next_batch(self) -> list[_QueuedUnit]:
        with self._condition:
            self._wait_for_batch()
            while not self._queue and not self._is_closing:
                self._condition.wait()
            return self._take_units(MAX_UNITS)

    def _wait_for_batch(self) -> None:
        """Wait for as long as a commit takes, so that the callers of the last batch can submit their next units.

        Without the wait, callers split into two halves that alternate, and each commit has half as many units. The time
        in which units run counts, because others join them.
        """
        threshold = min(self._left_waiting + self._last_batch_size, MAX_UNITS)
        seconds = min(self._commit_seconds - self._run_seconds, MAX_GATHER_SECONDS)
        if self._last_batch_size > 1 and seconds > 0 and len(self._queue) < threshold and not self._is_closing:
            self._wake_threshold = threshold
            self._condition.wait(seconds)
            self._wake_threshold = 1

    def _take_units(self, maximum: int) -> list[_QueuedUnit]:
        """Take the first units from the queue. The caller holds the condition."""
        return [self._queue.popleft() for _ in range(min(len(self._queue), maximum))]

    def _commit(self, batch: list[_QueuedUnit]) -> None:
        if self._failure:
            self._fail_batch(batch, self._failure)  # they were queued before the failure was known
            return
        try:
            if self._integrity.damage is not None:
                raise damaged()
            self._integrity.begin_writing()
        except Exception as error:
            self._fail_batch(batch, error)
            return
        try:
            self._commit_transaction(batch)
        finally:
            self._integrity.end_writing()

    def _copy_log_if_long(self) -> None:
        """Do what SQLite would do after a commit (`wal_autocheckpoint`), if the log is intact."""
        if self._mark.frames < self._next_checkpoint or self._failure or self._integrity.damage is not None:
            return
        self._next_checkpoint = self._mark.frames + CHECKPOINT_FRAMES
        try:
            self._integrity.begin_writing()
        except FaultError:
            return  # the files are damaged, and the next write is refused
        try:
            if self._integrity.damage_of_log() is None and self._engine.copy_log(self._connection):
                self._next_checkpoint = CHECKPOINT_FRAMES  # the next commit begins the log anew
        except Exception as error:
            # Readers may be in the way. What is in the log is safe, and a later commit tries again.
            log.warning("the write-ahead log cannot be copied into the database: %s", error)
        finally:
            self._integrity.end_writing()

    def _commit_transaction(self, batch: list[_QueuedUnit]) -> None:
        try:
            self._engine.begin_write(self._connection)
            if self._is_shared:
                self._connection.info.clear()  # units keep there what they know as of the last commit
            try:
                all_work = self._run_units(batch)
            except _SavepointNeededError:
                self._execute("ROLLBACK")
                self._engine.begin_write(self._connection)
                all_work = [self._run_unit(queued, with_savepoint=True) for queued in batch]
            changes = [change for work in all_work for change in work.changes]
            new_revision = revision.advance(self._connection) if changes else None
            if self._feed is not None and new_revision is not None:
                self._feed.append(self._connection, new_revision, changes)
            begin = time.perf_counter()
            self._engine.commit(self._connection)
            self._commit_seconds = time.perf_counter() - begin
            self.metrics.commits.observe(self._commit_seconds)
            self.metrics.units += len(batch)
        except BaseException as error:
            self._roll_back(batch, error)
            return
        self._write_mark(new_revision)
        if new_revision is not None and not self._is_shared:
            self.journal.append(new_revision, changes)
        for work in all_work:
            for callback in work.after_commit:
                callback()

    def _write_mark(self, new_revision: int | None) -> None:
        """Mark the commit before it is acknowledged. A disk that is full does not undo the commit."""
        if new_revision is not None:
            self._revision = new_revision
        try:
            self._mark.write(self._revision)
        except OSError as error:
            log.warning("the commit mark cannot be written: %s", error)

    def _execute(self, statement: str) -> None:
        raw_connection(self._connection).execute(statement)  # a lost connection to a server has been replaced

    def _run_units(self, batch: list[_QueuedUnit]) -> list[Work]:
        """Run the units of a batch, and those that arrive meanwhile, which are added to the batch."""
        begin = time.perf_counter()
        all_work: list[Work] = []
        next_units = list(batch)
        while next_units:
            all_work += [self._run_unit(queued, with_savepoint=False) for queued in next_units]
            self._run_seconds = time.perf_counter() - begin
            with self._condition:
                has_time = self._run_seconds < MAX_GATHER_SECONDS
                next_units = self._take_units(MAX_UNITS - len(batch)) if has_time else []
            batch += next_units
        return all_work

    def _run_unit(self, queued: _QueuedUnit, *, with_savepoint: bool) -> Work:
        work = Work(self._connection, time.time_ns() // 1_000_000, self._hooks)
        queued.error = None
        if queued.future.cancelled():
            return work  # its caller was cancelled before the unit began
        if with_savepoint:
            self._engine.savepoint(self._connection)
        change_count_before = self._engine.change_count(self._connection)
        try:
            queued.result = queued.context.run(queued.unit, work)
        except BaseException as error:
            if not self._engine.is_in_transaction(self._connection):
                raise  # the whole batch was rolled back: disk full, I/O error, or a lost connection
            if with_savepoint:
                self._engine.roll_back_to_savepoint(self._connection)
            elif self._engine.change_count(self._connection) != change_count_before:
                raise _SavepointNeededError from None
            work.after_commit.clear()
            work.changes.clear()
            queued.error = self._integrity.fault_of(error) or error
        if with_savepoint:
            self._execute("RELEASE unit")
        return work

    def _roll_back(self, batch: list[_QueuedUnit], error: BaseException) -> None:
        try:
            if self._engine.is_in_transaction(self._connection):
                self._execute("ROLLBACK")
        except Exception as rollback_error:
            if self._integrity.fault_of_write(rollback_error) is None:
                error = rollback_error
            log.warning("a transaction could not be rolled back: %s", rollback_error)
        self._fail_batch(batch, error)

    def _fail_batch(self, batch: list[_QueuedUnit], error: BaseException) -> None:
        fault_error = error if isinstance(error, FaultError) else self._integrity.fault_of_write(error)
        if fault_error is None:
            # Nobody knows what has been written. Only a restart, which reads the log, can tell it.
            if self._failure is None:
                self._failure = error
                log.critical(
                    "the database failed; all further writes are refused until a restart: %s", error, exc_info=error
                )
            fault_error = unavailable(
                "store.failed", "The library's database failed; see the server's log.", retry_after=30
            )
        for queued in batch:
            queued.error = fault_error


def _deliver_results(batch: list[_QueuedUnit]) -> None:
    """Give the results to the callers; each event loop is woken once for all its callers."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_QueuedUnit]] = {}
    for queued in batch:
        if isinstance(queued.future, Future):
            _resolve_future(queued)
        else:
            by_loop.setdefault(queued.future.get_loop(), []).append(queued)
    for loop, loop_units in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve_futures, loop_units)
        except RuntimeError:  # the event loop is closed
            log.debug("%d results were dropped: the event loop of their callers is closed", len(loop_units))


def _resolve_futures(batch: list[_QueuedUnit]) -> None:
    for waiting in batch:
        _resolve_future(waiting)


def _resolve_future(queued: _QueuedUnit) -> None:
    if queued.future.done():
        return
    if queued.error is not None:
        # Several callers may share one fault: each gets an exception, and so a traceback, of its own.
        error = queued.error
        queued.future.set_exception(FaultError(error.fault) if isinstance(error, FaultError) else error)
    else:
        queued.future.set_result(queued.result)
