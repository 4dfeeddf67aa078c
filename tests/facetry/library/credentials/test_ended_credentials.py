"""A host sees that a key has ended as soon as the request asks, and one look at the database is for all who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.errors import FaultError, unavailable
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines.databases import database_at
from tests.support.libraries.slow_store import SlowStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(database_at(tmp_path / "library.db"))
    yield opened
    opened.close()


def test_another_host_finds_the_number_of_ended_keys(store: Store) -> None:
    here, there = EndedCredentials(), EndedCredentials(followed=store)

    async def run() -> None:
        await there.refresh()
        assert (here.number, there.number) == (0, 0)
        for number in range(1, 4):
            await store.write(here.count)
            assert here.number == number
            await there.refresh()
            assert there.number == number

    asyncio.run(run())


def test_an_end_that_another_process_has_seen_before_counts_once(store: Store) -> None:
    """The number would otherwise be greater than that of the database, and hide the next end on another host."""
    numbers = [0]
    here, beside, there = (EndedCredentials(numbers, store), EndedCredentials(numbers, store), EndedCredentials())

    async def run() -> None:
        def unit(work: Work) -> None:
            here.count(work)
            work.after_commit.insert(0, look)

        def look() -> None:
            asyncio.run(beside.refresh())  # in the thread of the writer, before the number is raised

        await store.write(unit)
        seen = here.number
        await store.write(there.count)
        await here.refresh()
        assert here.number > seen

    asyncio.run(run())


def test_a_service_that_is_no_cluster_looks_nowhere(store: Store) -> None:
    alone = EndedCredentials()
    store.write_now(EndedCredentials().count)
    asyncio.run(alone.refresh())
    assert alone.number == 0


def test_who_asks_while_a_look_is_running_gets_a_later_one(store: Store) -> None:
    """The running look may have read the number before a key ended."""

    async def run() -> None:
        slow = SlowStore(store)
        there = EndedCredentials(followed=slow)
        first = asyncio.ensure_future(there.refresh())
        await slow.has_read.wait()
        another_host = EndedCredentials()
        await store.write(another_host.count)
        later = [asyncio.ensure_future(there.refresh()) for _ in range(50)]
        await asyncio.sleep(0.05)
        assert slow.begun == 1
        slow.go_on.set()
        await first
        await asyncio.gather(*later)
        assert (there.number, slow.begun) == (1, 2)

    asyncio.run(run())


def test_a_look_that_fails_fails_for_all_who_wait_and_for_nobody_later(store: Store) -> None:
    async def run() -> None:
        slow = SlowStore(store)
        slow.error = unavailable("store.unreachable", "The server is away.")
        slow.go_on.set()
        there = EndedCredentials(followed=slow)
        results = await asyncio.gather(*(there.refresh() for _ in range(5)), return_exceptions=True)
        assert all(isinstance(each, FaultError) for each in results)
        slow.error = None
        await there.refresh()

    asyncio.run(run())
