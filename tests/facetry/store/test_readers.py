"""Readers: lanes, deadlines and interruption, with real statements that would never end."""

from __future__ import annotations

import asyncio
import functools
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from facetry.errors import PROBLEM_BY_KIND, FaultError
from facetry.store import interruption
from facetry.store.engine import raw_connection
from facetry.store.engines.sqlite.connections import driver
from facetry.store.engines.sqlite.integrity.page_checksums import create_database
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.readers import SWITCH_SECONDS, USUAL_SWITCH_SECONDS, ReaderPool


def on_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test on an event loop of its own."""

    @functools.wraps(test)
    def run(**arguments: Any) -> None:
        asyncio.run(test(**arguments))

    return run


WAITING = 2
"""Costly reads that may wait for the one thread of the lane."""


@pytest.fixture
def readers(tmp_path: Path) -> Iterator[ReaderPool]:
    create_database(tmp_path / "library.db")
    integrity = IntegrityState(tmp_path / "library.db")
    pool = ReaderPool(tmp_path / "library.db", integrity, count=1, costly_count=1, max_waiting=WAITING)
    yield pool
    pool.close()
    integrity.close()


def one(connection: Connection) -> int:
    """A read that ends at once."""
    value: int = raw_connection(connection).execute("SELECT 1").fetchone()[0]
    return value


def endless_statement(connection: Connection) -> None:
    """A read whose statement never ends by itself."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    raw_connection(connection).execute(numbers).fetchone()


def endless_work(_: Connection) -> None:
    """A read that never ends by itself, and executes no statement."""
    for _step in count():
        interruption.checkpoint()


class Gate:
    """A read that occupies its thread until `open` is called."""

    def __init__(self) -> None:
        self.entered, self._opened = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> int:
        self.entered.set()
        self._opened.wait(60)
        return one(connection)

    def open(self) -> None:
        self._opened.set()


async def occupy(readers: ReaderPool) -> tuple[Gate, asyncio.Task[int]]:
    """Let a read occupy the thread of the costly lane."""
    gate = Gate()
    task = asyncio.create_task(readers.read(gate, is_costly=True))
    await asyncio.to_thread(gate.entered.wait, 60)
    return gate, task


async def fill(readers: ReaderPool) -> list[asyncio.Task[int]]:
    """Let as many costly reads wait as may wait."""
    waiting = [asyncio.create_task(readers.read(one, is_costly=True)) for _ in range(WAITING)]
    await asyncio.sleep(0)
    return waiting


@on_loop
async def test_a_read_cannot_write(readers: ReaderPool) -> None:
    with pytest.raises(driver().OperationalError, match="readonly"):
        await readers.read(lambda connection: raw_connection(connection).execute("CREATE TABLE x (y)"))


@on_loop
async def test_ordinary_reads_are_answered_while_the_costly_lane_is_full(readers: ReaderPool) -> None:
    gate, running = await occupy(readers)
    waiting = await fill(readers)
    assert await readers.read(one) == 1
    assert not any(task.done() for task in (running, *waiting))
    gate.open()
    assert await asyncio.gather(running, *waiting) == [1] * (1 + WAITING)


@on_loop
async def test_threads_take_turns_more_often_while_a_costly_read_runs(readers: ReaderPool) -> None:
    gate, running = await occupy(readers)
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    assert await readers.read(one) == 1
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    waiting = await fill(readers)
    gate.open()
    await asyncio.gather(running, *waiting)
    await asyncio.sleep(0.05)  # until the loop has learnt that the thread is free
    assert sys.getswitchinterval() == pytest.approx(USUAL_SWITCH_SECONDS)


@on_loop
async def test_a_costly_read_beyond_the_bound_is_refused(readers: ReaderPool) -> None:
    gate, running = await occupy(readers)
    waiting = await fill(readers)
    with pytest.raises(FaultError) as refusal:
        await readers.read(one, is_costly=True)
    fault = refusal.value.fault
    assert (fault.rule, PROBLEM_BY_KIND[fault.kind][0]) == ("search.busy", 503)
    assert dict(fault.headers).keys() == {"Retry-After"}
    gate.open()
    await asyncio.gather(running, *waiting)
    assert await readers.read(one, is_costly=True) == 1  # the bound counts those that wait now


@pytest.mark.parametrize("is_costly", [False, True])
@pytest.mark.parametrize("endless", [endless_statement, endless_work])
@on_loop
async def test_a_read_ends_at_its_deadline(
    readers: ReaderPool, endless: Callable[[Connection], None], is_costly: bool
) -> None:
    with pytest.raises(FaultError) as refusal:
        await readers.read(endless, seconds=0.05, is_costly=is_costly)
    fault = refusal.value.fault
    assert (fault.rule, PROBLEM_BY_KIND[fault.kind][0]) == ("store.deadline", 503)
    assert dict(fault.headers).keys() == {"Retry-After"}
    assert await readers.read(one, is_costly=is_costly) == 1  # the same thread and connection


@on_loop
async def test_the_deadline_includes_the_time_of_waiting(readers: ReaderPool) -> None:
    gate, running = await occupy(readers)
    runs: list[int] = []
    with pytest.raises(FaultError, match=r"store\.deadline"):
        await readers.read(lambda _: runs.append(1), seconds=0.05, is_costly=True)
    gate.open()
    await running
    await readers.read(one, is_costly=True)
    assert not runs


@on_loop
async def test_an_ordinary_read_that_waited_beyond_its_deadline_does_not_run(readers: ReaderPool) -> None:
    gate = Gate()
    running = asyncio.create_task(readers.read(gate))
    await asyncio.to_thread(gate.entered.wait, 60)
    runs: list[int] = []
    late = asyncio.create_task(readers.read(lambda _: runs.append(1), seconds=0.01))
    await asyncio.sleep(0)  # in which its time begins
    await asyncio.sleep(0.05)
    gate.open()
    assert await running == 1
    with pytest.raises(FaultError, match=r"store\.deadline"):
        await late
    assert not runs


@pytest.mark.parametrize("is_costly", [False, True])
@pytest.mark.parametrize("endless", [endless_statement, endless_work])
@on_loop
async def test_an_abandoned_read_releases_its_thread(
    readers: ReaderPool, endless: Callable[[Connection], None], is_costly: bool
) -> None:
    entered = threading.Event()

    def query(connection: Connection) -> None:
        entered.set()
        endless(connection)

    task = asyncio.create_task(readers.read(query, is_costly=is_costly))
    await asyncio.to_thread(entered.wait, 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await readers.read(one, is_costly=is_costly) == 1  # the pool has one thread for each lane


@on_loop
async def test_an_abandoned_read_that_waits_gives_up_its_place(readers: ReaderPool) -> None:
    gate, running = await occupy(readers)
    waiting = await fill(readers)
    waiting[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting[0]
    successor = asyncio.create_task(readers.read(one, is_costly=True))
    gate.open()
    assert set(await asyncio.gather(running, waiting[1], successor)) == {1}


@on_loop
async def test_shielded_work_is_not_interrupted(readers: ReaderPool) -> None:
    events: list[str] = []

    def query(connection: Connection) -> None:
        with interruption.shielded():
            while not interruption_due():
                pass
            interruption.checkpoint()
            one(connection)
            events.append("ended")
        interruption.checkpoint()
        events.append("went on")

    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def interruption_due() -> bool:
        loop.call_soon_threadsafe(started.set)
        return abandoned.is_set()

    abandoned = threading.Event()
    task = asyncio.create_task(readers.read(query))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    abandoned.set()
    assert await readers.read(one) == 1
    assert events == ["ended"]


@on_loop
async def test_a_fault_of_the_query_is_no_interruption(readers: ReaderPool) -> None:
    def query(connection: Connection) -> Any:
        return raw_connection(connection).execute("SELECT * FROM nowhere")

    with pytest.raises(Exception, match="no such table"):
        await readers.read(query, seconds=60)


@on_loop
async def test_reads_after_the_end_are_refused(tmp_path: Path) -> None:
    create_database(tmp_path / "library.db")
    integrity = IntegrityState(tmp_path / "library.db")
    pool = ReaderPool(tmp_path / "library.db", integrity)
    pool.close()
    integrity.close()
    for is_costly in (False, True):
        with pytest.raises(FaultError, match=r"store\.closed"):
            await pool.read(one, is_costly=is_costly)


@on_loop
async def test_connections_of_threads_keep_fewer_pages_than_that_of_the_event_loop(readers: ReaderPool) -> None:
    def cache_kibibytes(connection: Connection) -> int:
        size: int = raw_connection(connection).execute("PRAGMA cache_size").fetchone()[0]
        return -size

    in_threads = [await readers.read(cache_kibibytes, is_costly=is_costly) for is_costly in (False, True)]
    assert (in_threads, readers.read_short(cache_kibibytes)) == ([8_192] * 2, 32_768)


def test_a_read_without_a_deadline_is_not_interrupted(readers: ReaderPool) -> None:
    def query(connection: Connection) -> int:
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) SELECT count(*) FROM n"
        number: int = raw_connection(connection).execute(numbers).fetchone()[0]
        interruption.checkpoint()
        return number

    assert readers.read_now(query) == 200_000
