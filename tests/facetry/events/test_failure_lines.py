"""Each event that an extension failed at for the last time is one line of the log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from facetry.events.delivery import Delivery
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import FakeExtension, register_extensions, wait_until
from tests.facetry.events.test_delivery import CREATED, dead_letters, run_delivery, store, write_events

__all__ = ["store"]


def test_a_dead_letter_is_one_line_and_an_answered_event_is_none(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    (key,) = register_extensions(store, "tagger")

    async def use(delivery: Delivery) -> None:
        fake = FakeExtension("tagger", lambda event: "no model" if event.sequence % 2 else 0)
        delivery.add_connection("tagger", fake, [], [CREATED])
        await asyncio.sleep(0.1)
        await write_events(store, CREATED, range(6))
        await wait_until(lambda: len(dead_letters(store, key)) == 3)

    run_delivery(store, use)
    records: list[Any] = [record for record in caplog.records if getattr(record, "kind", None) == "run.failed"]
    assert {(record.extension, record.topic, record.error) for record in records} == {("tagger", CREATED, "no model")}
    assert [record.attempts for record in records] == [records[0].attempts] * 3
    assert len({record.image for record in records}) == 3
    assert all(record.sequence % 2 for record in records)
