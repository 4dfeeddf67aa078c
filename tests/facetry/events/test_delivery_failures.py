"""Delivery loses no events when the database refuses writes or the sender raises an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final
from uuid import UUID

import pytest

from facetry.errors import unavailable
from facetry.events import delivery as delivery_module
from facetry.events import log, subscriptions
from facetry.events.connection import Acknowledgement, OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import (
    FakeExtension,
    register_extensions,
    wait_for_subscriptions,
    wait_until,
)
from tests.facetry.events.test_delivery import CREATED, dead_letters, run_delivery, store, write_events

__all__ = ["store"]

TAGS: Final = "image.computeTags"
FEATURES: Final = "image.computeFeatures"


def test_while_progress_cannot_be_saved_few_events_are_sent_and_the_rest_afterwards(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(delivery_module, "RETRY_SECONDS", 0.05)
    register_extensions(store, "tagger")
    fake, real_write = FakeExtension("tagger"), store.write
    refusals: list[int] = []

    async def refuse(unit: Callable[[Work], object]) -> object:
        if len(refusals) < 3:
            refusals.append(1)
            raise unavailable(
                "store.busy", "Another program has locked the library's database; try again.", retry_after=1
            )
        return await real_write(unit)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [CREATED])
        await wait_for_subscriptions(store)
        monkeypatch.setattr(store, "write", refuse)
        await write_events(store, CREATED, range(5_000))
        await wait_until(lambda: len(refusals) == 3)
        assert len(fake.received_events) < 1_000
        await wait_until(lambda: len(fake.received_events) == 5_000)
        assert len(set(fake.sequences())) == 5_000

    with caplog.at_level(logging.WARNING):
        run_delivery(store, use)
    assert "cannot be saved at the moment" in caplog.text


class _BrokenSender:
    async def send(self, _: OutgoingEvent) -> Acknowledgement:
        raise RuntimeError("a bug of ours")


def test_an_exception_of_the_sender_is_a_failed_attempt(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    (key,) = register_extensions(store, "tagger")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", _BrokenSender(), [], [CREATED])
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(1))
        await wait_until(lambda: len(dead_letters(store, key)) == 1)

    run_delivery(store, use)
    assert "a bug of ours" in str(dead_letters(store, key)[0][2])


def test_after_a_lost_connection_a_command_is_sent_before_the_events_that_were_in_flight(store: Store) -> None:
    register_extensions(store, "tagger")
    topics = [CREATED, "process.runCommand"]

    def run_command(work: Work) -> None:
        log.announce(work, "process.runCommand", target="tagger", data={"commandId": "sweep"})

    async def use(delivery: Delivery) -> None:
        busy, again = FakeExtension("tagger", lambda _: 60), FakeExtension("tagger")
        delivery.add_connection("tagger", busy, [], topics)
        await wait_for_subscriptions(store)
        await write_events(store, CREATED, range(5))
        await wait_until(lambda: len(busy.received_events) == 5)
        delivery.remove_connection("tagger", deliberate=False)
        await store.write(run_command)
        await asyncio.sleep(0.1)  # longer than the delay before an event is sent again
        delivery.add_connection("tagger", again, [], topics)
        await wait_until(lambda: len(again.received_events) == 6)
        assert [event.topic for event in again.received_events] == ["process.runCommand", *[CREATED] * 5]

    run_delivery(store, use)


def test_a_dead_request_ends_when_a_later_one_for_the_same_work_succeeds(store: Store) -> None:
    """Only that one: not of other images, of other topics, of later requests, nor of events that request no work."""
    (key,) = register_extensions(store, "tagger")
    broken = {UUID(int=0), UUID(int=1)}
    fake = FakeExtension("tagger", lambda event: "no brush" if UUID(event.value["id"]) in broken else 0)

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [TAGS, FEATURES, CREATED])
        await wait_for_subscriptions(store)
        for topic in (TAGS, FEATURES, CREATED):
            await write_events(store, topic, range(3))
        await wait_until(lambda: len(dead_letters(store, key)) == 6)
        broken.remove(UUID(int=0))
        await write_events(store, TAGS, range(3))  # fails again for image 1
        await write_events(store, CREATED, range(3))
        await wait_until(lambda: len(dead_letters(store, key)) == 7)
        await wait_until(lambda: dead_topics(store, key).count((TAGS, 0)) == 0)
        assert dead_topics(store, key).count((TAGS, 1)) == 2
        broken.clear()
        await write_events(store, TAGS, range(1, 2))
        await wait_until(lambda: not [topic for topic, _ in dead_topics(store, key) if topic == TAGS])
        assert dead_topics(store, key) == [(FEATURES, 0), (FEATURES, 1), (CREATED, 0), (CREATED, 1), (CREATED, 1)]

    run_delivery(store, use, image_computeTags=lambda *_: None, image_computeFeatures=lambda *_: None)


def dead_topics(store: Store, key: int) -> list[tuple[str, int]]:
    letters = store.read_now(lambda connection: subscriptions.dead_letters(connection, key))
    return [(letter.topic, UUID(bytes=letter.image or b"").int) for letter in letters]


def test_many_dead_requests_end_together(store: Store) -> None:
    (key,) = register_extensions(store, "tagger")
    fake = FakeExtension("tagger", lambda _: "no brush")

    async def use(delivery: Delivery) -> None:
        delivery.add_connection("tagger", fake, [], [TAGS])
        await wait_for_subscriptions(store)
        await write_events(store, TAGS, range(1_200))
        count = subscriptions.dead_letter_count
        await wait_until(lambda: store.read_now(lambda connection: count(connection, key)) == 1_200, 60)
        fake.answer = lambda _: 0
        await write_events(store, TAGS, range(1_200))
        await wait_until(lambda: store.read_now(lambda connection: count(connection, key)) == 0, 60)

    run_delivery(store, use, image_computeTags=lambda *_: None)
