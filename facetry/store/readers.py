"""Readers: threads with a connection each, so that no query blocks the event loop or the writer. Reads that take less
time than their way to a thread run on the event loop.

Costly reads have a lane of their own: threads that ordinary reads do not use, and a bounded number of waiting reads.
However many costly reads there are, ordinary reads find free threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from resource import RUSAGE_THREAD, getrusage, struct_rusage
from typing import Final, TypeVar

from sqlalchemy import Connection

from facetry.errors import FaultError, unavailable
from facetry.store import interruption
from facetry.store.engine import Location, close, engine_at
from facetry.store.engines.database_state import DatabaseState
from facetry.store.interruption import Interruption, ReadInterruptedError

T = TypeVar("T")

READERS: Final = 4
"""Threads of the ordinary lane."""

COSTLY_READERS: Final = 2
"""Threads of the costly lane. More would compete with ordinary reads for processors and for the interpreter lock."""

THREAD_CACHE_MIB: Final = 8
"""Most pages that the connection of each thread keeps in memory, in MiB. It forgets them at the next commit anyway, and
finds them in the system's cache. The connection of the event loop, which serves most reads, has the usual 32 MiB.
"""

SWITCH_SECONDS: Final = 0.0002
"""How long a thread keeps the interpreter lock while costly reads run and others want it. The usual 5 ms, at each step
of an ordinary read and for each costly one, would add up to most of its time. Threads that switch so often cost a fifth
more, so the usual time applies otherwise.
"""
USUAL_SWITCH_SECONDS: Final = sys.getswitchinterval()

SHORT_SECONDS: Final = 0.005
"""A short read that takes longer has to begin again in a thread."""
PAUSE_SECONDS: Final = 0.5
"""How long all reads run in threads after a short one has taken too long: the disk may be slow.

Waiting for a processor or for the interpreter lock does not count, because a thread would wait for them as well.
"""


class CostlyLane:
    """The threads for costly reads, and the reads that wait for one of them."""

    def __init__(self, count: int, max_waiting: int) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="facetry-costly-reader")
        self._free = asyncio.Semaphore(count)
        self._max_waiting = max_waiting
        self._waiting = self._running = 0

    async def run(self, call: Callable[[], T], ending: Interruption) -> T:
        """The result of `call`, in a thread of the lane.

        Raises a 503 fault when too many reads wait already, or the deadline of `ending` passes.
        """
        await self._wait_for_thread(ending)
        loop = asyncio.get_running_loop()

        def release(_: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody waits
                loop.call_soon_threadsafe(self._end)

        self._begin()
        try:
            future = _submit(self.pool, call)
        except BaseException:
            self._end()
            raise
        # The thread is free when the call has ended, which is later than the end of an abandoned read.
        future.add_done_callback(release)
        return await asyncio.wrap_future(future)

    def _begin(self) -> None:
        self._running += 1
        sys.setswitchinterval(SWITCH_SECONDS)

    def _end(self) -> None:
        self._running -= 1
        if not self._running:
            sys.setswitchinterval(USUAL_SWITCH_SECONDS)
        self._free.release()

    async def _wait_for_thread(self, ending: Interruption) -> None:
        if self._free.locked() and self._waiting >= self._max_waiting:
            raise unavailable(
                "search.busy", f"{self._max_waiting} costly searches are waiting already; try again later."
            )
        self._waiting += 1
        try:
            async with asyncio.timeout(ending.remaining):
                await self._free.acquire()
        except TimeoutError:
            raise _passed_deadline() from None
        finally:
            self._waiting -= 1


class ReaderPool:
    """A pool of threads with read-only connections."""

    def __init__(
        self,
        location: Location,
        integrity: DatabaseState,
        count: int = READERS,
        *,
        costly_count: int = COSTLY_READERS,
        max_waiting: int = 32,
    ) -> None:
        """`max_waiting` is the number of costly reads that may wait for one of `costly_count` threads."""
        self._location = location
        self._engine = engine_at(location)
        self._integrity = integrity
        self._local = threading.local()
        self._short_reads_from = 0.0
        self._is_closed = False
        self._open_connections: list[Connection] = []
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="facetry-reader")
        self._costly_lane = CostlyLane(costly_count, max_waiting)

    async def read(
        self,
        query: Callable[[Connection], T],
        *,
        seconds: float | None = None,
        is_costly: bool = False,
    ) -> T:
        """Run `query` on one snapshot of the library, in a reader thread.

        A read that takes longer than `seconds`, including the time that it waits, is ended; None for no deadline. So is
        a read whose task is cancelled. A costly read runs in its own lane. Raises 503 after the deadline, when too many
        costly reads wait, and after `close`.
        """
        ending = Interruption(seconds)
        context = copy_context()  # in which lines of the log find the request

        def call() -> T:
            return context.run(self._read_until, ending, query)

        try:
            if is_costly:
                return await self._costly_lane.run(call, ending)
            return await asyncio.wrap_future(_submit(self._pool, call))
        except asyncio.CancelledError:
            ending.cancel()
            raise

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one snapshot of the library, in the caller's thread.

        Raises a 503 fault when the database is busy, or when what the query reads is damaged.
        """
        return self._read_now(query, None)

    def _read_now(self, query: Callable[[Connection], T], cache_mebibytes: int | None) -> T:
        self._integrity.require_intact_files()
        try:
            connection = self._connection(cache_mebibytes)
            self._engine.begin_read(connection)
            try:
                return query(connection)
            finally:
                self._engine.end_read(connection)
        except Exception as error:
            fault_error = self._integrity.fault_of(error)
            if fault_error is None:
                # A file that was truncated meanwhile looks like a database without tables, or without rows.
                self._integrity.require_intact_files()
                raise
            raise fault_error from error

    def read_short(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one snapshot of the library on the event loop itself: a way to a thread would take longer.

        Raises `ReadInterruptedError` when the query has to begin again in a thread: it takes longer than
        `SHORT_SECONDS`, would have to wait, or the last short read took too long. So it does if the database is on a
        server, for which the event loop would wait. Else raises as `read_now` does.
        """
        if self._engine.is_remote or self._is_closed or time.monotonic() < self._short_reads_from:
            raise ReadInterruptedError
        try:
            self._connection(None)  # to open it takes longer than a short read
        except Exception as error:
            raise (self._integrity.fault_of(error) or error) from error
        begin, usage = time.monotonic(), getrusage(RUSAGE_THREAD)
        try:
            with interruption.short(SHORT_SECONDS):
                return self.read_now(query)
        except Exception as error:
            if self._engine.is_interruption(error):
                raise ReadInterruptedError from error
            raise
        finally:
            end = time.monotonic()
            if end - begin > SHORT_SECONDS and _was_long(usage, getrusage(RUSAGE_THREAD)):
                self._short_reads_from = end + PAUSE_SECONDS

    def close(self) -> None:
        """Finish the running queries and close the connections."""
        self._is_closed = True
        self._pool.shutdown(wait=True)
        self._costly_lane.pool.shutdown(wait=True)
        for connection in self._open_connections:
            close(connection)

    def _read_until(self, ending: Interruption, query: Callable[[Connection], T]) -> T:
        try:
            with interruption.interruptible(ending):
                interruption.checkpoint()  # it may have waited until its deadline
                return self._read_now(query, THREAD_CACHE_MIB)
        except ReadInterruptedError as error:
            raise _passed_deadline() from error
        except Exception as error:
            if self._engine.is_interruption(error):
                raise _passed_deadline() from error
            raise

    def _connection(self, cache_mebibytes: int | None) -> Connection:
        """The connection of this thread; a new one keeps at most so many MiB of pages, or the usual 32."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._engine.connect(self._location, query_only=True)
            self._engine.interrupt_statements_when(connection, interruption.is_due)
            if cache_mebibytes is not None:
                self._engine.limit_cache(connection, cache_mebibytes)
            self._local.connection = connection
            with self._lock:
                self._open_connections.append(connection)
        return connection


def _was_long(before: struct_rusage, after: struct_rusage) -> bool:
    """Whether a short read itself took long, or waited for the disk; else this thread waited for a processor."""
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds > SHORT_SECONDS or after.ru_inblock > before.ru_inblock


def _submit(pool: ThreadPoolExecutor, call: Callable[[], T]) -> Future[T]:
    try:
        return pool.submit(call)
    except RuntimeError:  # the pool is shut down
        raise unavailable("store.closed", "The library is closing.", retry_after=5) from None


def _passed_deadline() -> FaultError:
    return unavailable(
        "store.deadline", "The request reads for longer than the service allows, and was ended.", retry_after=10
    )
