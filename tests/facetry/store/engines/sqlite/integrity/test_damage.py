"""Damaged pages, logs and files are named; intact parts are still read, and nothing is written any more."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library.integrity.check import check_database
from facetry.store import writer
from facetry.store.engine import close, connect, raw_connection
from facetry.store.engines.sqlite.connections import PAGE_BYTES, EmptiedDatabaseError
from facetry.store.engines.sqlite.integrity.commit_mark import mark_path
from facetry.store.engines.sqlite.integrity.log_frames import (
    Frames,
    flushed_end,
    frame_page_offset,
    log_path,
    read_frames,
)
from facetry.store.engines.sqlite.integrity.page_checksums import are_valid
from facetry.store.engines.sqlite.integrity.page_image import read_image
from facetry.store.engines.sqlite.integrity.quick_check import quick_check
from facetry.store.engines.sqlite.integrity.row_salvage import rows_of, walk_table
from facetry.store.store import DamagedDatabaseError, Store
from facetry.store.work import Work

TEXT = "A lighthouse at dusk. " * 30
_WRITER = """
import os, sys
from pathlib import Path
from tests.facetry.store.engines.sqlite.integrity.test_damage import add_tags
from facetry.store.store import Store
store = Store(Path(sys.argv[1]))
for number in range(5):
    store.write_now(lambda work: add_tags(work, number * 10))
os.kill(os.getpid(), 9)
"""


def add_tags(work: Work, first: int, count: int = 10) -> None:
    raw = raw_connection(work.connection)
    for number in range(first, first + count):
        raw.execute("INSERT INTO tag (key, value) VALUES (?, ?)", [number + 1, f"{TEXT}{number}"])
    work.changes.append("changed")


def write_many(store: Store) -> None:
    for number in range(30, 90):
        store.write_now(partial(add_tags, first=number * 10))


def tags_of(connection: Connection) -> list[str]:
    return [row[0] for row in raw_connection(connection).execute("SELECT value FROM tag WHERE key > 0 ORDER BY key")]


def rule_of(error: pytest.ExceptionInfo[FaultError]) -> str:
    return error.value.fault.rule


def overwrite(path: Path, at: int, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    os.pwrite(descriptor, data, at)
    os.close(descriptor)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """The path of a closed database with 400 tags."""
    store = Store(tmp_path / "library.db")
    store.write_now(lambda work: add_tags(work, 0, 400))
    store.close()
    return tmp_path / "library.db"


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The path of a database with five commits in its log, whose writer was killed."""
    path = tmp_path / "library.db"
    ended = subprocess.run([sys.executable, "-c", _WRITER, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    return path


def test_a_changed_byte_in_a_text_is_no_answer_and_ends_all_writing(closed: Path) -> None:
    store = Store(closed)
    try:
        at = closed.read_bytes().index(f"{TEXT}250".encode()) + 10
        overwrite(closed, at, b"#")
        with pytest.raises(FaultError) as error:
            store.read_now(tags_of)
        assert rule_of(error) == "store.damaged"
        assert store.damage is not None
        with pytest.raises(FaultError) as error:
            store.write_now(lambda work: add_tags(work, 900))
        assert rule_of(error) == "store.damaged"
    finally:
        store.close()
    with pytest.raises(DamagedDatabaseError, match="facetry repair"):
        Store(closed)


@pytest.mark.parametrize("change", ["truncated", "replaced", "removed"])
def test_a_truncated_or_replaced_file_is_no_answer(closed: Path, tmp_path: Path, change: str) -> None:
    shutil.copy(closed, tmp_path / "copy.db")
    store = Store(closed)
    try:
        if change == "truncated":
            os.truncate(closed, closed.stat().st_size // 2)
        elif change == "replaced":
            (tmp_path / "copy.db").replace(closed)
        else:
            closed.unlink()
        with pytest.raises(FaultError) as error:
            store.read_now(tags_of)
        assert rule_of(error) == "store.damaged"
    finally:
        store.close()


def test_a_page_of_zeros_is_damage_although_its_checksum_is_right(closed: Path) -> None:
    pages = read_image(closed).count
    overwrite(closed, 20 * PAGE_BYTES, bytes(PAGE_BYTES))
    image = read_image(closed)
    assert [number for number in range(1, pages + 1) if not image.are_intact[number]] == [21]


def test_a_commit_that_another_process_makes_is_no_damage(closed: Path) -> None:
    store = Store(closed)
    try:
        before = store.read_now(tags_of)
        code = _WRITER.replace("number * 10", "1000 + number * 10")
        subprocess.run([sys.executable, "-c", code, str(closed)], check=False)
        assert len(store.read_now(tags_of)) == len(before) + 50
        store.write_now(lambda work: add_tags(work, 5_000))
        assert store.damage is None
    finally:
        store.close()


def test_the_log_is_verified_before_it_is_copied_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_FRAMES", 40)
    path = tmp_path / "library.db"
    store = Store(path)
    try:
        for number in range(30):
            store.write_now(partial(add_tags, first=number * 10))
        frames = read_frames(log_path(path))
        assert frames is not None
        assert len(frames) < 40 + 79  # the first commit has all pages of a new library
        times = log_path(path).stat()
        overwrite(log_path(path), frame_page_offset(0) + 200, b"#########")
        os.utime(log_path(path), ns=(times.st_atime_ns, times.st_mtime_ns))  # as if the disk had done it
        with pytest.raises(FaultError):
            write_many(store)
        assert store.damage is not None
    finally:
        store.close()
    assert log_path(path).exists()


def test_a_damaged_log_is_not_taken_for_an_unfinished_commit(killed: Path) -> None:
    intact = read_frames(log_path(killed))
    assert intact is not None
    assert intact.are_intact.all()
    last = frame_page_offset(len(intact) - 1)
    for at, end in ((last + 5_000, None), (frame_page_offset(2) - 10, None), (20, None), (None, last), (None, 3_610)):
        copy = killed.parent / "copy"
        shutil.copytree(killed.parent, copy, ignore=shutil.ignore_patterns("copy"))
        log = log_path(copy / "library.db")
        if at is not None:
            overwrite(log, at, bytes([log.read_bytes()[at] ^ 1]))
        else:
            os.truncate(log, end or 0)
            assert read_image(copy / "library.db").lost_commits is not None
        with pytest.raises(DamagedDatabaseError, match="log"):
            Store(copy / "library.db")
        shutil.rmtree(copy)
    store = Store(killed)
    assert len(store.read_now(tags_of)) == 50
    store.close()


def test_a_commit_that_a_loss_of_power_interrupted_is_no_damage(killed: Path) -> None:
    """Frames of a commit reach the disk in any order, and the mark is not flushed."""
    mark_path(killed).unlink()
    intact = read_frames(log_path(killed))
    assert intact is not None
    ends = [number for number, size in enumerate(intact.sizes.tolist()) if size]
    before, last = ends[-2:]
    assert last - before >= 2  # frames before the last one of the commit
    assert before - ends[-3] >= 2
    of_last, of_others = (before + 1, last - 1, last), (before - 1, ends[0])
    for frame in (*of_last, *of_others):
        copy = killed.parent / "copy"
        shutil.copytree(killed.parent, copy, ignore=shutil.ignore_patterns("copy"))
        overwrite(log_path(copy / "library.db"), frame_page_offset(frame), bytes(PAGE_BYTES))
        if frame in of_others:
            with pytest.raises(DamagedDatabaseError, match=f"frame {frame + 1} of the write-ahead log is damaged"):
                Store(copy / "library.db")
        else:
            store = Store(copy / "library.db")
            assert len(store.read_now(tags_of)) == 40  # of four commits
            store.close()
        shutil.rmtree(copy)


def naive_flushed_end(frames: list[tuple[bool, bool]]) -> int:
    """As `flushed_end`, for frames that are intact, and that end a commit: tried for each commit on its own."""
    found = start = 0
    for place, (is_intact, is_end) in enumerate(frames):
        if is_intact and is_end:
            has_all = all(intact for intact, _ in frames[start:place])
            is_followed = any(intact for intact, _ in frames[place + 1 :])
            start = place + 1
            found = start if has_all or is_followed else found
    return found


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=12))
def test_the_flushed_end_is_that_of_a_naive_search(frames: list[tuple[bool, bool]]) -> None:
    are_intact = np.array([intact for intact, _ in frames], np.bool_)
    sizes = np.array([9 * is_end for _, is_end in frames], np.uint32)
    numbers, pairs = np.ones(len(frames), np.uint32), np.zeros((len(frames), 2), np.uint32)
    found = flushed_end(Frames((1, 2), numbers, are_intact, sizes, pairs, pairs, numbers))
    assert found == naive_flushed_end(frames)


def test_a_damage_that_the_first_statement_meets_is_named(closed: Path) -> None:
    intact = closed.read_bytes()
    schema_pages = sorted(walk_table(read_image(closed), 1).reached)
    assert len(schema_pages) > 1
    damages = [intact[: len(intact) * part // 7 + rest] for part in range(1, 7) for rest in (0, 100)]
    for page in schema_pages[1:]:
        at = page * PAGE_BYTES - 30
        damages.append(intact[:at] + bytes([intact[at] ^ 1]) + intact[at + 1 :])
    for damaged in damages:
        closed.write_bytes(damaged)
        with pytest.raises(DamagedDatabaseError, match="facetry repair"):
            Store(closed)
        findings = [*check_database(closed, is_served=False, on_progress=lambda *_: None)]
        assert any(finding.loses_data for finding in findings)


@pytest.mark.parametrize("library", ["closed", "killed"])
def test_an_emptied_database_is_damage_and_its_log_stays(request: pytest.FixtureRequest, library: str) -> None:
    path: Path = request.getfixturevalue(library)
    log = log_path(path).read_bytes() if library == "killed" else b""
    os.truncate(path, 0)
    with pytest.raises(DamagedDatabaseError, match="is empty, but it was not before"):
        Store(path)
    with pytest.raises(EmptiedDatabaseError):
        connect(path)
    findings = [*check_database(path, is_served=False, on_progress=lambda *_: None)]
    assert [finding.loses_data for finding in findings] == [True]
    assert path.stat().st_size == 0
    assert (log_path(path).read_bytes() if log else b"") == log


def test_a_missing_database_is_damage_if_it_was_there_before(closed: Path) -> None:
    closed.unlink()
    with pytest.raises(DamagedDatabaseError, match=r"library.db-mark .*of it is there"):
        Store(closed)
    assert not closed.exists()


def test_a_database_whose_log_was_lost_is_damage(killed: Path) -> None:
    log_path(killed).unlink()
    size = killed.stat().st_size
    with pytest.raises(DamagedDatabaseError, match="were acknowledged, and there are no tables"):
        Store(killed)
    assert killed.stat().st_size == size


def test_an_empty_file_alone_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "library.db").touch()
    Store(tmp_path / "library.db").close()


@pytest.mark.parametrize("size", [0, 100, PAGE_BYTES, 5 * PAGE_BYTES])
def test_the_first_read_of_a_truncated_database_is_a_fault(closed: Path, size: int) -> None:
    store = Store(closed)
    try:
        os.truncate(closed, size)
        for read in (store.read_short, store.read_now):
            with pytest.raises(FaultError) as error:
                read(tags_of)
            assert rule_of(error) == "store.damaged"
    finally:
        store.close()


def test_an_older_database_in_the_place_of_a_newer_one_is_damage(closed: Path, tmp_path: Path) -> None:
    shutil.copy(closed, tmp_path / "older.db")
    store = Store(closed)
    store.write_now(lambda work: add_tags(work, 900))
    store.close()
    shutil.copy(tmp_path / "older.db", closed)
    with pytest.raises(DamagedDatabaseError, match="acknowledged"):
        Store(closed)


def test_a_database_without_its_revision_is_damage(closed: Path) -> None:
    connection = connect(closed)
    raw_connection(connection).execute("DELETE FROM revision")
    close(connection)
    with pytest.raises(DamagedDatabaseError, match="were acknowledged, and the table of the revision is empty"):
        Store(closed)


def test_rows_are_read_from_pages_as_sqlite_reads_them(closed: Path) -> None:
    store = Store(closed)
    try:

        def read(connection: Connection) -> tuple[int, list[tuple[object, ...]]]:
            raw = raw_connection(connection)
            (root,) = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'tag'").fetchone()
            return root, raw.execute("SELECT key, value FROM tag ORDER BY key").fetchall()

        root, rows = store.read_now(read)
    finally:
        store.close()
    image = read_image(closed)
    assert image.are_intact[1:].all()
    pages = walk_table(image, root)
    assert not pages.damaged
    found = [(rowid, values[1]) for rowid, values in rows_of(image, pages.leaves) if values is not None]
    assert found == rows


def test_checksums_of_pages_are_those_of_sqlite(closed: Path) -> None:
    import numpy as np

    pages = np.frombuffer(closed.read_bytes(), np.uint8).reshape(-1, PAGE_BYTES).copy()
    assert are_valid(pages).all()
    pages[3, 77] ^= 1
    assert are_valid(pages).tolist() == [number != 3 for number in range(len(pages))]


def test_a_check_keeps_few_pages_in_memory(tmp_path: Path) -> None:
    Store(tmp_path / "library.db").close()
    connection = connect(tmp_path / "library.db")
    raw = raw_connection(connection)
    usual = raw.execute("PRAGMA cache_size").fetchone()
    statements: list[str] = []
    raw.set_trace_callback(statements.append)
    assert quick_check(connection) == []
    pragmas = [text.partition("(")[0] for text in statements if text.startswith("PRAGMA")]
    assert pragmas[:2] == ["PRAGMA cache_size=-2048", "PRAGMA quick_check"]
    assert raw.execute("PRAGMA cache_size").fetchone() == usual
    connection.close()
