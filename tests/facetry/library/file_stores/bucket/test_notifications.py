"""A bucket is listed at an interval, and what its store reports is passed on at once."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator

import pytest

from facetry.library.file_stores.bucket.notifications import BucketNotifications
from facetry.library.file_stores.file_store import LocationGoneError, UnavailableError

LONG = 3600.0
SECONDS = 10.0


class Objects:
    """The lines of a listing, each of which may differ from the one before."""

    def __init__(self) -> None:
        self.listings = 0
        self.lines = ["a"]

    def __call__(self) -> Iterator[str]:
        self.listings += 1
        return iter(self.lines)


def test_reported_paths_come_together_without_a_listing() -> None:
    async def scenario() -> None:
        objects = Objects()
        async with BucketNotifications(lambda: None, objects, LONG) as notifications, asyncio.timeout(SECONDS):
            changes = notifications.changes()
            notifications.add_changes(["early.jpg"])
            first = asyncio.ensure_future(anext(changes))
            await asyncio.sleep(0.05)
            notifications.add_changes([])
            notifications.add_changes(["late.jpg", "early.jpg"])
            assert await first == frozenset({"early.jpg", "late.jpg"})
            notifications.add_changes([f"{number}.jpg" for number in range(1_001)])
            assert await anext(changes) is None
        assert objects.listings == 0

    asyncio.run(scenario())


def test_the_bucket_is_listed_also_while_reports_come() -> None:
    async def scenario() -> None:
        objects = Objects()
        async with BucketNotifications(lambda: None, objects, 0.5) as notifications, asyncio.timeout(SECONDS):
            changes = notifications.changes()
            for number in itertools.count():
                notifications.add_changes([f"{number}.jpg"])
                if await anext(changes) is None:
                    break
            assert await anext(changes) == frozenset({f"{number}.jpg"})
            objects.lines = ["a", "b"]
            assert await anext(changes) is None
            objects.lines = ["b"]
            assert await anext(changes) is None
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1.2):
                    await anext(changes)
        assert objects.listings >= 4

    asyncio.run(scenario())


def test_what_is_forgotten_is_reported_again_once() -> None:
    async def scenario() -> None:
        async with BucketNotifications(lambda: None, Objects(), 0.1) as notifications, asyncio.timeout(SECONDS):
            changes = notifications.changes()
            for _ in range(3):
                assert await anext(changes) is None
                notifications.forget()
            assert await anext(changes) is None
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await anext(changes)

    asyncio.run(scenario())


def test_a_bucket_that_cannot_be_listed_is_gone() -> None:
    def refuse() -> Iterator[str]:
        raise UnavailableError("no such bucket")

    async def scenario() -> None:
        async with BucketNotifications(lambda: None, refuse, 0.01) as notifications, asyncio.timeout(SECONDS):
            with pytest.raises(LocationGoneError, match="no such bucket"):
                await anext(notifications.changes())

    asyncio.run(scenario())
