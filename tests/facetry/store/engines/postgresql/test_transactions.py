"""Transactions on PostgreSQL: keys without gaps, one writer at a time, and lost connections."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, insert, select, text
from sqlmodel import col

from facetry.errors import FaultError, FaultKind
from facetry.events import log
from facetry.events.log import Event
from facetry.library.search.smart_collections import Collection
from facetry.store.engine import DatabaseUrl, connect, engine_of, raw_connection
from facetry.store.engines.postgresql import connections, transactions
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines import postgresql
from tests.support.libraries.stores import add_images, add_repository


def announce(work: Work) -> None:
    log.announce(work, "image.created", extension="x")


def fail(work: Work) -> None:
    announce(work)
    announce(work)
    raise ValueError("after two events were written")


def break_statement(work: Work) -> None:
    announce(work)
    work.connection.execute(text("SELECT 1 / 0"))


def sequences(store: Store) -> list[int]:
    query = select(Event.sequence).order_by(Event.sequence)  # type: ignore[call-overload]
    return store.read_now(lambda connection: list(connection.execute(query).scalars()))


def test_sequences_have_no_gaps_after_units_that_fail(store: Store) -> None:
    async def run() -> list[object]:
        units: list[Callable[[Work], None]] = [announce, fail, announce, break_statement, announce]
        return await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)

    for _ in range(3):
        outcomes = asyncio.run(run())
        assert [outcome is None for outcome in outcomes] == [True, False, True, False, True]
        with pytest.raises(ValueError, match="two events"):
            store.write_now(fail)
    assert sequences(store) == list(range(1, 10))
    assert store.read_now(log.newest_sequence) == 9


def test_sequences_have_no_gaps_after_a_session_that_ended_in_a_transaction(store: Store, url: DatabaseUrl) -> None:
    store.write_now(announce)
    other = connect(url)
    engine_of(other).begin_write(other)
    announce(Work(other, 0))
    assert engine_of(other).newest_key(other, "event") == 2
    raw_connection(other).close()  # as when its process is killed
    store.write_now(announce)
    assert sequences(store) == [1, 2]


def test_keys_of_deleted_rows_are_never_used_again(store: Store, url: DatabaseUrl) -> None:
    store.write_now(announce)
    store.write_now(announce)
    store.write_now(lambda work: work.connection.execute(text("DELETE FROM event")).rowcount)
    assert store.read_now(log.newest_sequence) == 2
    store.close()
    again = Store(url)
    again.write_now(announce)
    assert sequences(again) == [3]
    again.close()


def test_a_given_key_is_followed_by_greater_ones(store: Store) -> None:
    row: dict[str, object] = {"comment": None, "filter": {}, "created": 0, "modified": 0}

    def unit(work: Work) -> list[int]:
        rows = ({**row, "name": "a"}, {**row, "name": "b", "id": 7}, {**row, "name": "c"})
        return [
            work.connection.execute(insert(Collection).values(each).returning(col(Collection.id))).scalar_one() or 0
            for each in rows
        ]

    assert store.write_now(unit) == [1, 7, 8]


def test_a_reader_does_not_see_a_sequence_before_its_commit(store: Store, url: DatabaseUrl) -> None:
    store.write_now(announce)
    other = connect(url)
    engine_of(other).begin_write(other)
    announce(Work(other, 0))
    assert store.read_now(log.newest_sequence) == 1
    engine_of(other).commit(other)
    assert store.read_now(log.newest_sequence) == 2
    other.close()


def test_writers_of_several_processes_take_turns(store: Store, url: DatabaseUrl) -> None:
    """Each reads a number and writes the next one; none is written twice."""
    other = Store(url)
    store.write_now(lambda work: work.connection.execute(text("INSERT INTO tag (value) VALUES ('0')")).rowcount)

    def increase(work: Work) -> None:
        (value,) = work.connection.execute(text("SELECT value FROM tag WHERE key <> 0")).scalars()
        time.sleep(0.002)
        work.connection.execute(text("UPDATE tag SET value = :value WHERE key <> 0"), {"value": str(int(value) + 1)})
        announce(work)

    def run(each: Store) -> None:
        for _ in range(20):
            each.write_now(increase)

    threads = [threading.Thread(target=run, args=(each,)) for each in (store, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    query = text("SELECT value FROM tag WHERE key <> 0")
    assert store.read_now(lambda connection: connection.execute(query).scalar_one()) == "40"
    assert sequences(store) == list(range(1, 41))
    other.close()


def test_a_writer_that_waits_too_long_is_a_503(url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_SESSION", {**connections._SESSION, "lock_timeout": "100ms"})
    store, other = Store(url), connect(url)
    engine_of(other).begin_write(other)
    with pytest.raises(FaultError) as caught:
        store.write_now(announce)
    assert caught.value.fault.rule == "store.busy"
    engine_of(other).commit(other)
    store.write_now(announce)
    assert sequences(store) == [1]
    other.close()
    store.close()


def test_a_full_disk_of_the_server_is_507_and_writes_nothing(store: Store, url: DatabaseUrl) -> None:
    """A trigger gives the error of a full disk, at the second event of a unit."""
    store.write_now(announce)
    with psycopg.connect(url.reveal(), autocommit=True) as administrator:
        administrator.execute(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.topic = 'image.updated' THEN"
            " RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file'; END IF; RETURN NEW; END $$"
        )
        administrator.execute("CREATE TRIGGER fill BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION fill()")

    def grow(work: Work) -> None:
        announce(work)
        log.announce(work, "image.updated", extension="x")

    with pytest.raises(FaultError) as caught:
        store.write_now(grow)
    assert caught.value.fault.kind is FaultKind.STORAGE_FULL
    store.write_now(announce)
    assert sequences(store) == [1, 2]


def end_sessions(url: DatabaseUrl) -> None:
    """End all other sessions of the database, as a restart of the server does."""
    with psycopg.connect(url.reveal(), autocommit=True) as administrator:
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


def test_lost_connections_are_made_anew(store: Store, url: DatabaseUrl) -> None:
    assert store.claim_serving()
    add_images(store, add_repository(store), ["a.jpg"])
    before = sequences(store)
    end_sessions(url)
    assert sequences(store) == before  # reads begin again on a new connection
    store.write_now(announce)
    assert len(sequences(store)) == len(before) + 1
    assert store.failure is None
    other = Store(url)
    assert not other.claim_serving()  # the new session has taken the lock again
    other.close()


def test_a_connection_that_is_lost_in_a_unit_is_a_503_and_writes_nothing(store: Store, url: DatabaseUrl) -> None:
    def unit(work: Work) -> None:
        announce(work)
        end_sessions(url)
        announce(work)

    with pytest.raises(FaultError) as caught:
        store.write_now(unit)
    assert (caught.value.fault.kind, caught.value.fault.rule) == (FaultKind.UNAVAILABLE, "store.unreachable")
    store.write_now(announce)
    assert sequences(store) == [1]


@pytest.mark.parametrize("is_committed", [True, False])
def test_the_outcome_of_a_commit_is_asked_for_when_the_connection_is_lost(
    store: Store, url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch, is_committed: bool
) -> None:
    """The connection breaks right after COMMIT was executed, or right before."""
    store.write_now(announce)
    evicted: list[int] = []

    def unit(work: Work) -> int:
        announce(work)
        work.after_commit.append(lambda: evicted.append(1))
        raw = raw_connection(work.connection)
        execute = raw.execute

        def execute_and_break(statement: object, *arguments: object, **options: object) -> object:
            if b"COMMIT" in bytes(statement if isinstance(statement, bytes) else b""):
                if is_committed:
                    execute(statement, *arguments, **options)
                raw.close()
                raise psycopg.OperationalError("the connection is lost")
            return execute(statement, *arguments, **options)

        raw.execute = execute_and_break
        return 7

    if is_committed:
        assert store.write_now(unit) == 7
    else:
        with pytest.raises(FaultError) as caught:
            store.write_now(unit)
        assert caught.value.fault.rule == "store.unreachable"
    assert evicted == [1] * is_committed
    store.write_now(announce)
    assert sequences(store) == list(range(1, 3 + is_committed))


def test_an_unknown_outcome_is_no_success_and_ends_all_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "_OUTCOME_SECONDS", 1.0)
    cluster = postgresql.Cluster()
    try:
        store = Store(cluster.database("library"))

        commit = store.engine.commit

        def stop_and_commit(connection: Connection) -> None:
            cluster.stop()
            commit(connection)

        store.write_now(announce)
        monkeypatch.setattr(store.engine, "commit", stop_and_commit)
        with pytest.raises(FaultError) as caught:
            store.write_now(announce)
        assert caught.value.fault.rule == "store.failed"
        assert store.failure is not None
        monkeypatch.setattr(store.engine, "commit", commit)
        cluster.start()
        with pytest.raises(FaultError) as caught:
            store.write_now(announce)
        assert caught.value.fault.rule == "store.closed"
        assert sequences(store) == [1]
        store.close()
    finally:
        cluster.remove()


def test_writes_go_on_when_the_server_is_back(tmp_path: Path) -> None:
    cluster = postgresql.Cluster()
    try:
        store = Store(cluster.database("library"))
        store.write_now(announce)
        cluster.stop()
        for call in (lambda: store.write_now(announce), lambda: sequences(store)):
            with pytest.raises(FaultError) as caught:
                call()
            assert caught.value.fault.rule == "store.unreachable"
        cluster.start()
        store.write_now(announce)
        assert sequences(store) == [1, 2]
        store.close()
    finally:
        cluster.remove()


def test_one_process_serves_a_database(url: DatabaseUrl) -> None:
    first, second = Store(url), Store(url)
    assert first.claim_serving()
    assert not second.claim_serving()
    first.close()
    assert second.claim_serving()
    second.close()
