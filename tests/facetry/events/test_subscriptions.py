"""Where an extension has come to outlives everything, and the log forgets only what nobody has to be sent."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy import delete
from sqlmodel import col

from facetry.events import pruning, subscriptions
from facetry.events.subscriptions import DEAD, WAITING, Position, Progress, Row
from facetry.library.extensions import Extension
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import announce, entries, install, pause
from tests.support.stores import temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def subscribe(store: Store, key: int, *topics: str) -> None:
    store.write_now(lambda work: subscriptions.subscribe(work, key, topics))


def keep(store: Store, key: int, progress: Progress) -> None:
    store.write_now(lambda work: subscriptions.keep(work, key, progress))


def positions(store: Store, key: int) -> dict[str, Position]:
    return store.read_now(lambda connection: subscriptions.positions(connection, key))


def waiting(store: Store, key: int) -> list[int]:
    return [each.entry.sequence for each in store.read_now(lambda c: subscriptions.waiting(c, key))]


def row(sequence: int, state: str = WAITING, error: str | None = None) -> Row:
    return Row(sequence, "image.created", b"i", 3, 12, error, state)


def forget(store: Store) -> list[int]:
    """Forget all that is allowed; what is left of the images' events."""
    behind: int | None = 0
    while behind is not None:
        at = behind
        behind = store.write_now(lambda work, at=at: pruning.forget(work, time.time_ns() // 1_000_000 + 1_000, at))  # type: ignore[misc]  # the default binds the loop's value
    return [entry.sequence for entry in entries(store)]


def test_a_new_topic_begins_with_what_happens_next(store: Store) -> None:
    (key,) = install(store, "tagger")
    newest = announce(store, "image.created", range(5))[-1]
    subscribe(store, key, "image.created")
    assert positions(store, key) == {"image.created": Position(newest, None, 0)}
    announce(store, "image.created", range(2))
    subscribe(store, key, "image.created", "image.updated")
    assert {topic: at.sequence for topic, at in positions(store, key).items()} == {
        "image.created": newest,
        "image.updated": newest + 2,
    }


def test_a_topic_that_is_left_out_is_forgotten_but_for_its_dead_letters(store: Store) -> None:
    (key,) = install(store, "tagger")
    subscribe(store, key, "image.created", "image.updated")
    events = announce(store, "image.created", range(2))
    keep(store, key, Progress(rows=[row(events[0]), row(events[1], DEAD, "no")]))
    subscribe(store, key, "image.updated")
    assert set(positions(store, key)) == {"image.updated"}
    assert waiting(store, key) == []
    assert store.read_now(lambda connection: subscriptions.dead_count(connection, key)) == 1


def test_progress_is_kept_and_kept_twice_it_is_the_same(store: Store) -> None:
    (key,) = install(store, "tagger")
    subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(4))
    keep(store, key, Progress(rows=[row(events[0])]))
    progress = Progress(
        {"image.created": events[2]}, {"image.created": 99}, [row(events[1]), row(events[2], DEAD, "no")], [events[0]]
    )
    for _ in range(2):
        keep(store, key, progress)
        assert positions(store, key) == {"image.created": Position(events[2], 99, 0)}
        assert waiting(store, key) == [events[1]]
    (letter,) = store.read_now(lambda connection: subscriptions.dead(connection, key))
    assert (letter.sequence, letter.topic, letter.attempts, letter.error) == (events[2], "image.created", 3, "no")


def test_nothing_is_kept_of_an_extension_that_is_gone(store: Store) -> None:
    (key,) = install(store, "tagger")
    events = announce(store, "image.created", range(1))
    store.write_now(lambda work: work.connection.execute(delete(Extension).where(col(Extension.key) == key)).rowcount)
    keep(store, key, Progress({"image.created": 1}, {}, [row(events[0])]))
    assert waiting(store, key) == []


def test_dead_letters_are_sent_again_as_new_events_for_their_extension(store: Store) -> None:
    key, _ = install(store, "tagger", "other")
    events = announce(store, "image.created", range(3))
    keep(store, key, Progress(rows=[row(event, DEAD, "no") for event in events]))
    count = store.read_now(lambda connection: subscriptions.dead(connection, key, skip=1, take=1))
    assert [letter.sequence for letter in count] == [events[1]]
    until = events[-1]
    assert store.write_now(lambda work: subscriptions.redrive(work, key, [events[1], 999], until=until)) == 1
    again = entries(store, ["image.created"])[-1].sequence
    keep(store, key, Progress(rows=[row(again, DEAD, "no")]))  # in vain once more, while others are sent still
    assert store.write_now(lambda work: subscriptions.redrive(work, key, until=until)) == 2
    assert store.write_now(lambda work: subscriptions.redrive(work, key, until=until)) == 0
    log = entries(store, ["image.created"])
    assert [(entry.image, entry.target) for entry in log[3:]] == [(log[number].image, "tagger") for number in (1, 0, 2)]


def test_the_log_forgets_what_every_enabled_extension_has_passed(store: Store) -> None:
    first, second = install(store, "first", "second")
    for key in (first, second):
        subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(10))
    keep(store, first, Progress({"image.created": events[-1]}))
    keep(store, second, Progress({"image.created": events[3]}))
    assert forget(store) == events[4:]


def test_what_is_not_old_enough_stays(store: Store) -> None:
    events = announce(store, "image.created", range(3))
    assert store.write_now(lambda work: pruning.forget(work, work.now - 60_000)) is None
    assert [entry.sequence for entry in entries(store, ["image.created"])] == events


def test_a_paused_extension_loses_what_is_old_and_its_subscription_says_so(store: Store) -> None:
    first, second = install(store, "first", "second")
    for key in (first, second):
        subscribe(store, key, "image.created", "image.updated")
    events = announce(store, "image.created", range(10))
    begun, own = announce(store, "image.created", [1]), announce(store, "image.created", [2], target="second")
    keep(store, first, Progress(dict.fromkeys(["image.created", "image.updated"], own[0])))
    keep(store, second, Progress({"image.created": events[2]}, rows=[row(begun[0])]))
    pause(store, second)
    assert forget(store) == [*begun, *own]
    assert {topic: at.lost for topic, at in positions(store, second).items()} == {
        "image.created": 7,
        "image.updated": 0,
    }
    assert {at.lost for at in positions(store, first).values()} == {0}


def test_dead_letters_go_with_their_events(store: Store) -> None:
    (key,) = install(store, "tagger")
    subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(3))
    keep(store, key, Progress({"image.created": events[1]}, rows=[row(events[0], DEAD), row(events[2], DEAD)]))
    assert forget(store) == events[2:]
    letters: Sequence[object] = store.read_now(lambda connection: subscriptions.dead(connection, key))
    assert len(letters) == 1


def test_it_goes_in_pieces(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "MOST", 3)
    events = announce(store, "image.created", range(10))
    far = time.time_ns() // 1_000_000 + 1_000
    assert store.write_now(lambda work: pruning.forget(work, far)) == 3
    assert [entry.sequence for entry in entries(store)] == events[3:]
    assert forget(store) == []
