"""The steps of a copy from one file into another one: what they report, and where a later run goes on."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from facetry.library.integrity.indexed_texts import texts
from facetry.store import fulltext
from facetry.store.copy_marker import MARKER, UnfinishedCopyError
from facetry.store.copying import side as side_module
from facetry.store.copying.copy import CopyResult, DifferentCopyError, copy_library
from facetry.store.copying.places import opened_library, opened_target
from facetry.store.copying.side import CopyError, Side
from facetry.store.copying.tables import library_tables
from facetry.store.engine import close, connect, engine_of, raw_connection
from facetry.store.engines.sqlite import bulk as sqlite_bulk
from facetry.store.engines.sqlite.connections import UnsafeSQLiteError
from facetry.store.engines.sqlite.integrity import page_checksums
from facetry.store.migrations import HEAD
from facetry.store.store import DamagedDatabaseError, Store
from tests.support.libraries.copied_libraries import copy
from tests.support.libraries.odd_libraries import contents, fill, found_texts

SUBSTRINGS = ("bbb", "stan", "it's", "ist")
FULL, NORMAL = 2, 1
"""Values of `PRAGMA synchronous`."""


class StoppedError(Exception):
    """Ends a copy."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with random rows."""
    path = tmp_path_factory.mktemp("original") / "library.db"
    fill(path, random.Random(3), 25)
    return path


@pytest.fixture
def source(original: Path, tmp_path: Path) -> Path:
    """A library with random rows, for this test alone."""
    path = tmp_path / "source" / "library.db"
    shutil.copytree(original.parent, path.parent)
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "target" / "library.db"
    path.parent.mkdir()
    return path


def execute(path: Path, *statements: str) -> list[tuple[object, ...]]:
    """Change a database behind the back of the product; the rows of the last statement."""
    connection = connect(path)
    engine_of(connection).begin_write(connection)
    rows: list[tuple[object, ...]] = []
    for statement in statements:
        rows = raw_connection(connection).execute(statement).fetchall()
    engine_of(connection).commit(connection)
    close(connection)
    return rows


def stop_at(step: str, at_least: int = 0) -> Callable[[str, int, int], None]:
    """A report that ends the copy at a step, when so much of it is done."""

    def stop(what: str, done: int, _: int) -> None:
        if what == step and done >= at_least:
            raise StoppedError

    return stop


def begin(source: Path, target: Path, step: str, at_least: int = 0) -> None:
    """Begin a copy that ends at a step."""
    with pytest.raises(StoppedError):
        copy(source, target, stop_at(step, at_least))


def copied(source: Path, target: Path) -> CopyResult:
    """Copy, and see to it that nothing is missing."""
    result = copy(source, target)
    assert contents(target) == contents(source)
    assert found_texts(target, SUBSTRINGS) == found_texts(source, SUBSTRINGS)
    Store(target).close()
    return result


def number_of_rows(path: Path) -> int:
    return sum(len(contents(path)[table.name]) for table in library_tables())


def test_progress_is_reported(source: Path, target: Path) -> None:
    reports: list[tuple[str, int, int]] = []
    result = copy(source, target, lambda *report: reports.append(report))
    rows = number_of_rows(source)
    assert result == CopyResult(rows, copied=rows, was_resumed=False, was_complete=False)
    steps = {name: [each for each in reports if each[0].startswith(name)] for name in ("copying", "comparing")}
    for each in steps.values():
        done = [number for _, number, _ in each]
        assert done == sorted(done)
        assert done[-1] == rows
        assert {total for _, _, total in each} == {rows}
        assert {what.partition(" ")[2] for what, _, _ in each} == {table.name for table in library_tables()}
    assert steps["copying"][0] == (f"copying {library_tables()[0].name}", 0, rows)
    for table, row_table in fulltext.ROW_TABLES.items():
        indexed = [each for each in reports if each[0] == f"indexing {table}"]
        assert {total for _, _, total in indexed} == {len(contents(source)[row_table])}
        assert indexed[-1][1] == execute(source, f"SELECT count(*) FROM {table}")[0][0]  # noqa: S608
    created = [(done, total) for what, done, total in reports if what == "creating indexes"]
    assert created == [(done, len(created)) for done in range(len(created))]
    assert len(created) > 10
    order = [what.partition(" ")[0] for what, _, _ in reports]
    assert [name for name, _ in itertools.groupby(order)] == ["copying", "indexing", "creating", "comparing"]


def test_a_copy_is_fast_until_it_is_complete_and_safe_then(source: Path, target: Path) -> None:
    sizes: dict[str, int] = {}
    levels: dict[str, int] = {}

    def look(what: str, _: int, __: int) -> None:
        step = what.partition(" ")[0]
        sizes.setdefault(step, log.stat().st_size)
        levels[step] = raw_connection(side.connection).execute("PRAGMA synchronous").fetchone()[0]

    log = target.with_name(f"{target.name}-wal")
    with opened_library(source) as library, opened_target(target) as side:
        copy_library(library, side, texts, look)
        assert raw_connection(side.connection).execute("PRAGMA synchronous").fetchone()[0] == FULL
        assert log.stat().st_size == 0, "all of it is in the database"
    assert set(levels.values()) == {NORMAL}
    assert sizes["copying"] > 0
    assert sizes["comparing"] == 0, "the comparison reads the database itself"


@pytest.mark.parametrize("step", ["copying image", "indexing name_text", "creating indexes", "comparing image"])
def test_a_copy_goes_on_where_it_ended(source: Path, target: Path, step: str) -> None:
    begin(source, target, step, at_least=1)
    with pytest.raises(UnfinishedCopyError):
        Store(target)
    there = number_of_rows(target)
    result = copied(source, target)
    assert (result.was_resumed, result.was_complete) == (True, False)
    assert result.copied == result.rows - there
    assert (result.copied > 0) == (step == "copying image")


def test_a_copy_goes_on_in_the_middle_of_a_table(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_module, "_FETCHED_ROWS", 3)
    tables = [table.name for table in library_tables()]
    found = contents(source)
    before = sum(len(found[name]) for name in tables[: tables.index("image_tag")])
    begin(source, target, "copying image_tag", at_least=before + 4)
    there = len(contents(target)["image_tag"])
    assert there == 6 < len(found["image_tag"])
    result = copied(source, target)
    assert result.copied == result.rows - before - there


def test_texts_are_indexed_once(source: Path, target: Path) -> None:
    first, second, *_ = fulltext.ROW_TABLES
    begin(source, target, f"indexing {second}")
    reports: list[str] = []
    copy(source, target, lambda what, _, __: reports.append(what))
    assert f"indexing {first}" not in reports
    assert found_texts(target, SUBSTRINGS) == found_texts(source, SUBSTRINGS)


def test_a_complete_copy_is_left_as_it_is(source: Path, target: Path) -> None:
    rows = copied(source, target).rows
    reports: list[str] = []
    result = copy(source, target, lambda what, _, __: reports.append(what))
    assert result == CopyResult(rows, copied=0, was_resumed=False, was_complete=True)
    assert {what.partition(" ")[0] for what in reports} == {"comparing"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE image SET name = 'of another program'",
        "DELETE FROM image_tag",
        "UPDATE revision SET value = value + 1",
        "UPDATE media_key SET secret = x'00'",
        "UPDATE alembic_version SET version_num = '0001'",
    ],
    ids=["a value", "rows", "a later state", "another library", "an older one"],
)
def test_another_library_is_not_replaced(source: Path, target: Path, statement: str) -> None:
    copied(source, target)
    execute(target, statement)
    before = contents(target)
    with pytest.raises(CopyError, match=r"there is a library in .*, and it is not replaced.*: library\.db"):
        copy(source, target)
    assert contents(target) == before


def test_a_copy_that_differs_is_copied_anew(source: Path, target: Path) -> None:
    begin(source, target, "comparing image")
    execute(target, "UPDATE image SET name = 'changed'")
    with pytest.raises(DifferentCopyError, match=r"stays unfinished:\n  table image, key .*: name is "):
        copy(source, target)
    result = copied(source, target)
    assert result.was_resumed
    assert result.copied == result.rows


def test_a_library_that_has_changed_is_copied_anew(source: Path, target: Path) -> None:
    begin(source, target, "creating indexes", at_least=3)
    execute(source, "UPDATE image SET name = 'another'", "UPDATE revision SET value = value + 1")
    result = copy(source, target)
    assert contents(target) == contents(source)
    assert result.was_resumed
    assert result.copied == result.rows
    Store(target).close()


def test_a_copy_that_was_not_prepared_is_prepared(source: Path, target: Path) -> None:
    """The process ended after it had created the tables, which have the rows of a new library."""
    begin(source, target, f"copying {library_tables()[0].name}")
    origin = execute(target, f"SELECT value FROM {MARKER} WHERE name = 'origin'")[0][0]  # noqa: S608
    target.unlink()
    Store(target).close()
    execute(
        target,
        f"CREATE TABLE {MARKER} (name VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL)",
        f"INSERT INTO {MARKER} VALUES ('origin', '{origin}')",  # noqa: S608
    )
    assert copied(source, target).was_resumed


def test_a_copy_of_another_version_or_library_is_left_to_it(source: Path, target: Path, tmp_path: Path) -> None:
    begin(source, target, "indexing name_text")
    ((name, value),) = execute(target, f"SELECT name, value FROM {MARKER} WHERE name = 'origin'")  # noqa: S608
    origin = json.loads(str(value))
    assert origin["migration"] == HEAD
    for member, message in (("migration", "that another version of Facetry began"), ("identity", "of another library")):
        changed = json.dumps({**origin, member: "0001"})
        execute(target, f"UPDATE {MARKER} SET value = '{changed}' WHERE name = '{name}'")  # noqa: S608
        before = contents(target)
        with pytest.raises(CopyError, match=f"has an unfinished copy {message}"):
            copy(source, target)
        assert contents(target) == before
    with pytest.raises(UnfinishedCopyError):
        copy(target, tmp_path / "third.db")


def test_a_copy_with_wrong_newest_keys_is_not_complete(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forget(*_: object) -> None:
        pass

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_bulk, "set_newest_key", forget)
        execute(source, "DELETE FROM event WHERE sequence = (SELECT max(sequence) FROM event)")
        with pytest.raises(CopyError, match="newest keys"):
            copy(source, target)
    with pytest.raises(UnfinishedCopyError):
        Store(target)
    copied(source, target)


def test_the_library_is_only_read(source: Path, target: Path) -> None:
    with opened_library(source) as library, pytest.raises(Exception, match="readonly"):
        library.execute("DELETE FROM tag")
    with opened_target(target) as side:
        side.execute("CREATE TABLE written (key INTEGER)")


def test_connections_are_closed(source: Path, target: Path) -> None:
    sides: list[Side] = []

    def fail() -> None:
        with opened_library(source) as library, opened_target(target) as side:
            sides.extend((library, side))
            raise StoppedError

    with pytest.raises(StoppedError):
        fail()
    for each in sides:
        with pytest.raises(Exception, match="closed"):
            each.execute("SELECT 1")


def test_files_of_an_interrupted_copy_are_used(source: Path, target: Path) -> None:
    target.with_name("library.db-note").write_text("beside an existing database")
    with pytest.raises(CopyError, match=r"has files of another database: library\.db-note. Move them"):
        copy(source, target)
    assert not target.exists()
    target.with_name("library.db-note").unlink()
    begin(source, target, "comparing image")
    target.with_name("library.db-note").write_text("beside an existing database")
    assert target.stat().st_mode & 0o777 == 0o600
    copied(source, target)


def test_a_damaged_target_is_refused(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target.write_bytes(b"no database" * 1000)
    with pytest.raises(DamagedDatabaseError, match="the file is no database"):
        copy(source, target)
    target.unlink()
    begin(source, target, "comparing image")
    with monkeypatch.context() as patch:
        patch.setattr("facetry.store.engines.sqlite.opening.damage_of_files", lambda *_, **__: "the log lacks a commit")
        with pytest.raises(DamagedDatabaseError, match="the log lacks a commit"):
            copy(source, target)
    copied(source, target)


def test_pages_with_checksums_need_the_code_for_them(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(source, target, "comparing image")
    with opened_library(source) as library:
        monkeypatch.setattr(page_checksums, "has_page_checksums", lambda: False)
        with pytest.raises(UnsafeSQLiteError), opened_target(target) as side:
            copy_library(library, side, texts)
