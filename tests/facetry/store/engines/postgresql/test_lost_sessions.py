"""What becomes of reads and writes after a session is lost, refused or stopped."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from facetry.errors import FaultError
from facetry.store.engine import DatabaseUrl, UnusableServerError, close, connect, engine_of, raw_connection
from facetry.store.engines.postgresql import connections, locks
from facetry.store.engines.postgresql.leases import Leases, UnreachableError
from facetry.store.engines.postgresql.locks import WRITER_LOCK
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.store.engines.postgresql.test_transactions import announce, end_sessions, sequences
from tests.support.engines import postgresql

SECONDS = 30.0


@pytest.fixture
def cluster() -> Iterator[postgresql.Cluster]:
    """A server of the test alone, which keeps what it has committed when it crashes."""
    cluster = postgresql.Cluster({})
    yield cluster
    cluster.remove()


def outcome(store: Store, unit: Callable[[Work], object]) -> str:
    """The rule of the refusal of a unit of work, the name of its error, or `ok`; fails when there is no answer."""
    found: list[str] = []

    def run() -> None:
        try:
            store.write_now(unit)
        except FaultError as error:
            found.append(error.fault.rule)
        except Exception as error:
            found.append(type(error).__name__)
        else:
            found.append("ok")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(SECONDS)
    assert found, "the writer does not answer"
    return found[0]


def change_then_fail(work: Work) -> None:
    work.connection.execute(text("INSERT INTO tag (value) VALUES ('left')"))
    raise ValueError("after a change")


def break_after_change(work: Work) -> None:
    announce(work)
    work.connection.execute(text("SELECT 1 / 0"))


def left_tags(store: Store) -> list[str]:
    """What units that failed have left."""
    query = text("SELECT value FROM tag WHERE value = 'left'")
    return store.read_now(lambda connection: list(connection.execute(query).scalars()))


def lose_in_statement(end: Callable[[], None]) -> Callable[[Work], None]:
    """A unit whose session ends before a statement that SQLAlchemy executes."""

    def unit(work: Work) -> None:
        work.connection.execute(text("SELECT 1"))
        end()
        work.connection.execute(text("SELECT 1"))

    return unit


def test_writes_go_on_when_a_server_that_was_away_is_back(cluster: postgresql.Cluster) -> None:
    store = Store(cluster.database("library"))
    store.write_now(announce)
    cluster.stop()
    assert [outcome(store, announce) for _ in range(3)] == ["store.unreachable"] * 3
    cluster.start()
    assert outcome(store, announce) == "ok"
    assert sequences(store) == [1, 2]
    assert store.failure is None
    store.close()


def test_a_session_that_is_lost_in_any_statement_is_replaced(store: Store, url: DatabaseUrl) -> None:
    def read(connection: Connection) -> int:
        connection.execute(text("SELECT 1"))
        end_sessions(url)
        value: int = connection.execute(text("SELECT 1")).scalar_one()
        return value

    assert outcome(store, lose_in_statement(lambda: end_sessions(url))) == "store.unreachable"
    assert outcome(store, announce) == "ok"
    with pytest.raises(FaultError) as caught:
        store.read_now(read)
    assert caught.value.fault.rule == "store.unreachable"
    assert sequences(store) == [1]


@pytest.mark.parametrize(("unit", "expected"), [(change_then_fail, "ValueError"), (break_after_change, "DataError")])
def test_a_unit_that_fails_in_a_new_session_is_rolled_back_there(
    store: Store, url: DatabaseUrl, unit: Callable[[Work], None], expected: str
) -> None:
    store.write_now(announce)
    end_sessions(url)
    assert outcome(store, unit) == expected
    other = Store(url)
    assert outcome(other, announce) == "ok", "the session has kept the lock of writers"
    other.close()
    assert outcome(store, announce) == "ok"
    assert sequences(store) == [1, 2, 3]
    assert left_tags(store) == []
    assert store.failure is None


def test_a_transaction_that_was_not_ended_is_not_committed_with_the_next_one(store: Store) -> None:
    def leave_open(work: Work) -> None:
        raw_connection(work.connection).execute("INSERT INTO tag (value) VALUES ('left')")
        raise ValueError("after a change")

    refused: list[str] = []

    def unit(work: Work) -> None:
        raw = raw_connection(work.connection)
        execute = raw.execute

        def refuse_rollback(statement: object, *arguments: object, **options: object) -> object:
            if statement == "ROLLBACK" and len(refused) < 2:
                refused.append("ROLLBACK")
                raise psycopg.OperationalError("the server did not take it")
            return execute(statement, *arguments, **options)

        raw.execute = refuse_rollback
        leave_open(work)

    assert outcome(store, unit) == "store.unreachable"
    assert refused == ["ROLLBACK", "ROLLBACK"]
    assert outcome(store, announce) == "ok"
    assert left_tags(store) == []


def test_a_commit_that_a_crash_undoes_is_not_acknowledged(
    cluster: postgresql.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has given the number of the lost transaction to another one, which was committed."""
    url = cluster.database("library")
    store = Store(url)
    store.write_now(announce)

    commit = store.engine.commit

    def crash(connection: Connection) -> None:
        monkeypatch.setattr(store.engine, "commit", commit)
        cluster.stop(signal.SIGQUIT)
        cluster.start()
        with psycopg.connect(url.reveal(), autocommit=True) as other:
            for _ in range(10):
                other.execute("UPDATE revision SET value = value")
        commit(connection)

    monkeypatch.setattr(store.engine, "commit", crash)
    assert outcome(store, announce) == "store.unreachable"
    assert outcome(store, announce) == "ok"
    assert sequences(store) == [1, 2]
    store.close()


def test_an_outcome_is_asked_for_until_the_lost_session_has_ended(
    store: Store, url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another session holds the lock of writers meanwhile, as the lost one does on a server that does not notice."""
    assert store.claim_serving()
    monkeypatch.setitem(connections._SESSION, "lock_timeout", "1s")
    lost: list[psycopg.Connection[object]] = []

    def unit(work: Work) -> None:
        announce(work)
        raw = raw_connection(work.connection)
        execute = raw.execute

        def lose_answer(statement: object, *arguments: object, **options: object) -> object:
            if b"COMMIT" in bytes(statement if isinstance(statement, bytes) else b""):
                other = psycopg.connect(url.reveal(), autocommit=True)
                lost.append(other)
                with psycopg.connect(url.reveal(), autocommit=True) as administrator:
                    administrator.execute("SELECT pg_terminate_backend(%s)", [raw.info.backend_pid])
                raw.close()
                time.sleep(0.2)
                other.execute(
                    "SELECT pg_advisory_lock(classid::bigint << 32 | objid::bigint) FROM pg_locks WHERE false"
                )
                other.execute("BEGIN")
                other.execute(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})".encode())
                threading.Timer(2.0, other.close).start()
                raise psycopg.OperationalError("the connection is lost")
            return execute(statement, *arguments, **options)

        raw.execute = lose_answer

    begin = time.monotonic()
    assert outcome(store, unit) == "store.unreachable"
    assert time.monotonic() - begin >= 1.5
    assert store.failure is None
    assert outcome(store, announce) == "ok"


def test_errors_with_a_certain_outcome_end_no_writes(store: Store, url: DatabaseUrl) -> None:
    def cancel(work: Work) -> None:
        announce(work)
        with psycopg.connect(url.reveal(), autocommit=True) as administrator:
            pid = raw_connection(work.connection).info.backend_pid
            threading.Timer(0.3, _cancel, [url, pid]).start()
            assert administrator.execute("SELECT 1").fetchone() == (1,)
        work.connection.execute(text("SELECT pg_sleep(20)"))

    assert outcome(store, cancel) in ("OperationalError", "store.unreachable")
    with psycopg.connect(url.reveal(), autocommit=True) as administrator:
        administrator.execute(
            f"ALTER DATABASE {administrator.info.dbname} SET default_transaction_read_only = on".encode()
        )
    end_sessions(url)
    assert outcome(store, announce) == "store.unreachable"
    with psycopg.connect(url.reveal(), autocommit=True) as administrator:
        administrator.execute("SET default_transaction_read_only = off")
        administrator.execute(
            f"ALTER DATABASE {administrator.info.dbname} RESET default_transaction_read_only".encode()
        )
    end_sessions(url)
    assert outcome(store, announce) == "ok"
    assert store.failure is None


def test_a_write_to_a_server_that_is_stopped_ends(cluster: postgresql.Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a server keeps its connections, so nothing but time tells that it answers nothing."""
    monkeypatch.setattr(connections, "_ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(connections, "_CONNECT_OPTIONS", {**connections._CONNECT_OPTIONS, "connect_timeout": 2})
    store, leases = Store(cluster.database("library")), Leases(cluster.url("library"))
    assert outcome(store, announce) == "ok"
    lease = leases.acquire("scan", "a", "a:1", 60)
    assert lease is not None
    begin = time.monotonic()
    with cluster.paused():
        assert [outcome(store, announce) for _ in range(2)] == ["store.unreachable"] * 2
        with pytest.raises(UnreachableError):
            leases.extend(lease, 60)
    assert time.monotonic() - begin < SECONDS
    assert outcome(store, announce) == "ok"
    assert sequences(store) == [1, 2]
    assert leases.extend(lease, 60)
    leases.close()
    store.close()


@pytest.mark.parametrize("when", ["unit", "commit"])
def test_a_server_that_is_stopped_within_a_transaction(
    cluster: postgresql.Cluster, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    monkeypatch.setattr(connections, "_ANSWER_SECONDS", 1.0)
    store = Store(cluster.database("library"))
    with ExitStack() as stack:

        def pause(work: Work) -> None:
            announce(work)
            stack.enter_context(cluster.paused())
            if when == "unit":
                work.connection.execute(text("SELECT 1"))

        if when == "commit":  # the server goes on while its outcome is looked for
            threading.Timer(9.0, stack.close).start()
        answer = outcome(store, pause)
    # the request to cancel may reach the server before the commit does
    assert answer == "store.unreachable" or (answer == "ok" and when == "commit")
    assert outcome(store, announce) == "ok"
    assert sequences(store) == ([1, 2] if answer == "ok" else [1])
    store.close()


def _cancel(url: DatabaseUrl, pid: int) -> None:
    with psycopg.connect(url.reveal(), autocommit=True) as administrator:
        administrator.execute("SELECT pg_cancel_backend(%s)", [pid])


def test_a_process_that_was_stopped_in_a_transaction_keeps_no_others_from_writing(
    store: Store, url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "HOLDER_SECONDS", 1)
    stopped = connect(url)
    connections.limit_transactions(stopped)
    engine_of(stopped).begin_write(stopped)
    leases = Leases(url)
    assert outcome(store, announce) == "ok"
    assert leases.acquire("scan", "b", "b:1", 5) is not None
    leases.close()
    engine_of(stopped).begin_write(stopped)  # in a new session
    assert raw_connection(stopped).execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("1s",)
    close(stopped)


def test_a_process_that_was_stopped_while_it_took_a_lease_keeps_no_others_from_writing(
    store: Store, url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "HOLDER_SECONDS", 1)
    leases = Leases(url)
    with leases._connected() as stopped:
        stopped.execute(f"BEGIN; SELECT pg_advisory_xact_lock({WRITER_LOCK})".encode())
        assert outcome(store, announce) == "ok"
    leases.close()


@pytest.mark.parametrize("query_only", [False, True], ids=["writing", "reading"])
def test_a_standby_is_refused(cluster: postgresql.Cluster, query_only: bool) -> None:
    """What it answers may be older than an answer that was given."""
    url = cluster.database("library")
    cluster.stop()
    (cluster.folder / "data" / "standby.signal").touch()
    cluster.start()
    with pytest.raises(UnusableServerError, match="standby"):
        connect(url, query_only=query_only)


def test_texts_of_users_are_in_no_message(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def unit(work: Work) -> None:
        work.connection.execute(
            text("INSERT INTO tag (key, value) VALUES (:key, :value)"), {"key": "x", "value": "mine"}
        )

    with caplog.at_level(logging.DEBUG), pytest.raises(Exception) as caught:  # noqa: PT011
        store.write_now(unit)
    assert "mine" not in f"{caught.value} {caplog.text}"


def test_leases_are_found_in_the_schema_that_the_url_names(cluster: postgresql.Cluster, tmp_path: Path) -> None:
    cluster.execute("CREATE DATABASE other")
    cluster.execute("CREATE SCHEMA facetry", "other")
    url = DatabaseUrl(cluster.url("other").reveal() + "&options=-csearch_path%3Dfacetry,public")
    store, leases = Store(url), Leases(url)
    assert leases.acquire("scan", "a", "a:1", 5) is not None
    leases.close()
    store.close()
