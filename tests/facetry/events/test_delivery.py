"""Delivery sends extensions the events of a real store's log and saves the outcomes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from facetry.events import delivery as delivery_module
from facetry.events import subscriptions
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, DeliveryLimits, DeliveryOutcome
from facetry.events.throttle import Policy, Throttle
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic
from tests.facetry.events.scripted_extensions import (
    FakeExtension,
    announce,
    register_extensions,
    wait_for_subscriptions,
    wait_until,
)
from tests.facetry.events.test_throttle import count_exceeded_windows
from tests.support.engines.databases import database_at
from tests.support.libraries.stores import temporary_store

CREATED: Final = "image.created"
UPDATED: Final = "image.updated"
QUICK = DeliveryLimits(first_retry_delay=SECOND // 100, max_retry_delay=SECOND // 20)


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def run_delivery(
    store: Store,
    scenario: Callable[[Delivery], Awaitable[None]],
    limits: DeliveryLimits = QUICK,
    **outcome_handlers: Callable[..., None],
) -> None:
    """Run a scenario with a started delivery, and stop the delivery."""

    async def run() -> None:
        delivery = Delivery(
            store, {topic.replace("_", "."): handler for topic, handler in outcome_handlers.items()}, limits
        )
        delivery.begin()
        try:
            await scenario(delivery)
        finally:
            await delivery.stop()

    asyncio.run(run())


def subscribe(store: Store, key: int, *topics: str) -> None:
    store.write_now(lambda work: subscriptions.subscribe(work, key, topics))


def dead_letters(store: Store, key: int) -> list[tuple[int, int, str | None]]:
    letters = store.read_now(lambda connection: subscriptions.dead_letters(connection, key))
    return [(letter.sequence, letter.attempts, letter.error) for letter in letters]


async def write_events(store: Store, topic: Topic, images: range, target: str | None = None) -> list[int]:
    return await asyncio.to_thread(announce, store, topic, images, target)


def test_an_extension_gets_the_events_of_its_absence_and_then_the_new_ones(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, CREATED)
    before = announce(store, CREATED, range(3))
    announce(store, UPDATED, range(3))
    fake = FakeExtension("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_until(lambda: len(fake.received_events) == 3)
        after = await write_events(store, CREATED, range(2))
        await wait_until(lambda: len(fake.received_events) == 5)
        assert fake.sequences() == before + after

    run_delivery(store, use)
    first = fake.received_events[0]
    assert (first.topic, first.attempt, first.value) == (CREATED, 1, {"id": str(UUID(int=0))})
    assert abs(first.time - time.time() * 1_000) < 60_000
    positions = store.read_now(lambda connection: subscriptions.positions(connection, key))
    assert positions[CREATED].sequence == fake.received_events[-1].sequence


def test_after_a_deliberate_stop_no_event_is_sent_twice(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, CREATED)
    announce(store, CREATED, range(300))
    fake = FakeExtension("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.2)

    async def stop_early(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_until(lambda: len(fake.received_events) >= 100)

    for scenario in (stop_early, use, use):
        run_delivery(store, scenario)
    assert len(set(fake.acknowledged_sequences)) == len(fake.acknowledged_sequences) == 300


def test_commits_of_another_process_are_found_by_polling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_module, "POLL_SECONDS", 0.05)
    own_store, other_store = Store(database_at(tmp_path / "library.db")), Store(database_at(tmp_path / "library.db"))
    register_extensions(own_store, "tagger")
    fake = FakeExtension("tagger")
    # commits of another process notify no signal
    monkeypatch.setattr("facetry.events.log.notify_after_commit", lambda _: None)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_for_subscriptions(own_store)
        await write_events(other_store, CREATED, range(3))
        await wait_until(lambda: len(fake.received_events) == 3)

    run_delivery(own_store, use)
    own_store.close()
    other_store.close()


def test_a_commit_of_this_process_is_sent_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_module, "POLL_SECONDS", 60)
    register_extensions(store, "tagger")
    fake = FakeExtension("tagger")

    async def wait_for_events(count: int) -> None:
        await wait_until(lambda: len(fake.received_events) == count)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_for_subscriptions(store)
        for number in range(1, 101):
            await write_events(store, CREATED, range(1))
            await wait_for_events(number)

    run_delivery(store, use)


def test_a_long_part_of_the_log_without_its_topics_is_skipped_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_module, "POLL_SECONDS", 60)
    monkeypatch.setattr("facetry.events.log.MAX_SEQUENCES_PER_READ", 10)
    (key,) = register_extensions(store, "tagger")
    subscribe(store, key, CREATED)
    announce(store, UPDATED, range(1_000))
    announce(store, CREATED, range(1))
    fake = FakeExtension("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_until(lambda: len(fake.received_events) == 1)

    run_delivery(store, use)


def test_an_extension_that_does_not_answer_delays_no_other(store: Store) -> None:
    register_extensions(store, "mute", "well")
    silent, healthy = FakeExtension("mute", lambda _: 60), FakeExtension("well")

    async def use(delivery: Delivery) -> None:
        for fake in (silent, healthy):
            delivery.add_connection(fake.id, fake, [], [CREATED])
        await wait_for_subscriptions(store, 2)
        await write_events(store, CREATED, range(500))
        await wait_until(lambda: len(healthy.received_events) == 500)
        assert len(silent.received_events) == 16
        assert [event.sequence for event in delivery.events_in_flight("mute")] == silent.sequences()
        assert delivery.events_in_flight("well") == []

    run_delivery(store, use)


def test_an_event_that_is_never_answered_is_retried_until_it_is_given_up(store: Store) -> None:
    (key,) = register_extensions(store, "mute")
    fake = FakeExtension("mute", lambda event: 60 if event.value["id"] == str(UUID(int=1)) else 0)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("mute", fake, [], [CREATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(3))
        await wait_until(lambda: len(dead_letters(store, key)) == 1)

    run_delivery(
        store,
        use,
        DeliveryLimits(acknowledgement_timeout=SECOND // 50, first_retry_delay=SECOND // 100, max_attempts=3),
    )
    ((sequence, attempts, error),) = dead_letters(store, key)
    assert [event.attempt for event in fake.received_events if event.sequence == sequence] == [1, 2, 3]
    assert attempts == 3
    assert "did not answer" in str(error)
    assert len(fake.acknowledged_sequences) == 2


def test_outcome_handlers_get_successes_and_failures(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    fake = FakeExtension("tagger", lambda event: "no" if event.value["id"] == str(UUID(int=1)) else 0)
    outcomes: list[tuple[int, int, int, str | None]] = []

    def record_outcome(work: Work, extension: int, outcome: DeliveryOutcome) -> None:
        outcomes.append((extension, UUID(bytes=outcome.event.image).int, outcome.attempts, outcome.error))

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], ["image.computeTags"])
        await wait_for_subscriptions(store)
        await write_events(store, "image.computeTags", range(3), target="tagger")
        await write_events(store, "image.computeTags", range(5, 6), target="other")
        await wait_until(lambda: len(outcomes) == 3)

    run_delivery(store, use, image_computeTags=record_outcome)
    assert sorted(outcomes) == [(key, 0, 1, None), (key, 1, 5, "no"), (key, 2, 1, None)]


def test_an_event_that_crashes_the_extension_makes_no_other_event_a_dead_letter(store: Store) -> None:
    (key,) = register_extensions(store, "poison")
    poison = str(UUID(int=7))
    fake = FakeExtension("poison", lambda event: "kill" if event.value["id"] == poison else 0.01)

    async def use(delivery: Delivery) -> None:
        def connect() -> None:
            delivery.add_connection("poison", fake, [], [CREATED])

        def restart() -> None:
            delivery.remove_connection("poison", deliberate=False)
            asyncio.get_running_loop().call_later(0.01, connect)

        fake.on_kill = restart
        connect()
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(100))
        await wait_until(lambda: len(set(fake.acknowledged_sequences)) == 99 and len(dead_letters(store, key)) == 1)

    run_delivery(store, use)
    ((_, attempts, _),) = dead_letters(store, key)
    assert attempts == 5
    tries = {event.value["id"]: 0 for event in fake.received_events}
    for event in fake.received_events:
        tries[event.value["id"]] = max(tries[event.value["id"]], event.attempt)
    assert max(count for id, count in tries.items() if id != poison) <= 2


@pytest.fixture
def sent_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The times at which events of the topic `CREATED` are sent, by the clock of the delivery: the tasks that send them
    begin later on a busy machine.
    """
    times: list[int] = []
    record_delivery = Throttle.record_delivery

    def record(throttle: Throttle, topic: str, now: int) -> None:
        if topic == CREATED:
            times.append(now)
        record_delivery(throttle, topic, now)

    monkeypatch.setattr(Throttle, "record_delivery", record)
    return times


def test_a_throttled_topic_is_sent_at_its_rate_and_other_topics_at_once(store: Store, sent_at: list[int]) -> None:
    register_extensions(store, "tagger")
    fake = FakeExtension("tagger")
    policy = Policy(frozenset({CREATED}), 5, 100)

    def count_received(topic: Topic) -> int:
        return sum(event.topic == topic for event in fake.received_events)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [policy], [CREATED, UPDATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(50))
        await write_events(store, UPDATED, range(100, 150))
        await wait_until(lambda: count_received(UPDATED) == 50)
        assert count_received(CREATED) < 50
        await wait_until(lambda: count_received(CREATED) == 50)

    run_delivery(store, use)
    assert len(sent_at) == 50
    assert count_exceeded_windows(sent_at, policy) == 0
    assert sent_at[-1] - sent_at[0] > 0.9 * SECOND


def test_a_policy_holds_across_connections(store: Store, sent_at: list[int]) -> None:
    register_extensions(store, "tagger")
    fake = FakeExtension("tagger")
    policy = Policy(frozenset({CREATED}), 2, 100)

    async def use(delivery: Delivery) -> None:
        for turn in range(100):
            delivery.add_connection("tagger", fake, [policy], [CREATED])
            if turn == 0:
                await wait_for_subscriptions(store)
                await write_events(store, CREATED, range(100))
            await asyncio.sleep(0.02 + turn * 0.003)
            delivery.remove_connection("tagger", deliberate=True)
            if turn >= 12 and len(sent_at) >= 4:
                break

    run_delivery(store, use)
    assert len(sent_at) >= 4
    # the time of the last delivery is saved in milliseconds of another clock
    assert count_exceeded_windows(sent_at, Policy(policy.topics, 2, 95)) == 0


def test_a_group_that_has_read_further_keeps_the_order_of_each_image(store: Store) -> None:
    """Creations are throttled: updates of other images overtake them, updates of the same images wait."""
    register_extensions(store, "tagger")
    fake = FakeExtension("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [Policy(frozenset({CREATED}), 100, 100)], [CREATED, UPDATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(300))
        await write_events(store, UPDATED, range(290, 310))
        await wait_until(lambda: len(fake.received_events) == 320)

    run_delivery(store, use, DeliveryLimits(read_batch_size=10, max_queued_per_group=20))
    topics_of_image: dict[str, list[str]] = {}
    for event in fake.received_events:
        topics_of_image.setdefault(event.value["id"], []).append(event.topic)
    assert {tuple(topics) for topics in topics_of_image.values()} == {(CREATED,), (UPDATED,), (CREATED, UPDATED)}
    first_index = [event.topic for event in fake.received_events].index
    assert first_index(UPDATED) < 250


def test_a_deliberate_disconnection_counts_no_attempt_for_events_in_flight(store: Store) -> None:
    register_extensions(store, "tagger")
    slow, quick = FakeExtension("tagger", lambda _: 60), FakeExtension("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", slow, [], [CREATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(3))
        await wait_until(lambda: len(slow.received_events) == 3)
        delivery.remove_connection("tagger", deliberate=True)
        delivery.add_connection("tagger", quick, [], [CREATED])
        await wait_until(lambda: len(quick.received_events) == 3)
        assert {event.attempt for event in quick.received_events} == {1}

    run_delivery(store, use)


def test_withdrawn_events_are_not_sent(store: Store) -> None:
    register_extensions(store, "tagger")
    fake = FakeExtension("tagger", lambda _: 0.05)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(100))
        await wait_until(lambda: len(fake.received_events) == 16)
        assert delivery.withdraw("tagger", [CREATED], 1_000) == 84
        assert delivery.withdraw("nobody", [CREATED], 1_000) == 0
        await wait_until(lambda: len(fake.acknowledged_sequences) == 16)
        assert len(fake.received_events) == 16

    run_delivery(store, use)


def test_a_discarded_extension_saves_nothing_and_an_unknown_one_is_sent_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    (key,) = register_extensions(store, "tagger")
    fake, stranger = FakeExtension("tagger"), FakeExtension("stranger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        delivery.add_connection("stranger", stranger, [], [CREATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(3))
        await wait_until(lambda: len(fake.acknowledged_sequences) == 3)
        delivery.discard_extension("tagger")
        delivery.discard_extension("stranger")

    with caplog.at_level(logging.WARNING):
        run_delivery(store, use)
    assert stranger.received_events == []
    assert "stranger is connected but not installed" in caplog.text
    assert store.read_now(lambda connection: subscriptions.waiting_deliveries(connection, key)) == []
