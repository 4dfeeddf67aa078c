"""Short reads: they run on the event loop, and in a thread as soon as they turn out to be long."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError, bad_parameter
from facetry.store import interruption, readers
from facetry.store.engine import raw_connection
from facetry.store.engines.sqlite.integrity.page_checksums import create_database
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.interruption import ReadInterruptedError
from facetry.store.journal import ChangeJournal
from facetry.store.readers import SHORT_SECONDS, ReaderPool


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[ReaderPool]:
    create_database(tmp_path / "library.db")
    integrity = IntegrityState(tmp_path / "library.db")
    pool = ReaderPool(tmp_path / "library.db", integrity, count=1)
    yield pool
    pool.close()
    integrity.close()


class ThreadNames:
    """A read that records the threads in which it begins."""

    def __init__(self, work: Callable[[Connection], object] = lambda _: None) -> None:
        self.names: list[str] = []
        self._work = work

    def __call__(self, connection: Connection) -> str:
        name = "loop" if threading.current_thread() is threading.main_thread() else "thread"
        self.names.append(name)
        self._work(connection)
        return name


def wait_too_long(_: Connection) -> None:
    time.sleep(2 * SHORT_SECONDS)


def compute_too_long(_: Connection) -> None:
    end = time.thread_time() + 2 * SHORT_SECONDS
    while time.thread_time() < end:
        pass


def short(pool: ReaderPool, *queries: ThreadNames) -> list[str]:
    """The threads in which these short reads end, one after the other on one event loop."""

    async def read(query: ThreadNames) -> str:
        try:
            return pool.read_short(query)
        except ReadInterruptedError:
            return await pool.read(query, seconds=60)

    async def run() -> list[str]:
        return [await read(query) for query in queries]

    return asyncio.run(run())


def test_a_short_read_runs_on_the_event_loop(pool: ReaderPool) -> None:
    assert short(pool, ThreadNames(), ThreadNames()) == ["loop", "loop"]


def test_other_reads_run_in_a_thread(pool: ReaderPool) -> None:
    assert asyncio.run(pool.read(ThreadNames())) == "thread"


def test_long_work_begins_again_in_a_thread(pool: ReaderPool) -> None:
    query = ThreadNames(lambda _: interruption.begin_long_work())
    assert short(pool, query) == ["thread"]
    assert query.names == ["loop", "thread"]


def test_a_long_statement_is_ended_and_begins_again_in_a_thread(pool: ReaderPool) -> None:
    def count_far(connection: Connection) -> None:
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n"
        assert raw_connection(connection).execute(numbers).fetchone() == (1_000_000,)

    query = ThreadNames(count_far)
    assert short(pool, query) == ["thread"]
    assert query.names == ["loop", "thread"]


def test_reads_run_in_threads_for_a_while_after_one_took_too_long(
    pool: ReaderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 1_000.0)
    assert short(pool, ThreadNames(compute_too_long), ThreadNames()) == ["loop", "thread"]


def test_reads_run_in_threads_for_a_while_after_one_waited_for_the_disk(
    pool: ReaderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 1_000.0)
    blocks = count()
    monkeypatch.setattr(
        readers,
        "getrusage",
        lambda _: SimpleNamespace(ru_utime=0.0, ru_stime=0.0, ru_inblock=next(blocks)),
    )
    assert short(pool, ThreadNames(wait_too_long), ThreadNames()) == ["loop", "thread"]


def test_waiting_for_a_processor_is_no_reason_for_threads(pool: ReaderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 1_000.0)
    assert short(pool, ThreadNames(wait_too_long), ThreadNames()) == ["loop", "loop"]


def test_reads_run_on_the_event_loop_again_after_that(pool: ReaderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 0.0)
    assert short(pool, ThreadNames(compute_too_long), ThreadNames()) == ["loop", "loop"]


def test_a_short_read_does_not_wait_for_a_lock(pool: ReaderPool) -> None:
    lock, released = threading.Lock(), threading.Event()

    def read(_: Connection) -> None:
        if threading.current_thread() is not threading.main_thread():
            lock.release()
            released.set()
        with interruption.locked(lock):
            pass

    lock.acquire()
    query = ThreadNames(read)
    assert short(pool, query) == ["thread"]
    assert query.names == ["loop", "thread"]
    assert released.is_set()
    assert lock.acquire(blocking=False), "the read has released the lock"


def test_a_short_read_does_not_wait_for_the_journal(pool: ReaderPool) -> None:
    journal = ChangeJournal()
    journal.append(1, ["change"])
    query = ThreadNames(lambda _: journal.changes_between(None, 1, 2))
    assert short(pool, query) == ["thread"]
    assert query.names == ["loop", "thread"]


def test_a_fault_of_a_short_read_is_its_answer(pool: ReaderPool) -> None:
    def refuse(_: Connection) -> None:
        raise bad_parameter("id", "There is no such image.", rule="image.unknown")

    query = ThreadNames(refuse)
    with pytest.raises(FaultError, match=r"image\.unknown"):
        short(pool, query)
    assert query.names == ["loop"]


def test_an_error_of_a_short_read_is_not_repeated(pool: ReaderPool) -> None:
    query = ThreadNames(lambda connection: raw_connection(connection).execute("SELECT * FROM absent"))
    with pytest.raises(Exception, match="no such table"):
        short(pool, query)
    assert query.names == ["loop"]


def test_nothing_is_short_after_a_short_read(pool: ReaderPool) -> None:
    short(pool, ThreadNames(lambda _: interruption.begin_long_work()))
    interruption.begin_long_work()  # does not raise


def test_a_short_read_after_the_end_is_refused(pool: ReaderPool) -> None:
    short(pool, ThreadNames())
    pool.close()
    with pytest.raises(FaultError, match=r"store\.closed"):
        short(pool, ThreadNames())
