"""Delivery loses no events when the database refuses writes or the sender raises an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from facetry.errors import unavailable
from facetry.events import delivery as delivery_module
from facetry.events import log
from facetry.events.connection import Acknowledgement, OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import FakeExtension, register_extensions, wait_until
from tests.facetry.events.test_delivery import CREATED, dead_letters, run_delivery, store, write_events

__all__ = ["store"]


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
        await asyncio.sleep(0.1)
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
        await asyncio.sleep(0.1)
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
        await asyncio.sleep(0.1)
        await write_events(store, CREATED, range(5))
        await wait_until(lambda: len(busy.received_events) == 5)
        delivery.remove_connection("tagger", deliberate=False)
        await store.write(run_command)
        await asyncio.sleep(0.1)  # longer than the delay before an event is sent again
        delivery.add_connection("tagger", again, [], topics)
        await wait_until(lambda: len(again.received_events) == 6)
        assert [event.topic for event in again.received_events] == ["process.runCommand", *[CREATED] * 5]

    run_delivery(store, use)
