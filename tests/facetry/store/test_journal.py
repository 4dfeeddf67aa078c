"""The journal tells which changes lead from one revision to another, or that it does not know."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from facetry.store import journal, revision
from facetry.store.journal import Journal
from facetry.store.store import Store
from facetry.store.work import Work


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PATIENCE", 0.01)


def noting(*changes: object) -> Journal:
    """A journal of a commit for each change, from revision 1 on."""
    made = Journal()
    for number, change in enumerate(changes, start=1):
        made.note(number, [change])
    return made


def test_the_changes_between_two_revisions_come_in_their_order() -> None:
    made = noting("a", "b", "c", "d")
    assert made.between(1, 3) == ["b", "c"]
    assert made.between(0, 4) == ["a", "b", "c", "d"]
    assert made.between(2, 2) == []


@pytest.mark.usefixtures("patient")
def test_a_revision_that_was_never_noted_is_not_known() -> None:
    assert noting("a").between(0, 2) is None


def test_what_another_process_committed_is_not_known() -> None:
    made = noting("a", "b")
    made.note(4, ["d"])
    assert made.between(2, 4) is None
    assert made.between(3, 4) == ["d"]


def test_it_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_CHANGES", 2)
    made = noting("a", "b", "c")
    assert made.between(0, 3) is None
    assert made.between(1, 3) == ["b", "c"]


def test_it_waits_for_the_changes_of_a_commit_that_can_be_seen_already() -> None:
    made = noting("a")
    later = threading.Timer(0.05, made.note, (2, ["b"]))
    later.start()
    assert made.between(1, 2) == ["b"]
    later.join()


def test_a_commit_raises_the_revision_if_its_units_noted_changes(tmp_path: Path) -> None:
    store = Store(tmp_path / "library.db")
    try:
        begin = store.read_now(revision.current)
        store.write_now(lambda work: work.changes.append("a"))
        store.write_now(lambda _: None)
        assert store.read_now(revision.current) == begin + 1
        assert store.journal.between(begin, begin + 1) == ["a"]
    finally:
        store.close()


def test_a_unit_that_fails_noted_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "library.db")

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
