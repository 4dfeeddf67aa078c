"""Reads on PostgreSQL: snapshots, deadlines, cancellation, and values of every kind."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable

import numpy as np
import pytest
from sqlalchemy import Boolean, Connection, Integer, Text, column, select, text, values

from facetry.errors import FaultError
from facetry.store import fulltext
from facetry.store.engine import DatabaseUrl, connect, engine_of, raw_connection
from facetry.store.engines.postgresql import queries
from facetry.store.interruption import ReadInterruptedError
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.libraries.stores import add_images, add_repository

SLEEP = text("SELECT pg_sleep(30)")


def sleep(connection: Connection) -> None:
    connection.execute(SLEEP)


def test_a_read_ends_at_its_deadline_and_its_connection_is_used_again(store: Store) -> None:
    async def run() -> None:
        for is_costly in (False, True):
            with pytest.raises(FaultError) as caught:
                await store.read(sleep, seconds=0.2, is_costly=is_costly)
            assert caught.value.fault.rule == "store.deadline"
        assert await store.read(lambda connection: connection.execute(text("SELECT 1")).scalar_one()) == 1

    begin = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - begin < 20


def test_a_read_whose_task_is_cancelled_ends_in_the_server(store: Store, url: DatabaseUrl) -> None:
    async def run() -> None:
        task = asyncio.ensure_future(store.read(sleep))
        await asyncio.to_thread(wait_for_sleepers, url, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.to_thread(wait_for_sleepers, url, 0)

    asyncio.run(run())


def wait_for_sleepers(url: DatabaseUrl, count: int) -> None:
    """Wait until so many sessions sleep."""
    connection, deadline = connect(url), time.monotonic() + 20
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active' AND datname = current_database()"
    )
    while raw_connection(connection).execute(query).fetchone()[0] != count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    connection.close()


def test_a_read_sees_one_snapshot_until_it_is_renewed(store: Store) -> None:
    count = text("SELECT count(*) FROM tag")

    def query(connection: Connection) -> list[int]:
        before = connection.execute(count).scalar_one()
        add = threading.Thread(target=store.write_now, args=(add_tag,))
        add.start()
        add.join()
        same = connection.execute(count).scalar_one()
        engine_of(connection).renew_snapshot(connection)
        return [before, same, connection.execute(count).scalar_one()]

    def add_tag(work: Work) -> None:
        work.connection.execute(text("INSERT INTO tag (value) VALUES ('x')"))

    assert store.read_now(query) == [1, 1, 2]


def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(Exception, match="read-only transaction"):
        store.read_now(lambda connection: raw_connection(connection).execute("DELETE FROM event"))


def test_short_reads_leave_the_event_loop(store: Store) -> None:
    with pytest.raises(ReadInterruptedError):
        store.read_short(lambda _: None)
    names = asyncio.run(store.read(lambda _: threading.current_thread().name, is_short=True))
    assert names.startswith("facetry-reader")


def test_integers_of_all_sizes_arrive_as_they_are(store: Store) -> None:
    numbers = [0, 1, -1, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)]
    table = values(column("number", Integer), column("truth", Boolean), name="t").data(
        [(number, number > 0) for number in numbers]
    )
    query = select(table.c.number, table.c.truth).where(table.c.number >= -(2**63))
    found, truths = store.read_now(lambda connection: engine_of(connection).integer_columns(connection, query))
    assert found.tolist() == numbers
    assert truths.tolist() == [int(number > 0) for number in numbers]
    assert found.dtype == np.int64
    empty = store.read_now(
        lambda connection: engine_of(connection).integer_columns(connection, query.where(table.c.number == 5))
    )
    assert [each.tolist() for each in empty] == [[], []]


@pytest.mark.parametrize("most", [2_000, 1_999, 1])
def test_columns_that_are_too_long_for_a_value_arrive_alike(
    store: Store, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(queries, "_MAX_PACKED", most)
    series = text("SELECT n, -n AS negative FROM generate_series(1, 1000) AS n ORDER BY n % 7, n")
    query = series.columns(column("n", Integer), column("negative", Integer))
    expected = sorted(range(1, 1_001), key=lambda number: (number % 7, number))
    found, negative = store.read_now(lambda connection: engine_of(connection).integer_columns(connection, query))
    assert found.tolist() == expected
    assert negative.tolist() == [-number for number in expected]


def test_rows_arrive_in_batches(store: Store) -> None:
    table = values(column("number", Integer), column("text", Text), name="t").data([(n, str(n)) for n in range(10)])
    query = select(table.c.number, table.c.text).where(table.c.text != "3")
    batches = store.read_now(lambda connection: list(engine_of(connection).row_batches(connection, query, 4)))
    assert [len(batch) for batch in batches] == [4, 4, 1]
    assert batches[0][0] == (0, "0")


@pytest.mark.parametrize("substring", ["100%_", "a\\b", "straße", "größe", "日本語", "it's", "--x", "\x01\x01\x01"])
def test_substrings_are_found_as_they_are(store: Store, substring: str) -> None:
    folded = substring.casefold()
    names = [f"x{substring}y.jpg", "100xx.jpg", "axb.jpg", "other.jpg"]
    add_images(store, add_repository(store), names)
    matches = store.read_now(
        lambda connection: (
            engine_of(connection)
            .integer_columns(connection, fulltext.find(connection, "name_text", folded).keys)[0]
            .tolist()
        )
    )
    assert matches == [1]


def test_a_long_text_is_a_candidate_for_everything(store: Store) -> None:
    add_images(store, add_repository(store), ["long" + "x" * 5_000 + "end.jpg", "short.jpg"])

    def find(connection: Connection) -> list[list[int]]:
        found = fulltext.find(connection, "name_text", "end")
        return [
            engine_of(connection).integer_columns(connection, each)[0].tolist()
            for each in (found.keys, found.candidates)
        ]

    assert store.read_now(find) == [[], [1]]


def test_a_slow_statement_is_logged_with_its_plan(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    query = text("SELECT count(value) FROM pg_sleep(1.5) LEFT JOIN tag ON value = :value")
    with caplog.at_level(logging.WARNING, "facetry"):
        store.read_now(lambda connection: connection.execute(query, {"value": "a secret"}).scalar_one())
    records = [each for each in caplog.records if getattr(each, "kind", None) == "query.slow"]
    assert len(records) == 1, caplog.text
    (record,) = records
    assert "LEFT JOIN tag" in record.statement  # type: ignore[attr-defined]
    assert "Scan" in record.plan  # type: ignore[attr-defined]
    assert "a secret" not in f"{record.statement} {record.plan}"  # type: ignore[attr-defined]


def test_queries_wait_for_a_thread_and_all_are_answered(store: Store) -> None:
    async def run() -> list[int]:
        query = text("SELECT 1")
        reads: list[Awaitable[int]] = [store.read(lambda c: c.execute(query).scalar_one()) for _ in range(50)]
        return list(await asyncio.gather(*reads))

    assert asyncio.run(run()) == [1] * 50
