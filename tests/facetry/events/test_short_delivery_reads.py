"""Few pages are read for delivery on the event loop, more of them in a thread, with the same deliveries."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection

from facetry.events import delivery as delivery_module
from facetry.events.delivery import MAX_SHORT_READS, Delivery
from facetry.store import readers
from tests.facetry.events.scripted_extensions import (
    FakeExtension,
    announce,
    logged_events,
    register_extensions,
    wait_until,
)
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.stores import temporary_store


def have_received(fakes: Sequence[FakeExtension], count: int) -> bool:
    return all(len(fake.sequences()) == count for fake in fakes)


@pytest.mark.parametrize(
    ("extensions", "is_on_loop"),
    [(1, True), (MAX_SHORT_READS, True), (MAX_SHORT_READS + 1, False)],
    ids=["one", "some", "many"],
)
@only_sqlite
def test_reads_for_few_extensions_run_on_the_event_loop(
    extensions: int, is_on_loop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 0.0)  # a slow machine would have all reads run in threads
    threads: set[bool] = set()
    original = delivery_module._read_requested_pages

    def read_pages(connection: Connection, reads: Sequence[Any]) -> Any:
        threads.add(threading.current_thread() is threading.main_thread())
        return original(connection, reads)

    async def main() -> None:
        with temporary_store() as store:
            fakes = [FakeExtension(f"extension-{number}") for number in range(extensions)]
            register_extensions(store, *(fake.id for fake in fakes))
            delivery = Delivery(store)
            delivery.begin()
            for fake in fakes:
                delivery.add_connection(fake.id, fake, [], ["image.created"])
            await wait_until(lambda: len(delivery.queue_states()) == extensions)
            await asyncio.sleep(0.05)  # the first reads, of a part of the connections
            monkeypatch.setattr(delivery_module, "_read_requested_pages", read_pages)
            for number in range(1, 6):
                await asyncio.to_thread(announce, store, "image.created", [number])
                await wait_until(partial(have_received, fakes, number))
            await delivery.stop()
            sequences = [event.sequence for event in logged_events(store, ["image.created"])]
            assert [fake.sequences() for fake in fakes] == [sequences] * extensions

    asyncio.run(main())
    assert (True in threads) == is_on_loop
