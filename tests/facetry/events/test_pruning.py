"""Old events are removed from the log periodically, as long as the service runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from facetry.errors import unavailable
from facetry.events import log, pruning
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import logged_events, wait_until
from tests.support.libraries.stores import temporary_store

DAY_SECONDS = 86_400


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def test_old_events_are_removed_periodically(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL_SECONDS", 0.02)
    monkeypatch.setattr(pruning, "MAX_EVENTS_PER_UNIT", 2)

    async def main() -> None:
        prune_task = asyncio.create_task(pruning.prune_periodically(store, 0.2 / DAY_SECONDS))
        try:
            for _ in range(2):
                for _ in range(5):
                    await store.write(lambda work: log.announce(work, "image.created"))
                assert len(logged_events(store)) == 5
                await wait_until(lambda: not logged_events(store))
        finally:
            prune_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await prune_task

    asyncio.run(main())


def test_pruning_continues_after_a_fault(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL_SECONDS", 0.01)
    attempts: list[Any] = []

    def fail(*_: Any, **__: Any) -> None:
        attempts.append(1)
        raise unavailable("store.busy", "no")

    monkeypatch.setattr(pruning, "prune", fail)

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await pruning.prune_periodically(store, 1.0)

    asyncio.run(main())
    assert len(attempts) > 2
