"""Streams that one commit wakes at the same position share what one of them has read, and miss nothing by it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.events import log, streams
from facetry.events.log import LogPage
from facetry.events.streams import StreamClient, Streams, StreamStart
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic
from tests.facetry.events.scripted_extensions import wait_until
from tests.facetry.events.stream_messages import named_events, parse_messages
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.stores import temporary_store

TOPICS: tuple[Topic, ...] = ("image.created", "image.updated", "image.deleted")


async def is_authorized() -> bool:
    return True


class Follower:
    """A client that collects the messages of a stream until it is stopped."""

    def __init__(self, service: Streams, topics: Sequence[Topic], start: StreamStart) -> None:
        self.topics, self.start, self.text = topics, start, b""
        self._service, self._disconnected = service, asyncio.Event()

    async def follow(self, rng: random.Random) -> None:
        client = StreamClient(self.topics, True, is_authorized, self._wait_for_disconnect, lambda: None)
        async for chunk in self._service.chunks(client, self.start):
            self.text += chunk
            for _ in range(rng.choice((0, 0, 0, 1, 3))):  # some clients read more slowly
                await asyncio.sleep(0)

    def disconnect(self) -> None:
        self._disconnected.set()

    @property
    def events(self) -> list[tuple[int, str]]:
        return named_events(parse_messages(self.text))

    async def _wait_for_disconnect(self) -> None:
        await self._disconnected.wait()


def have_received(followers: Sequence[Follower], count: int) -> bool:
    return all(len(follower.events) == count for follower in followers)


async def stop(service: Streams, followers: Sequence[Follower], tasks: Sequence[asyncio.Task[None]]) -> None:
    for follower in followers:
        follower.disconnect()
    await asyncio.gather(*tasks)
    await service.stop()


def announce_some(topics: Sequence[Topic], work: Work) -> None:
    for topic in topics:
        log.announce(work, topic, image=UUID(int=1))


@pytest.mark.parametrize("seed", range(5))
def test_streams_beside_one_another_receive_what_each_would_alone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 1_000.0)  # the poll would make up for a commit that is missed
    rng = random.Random(seed)

    async def main(store: Store) -> None:
        written: list[tuple[int, str]] = []

        async def commit(topics: Sequence[Topic]) -> None:
            await store.write(lambda work: announce_some(topics, work))
            written.extend(enumerate(topics, len(written) + 1))

        await commit(rng.choices(TOPICS, k=20))
        service = Streams(store)
        service.begin()
        followers = [
            Follower(service, TOPICS[: rng.randint(1, 3)], await service.find_start(rng.choice((None, None, 0, 7))))
            for _ in range(9)
        ]
        tasks = [asyncio.create_task(follower.follow(rng)) for follower in followers]
        for _ in range(60):
            await commit(rng.choices(TOPICS, k=rng.randint(1, 4)))
            for _ in range(rng.choice((0, 1, 2, 5))):
                await asyncio.sleep(0)
        expected = [
            [(sequence, topic) for sequence, topic in written if sequence > one.start.sequence and topic in one.topics]
            for one in followers
        ]
        await wait_until(lambda: [follower.events for follower in followers] == expected)
        await stop(service, followers, tasks)

    with temporary_store() as store:
        asyncio.run(main(store))


@only_sqlite
def test_streams_at_the_end_of_the_log_read_it_once_for_each_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []
    original = log.read_after

    def counting(
        connection: Connection, sequence: int, topics: Sequence[str], target: str | None, limit: int
    ) -> LogPage:
        reads.append(sequence)
        return original(connection, sequence, topics, target, limit)

    monkeypatch.setattr(log, "read_after", counting)

    async def main(store: Store) -> None:
        service = Streams(store)
        service.begin()
        start = await service.find_start(None)
        followers = [Follower(service, TOPICS, start) for _ in range(50)]
        tasks = [asyncio.create_task(follower.follow(random.Random(1))) for follower in followers]
        await wait_until(lambda: service.open_count == len(followers))
        reads.clear()
        for number in range(1, 11):
            await store.write(lambda work: announce_some(["image.created"], work))
            await wait_until(partial(have_received, followers, number))
        assert len(reads) < 10 * len(followers) / 5
        await stop(service, followers, tasks)

    with temporary_store() as store:
        asyncio.run(main(store))


def test_a_page_that_was_read_before_a_commit_is_not_shared_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(store: Store) -> None:
        service = Streams(store)
        service.begin()
        read_store = store.read

        async def read_before_commit(*arguments: Any, **options: Any) -> Any:
            result = await read_store(*arguments, **options)
            service._wake_all()
            return result

        page = await service._read(0, TOPICS)
        assert await service._read(0, TOPICS) is page
        service._wake_all()
        assert await service._read(0, TOPICS) is not page, "the commit came after the page was read"
        await asyncio.sleep(0)
        with monkeypatch.context() as context:
            context.setattr(store, "read", read_before_commit)
            page = await service._read(0, TOPICS)
        assert await service._read(0, TOPICS) is not page, "the commit came while the page was read"
        await service.stop()

    with temporary_store() as store:
        asyncio.run(main(store))
