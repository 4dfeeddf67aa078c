"""The log is kept short for as long as the service runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from facetry.errors import unavailable
from facetry.events import log, pruning
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import entries, until
from tests.support.stores import temporary_store

DAY_SECONDS = 86_400


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def test_what_is_older_than_so_many_days_goes_again_and_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL", 0.02)
    monkeypatch.setattr(pruning, "MOST", 2)

    async def main() -> None:
        keeping = asyncio.create_task(pruning.keep_short(store, 0.2 / DAY_SECONDS))
        try:
            for _ in range(2):
                for _ in range(5):
                    await store.write(lambda work: log.announce(work, "image.created"))
                assert len(entries(store)) == 5
                await until(lambda: not entries(store))
        finally:
            keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeping

    asyncio.run(main())


def test_a_full_disk_is_no_reason_to_give_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL", 0.01)
    tried: list[Any] = []

    def fail(*_: Any, **__: Any) -> None:
        tried.append(1)
        raise unavailable("store.busy", "no")

    monkeypatch.setattr(pruning, "forget", fail)

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await pruning.keep_short(store, 1.0)

    asyncio.run(main())
    assert len(tried) > 2
