"""The one writer: a thread that runs the waiting units of work in one transaction and commits once for all of them.

One commit costs one flush to the disk (about 5 ms on a plain disk), whatever it holds. Units that arrive while a
commit is under way wait for the next one, so under load the flush is shared, and alone nobody waits.

Units of a batch run without savepoints, which cost a fifth of a tag write. When one fails after it changed something,
the batch is undone and run again with them.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError, unavailable
from facetry.store import revision
from facetry.store.engine import begin_write, changes, is_in_transaction, raw, refusal
from facetry.store.journal import Journal
from facetry.store.work import Work

T = TypeVar("T")

MOST_UNITS = 256
"""Units in one transaction: enough to share a flush, few enough that the first does not wait long."""

MOST_PATIENCE = 0.01
"""Seconds at most that units wait for others to share a commit with, however slow the disk."""

log = logging.getLogger(__name__)


class _SpoiledError(Exception):
    """A unit failed when it had changed something, and there is no savepoint to go back to."""


@dataclass(slots=True)
class _Waiting:
    unit: Callable[[Work], Any]
    future: Future[Any] | asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Owns the only connection that writes, from the first unit to `close`."""

    def __init__(self, connection: Connection) -> None:
        self.journal = Journal()
        self._connection = connection
        self._waiting: deque[_Waiting] = deque()
        self._condition = threading.Condition()
        self._closing = False
        self._enough = 1  # waiting units for which the thread is woken
        self._delivered = 0  # units of the last batch
        self._commit_seconds = 0.0
        self._broken: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="facetry-writer", daemon=True)
        self._thread.start()

    @property
    def broken(self) -> str | None:
        """Why nothing can be written any more, or None while all is well."""
        return str(self._broken) if self._broken else None

    async def write(self, unit: Callable[[Work], T]) -> T:
        """Run `unit` in a transaction and return its result after the commit.

        It may be run a second time when a unit beside it fails: its only effects are what it writes through `Work` and
        what it returns. Whatever it raises undoes all that it did and is raised here. Raises a 503 fault when the
        database is busy or the writer is closed, and a 507 fault when the disk is full.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(_Waiting(unit, future))
        # A caller that goes away does not undo a unit that the writer has begun.
        return await future

    def write_now(self, unit: Callable[[Work], T]) -> T:
        """The same for a caller without an event loop; blocks until the commit."""
        future: Future[T] = Future()
        self._put(_Waiting(unit, future))
        return future.result()

    def close(self) -> None:
        """Finish the waiting units, then close the connection."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        self._thread.join()

    def _put(self, waiting: _Waiting) -> None:
        with self._condition:
            if self._closing or self._broken:
                raise unavailable("store.closed", "The library takes no writes.", retry_after=5)
            self._waiting.append(waiting)
            if len(self._waiting) >= self._enough:
                self._condition.notify()

    def _serve(self) -> None:
        try:
            while batch := self._take():
                self._commit(batch)
                _deliver(batch)
        finally:
            self._connection.close()
            self._connection.engine.dispose()

    def _take(self) -> list[_Waiting]:
        with self._condition:
            self._gather()
            while not self._waiting and not self._closing:
                self._condition.wait()
            self._delivered = min(len(self._waiting), MOST_UNITS)
            return [self._waiting.popleft() for _ in range(self._delivered)]

    def _gather(self) -> None:
        """Give the callers of the last batch as long as a commit takes to come back with their next units.

        Otherwise they fall into two parties that wait for each other's commits, with half as many units in each.
        """
        enough = min(len(self._waiting) + self._delivered, MOST_UNITS)
        if self._delivered > 1 and len(self._waiting) < enough and not self._closing:
            self._enough = enough
            self._condition.wait(min(self._commit_seconds, MOST_PATIENCE))
            self._enough = 1

    def _commit(self, batch: list[_Waiting]) -> None:
        if self._broken:
            self._refuse(batch, self._broken)  # they came before it was known
            return
        connection = raw(self._connection)
        try:
            begin_write(self._connection)
            try:
                work = [self._run(connection, waiting, with_savepoint=False) for waiting in batch]
            except _SpoiledError:
                connection.execute("ROLLBACK")
                begin_write(self._connection)
                work = [self._run(connection, waiting, with_savepoint=True) for waiting in batch]
            changes = [change for each in work for change in each.changes]
            reached = revision.advance(self._connection) if changes else None
            begin = time.perf_counter()
            connection.execute("COMMIT")
            self._commit_seconds = time.perf_counter() - begin
        except BaseException as error:
            self._undo(connection, batch, error)
            return
        if reached is not None:
            self.journal.note(reached, changes)
        for each in work:
            for callback in each.after_commit:
                callback()

    def _run(self, connection: Any, waiting: _Waiting, *, with_savepoint: bool) -> Work:
        work = Work(self._connection, time.time_ns() // 1_000_000)
        waiting.error = None
        if waiting.future.cancelled():
            return work  # its caller went away before it began
        if with_savepoint:
            connection.execute("SAVEPOINT unit")
        before = changes(self._connection)
        try:
            waiting.result = waiting.unit(work)
        except BaseException as error:
            if not is_in_transaction(self._connection):
                raise  # SQLite gave the whole transaction up (disk full, I/O error): nothing of the batch stands
            if with_savepoint:
                connection.execute("ROLLBACK TO unit")
            elif changes(self._connection) != before:
                raise _SpoiledError from None
            work.after_commit.clear()
            work.changes.clear()
            waiting.error = refusal(error) or error
        if with_savepoint:
            connection.execute("RELEASE unit")
        return work

    def _undo(self, connection: Any, batch: list[_Waiting], error: BaseException) -> None:
        try:
            if is_in_transaction(self._connection):
                connection.execute("ROLLBACK")
        except Exception as worse:
            error = worse
        self._refuse(batch, error)

    def _refuse(self, batch: list[_Waiting], error: BaseException) -> None:
        told = refusal(error)
        if told is None:
            # A failed flush says nothing about what is on the disk; only a restart, which reads the log, can tell.
            if self._broken is None:
                self._broken = error
                log.critical("the database failed; no further write is taken: %s", error, exc_info=error)
            told = unavailable("store.failed", "The library's database failed; see the server's log.", retry_after=30)
        for waiting in batch:
            waiting.error = told


def _deliver(batch: list[_Waiting]) -> None:
    """Hand out the outcomes; a loop is woken once, however many of its callers wait."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in batch:
        if isinstance(waiting.future, Future):
            _settle(waiting)
        else:
            by_loop.setdefault(waiting.future.get_loop(), []).append(waiting)
    for loop, theirs in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle_all, theirs)
        except RuntimeError:  # the loop is closed: nobody waits any more
            log.debug("%d callers went away with their event loop", len(theirs))


def _settle_all(batch: list[_Waiting]) -> None:
    for waiting in batch:
        _settle(waiting)


def _settle(waiting: _Waiting) -> None:
    if waiting.future.done():
        return
    if waiting.error is not None:
        # One value may be told to many: each caller gets its own exception, and so its own traceback.
        error = waiting.error
        waiting.future.set_exception(FaultError(error.fault) if isinstance(error, FaultError) else error)
    else:
        waiting.future.set_result(waiting.result)
