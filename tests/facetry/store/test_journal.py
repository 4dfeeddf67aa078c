"""The change journal returns the changes between two revisions, or None when it does not have all of them."""

from __future__ import annotations

import threading
import tracemalloc
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.library.changes import TagsChanged
from facetry.store import journal, revision
from facetry.store.interruption import ReadInterruptedError
from facetry.store.journal import ChangeJournal
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines.databases import database_at


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "WAIT_SECONDS", 0.01)


def journal_of(*changes: object) -> ChangeJournal:
    """A journal with one commit for each change, from revision 1 on."""
    change_journal = ChangeJournal()
    for number, change in enumerate(changes, start=1):
        change_journal.append(number, [change])
    return change_journal


def test_changes_between_two_revisions_are_in_order() -> None:
    change_journal = journal_of("a", "b", "c", "d")
    assert change_journal.changes_between(None, 1, 3) == ["b", "c"]
    assert change_journal.changes_between(None, 0, 4) == ["a", "b", "c", "d"]
    assert change_journal.changes_between(None, 2, 2) == []


class CountingDeque(deque[Any]):
    """A deque that counts the elements that were read."""

    reads = 0

    def __iter__(self) -> Iterator[Any]:
        for element in super().__iter__():
            self.__class__.reads += 1
            yield element

    def __reversed__(self) -> Iterator[Any]:
        for element in super().__reversed__():
            self.__class__.reads += 1
            yield element


def test_reading_costs_as_much_as_there_are_new_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "deque", CountingDeque)
    change_journal = journal_of(*range(10_000))
    assert change_journal.changes_between(None, 10_000, 10_000) == []
    assert CountingDeque.reads == 0
    assert change_journal.changes_between(None, 9_998, 10_000) == [9_998, 9_999]
    assert CountingDeque.reads <= 3


@given(
    st.lists(
        st.tuples(st.sampled_from([1] * 9 + [2]), st.lists(st.integers(), min_size=1, max_size=3)),
        min_size=1,
        max_size=24,
    ),
    st.integers(0, 28),
    st.integers(0, 28),
    st.integers(1, 4),
    st.integers(0, 4),
)
def test_it_answers_as_a_list_of_all_commits_does(
    commits: list[tuple[int, list[int]]], from_revision: int, to_revision: int, pack_size: int, min_unpacked: int
) -> None:
    """`commits`: the distance of each revision from the previous one, 2 after a commit of another process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "PACK_SIZE", pack_size)
        patch.setattr(journal, "MIN_UNPACKED", min_unpacked)
        assert_answers_as_a_list(commits, from_revision, to_revision)


def assert_answers_as_a_list(commits: list[tuple[int, list[int]]], from_revision: int, to_revision: int) -> None:
    change_journal, stored, revision_now = ChangeJournal(), dict[int, list[int]](), 0
    for distance, changes in commits:
        revision_now += distance
        change_journal.append(revision_now, changes)
        stored = {**(stored if distance == 1 else {}), revision_now: changes}
    wanted = range(from_revision + 1, to_revision + 1)
    is_stored = from_revision <= to_revision and all(revision in stored for revision in wanted)
    if to_revision <= revision_now:  # otherwise it waits
        expected = [change for revision in wanted for change in stored[revision]] if is_stored else None
        assert change_journal.changes_between(None, from_revision, to_revision) == expected


def test_a_full_journal_is_small() -> None:
    tracemalloc.start()
    try:
        change_journal = journal_of(*map(change_of, range(journal.MAX_CHANGES)))
        journal_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert journal_bytes < 4_000_000
    assert change_journal.changes_between(None, 0, 5_000) == [change_of(number) for number in range(5_000)]


def change_of(number: int) -> TagsChanged:
    return TagsChanged(number, 1, tuple(range(number % 1_000, number % 1_000 + 10)), (), is_tagged=True)


def test_the_oldest_packs_are_dropped() -> None:
    count = journal.MAX_CHANGES + 1
    change_journal = journal_of(*range(count))
    assert change_journal.changes_between(None, 0, count) is None
    assert change_journal.changes_between(None, journal.PACK_SIZE, count) == list(range(journal.PACK_SIZE, count))


def test_packed_commits_of_before_a_gap_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PACK_SIZE", 1)
    monkeypatch.setattr(journal, "MIN_UNPACKED", 0)
    change_journal = journal_of("a", "b", "c")
    change_journal.append(5, ["e"])
    assert change_journal.changes_between(None, 3, 5) is None
    change_journal.append(6, ["f"])
    assert change_journal.changes_between(None, 4, 6) == ["e", "f"]
    assert change_journal.changes_between(None, 3, 6) is None


def test_a_journal_is_as_large_after_a_gap_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MAX_CHANGES", 2)
    change_journal = journal_of("a", "b")
    change_journal.append(4, ["d"])
    change_journal.append(5, ["e"])
    assert change_journal.changes_between(None, 3, 5) == ["d", "e"]


@pytest.mark.usefixtures("short_wait")
def test_a_revision_that_was_not_appended_gives_none() -> None:
    assert journal_of("a").changes_between(None, 0, 2) is None


def test_a_commit_of_another_process_gives_none() -> None:
    change_journal = journal_of("a", "b")
    change_journal.append(4, ["d"])
    assert change_journal.changes_between(None, 2, 4) is None
    assert change_journal.changes_between(None, 3, 4) == ["d"]


def test_the_oldest_changes_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MAX_CHANGES", 2)
    change_journal = journal_of("a", "b", "c")
    assert change_journal.changes_between(None, 0, 3) is None
    assert change_journal.changes_between(None, 1, 3) == ["b", "c"]


def test_reading_waits_for_the_changes_of_a_visible_commit() -> None:
    change_journal = journal_of("a")
    later = threading.Timer(0.05, change_journal.append, (2, ["b"]))
    later.start()
    assert change_journal.changes_between(None, 1, 2) == ["b"]
    later.join()


def test_reading_returns_with_the_commit_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "WAIT_SECONDS", 60.0)
    change_journal, results = journal_of("a"), list[object]()
    reader = threading.Thread(target=lambda: results.append(change_journal.changes_between(None, 1, 2)), daemon=True)
    reader.start()
    reader.join(0.1)
    assert results == []
    change_journal.append(2, ["b"])
    reader.join(10)
    assert results == [["b"]]


def test_only_reading_that_waits_is_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ReadInterruptedError

    monkeypatch.setattr(journal, "begin_long_work", refuse)
    assert journal_of("a").changes_between(None, 0, 1) == ["a"]
    with pytest.raises(ReadInterruptedError):
        journal_of("a").changes_between(None, 1, 2)


@pytest.mark.parametrize("is_ended", [False, True], ids=["a newer revision", "the end"])
def test_waiting_for_a_newer_revision_ends_with(is_ended: bool) -> None:
    change_journal, results, end = journal_of("a"), list[str](), threading.Event()

    def wait() -> None:
        change_journal.wait_for_newer(1, 60.0, end)
        results.append("over")

    waiter = threading.Thread(target=wait, daemon=True)
    waiter.start()
    waiter.join(0.1)
    assert results == []
    if is_ended:
        end.set()
        change_journal.wake()
    else:
        change_journal.append(2, ["b"])
    waiter.join(10)
    assert results == ["over"]
    change_journal.wait_for_newer(1, 60.0, end)


def test_a_commit_increases_the_revision_only_if_its_units_recorded_changes(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    try:
        begin = store.read_now(revision.current)
        store.write_now(lambda work: work.changes.append("a"))
        store.write_now(lambda _: None)
        assert store.read_now(revision.current) == begin + 1
        assert store.read_now(lambda snapshot: store.journal.changes_between(snapshot, begin, begin + 1)) == ["a"]
    finally:
        store.close()


def test_a_failed_unit_records_no_changes(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))

    def failing(work: Work) -> None:
        work.changes.append("never")
        raise ValueError("undone")

    try:
        begin = store.read_now(revision.current)
        with pytest.raises(ValueError, match="undone"):
            store.write_now(failing)
        assert store.read_now(revision.current) == begin
    finally:
        store.close()
