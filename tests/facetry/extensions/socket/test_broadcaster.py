"""Front ends receive the events from the moment they connect."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import uuid4

import pytest

from facetry.events import log
from facetry.extensions.socket import broadcaster
from facetry.extensions.socket.broadcaster import EventBroadcaster
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.extensions.sockets import (
    MASTER,
    GatewayServer,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)
from tests.support.libraries.stores import temporary_store


class BroadcastingSessionHandler(RecordingSessionHandler):
    broadcaster: EventBroadcaster | None = None

    async def on_front_end_connected(self) -> None:
        assert self.broadcaster is not None
        await self.broadcaster.on_front_end_connected()


@contextlib.asynccontextmanager
async def serve_broadcasts(store: Store) -> AsyncIterator[GatewayServer]:
    handler = BroadcastingSessionHandler()
    async with serve_gateway(handler) as server:
        handler.broadcaster = EventBroadcaster(store, server.gateway)
        handler.broadcaster.begin()
        try:
            yield server
        finally:
            await handler.broadcaster.stop()


def announce_images(store: Store, count: int, *, target: str | None = None) -> list[str]:
    ids = [uuid4() for _ in range(count)]

    def unit(work: Work) -> None:
        for id in ids:
            log.announce(work, "image.created", image=id, target=target)

    store.write_now(unit)
    return [str(id) for id in ids]


def image_ids(messages: list[Mapping[str, Any]]) -> list[str]:
    return [message["value"]["id"] for message in messages if message["channel"] == "image.created"]


def test_front_ends_receive_all_later_events_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcaster, "BATCH_SIZE", 7)

    async def main() -> None:
        with temporary_store() as store:
            await asyncio.to_thread(announce_images, store, 5)
            async with (
                serve_broadcasts(store) as server,
                connect_client(server) as (one, received_messages),
                connect_client(server) as (two, other_messages),
            ):
                await one.call("connection", connection_message(MASTER))
                first = await asyncio.to_thread(announce_images, store, 50)
                await asyncio.to_thread(announce_images, store, 3, target="tagger")
                await two.call("connection", connection_message(MASTER))
                second = await asyncio.to_thread(announce_images, store, 20)
                await until(lambda: len(received_messages) >= 70)
                await until(
                    lambda: image_ids(other_messages)[-20:] == second
                )  # it may have received the end of the first batch
                assert image_ids(received_messages) == first + second

    asyncio.run(main())


def test_events_before_the_first_front_end_are_not_sent() -> None:
    async def main() -> None:
        with temporary_store() as store:
            async with serve_broadcasts(store) as server:
                for _ in range(2):
                    async with connect_client(server) as (peer, received_messages):
                        await peer.call("connection", connection_message(MASTER))
                        expected_ids = await asyncio.to_thread(announce_images, store, 3)
                        await until(lambda received_messages=received_messages: len(received_messages) >= 3)  # type: ignore[misc]  # the default binds the loop's value
                        assert image_ids(received_messages) == expected_ids
                    await until(lambda: server.gateway.front_end_count == 0)
                    await asyncio.to_thread(announce_images, store, 4)
                    await asyncio.sleep(0.7)

    asyncio.run(main())


def test_events_of_other_processes_are_sent_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        with temporary_store() as store:
            async with serve_broadcasts(store) as server, connect_client(server) as (peer, received_messages):
                await peer.call("connection", connection_message(MASTER))
                monkeypatch.setattr(log, "notify_after_commit", lambda _: None)  # as if another process wrote
                expected_ids = await asyncio.to_thread(announce_images, store, 3)
                await until(lambda: len(received_messages) >= 3)
                assert image_ids(received_messages) == expected_ids

    asyncio.run(main())
