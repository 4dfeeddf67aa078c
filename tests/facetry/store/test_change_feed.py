"""The change feed has the changes between two revisions, in the snapshot of each reader, or says that it has not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from facetry.errors import CoordinatorNeededError
from facetry.library import changes
from facetry.library.changes import CollectionsChanged, ExtensionRemoved, ImagesChanged, StatesChanged, TagsChanged
from facetry.store import change_feed, interruption, revision
from facetry.store.change_feed import ChangeFeed
from facetry.store.engines.sqlite.integrity.state import FILE_NUMBERS, IntegrityState
from facetry.store.interruption import ReadInterruptedError
from facetry.store.store import FollowingStore, Store
from facetry.store.work import Work
from facetry.system.shared_numbers import shared_numbers

SOME = [
    ImagesChanged((1, 2), are_removed=True),
    TagsChanged(3, 4, (5,), (), True),
    ExtensionRemoved(6, (7, 8)),
    StatesChanged(),
    CollectionsChanged((9,)),
]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Store, FollowingStore]]:
    """A store with the writer, and one that follows it."""
    numbers = shared_numbers(FILE_NUMBERS)
    store = Store(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    following = FollowingStore(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    yield store, following
    following.close()
    store.close()


def commit(store: Store, *some: object) -> None:
    store.write_now(lambda work: work.changes.extend(some))


def between(store: Store, first: int, last: int) -> list[object] | None:
    return store.read_now(lambda snapshot: store.journal.changes_between(snapshot, first, last))


def test_changes_of_all_types_arrive_as_they_were(pair: tuple[Store, FollowingStore]) -> None:
    store, following = pair
    begin = following.read_now(revision.current)
    for each in SOME:
        commit(store, each)
    commit(store, *SOME)
    assert following.read_now(revision.current) == begin + 6
    assert between(following, begin, begin + 6) == [*SOME, *SOME]
    assert between(following, begin + 1, begin + 3) == SOME[1:3]
    assert between(following, begin + 2, begin + 2) == []
    assert between(following, begin + 2, begin + 1) is None


def test_the_feed_equals_the_journal_of_the_writer(pair: tuple[Store, FollowingStore]) -> None:
    store, following = pair
    rng, begin = Random(1), following.read_now(revision.current)
    for _ in range(60):
        commit(store, *rng.choices(SOME, k=rng.randrange(4)))
    newest = following.read_now(revision.current)
    for _ in range(100):
        first, last = sorted(rng.choices(range(begin, newest + 1), k=2))
        assert between(following, first, last) == between(store, first, last)


def test_a_snapshot_has_the_changes_of_its_commits_and_no_later_ones(pair: tuple[Store, FollowingStore]) -> None:
    store, following = pair

    def read_beside_a_commit(snapshot: Connection) -> tuple[int, int]:
        before = revision.current(snapshot)
        commit(store, SOME[0])
        assert following.journal.changes_between(snapshot, before - 1, before) == [SOME[1]]
        return before, revision.current(snapshot)

    commit(store, SOME[1])
    before, after = following.read_now(read_beside_a_commit)
    assert before == after


def test_a_commit_that_fails_leaves_no_changes(pair: tuple[Store, FollowingStore]) -> None:
    store, following = pair
    begin = following.read_now(revision.current)

    def fail(work: Work) -> None:
        work.changes.append(SOME[0])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write_now(fail)
    commit(store, SOME[1])
    assert between(following, begin, begin + 1) == [SOME[1]]


def test_a_gap_is_told(tmp_path: Path) -> None:
    numbers = shared_numbers(FILE_NUMBERS)
    store = Store(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    following = FollowingStore(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    begin = following.read_now(revision.current)
    commit(store, SOME[0])
    other = Store(tmp_path / "library.db")  # such as a command on the same data folder
    commit(other, SOME[1])
    commit(store, SOME[2])
    assert between(following, begin, begin + 3) is None
    assert between(following, begin, begin + 1) == [SOME[0]]
    assert between(following, begin + 2, begin + 3) == [SOME[2]]
    for each in (other, following, store):
        each.close()


def test_a_new_start_has_no_changes_of_the_last_one(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(tmp_path / "library.db", ChangeFeed(changes.TYPES))
        begin = store.read_now(revision.current)
        assert row_count(store) == 0
        commit(store, SOME[0])
        feed = ChangeFeed(changes.TYPES)
        assert store.read_now(partial(feed.changes_between, from_revision=begin, to_revision=begin + 1)) == [SOME[0]]
        store.close()


def row_count(store: Store) -> int:
    count: int = store.read_now(lambda c: c.exec_driver_sql("SELECT count(*) FROM change").scalar_one())
    return count


def test_old_changes_are_removed(pair: tuple[Store, FollowingStore], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_feed, "MAX_COMMITS", 20)
    monkeypatch.setattr(change_feed, "PRUNING_INTERVAL", 8)
    store, following = pair
    begin = following.read_now(revision.current)
    for _ in range(100):
        commit(store, SOME[0])
    assert between(following, begin, begin + 100) is None
    assert between(following, begin + 80, begin + 100) == [SOME[0]] * 20
    assert row_count(following) <= 28


def test_a_short_read_decodes_few_commits(pair: tuple[Store, FollowingStore], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_feed, "MAX_SHORT_COMMITS", 2)
    store, following = pair
    begin = following.read_now(revision.current)
    for _ in range(3):
        commit(store, SOME[0])
    with interruption.short(10.0):
        assert between(following, begin, begin + 2) == [SOME[0]] * 2
        with pytest.raises(ReadInterruptedError):
            between(following, begin, begin + 3)
    assert between(following, begin, begin + 3) == [SOME[0]] * 3


def test_a_following_store_writes_nothing(pair: tuple[Store, FollowingStore]) -> None:
    _, following = pair
    with pytest.raises(CoordinatorNeededError):
        following.write_now(lambda _: None)
    with pytest.raises(Exception, match="readonly database"):
        following.read_now(lambda c: c.exec_driver_sql("DELETE FROM change"))


def test_damage_that_one_process_finds_is_known_to_all(pair: tuple[Store, FollowingStore]) -> None:
    store, following = pair
    assert following.damage is None
    assert isinstance(store._integrity, IntegrityState)
    store._integrity.report("a page is damaged")
    assert store.damage == "a page is damaged"
    assert "another process" in str(following.damage)
