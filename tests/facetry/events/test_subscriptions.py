"""Positions of extensions are saved, and pruning removes only events that no enabled extension still has to get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy import delete
from sqlmodel import col

from facetry.events import pruning, subscriptions
from facetry.events.subscriptions import DEAD, WAITING, DeliveryProgress, DeliveryRecord, SubscriptionPosition
from facetry.library.extensions import Extension
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import announce, logged_events, pause, register_extensions
from tests.support.libraries.stores import temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def subscribe(store: Store, key: int, *topics: str) -> None:
    store.write_now(lambda work: subscriptions.subscribe(work, key, topics))


def save_progress(store: Store, key: int, progress: DeliveryProgress) -> None:
    store.write_now(lambda work: subscriptions.save_progress(work, key, progress))


def positions(store: Store, key: int) -> dict[str, SubscriptionPosition]:
    return store.read_now(lambda connection: subscriptions.positions(connection, key))


def waiting_sequences(store: Store, key: int) -> list[int]:
    return [delivery.event.sequence for delivery in store.read_now(lambda c: subscriptions.waiting_deliveries(c, key))]


def delivery_record(sequence: int, state: str = WAITING, error: str | None = None) -> DeliveryRecord:
    return DeliveryRecord(sequence, "image.created", b"i", 3, 12, error, state)


def prune_all(store: Store) -> list[int]:
    """Prune all events that may be removed. Returns the sequences that are left."""
    after: int | None = 0
    while after is not None:
        start = after
        after = store.write_now(lambda work, start=start: pruning.prune(work, 1_000_000, start))  # type: ignore[misc]  # the default binds the loop's value
    return [event.sequence for event in logged_events(store)]


def test_a_new_topic_begins_at_the_end_of_the_log(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    newest = announce(store, "image.created", range(5))[-1]
    subscribe(store, key, "image.created")
    assert positions(store, key) == {"image.created": SubscriptionPosition(newest, None, 0)}
    announce(store, "image.created", range(2))
    subscribe(store, key, "image.created", "image.updated")
    assert {topic: position.sequence for topic, position in positions(store, key).items()} == {
        "image.created": newest,
        "image.updated": newest + 2,
    }


def test_unsubscribing_a_topic_deletes_all_but_its_dead_letters(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, "image.created", "image.updated")
    events = announce(store, "image.created", range(2))
    save_progress(
        store, key, DeliveryProgress(records=[delivery_record(events[0]), delivery_record(events[1], DEAD, "no")])
    )
    subscribe(store, key, "image.updated")
    assert set(positions(store, key)) == {"image.updated"}
    assert waiting_sequences(store, key) == []
    assert store.read_now(lambda connection: subscriptions.dead_letter_count(connection, key)) == 1


def test_saving_progress_twice_gives_the_same_result(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(4))
    save_progress(store, key, DeliveryProgress(records=[delivery_record(events[0])]))
    progress = DeliveryProgress(
        {"image.created": events[2]},
        {"image.created": 99},
        [delivery_record(events[1]), delivery_record(events[2], DEAD, "no")],
        [events[0]],
    )
    for _ in range(2):
        save_progress(store, key, progress)
        assert positions(store, key) == {"image.created": SubscriptionPosition(events[2], 99, 0)}
        assert waiting_sequences(store, key) == [events[1]]
    (letter,) = store.read_now(lambda connection: subscriptions.dead_letters(connection, key))
    assert (letter.sequence, letter.topic, letter.attempts, letter.error) == (events[2], "image.created", 3, "no")


def test_no_progress_is_saved_of_a_removed_extension(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    events = announce(store, "image.created", range(1))
    store.write_now(lambda work: work.connection.execute(delete(Extension).where(col(Extension.key) == key)).rowcount)
    save_progress(store, key, DeliveryProgress({"image.created": 1}, {}, [delivery_record(events[0])]))
    assert waiting_sequences(store, key) == []


def test_dead_letters_are_sent_again_as_new_events_for_their_extension(store: Store) -> None:
    key, _ = register_extensions(store, "tagger", "other")
    events = announce(store, "image.created", range(3))
    save_progress(store, key, DeliveryProgress(records=[delivery_record(event, DEAD, "no") for event in events]))
    page = store.read_now(lambda connection: subscriptions.dead_letters(connection, key, skip=1, take=1))
    assert [letter.sequence for letter in page] == [events[1]]
    until = events[-1]
    assert store.write_now(lambda work: subscriptions.redrive(work, key, [events[1], 999], until=until)) == 1
    resent_sequence = logged_events(store, ["image.created"])[-1].sequence
    # the resent event fails again before the others are resent
    save_progress(store, key, DeliveryProgress(records=[delivery_record(resent_sequence, DEAD, "no")]))
    assert store.write_now(lambda work: subscriptions.redrive(work, key, until=until)) == 2
    assert store.write_now(lambda work: subscriptions.redrive(work, key, until=until)) == 0
    logged = logged_events(store, ["image.created"])
    assert [(event.image, event.target) for event in logged[3:]] == [
        (logged[number].image, "tagger") for number in (1, 0, 2)
    ]


def test_pruning_removes_events_that_every_enabled_extension_has_passed(store: Store) -> None:
    first_key, second_key = register_extensions(store, "first", "second")
    for key in (first_key, second_key):
        subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(10))
    save_progress(store, first_key, DeliveryProgress({"image.created": events[-1]}))
    save_progress(store, second_key, DeliveryProgress({"image.created": events[3]}))
    assert prune_all(store) == events[4:]


def test_events_that_are_not_old_enough_stay(store: Store) -> None:
    events = announce(store, "image.created", range(3))
    assert store.write_now(lambda work: pruning.prune(work, events[0] - 1)) is None
    assert [event.sequence for event in logged_events(store, ["image.created"])] == events


def test_a_paused_extension_loses_old_events_and_its_subscription_counts_them(store: Store) -> None:
    first_key, second_key = register_extensions(store, "first", "second")
    for key in (first_key, second_key):
        subscribe(store, key, "image.created", "image.updated")
    events = announce(store, "image.created", range(10))
    started, directed = announce(store, "image.created", [1]), announce(store, "image.created", [2], target="second")
    save_progress(store, first_key, DeliveryProgress(dict.fromkeys(["image.created", "image.updated"], directed[0])))
    save_progress(
        store, second_key, DeliveryProgress({"image.created": events[2]}, records=[delivery_record(started[0])])
    )
    pause(store, second_key)
    assert prune_all(store) == [*started, *directed]
    assert {topic: position.lost for topic, position in positions(store, second_key).items()} == {
        "image.created": 7,
        "image.updated": 0,
    }
    assert {position.lost for position in positions(store, first_key).values()} == {0}


def test_dead_letters_are_removed_with_their_events(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, "image.created")
    events = announce(store, "image.created", range(3))
    save_progress(
        store,
        key,
        DeliveryProgress(
            {"image.created": events[1]}, records=[delivery_record(events[0], DEAD), delivery_record(events[2], DEAD)]
        ),
    )
    assert prune_all(store) == events[2:]
    letters: Sequence[object] = store.read_now(lambda connection: subscriptions.dead_letters(connection, key))
    assert len(letters) == 1


def test_pruning_works_in_batches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "MAX_EVENTS_PER_UNIT", 3)
    events = announce(store, "image.created", range(10))
    assert store.write_now(lambda work: pruning.prune(work, 1_000_000)) == 3
    assert [event.sequence for event in logged_events(store)] == events[3:]
    assert prune_all(store) == []
