"""Delivery loses nothing when the database takes nothing, or the sender breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from facetry.errors import unavailable
from facetry.events import delivery as delivery_module
from facetry.events.connection import Ack, Outgoing
from facetry.events.delivery import Delivery
from facetry.store.store import Store
from facetry.store.work import Work
from tests.facetry.events.scripted_extensions import Fake, install, until
from tests.facetry.events.test_delivery import CREATED, dead, deliver, store, write

__all__ = ["store"]


def test_while_nothing_can_be_kept_little_is_sent_and_then_the_rest(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(delivery_module, "PATIENCE", 0.05)
    install(store, "tagger")
    fake, real = Fake("tagger"), store.write
    refused: list[int] = []

    async def refuse(unit: Callable[[Work], object]) -> object:
        if len(refused) < 3:
            refused.append(1)
            raise unavailable("store.busy", "Another program holds the library's database.", retry_after=1)
        return await real(unit)

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        monkeypatch.setattr(store, "write", refuse)
        await write(store, CREATED, range(5_000))
        await until(lambda: len(refused) == 3)
        assert len(fake.got) < 1_000
        await until(lambda: len(fake.got) == 5_000)
        assert len(set(fake.sequences())) == 5_000

    with caplog.at_level(logging.WARNING):
        deliver(store, use)
    assert "cannot be kept now" in caplog.text


class _Broken:
    async def send(self, _: Outgoing) -> Ack:
        raise RuntimeError("a bug of ours")


def test_a_sender_that_breaks_is_a_failed_attempt(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    (key,) = install(store, "tagger")

    async def use(delivery: Delivery) -> None:
        delivery.connected("tagger", _Broken(), [], [CREATED])
        await asyncio.sleep(0.1)
        await write(store, CREATED, range(1))
        await until(lambda: len(dead(store, key)) == 1)

    deliver(store, use)
    assert "a bug of ours" in str(dead(store, key)[0][2])
