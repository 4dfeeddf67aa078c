"""One side of a copy: its transactions, and what it says about rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from facetry.store.copying import side as module
from facetry.store.copying.marker import Origin
from facetry.store.copying.side import CopyError, Side
from facetry.store.copying.tables import library_tables
from facetry.store.engine import close, connect, raw_connection
from facetry.store.engines.bulk import Kind, Table
from facetry.store.engines.sqlite import bulk as sqlite_bulk
from facetry.store.migrations import HEAD
from facetry.store.store import Store

TABLE = Table(
    "row",
    {"second": Kind.TEXT, "first": Kind.INTEGER, "number": Kind.NUMBER, "is_on": Kind.BOOLEAN, "data": Kind.BYTES},
    key=("first", "second"),
    keeps_newest_key=False,
)
ROWS = [("a", 1, 1.5, True, b"x"), ("b", 1, 2, 0, None), ("a", 2, None, None, b"")]


@pytest.fixture
def side(tmp_path: Path) -> Iterator[Side]:
    connection = connect(tmp_path / "library.db")
    side = Side(connection, tmp_path / "library.db")
    side.execute(
        "CREATE TABLE row (second VARCHAR, first INTEGER CHECK (first < 100), number FLOAT, is_on BOOLEAN, data BLOB,"
        " PRIMARY KEY (first, second))"
    )
    yield side
    close(connection)


def insert(side: Side, *rows: tuple[object, ...]) -> None:
    with side.writing():
        side.insert(TABLE, rows)


def test_rows_come_in_the_order_of_their_keys(side: Side) -> None:
    assert side.last_key(TABLE) is None
    assert side.count(TABLE) == 0
    insert(side, *reversed(ROWS))
    assert side.last_key(TABLE) == (2, "a")
    assert side.count(TABLE) == 3
    with side.reading():
        assert list(side.rows(TABLE, None, 2)) == [ROWS[:2], ROWS[2:]]
        assert list(side.rows(TABLE, (1, "a"), 5)) == [ROWS[1:]]
        assert list(side.rows(TABLE, (2, "a"), 5)) == []


@pytest.mark.parametrize(
    ("longest", "rows"), [(0, 10), (1, 10), (10, 10), (11, 9), (50, 2), (99, 1), (100, 1), (101, 1), (5000, 1)]
)
def test_what_is_in_memory_is_bounded_by_rows_and_bytes(
    side: Side, monkeypatch: pytest.MonkeyPatch, longest: int, rows: int
) -> None:
    monkeypatch.setattr(module, "_FETCHED_ROWS", 10)
    monkeypatch.setattr(module, "_FETCHED_BYTES", 100)
    assert side.fetch_size(TABLE) == 10, "there are no rows yet"
    insert(side, ("", 1, None, None, b""), ("", 2, None, None, b"x" * longest))
    assert side.fetch_size(TABLE) == rows


def test_an_empty_table_has_the_smallest_rows(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FETCHED_BYTES", 7)
    assert side.fetch_size(TABLE) == 7


def test_a_unit_of_work_is_there_as_a_whole_or_not_at_all(side: Side) -> None:
    def fail_after(transaction: AbstractContextManager[None], use: Callable[[], object]) -> None:
        with transaction:
            use()
            raise ZeroDivisionError

    insert(side, ROWS[0])
    with pytest.raises(ZeroDivisionError):
        fail_after(side.writing(), lambda: side.insert(TABLE, ROWS[1:]))
    assert side.count(TABLE) == 1
    assert not raw_connection(side.connection).in_transaction
    with pytest.raises(ZeroDivisionError):  # it has ended already, as when the disk is full
        fail_after(side.writing(), lambda: side.execute("ROLLBACK"))
    insert(side, ROWS[1])
    with side.reading():
        assert raw_connection(side.connection).in_transaction
    with pytest.raises(ZeroDivisionError):
        fail_after(side.reading(), lambda: side.count(TABLE))
    assert not raw_connection(side.connection).in_transaction
    assert side.count(TABLE) == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("a", 999, "text", 1, b""), "number cannot be copied, because it is of the type str, .* of the type number"),
        ((7, 999, 1, 1, b""), "second cannot be copied, because it is of the type int, .* of the type text"),
        (("a", 999, 1, 1, "text"), "data cannot be copied, because it is of the type str, .* of the type bytes"),
        (("a", 999, 1, 0.5, b""), "is_on cannot be copied, because it is of the type float, .* of the type boolean"),
    ],
)
def test_the_value_of_a_wrong_type_is_named(side: Side, row: tuple[object, ...], message: str) -> None:
    with pytest.raises(CopyError, match=rf"table row, key 999, {row[0]}: {message}"):
        insert(side, ROWS[0], row)
    assert side.count(TABLE) == 0


def test_the_value_that_an_engine_refuses_is_named(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusal_of(value: object) -> str | None:
        assert value is not None, "every engine stores it"
        return "it is odd" if value == 1.5 else None

    monkeypatch.setattr(sqlite_bulk, "refusal_of", refusal_of)
    with pytest.raises(CopyError, match="table row, key 1, a: number cannot be copied, because it is odd"):
        insert(side, ROWS[1], ROWS[0], ROWS[0])


def test_another_error_stays_as_it_is(side: Side) -> None:
    insert(side, ROWS[0])
    with pytest.raises(Exception, match="UNIQUE") as raised:
        insert(side, *ROWS)
    assert not isinstance(raised.value, CopyError)


def test_a_library_is_identified_and_its_changes_are_seen(tmp_path: Path) -> None:
    def origin(name: str, statement: str = "") -> Origin:
        Store(tmp_path / name).close()
        connection = connect(tmp_path / name)
        side = Side(connection, tmp_path / name)
        if statement:
            side.execute(statement)
        with side.reading():
            found = side.origin(library_tables())
        close(connection)
        return found

    insertion = "INSERT INTO media_key (key, secret) VALUES (1, randomblob(32))"
    first, other = origin("a.db", insertion), origin("b.db", insertion)
    assert first == origin("a.db")
    assert not first.is_same_library(other)
    assert first.migration == HEAD
    assert first.state == other.state
    states = [first.state]
    for statement in (
        "INSERT INTO tag (value) VALUES ('more')",
        "DELETE FROM tag WHERE value = 'more'",
        "INSERT INTO event (time, topic) VALUES (0, 'test')",
        "DELETE FROM event",
        "UPDATE revision SET value = value + 1",
    ):
        changed = origin("a.db", statement)
        assert changed.is_same_library(first)
        states.append(changed.state)
    assert states[2] == states[0], "keys of tags may be used again"
    del states[2]
    assert len({tuple(state) for state in states}) == len(states)
