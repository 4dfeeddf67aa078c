"""What is written about an unfinished copy is what a later run reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.store.copy_marker import MARKER
from facetry.store.copying.marker import Marker, Origin
from facetry.store.engine import close, connect, engine_of, raw_connection
from facetry.store.engines.sqlite import bulk as sqlite_bulk

ORIGIN = Origin("a library", "0042", [7, 8, 9])
LATER = Origin("a library", "0042", [8, 8, 9])


@pytest.fixture
def marker(tmp_path: Path) -> Iterator[Marker]:
    connection = connect(tmp_path / "library.db")
    marker = Marker(connection, sqlite_bulk)
    marker.create(ORIGIN)
    assert engine_of(connection).has_table(connection, MARKER)
    yield marker
    marker.drop()
    assert not engine_of(connection).has_table(connection, MARKER)
    close(connection)


def test_a_new_copy_is_neither_prepared_nor_stale(marker: Marker) -> None:
    assert marker.origin() == ORIGIN
    assert not marker.is_prepared()
    assert not marker.is_stale()
    assert marker.definitions() == []
    assert marker.indexed_until("name_text") is None


def test_a_library_is_the_same_at_different_times() -> None:
    assert ORIGIN.is_same_library(LATER)
    assert ORIGIN.is_same_library(Origin("a library", "0043", [7]))
    assert not ORIGIN.is_same_library(Origin("another", "0042", [7, 8, 9]))


def test_a_copy_that_begins_again_has_nothing_but_its_definitions(marker: Marker) -> None:
    marker.set_stale()
    marker.set_indexed_until("name_text", 5)
    assert marker.is_stale()
    marker.begin_again(LATER, ["CREATE b", "CREATE a"])
    assert marker.origin() == LATER
    assert marker.is_prepared()
    assert not marker.is_stale()
    assert marker.indexed_until("name_text") is None
    assert [statement for _, statement in marker.definitions()] == ["CREATE b", "CREATE a"]


def test_definitions_are_set_aside_once_and_stay_in_their_order(marker: Marker) -> None:
    first = [f"CREATE {number}" for number in (3, 1, 2)]
    marker.begin_again(ORIGIN, first)
    (name, statement), *_ = marker.definitions()
    marker.remove_definition(name)
    more = [statement, first[2], *(f"CREATE x{number}" for number in range(20))]
    marker.begin_again(ORIGIN, more)
    found = [statement for _, statement in marker.definitions()]
    assert found == [first[1], first[2], statement, *more[2:]]
    for name, _ in marker.definitions():
        marker.remove_definition(name)
        assert name not in dict(marker.definitions())
    assert marker.definitions() == []
    assert marker.is_prepared()


def test_the_last_text_of_each_table_is_kept(marker: Marker) -> None:
    marker.set_indexed_until("name_text", 5)
    marker.set_indexed_until("name_text", 12)
    marker.set_indexed_until("feature_text", 3)
    assert [marker.indexed_until(name) for name in ("name_text", "feature_text", "metadata_text")] == [12, 3, None]


def test_what_is_written_belongs_to_the_transaction(tmp_path: Path) -> None:
    connection = connect(tmp_path / "library.db")
    raw = raw_connection(connection)
    marker = Marker(connection, sqlite_bulk)
    marker.create(ORIGIN)
    raw.execute("BEGIN")
    marker.set_stale()
    raw.execute("ROLLBACK")
    assert not marker.is_stale()
    close(connection)
