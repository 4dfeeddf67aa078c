"""Slow statements are lines of the log, with their plans and without values of users."""

import asyncio
import gc
import logging
import time
import weakref
from typing import Any

import pytest
from sqlalchemy import Connection, text

from facetry.observability.requests import begin_request, current_request
from facetry.store import slow_queries
from facetry.store.engine import raw_connection
from facetry.store.engines.sqlite import timed_connections
from facetry.store.engines.sqlite.connections import driver
from facetry.store.slow_queries import shown_statement
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.stores import temporary_store

SECRET = "a-very-private-name"
SECONDS = 0.02
COUNT_UP = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < :last) SELECT x FROM n"
NAMED = "SELECT key FROM extension WHERE id = :name"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(timed_connections, "SLOW_SECONDS", SECONDS)
    with temporary_store() as store:
        yield store


def slow_records(caplog: pytest.LogCaptureFixture) -> list[Any]:
    """The records of slow queries over numbers; with so low a bound, a commit can be slow as well."""
    records: list[Any] = [record for record in caplog.records if getattr(record, "kind", None) == "query.slow"]
    return [record for record in records if "RECURSIVE" in record.statement]


@only_sqlite
def test_a_slow_query_is_one_line_with_its_plan(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def query(connection: Connection) -> int:
        statement = text(f"SELECT count(*) FROM ({COUNT_UP}) WHERE :name <> 'it''s a secret'")  # noqa: S608  # constants
        count: int = connection.execute(statement, {"last": 1_000_000, "name": SECRET}).scalar_one()
        return count

    assert store.read_now(query) == 1_000_000
    (record,) = slow_records(caplog)
    assert record.levelno == logging.WARNING
    assert record.seconds > 0.02
    assert record.statement.startswith("SELECT count(*) FROM (WITH RECURSIVE n(x) AS")
    assert "<> '…'" in record.statement
    assert "RECURSIVE STEP" in record.plan
    assert "> SCAN n" in record.plan
    assert SECRET not in str(record.__dict__)
    assert "it''s" not in str(record.__dict__)


@only_sqlite
def test_rows_that_are_fetched_together_count_and_quick_statements_do_not(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def query(connection: Connection) -> int:
        connection.execute(text(NAMED), {"name": SECRET}).all()
        cursor = raw_connection(connection).execute(COUNT_UP.replace(":last", "?"), (300_000,))
        assert not slow_records(caplog)  # the first row comes at once
        return len(cursor.fetchall())

    assert store.read_now(query) == 300_000
    (record,) = slow_records(caplog)
    assert record.statement == COUNT_UP.replace(":last", "?")


@only_sqlite
def test_a_slow_write_is_a_line_too(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def unit(work: Work) -> None:
        raw_connection(work.connection).execute("CREATE TABLE numbers (x)")
        raw_connection(work.connection).execute(f"INSERT INTO numbers {COUNT_UP.replace(':last', '?')}", (300_000,))

    store.write_now(unit)
    (record,) = slow_records(caplog)
    assert record.statement.startswith("INSERT INTO numbers")
    assert "SCAN n" in record.plan


@only_sqlite
def test_an_interrupted_query_is_a_line_as_well(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def query(connection: Connection) -> None:
        raw = raw_connection(connection)
        begin = time.monotonic()
        raw.set_progress_handler(lambda: time.monotonic() > begin + 2 * SECONDS, 1_000)
        try:
            with pytest.raises(driver().OperationalError, match="interrupted"):
                raw.execute(f"SELECT count(*) FROM ({COUNT_UP.replace(':last', '?')})", (1_000_000_000,))  # noqa: S608
        finally:
            raw.set_progress_handler(None, 0)

    store.read_now(query)
    (record,) = slow_records(caplog)
    assert record.plan


def test_lines_of_readers_and_of_the_writer_have_the_request(store: Store) -> None:
    def seen(_: object) -> str | None:
        request = current_request()
        return None if request is None else request.id

    async def main() -> None:
        request = begin_request()
        assert await store.read(seen) == request.id
        assert await store.write(seen) == request.id

    assert store.write_now(seen) is None
    asyncio.run(main())
    assert store.write_now(seen) is None
    assert store.read_now(seen) is None


def test_a_connection_forgets_its_cursors(store: Store) -> None:
    def dead_references() -> int:
        return sum(type(each) is weakref.ref and each() is None for each in gc.get_objects())

    def read(connection: Connection) -> None:
        for _ in range(5_000):
            raw_connection(connection).execute("SELECT 1").fetchall()

    before = dead_references()
    store.read_now(read)
    assert dead_references() < before + 1_000


def test_statements_are_shortened() -> None:
    assert shown_statement("SELECT  a\nFROM b WHERE c IN (?, ?, ?, ?, ?)") == "SELECT a FROM b WHERE c IN (?, …)"
    assert shown_statement("SELECT 'a''b' || x") == "SELECT '…' || x"
    assert len(shown_statement("SELECT " + "a, " * 100_000)) == slow_queries.MAX_STATEMENT_CHARACTERS
