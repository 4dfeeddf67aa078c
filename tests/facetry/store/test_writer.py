"""The writer commits each unit completely or not at all, many units at once, and returns after the commit."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from facetry.errors import FaultError, FaultKind
from facetry.events import log
from facetry.events.log import Event
from facetry.store import writer
from facetry.store.engine import UnsafeSQLiteError, connect, raw_connection
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.migrations import NewerLibraryError
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines.databases import database_at, engine_under_test, only_sqlite
from tests.support.libraries.stores import temporary_store


def event_count(store: Store) -> int:
    return store.read_now(lambda connection: connection.execute(select(func.count()).select_from(Event)).scalar_one())


def announce(work: Work) -> None:
    log.announce(work, "image.created")


def fail(work: Work) -> None:
    log.announce(work, "image.created")
    raise ValueError("no")


def test_a_unit_that_raises_is_rolled_back_and_other_units_of_its_batch_are_committed() -> None:
    async def run(store: Store) -> list[object]:
        units = [announce, fail, announce, fail, announce]
        return await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)

    with temporary_store() as store:
        outcomes = asyncio.run(run(store))
        assert [type(outcome) for outcome in outcomes] == [type(None), ValueError, type(None), ValueError, type(None)]
        assert event_count(store) == 3


def test_a_unit_that_is_run_again_after_a_failure_in_its_batch_counts_once() -> None:
    committed: list[int] = []

    def unit(work: Work) -> int:
        log.announce(work, "image.created")
        work.after_commit.append(lambda: committed.append(1))
        return 7

    def refuse(_: Work) -> None:
        raise ValueError("before anything was written")

    async def run(store: Store) -> list[object]:
        return await asyncio.gather(*(store.write(each) for each in (unit, refuse, fail, unit)), return_exceptions=True)

    with temporary_store() as store:
        outcomes = asyncio.run(run(store))
        assert [type(outcome) for outcome in outcomes] == [int, ValueError, ValueError, int]
        assert event_count(store) == len(committed) == 2


@pytest.fixture
def committed_events(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of events after each commit of a store that is opened afterwards."""
    counts: list[int] = []

    engine = engine_under_test()
    commit = engine.commit

    def count_and_commit(connection: Connection) -> None:
        counts.append(connection.execute(select(func.count()).select_from(Event)).scalar_one())
        commit(connection)

    monkeypatch.setattr(engine, "commit", count_and_commit)
    return counts


def test_waiting_units_share_a_commit(committed_events: list[int]) -> None:
    async def run(store: Store) -> None:
        await asyncio.gather(*(store.write(announce) for _ in range(100)))

    with temporary_store() as store:
        asyncio.run(run(store))
        assert event_count(store) == 100
    assert 1 <= len(committed_events) <= 10


async def write_while_one_runs(store: Store, *units: Callable[[Work], object]) -> list[object]:
    """Write a unit that runs until all `units` wait, and these. The outcomes of these."""
    is_running, are_queued = threading.Event(), threading.Event()

    def wait(work: Work) -> None:
        is_running.set()
        assert are_queued.wait(10)
        announce(work)

    first = asyncio.ensure_future(store.write(wait))
    assert await asyncio.to_thread(is_running.wait, 10)
    others = [asyncio.ensure_future(store.write(unit)) for unit in units]
    await asyncio.sleep(0)  # they are queued
    are_queued.set()
    await first
    return await asyncio.gather(*others, return_exceptions=True)


@pytest.mark.parametrize(
    ("seconds", "most", "counts"), [(60.0, 256, [4]), (60.0, 2, [2, 4]), (60.0, 3, [3, 4]), (0.0, 256, [1, 4])]
)
def test_units_that_arrive_while_others_run_join_their_commit_within_bounds(
    monkeypatch: pytest.MonkeyPatch, committed_events: list[int], seconds: float, most: int, counts: list[int]
) -> None:
    monkeypatch.setattr(writer, "MAX_GATHER_SECONDS", seconds)
    monkeypatch.setattr(writer, "MAX_UNITS", most)
    with temporary_store() as store:
        committed_events.clear()
        asyncio.run(write_while_one_runs(store, announce, announce, announce))
    assert committed_events == counts


def test_a_unit_that_joins_others_and_raises_is_rolled_back_alone(
    monkeypatch: pytest.MonkeyPatch, committed_events: list[int]
) -> None:
    monkeypatch.setattr(writer, "MAX_GATHER_SECONDS", 60.0)
    with temporary_store() as store:
        committed_events.clear()
        outcomes = asyncio.run(write_while_one_runs(store, announce, fail, announce))
        assert [type(outcome) for outcome in outcomes] == [type(None), ValueError, type(None)]
        assert event_count(store) == 3
    assert committed_events == [3]


def test_callers_of_a_slow_disk_share_each_commit(monkeypatch: pytest.MonkeyPatch, committed_events: list[int]) -> None:
    """Without waiting for the others, the first caller would have each second commit for itself."""
    monkeypatch.setattr(writer, "MAX_GATHER_SECONDS", 60.0)
    engine = engine_under_test()
    commit = engine.commit

    def commit_slowly(connection: Connection) -> None:
        time.sleep(0.2)
        commit(connection)

    async def call(store: Store, number: int) -> None:
        for _ in range(4):
            await asyncio.sleep(0.002 * number)
            await store.write(announce)

    async def run(store: Store) -> None:
        await asyncio.gather(*(call(store, number) for number in range(8)))

    monkeypatch.setattr(engine, "commit", commit_slowly)
    with temporary_store() as store:
        committed_events.clear()
        asyncio.run(run(store))
        assert event_count(store) == 32
    assert len(committed_events) <= 6


def test_after_commit_functions_run_before_the_result_is_returned_and_only_after_a_commit() -> None:
    seen: list[str] = []

    def unit(work: Work) -> None:
        work.after_commit.append(lambda: seen.append("committed"))

    def broken(work: Work) -> None:
        work.after_commit.append(lambda: seen.append("never"))
        raise ValueError

    with temporary_store() as store:
        store.write_now(unit)
        assert seen == ["committed"]
        with pytest.raises(ValueError):  # noqa: PT011  # any of this type
            store.write_now(broken)
        assert seen == ["committed"]


@only_sqlite
def test_no_caller_waits_for_the_checkpoint_that_follows_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_FRAMES", 1)
    acknowledged = threading.Event()
    were_acknowledged: list[bool] = []
    plain = IntegrityState.damage_of_log

    def wait_for_caller(self: IntegrityState) -> str | None:
        were_acknowledged.append(acknowledged.wait(10))
        return plain(self)

    monkeypatch.setattr(IntegrityState, "damage_of_log", wait_for_caller)
    store = Store(database_at(tmp_path / "library.db"))
    try:
        store.write_now(announce)
        acknowledged.set()
        assert event_count(store) == 1
    finally:
        acknowledged.set()
        store.close()
    assert were_acknowledged
    assert all(were_acknowledged)


def test_a_closed_store_refuses_writes_with_503() -> None:
    with temporary_store() as store:
        pass
    with pytest.raises(FaultError) as caught:
        store.write_now(announce)
    assert caught.value.fault.kind is FaultKind.UNAVAILABLE


def test_after_a_database_failure_all_writes_are_refused_including_waiting_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failures = [OSError("input/output error")]

    engine = engine_under_test()
    begin_write = engine.begin_write

    def begin(connection: Connection) -> None:
        if failures:
            raise failures.pop()
        begin_write(connection)

    async def run(store: Store) -> list[object]:
        return await asyncio.gather(*(store.write(announce) for _ in range(3)), return_exceptions=True)

    monkeypatch.setattr(writer, "MAX_UNITS", 1)
    with temporary_store() as store:
        monkeypatch.setattr(engine, "begin_write", begin)
        outcomes = asyncio.run(run(store))
        assert [isinstance(outcome, FaultError) and outcome.fault.kind for outcome in outcomes] == [
            FaultKind.UNAVAILABLE
        ] * 3
        assert store.failure == "input/output error"
        assert event_count(store) == 0


def test_a_reader_cannot_write() -> None:
    with temporary_store() as store, pytest.raises(Exception, match=r"readonly|read-only"):
        store.read_now(lambda connection: raw_connection(connection).execute("DELETE FROM event"))


@only_sqlite
def test_a_full_disk_is_507_and_writes_nothing() -> None:
    def grow(work: Work) -> None:
        for _ in range(3000):
            log.announce(work, "image.created", extension="x" * 4000)

    with temporary_store() as store:
        store.write_now(announce)
        store.write_now(lambda work: raw_connection(work.connection).execute("PRAGMA max_page_count=60") and None)
        with pytest.raises(FaultError) as caught:
            store.write_now(grow)
        assert caught.value.fault.kind is FaultKind.STORAGE_FULL
        assert event_count(store) == 1
        store.write_now(announce)  # a smaller write still succeeds
        assert event_count(store) == 2


@only_sqlite
def test_a_busy_database_is_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_PRAGMAS", tuple(p.replace("5000", "50") for p in sqlite._PRAGMAS))
    store = Store(database_at(tmp_path / "library.db"))
    other_connection = connect(tmp_path / "library.db")
    raw_connection(other_connection).execute("BEGIN IMMEDIATE")
    with pytest.raises(FaultError) as caught:
        store.write_now(announce)
    assert caught.value.fault.rule == "store.busy"
    raw_connection(other_connection).execute("ROLLBACK")
    store.write_now(announce)
    assert event_count(store) == 1
    other_connection.close()
    store.close()


def test_an_unsafe_sqlite_version_is_refused() -> None:
    class Old:
        sqlite_version = "3.51.2"
        sqlite_version_info = (3, 51, 2)

    with pytest.raises(UnsafeSQLiteError, match=r"3\.51\.2"):
        sqlite.check_version(Old)  # type: ignore[arg-type]  # a stand-in for the driver


def test_a_library_of_a_newer_facetry_is_refused(tmp_path: Path) -> None:
    Store(database_at(tmp_path / "library.db")).close()
    connection = connect(database_at(tmp_path / "library.db"))
    raw_connection(connection).execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerLibraryError, match="9999"):
        Store(database_at(tmp_path / "library.db"))


_WRITING_PROGRAM = """
    import sys
    from pathlib import Path
    from facetry.events import log
    from facetry.store.store import Store

    store = Store(Path(sys.argv[1]))
    number = 0
    while True:
        number += 1
        store.write_now(lambda work: log.announce(work, "image.created", extension=str(number)))
        print(number, flush=True)
"""


@pytest.mark.crash
@only_sqlite
def test_no_committed_write_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    lost = 0
    path = tmp_path / "library.db"
    Store(path).close()
    for _ in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_WRITING_PROGRAM), str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(20)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout.read().split()]
        writer.wait()
        writer.stdout.close()
        store = Store(path)
        stored = store.read_now(
            lambda connection: connection.execute(select(Event.extension).order_by(Event.sequence)).scalars().all()  # type: ignore[call-overload]
        )
        lost += len(set(map(str, acknowledged)) - set(stored[-len(acknowledged) - 1 :]))
        store.close()
    assert lost == 0
