"""Delivery sends extensions what is in the log of a real store, and keeps what came of it."""

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
from facetry.events.connection import Outgoing
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, Bounds, Outcome
from facetry.events.throttle import Policy
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic
from tests.facetry.events.scripted_extensions import Fake, announce, install, until
from tests.facetry.events.test_throttle import exceeded
from tests.support.stores import temporary_store

CREATED: Final = "image.created"
UPDATED: Final = "image.updated"
QUICK = Bounds(first_delay=SECOND // 100, longest_delay=SECOND // 20)


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def deliver(
    store: Store, use: Callable[[Delivery], Awaitable[None]], bounds: Bounds = QUICK, **settlers: Callable[..., None]
) -> None:
    """Run with a delivery that has begun, and stop it."""

    async def run() -> None:
        delivery = Delivery(store, {topic.replace("_", "."): settle for topic, settle in settlers.items()}, bounds)
        delivery.begin()
        try:
            await use(delivery)
        finally:
            await delivery.stop()

    asyncio.run(run())


def subscribe(store: Store, key: int, *topics: str) -> None:
    store.write_now(lambda work: subscriptions.subscribe(work, key, topics))


def dead(store: Store, key: int) -> list[tuple[int, int, str | None]]:
    letters = store.read_now(lambda connection: subscriptions.dead(connection, key))
    return [(letter.sequence, letter.attempts, letter.error) for letter in letters]


async def write(store: Store, topic: Topic, images: range, target: str | None = None) -> list[int]:
    return await asyncio.to_thread(announce, store, topic, images, target)


def test_what_happened_while_it_was_away_is_sent_and_then_what_happens(store: Store) -> None:
    (key,) = install(store, "tagger")
    subscribe(store, key, CREATED)
    before = announce(store, CREATED, range(3))
    announce(store, UPDATED, range(3))
    fake = Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await until(lambda: len(fake.got) == 3)
        after = await write(store, CREATED, range(2))
        await until(lambda: len(fake.got) == 5)
        assert fake.sequences() == before + after

    deliver(store, use)
    first = fake.got[0]
    assert (first.topic, first.attempt, first.value) == (CREATED, 1, {"id": str(UUID(int=0))})
    assert abs(first.time - time.time() * 1_000) < 60_000
    at = store.read_now(lambda connection: subscriptions.positions(connection, key))
    assert at[CREATED].sequence == fake.got[-1].sequence


def test_after_a_stop_nothing_is_sent_twice(store: Store) -> None:
    (key,) = install(store, "tagger")
    subscribe(store, key, CREATED)
    announce(store, CREATED, range(300))
    fake = Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.2)

    async def stop_early(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await until(lambda: len(fake.got) >= 100)

    for each in (stop_early, use, use):
        deliver(store, each)
    assert len(set(fake.acknowledged)) == len(fake.acknowledged) == 300


def test_commits_of_another_process_are_found_by_looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_module, "POLL", 0.05)
    ours, theirs = Store(tmp_path / "library.db"), Store(tmp_path / "library.db")
    install(ours, "tagger")
    fake = Fake("tagger")
    monkeypatch.setattr("facetry.events.log.ring_after", lambda _: None)  # another process rings no bell here

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(theirs, CREATED, range(3))
        await until(lambda: len(fake.got) == 3, seconds=2)

    deliver(ours, use)
    ours.close()
    theirs.close()


def test_a_commit_of_this_process_is_sent_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_module, "POLL", 60)
    install(store, "tagger")
    fake = Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        for number in range(1, 101):
            await write(store, CREATED, range(1))
            await until(lambda number=number: len(fake.got) == number, seconds=2)  # type: ignore[misc]  # the default binds the loop's value

    deliver(store, use)


def test_a_long_way_without_anything_for_it_is_passed_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_module, "POLL", 60)
    monkeypatch.setattr("facetry.events.log.SPAN", 10)
    (key,) = install(store, "tagger")
    subscribe(store, key, CREATED)
    announce(store, UPDATED, range(1_000))
    announce(store, CREATED, range(1))
    fake = Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await until(lambda: len(fake.got) == 1)

    deliver(store, use)


def test_a_mute_extension_holds_up_no_other(store: Store) -> None:
    install(store, "mute", "well")
    mute, well = Fake("mute", lambda _: 60), Fake("well")

    async def use(delivery: Delivery) -> None:
        for fake in (mute, well):
            delivery.connected(fake.id, fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(500))
        await until(lambda: len(well.got) == 500)
        assert len(mute.got) == 16
        assert [entry.sequence for entry in delivery.running("mute")] == mute.sequences()
        assert delivery.running("well") == []

    deliver(store, use)


def test_who_never_answers_is_tried_again_until_it_is_given_up(store: Store) -> None:
    (key,) = install(store, "mute")
    fake = Fake("mute", lambda event: 60 if event.value["id"] == str(UUID(int=1)) else 0)

    async def use(delivery: Delivery) -> None:
        delivery.connected("mute", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(3))
        await until(lambda: len(dead(store, key)) == 1)

    deliver(store, use, Bounds(patience=SECOND // 50, first_delay=SECOND // 100, attempts=3))
    ((sequence, attempts, error),) = dead(store, key)
    assert [event.attempt for event in fake.got if event.sequence == sequence] == [1, 2, 3]
    assert attempts == 3
    assert "did not answer" in str(error)
    assert len(fake.acknowledged) == 2


def test_what_fails_is_told_to_those_who_settle(store: Store) -> None:
    (key,) = install(store, "tagger")
    fake = Fake("tagger", lambda event: "no" if event.value["id"] == str(UUID(int=1)) else 0)
    settled: list[tuple[int, int, int, str | None]] = []

    def settle(work: Work, extension: int, outcome: Outcome) -> None:
        settled.append((extension, UUID(bytes=outcome.entry.image).int, outcome.attempts, outcome.error))

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], ["image.computeTags"])
        await asyncio.sleep(0.1)
        await write(store, "image.computeTags", range(3), target="tagger")
        await write(store, "image.computeTags", range(5, 6), target="other")
        await until(lambda: len(settled) == 3)

    deliver(store, use, image_computeTags=settle)
    assert sorted(settled) == [(key, 0, 1, None), (key, 1, 5, "no"), (key, 2, 1, None)]


def test_one_event_that_kills_buries_no_other(store: Store) -> None:
    (key,) = install(store, "poison")
    poison = str(UUID(int=7))
    fake = Fake("poison", lambda event: "kill" if event.value["id"] == poison else 0.01)

    async def use(delivery: Delivery) -> None:
        def connect() -> None:
            delivery.connected("poison", fake, [], [CREATED])

        def restart() -> None:
            delivery.disconnected("poison", deliberate=False)
            asyncio.get_running_loop().call_later(0.01, connect)

        fake.killed = restart
        connect()
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(100))
        await until(lambda: len(set(fake.acknowledged)) == 99 and len(dead(store, key)) == 1)

    deliver(store, use)
    ((_, attempts, _),) = dead(store, key)
    assert attempts == 5
    tries = {event.value["id"]: 0 for event in fake.got}
    for event in fake.got:
        tries[event.value["id"]] = max(tries[event.value["id"]], event.attempt)
    assert max(count for id, count in tries.items() if id != poison) <= 2


def test_a_throttled_topic_comes_at_its_rate_and_the_others_at_once(store: Store) -> None:
    install(store, "tagger")
    fake, times = Fake("tagger"), []

    def answer(event: Outgoing) -> float:
        if event.topic == CREATED:
            times.append(time.monotonic_ns())
        return 0

    fake.answer = answer
    policy = Policy(frozenset({CREATED}), 5, 100)

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [policy], [CREATED, UPDATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(50))
        await write(store, UPDATED, range(100, 150))
        await until(lambda: sum(event.topic == UPDATED for event in fake.got) == 50)
        assert len(times) < 50
        await until(lambda: len(times) == 50)

    deliver(store, use)
    assert exceeded(times, Policy(policy.topics, 5 + 1, 95)) == 0  # the tasks that send begin a little later
    assert 0.9 <= (times[-1] - times[0]) / SECOND <= 1.5


def test_a_policy_holds_over_connections(store: Store) -> None:
    install(store, "tagger")
    fake = Fake("tagger")
    times: list[int] = []

    def answer(_: Outgoing) -> float:
        times.append(time.monotonic_ns())
        return 0

    fake.answer = answer

    async def use(delivery: Delivery) -> None:
        for turn in range(12):
            delivery.connected("tagger", fake, [Policy(frozenset({CREATED}), 2, 100)], [CREATED])
            await asyncio.sleep(0.02 + turn * 0.003)
            if turn == 0:
                await write(store, CREATED, range(100))
            delivery.disconnected("tagger", deliberate=True)

    deliver(store, use)
    assert len(times) >= 4
    assert exceeded(times, Policy(frozenset({CREATED}), 2, 90)) == 0  # the tasks that send begin a little later


def test_a_group_that_is_ahead_keeps_the_order_of_each_image(store: Store) -> None:
    """Creations are throttled; updates of other images go ahead, those of the same images wait."""
    install(store, "tagger")
    fake = Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [Policy(frozenset({CREATED}), 100, 100)], [CREATED, UPDATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(300))
        await write(store, UPDATED, range(290, 310))
        await until(lambda: len(fake.got) == 320)

    deliver(store, use, Bounds(ahead=10, most=20))
    of_image: dict[str, list[str]] = {}
    for event in fake.got:
        of_image.setdefault(event.value["id"], []).append(event.topic)
    assert {tuple(topics) for topics in of_image.values()} == {(CREATED,), (UPDATED,), (CREATED, UPDATED)}
    place = [event.topic for event in fake.got].index
    assert place(UPDATED) < 250


def test_what_was_in_flight_at_a_deliberate_stop_counts_no_attempt(store: Store) -> None:
    install(store, "tagger")
    slow, quick = Fake("tagger", lambda _: 60), Fake("tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", slow, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(3))
        await until(lambda: len(slow.got) == 3)
        delivery.disconnected("tagger", deliberate=True)
        delivery.connected("tagger", quick, [], [CREATED])
        await until(lambda: len(quick.got) == 3)
        assert {event.attempt for event in quick.got} == {1}

    deliver(store, use)


def test_what_is_withdrawn_is_not_sent(store: Store) -> None:
    install(store, "tagger")
    fake = Fake("tagger", lambda _: 0.05)

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(100))
        await until(lambda: len(fake.got) == 16)
        assert delivery.withdraw("tagger", [CREATED], 1_000) == 84
        assert delivery.withdraw("nobody", [CREATED], 1_000) == 0
        await until(lambda: len(fake.acknowledged) == 16)
        assert len(fake.got) == 16

    deliver(store, use)


def test_nothing_is_kept_of_what_is_forgotten_and_a_stranger_is_sent_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    (key,) = install(store, "tagger")
    fake, stranger = Fake("tagger"), Fake("stranger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        delivery.connected("stranger", stranger, [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(3))
        await until(lambda: len(fake.acknowledged) == 3)
        delivery.forget("tagger")
        delivery.forget("stranger")

    with caplog.at_level(logging.WARNING):
        deliver(store, use)
    assert stranger.got == []
    assert "stranger is connected and not installed" in caplog.text
    assert store.read_now(lambda connection: subscriptions.waiting(connection, key)) == []
