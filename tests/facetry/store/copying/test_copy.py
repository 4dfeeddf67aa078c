"""A library is copied to PostgreSQL and back. Nothing is lost, doubled or changed, and the copies are libraries.

`nox -s copies` copies more random libraries, with `COPY_SEEDS` in the environment.
"""

from __future__ import annotations

import os
import random
import secrets
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection
from sqlmodel import SQLModel

from facetry.store.copy_marker import MARKER, UnfinishedCopyError
from facetry.store.copying.copy import DifferentCopyError
from facetry.store.copying.side import CopyError
from facetry.store.copying.tables import library_tables
from facetry.store.engine import DatabaseUrl, close, connect, engine_of, fault_of, raw_connection
from facetry.store.engines.sqlite import bulk as sqlite_bulk
from facetry.store.store import Store
from tests.support.engines import postgresql
from tests.support.libraries.copied_libraries import copy
from tests.support.libraries.library_rows import import_tables
from tests.support.libraries.odd_libraries import contents, fill, found_texts

SEEDS = int(os.environ.get("COPY_SEEDS", "1"))
SUBSTRINGS = ("bbb", "stan", "it's", "😀👩‍👧", "ist", "no such text")


@pytest.fixture
def url() -> DatabaseUrl:
    """A database without tables."""
    name = f"empty_{secrets.token_hex(6)}"
    postgresql.shared().execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return postgresql.shared().url(name)


class StoppedError(Exception):
    """Ends a copy."""


def execute(location: Path | DatabaseUrl, *statements: str) -> None:
    """Change a database behind the back of the product."""
    connection = connect(location)
    engine_of(connection).begin_write(connection)
    for statement in statements:
        raw_connection(connection).execute(statement)
    engine_of(connection).commit(connection)
    close(connection)


def schema(location: Path | DatabaseUrl) -> list[tuple[object, ...]]:
    """The objects of a database: tables, columns, constraints, indexes, triggers and functions."""
    connection = connect(location, query_only=True)
    raw = raw_connection(connection)
    statements = (
        ["SELECT type, name, sql FROM sqlite_schema"]
        if isinstance(location, Path)
        else [
            "SELECT table_name, column_name, data_type, is_nullable, collation_name, column_default"
            " FROM information_schema.columns WHERE table_schema = current_schema()",
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint"
            " WHERE connamespace = current_schema()::regnamespace",
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()",
            "SELECT tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
        ]
    )
    rows = [row for statement in statements for row in raw.execute(statement).fetchall()]
    close(connection)
    return sorted(rows, key=repr)


def test_every_declared_table_is_copied() -> None:
    import_tables()
    assert {table.name for table in library_tables()} == set(SQLModel.metadata.tables)
    for table in library_tables():
        declared = SQLModel.metadata.tables[table.name]
        assert set(table.columns) == {column.name for column in declared.columns}
        assert set(table.key) == {column.name for column in declared.primary_key.columns}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_rows_go_there_and_back(tmp_path: Path, url: DatabaseUrl, seed: int) -> None:
    source, back = tmp_path / "library.db", tmp_path / "back" / "library.db"
    back.parent.mkdir()
    fill(source, random.Random(seed), 60)
    expected, texts = contents(source), found_texts(source, SUBSTRINGS)
    assert all(expected[table.name] for table in library_tables())
    for original, target in ((source, url), (url, back)):
        result = copy(original, target)
        assert (result.was_resumed, result.was_complete) == (False, False)
        assert result.copied == result.rows == sum(len(expected[table.name]) for table in library_tables())
        assert contents(target) == expected
        assert found_texts(target, SUBSTRINGS) == texts
    assert contents(source) == expected
    for target in (url, back):
        assert schema(target) == schema(new_library(tmp_path, target))


def test_keys_go_on_without_a_gap_and_without_reuse(tmp_path: Path, url: DatabaseUrl) -> None:
    source, back = tmp_path / "library.db", tmp_path / "back" / "library.db"
    back.parent.mkdir()
    fill(source, random.Random(4), 20)
    postgresql.shared().execute(f"CREATE DATABASE {(name := f'other_{secrets.token_hex(6)}')} TEMPLATE template0")
    other = postgresql.shared().url(name)
    copy(source, url)
    copy(url, other)
    copy(other, back)
    assert contents(source) == contents(url) == contents(other) == contents(back)
    for location in (source, url, other, back):
        store = Store(location)
        newest = store.read_now(lambda connection: engine_of(connection).newest_key(connection, "event"))
        ((greatest,),) = rows_of(store, "SELECT max(key) FROM tag")
        event = "INSERT INTO event (time, topic) VALUES (0, 'test') RETURNING sequence"
        assert [rows_of(store, event) for _ in range(2)] == [[(newest + 1,)], [(newest + 2,)]]
        assert rows_of(store, "INSERT INTO tag (value) VALUES ('a new one') RETURNING key") == [(greatest + 1,)]
        store.close()


def rows_of(store: Store, statement: str) -> list[tuple[Any, ...]]:
    """The rows of a statement, which is a unit of work."""
    return store.write_now(lambda work: raw_connection(work.connection).execute(statement).fetchall())


STOPS = (
    *(("copying event", 0), ("copying image_tag", 0), ("indexing feature_text", 0)),
    *(("creating indexes", 9), ("comparing session", 0)),
)


def test_an_interrupted_copy_is_not_served_and_goes_on(tmp_path: Path, url: DatabaseUrl) -> None:
    source, back = tmp_path / "library.db", tmp_path / "back" / "library.db"
    back.parent.mkdir()
    fill(source, random.Random(5), 40)
    expected = contents(source)
    for original, target in ((source, url), (url, back)):
        for place in STOPS:

            def stop(what: str, done: int, _: int, place: tuple[str, int] = place) -> None:
                if what == place[0] and done >= place[1]:
                    raise StoppedError

            with pytest.raises(StoppedError):
                copy(original, target, stop)
            with pytest.raises(UnfinishedCopyError, match="unfinished copy"):
                Store(target)
        result = copy(original, target)
        assert (result.was_resumed, result.copied) == (True, 0)
        assert contents(target) == expected
        Store(target).close()
        again = copy(original, target)
        assert (again.was_complete, again.copied) == (True, 0)
    execute(back, "UPDATE image SET name = 'of another program'")
    with pytest.raises(CopyError, match="it is not replaced"):
        copy(url, back)


@pytest.mark.parametrize("direction", ["to a server", "to a file"])
def test_a_difference_is_named_and_the_copy_stays_unfinished(tmp_path: Path, url: DatabaseUrl, direction: str) -> None:
    source, target = sides(tmp_path, url, direction, random.Random(6))
    expected = contents(source)
    key, *_ = expected["image"][3]
    sequence, *_ = expected["event"][0]

    def spoil(what: str, _: int, __: int) -> None:
        if what == "creating indexes" and not done:
            done.append(what)
            execute(
                target,
                f"UPDATE image SET name = 'changed' WHERE key = {key}",  # noqa: S608
                f"DELETE FROM event WHERE sequence = {sequence}",  # noqa: S608
                "INSERT INTO tag (key, value) VALUES (-5, 'more')",
            )

    done: list[str] = []
    with pytest.raises(DifferentCopyError) as raised:
        copy(source, target, spoil)
    lines = [str(each) for each in raised.value.differences]
    assert any(
        line.startswith(f"table image, key {key}: name is ") and "'changed' in the copy" in line for line in lines
    )
    assert f"table event, key {sequence}: the copy does not have the row" in lines
    assert "table tag, key -5: only the copy has the row" in lines
    assert len(lines) == 3
    with pytest.raises(UnfinishedCopyError):
        Store(target)
    assert copy(source, target).was_resumed
    assert contents(target) == expected
    assert schema(target) == schema(new_library(tmp_path, target))


@pytest.mark.parametrize("direction", ["to a server", "to a file"])
def test_a_library_that_changed_meanwhile_is_copied_anew(tmp_path: Path, url: DatabaseUrl, direction: str) -> None:
    source, target = sides(tmp_path, url, direction, random.Random(7))

    def stop(what: str, _: int, __: int) -> None:
        if what == "indexing feature_text":
            raise StoppedError

    with pytest.raises(StoppedError):
        copy(source, target, stop)
    texts = found_texts(source, SUBSTRINGS)
    execute(source, "UPDATE image SET name = 'another'", "UPDATE revision SET value = value + 1")
    copy(source, target)
    assert contents(target) == contents(source)
    without_names = {search: found for search, found in texts.items() if search[0] != "name_text"}
    assert found_texts(target, SUBSTRINGS).items() >= without_names.items()


def sides(
    tmp_path: Path, url: DatabaseUrl, direction: str, rng: random.Random
) -> tuple[Path | DatabaseUrl, Path | DatabaseUrl]:
    """A library with random rows, and the place for its copy, in another engine."""
    library = tmp_path / "library.db"
    fill(library, rng, 30)
    if direction == "to a server":
        return library, url
    copy(library, url)
    (tmp_path / "back").mkdir()
    return url, tmp_path / "back" / "library.db"


def new_library(tmp_path: Path, like: Path | DatabaseUrl) -> Path | DatabaseUrl:
    """A new library of the same engine."""
    if not isinstance(like, Path):
        return postgresql.shared().database("new_library")
    Store(tmp_path / "new.db").close()
    return tmp_path / "new.db"


def test_nothing_is_replaced(tmp_path: Path, url: DatabaseUrl) -> None:
    source, other = tmp_path / "library.db", tmp_path / "other" / "library.db"
    other.parent.mkdir()
    fill(source, random.Random(8), 10)
    fill(other, random.Random(9), 10)
    copy(source, url)
    before = contents(url), contents(other)
    with pytest.raises(CopyError, match=r"postgresql://postgres@/empty_\w+ is not empty"):
        copy(other, url)
    with pytest.raises(CopyError, match=r"move these files .*: library\.db"):
        copy(url, other)
    assert (contents(url), contents(other)) == before

    def stop(*_: object) -> None:
        raise StoppedError

    execute(url, f"CREATE TABLE {MARKER} (name VARCHAR, value VARCHAR)")
    (tmp_path / "third").mkdir()
    with pytest.raises(StoppedError):
        copy(source, tmp_path / "third" / "library.db", stop)
    with pytest.raises(CopyError, match="unfinished copy of another library"):
        copy(other, tmp_path / "third" / "library.db")


def test_files_beside_a_missing_database_are_not_touched(tmp_path: Path) -> None:
    fill(tmp_path / "library.db", random.Random(8), 3)
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "library.db-wal").write_bytes(b"of another")
    with pytest.raises(CopyError, match=r"has files of another database: library\.db-wal"):
        copy(tmp_path / "library.db", tmp_path / "target" / "library.db")


def test_a_value_that_cannot_be_stored_is_named(tmp_path: Path, url: DatabaseUrl) -> None:
    source = tmp_path / "library.db"
    fill(source, random.Random(10), 10)
    expected = contents(source)
    tag, feature = expected["tag"][0][0], expected["image_feature"][0][0]
    execute(source, f"UPDATE tag SET value = 'a' || char(0) || 'b' WHERE key = {tag}")  # noqa: S608
    execute(source, f"UPDATE image_feature SET number = 'text' WHERE key = {feature}")  # noqa: S608
    with pytest.raises(CopyError, match=rf"table tag, key {tag}: value cannot be copied, because .* U\+0000"):
        copy(source, url)
    execute(source, f"UPDATE tag SET value = 'ab' WHERE key = {tag}")  # noqa: S608
    with pytest.raises(CopyError, match=f"table image_feature, key {feature}: number cannot be .* of the type number"):
        copy(source, url)
    execute(source, f"UPDATE image_feature SET number = 2.5 WHERE key = {feature}")  # noqa: S608
    copy(source, url)
    assert contents(url) == contents(source)


@pytest.mark.parametrize("place", ["copying image_tag", "creating indexes", "comparing image"])
def test_a_lost_connection_is_made_anew_or_ends_the_run(
    tmp_path: Path, url: DatabaseUrl, place: str, caplog: pytest.LogCaptureFixture
) -> None:
    source = tmp_path / "library.db"
    fill(source, random.Random(12), 20)
    name = url.reveal().partition("?")[0].rpartition("/")[2]
    cuts: list[str] = []

    def cut(what: str, _: int, __: int) -> None:
        if what == place and not cuts:
            cuts.append(place)
            postgresql.shared().execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
            )

    try:
        copy(source, url, cut)
    except psycopg.OperationalError as error:
        fault = fault_of(error)
        assert fault is not None
        assert fault.fault.rule == "store.unreachable"
        with pytest.raises(UnfinishedCopyError):
            Store(url)
        assert copy(source, url).was_resumed
    assert cuts
    assert contents(url) == contents(source)
    assert caplog.text == ""


def test_a_full_disk_ends_a_run_and_the_next_one_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of a file come from another file here."""
    source, target = tmp_path / "library.db", tmp_path / "target" / "library.db"
    target.parent.mkdir()
    fill(source, random.Random(13), 60)

    def prefer_speed(connection: Connection) -> None:
        raw_connection(connection).execute("PRAGMA max_page_count=150")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_bulk, "prefer_speed", prefer_speed)
        with pytest.raises(Exception, match="full") as raised:
            copy(source, target)
    fault = fault_of(raised.value)
    assert fault is not None
    assert fault.fault.rule == "storage.full"
    result = copy(source, target)
    assert result.was_resumed
    assert 0 < result.copied < result.rows
    assert contents(target) == contents(source)
