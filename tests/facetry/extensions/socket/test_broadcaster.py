"""Front ends are told what happens from the moment at which they are welcomed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import uuid4

import pytest

from facetry.events import log
from facetry.extensions.socket import broadcaster as herald
from facetry.extensions.socket.broadcaster import Herald
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.sockets import MASTER, House, Owner, client, house, introduction, until
from tests.support.stores import temporary_store


class Heralded(Owner):
    herald: Herald | None = None

    async def listening(self) -> None:
        assert self.herald is not None
        await self.herald.listening()


@contextlib.asynccontextmanager
async def heralded(store: Store) -> AsyncIterator[House]:
    owner = Heralded()
    async with house(owner) as home:
        owner.herald = Herald(store, home.gateway)
        owner.herald.begin()
        try:
            yield home
        finally:
            await owner.herald.stop()


def happens(store: Store, count: int, *, target: str | None = None) -> list[str]:
    ids = [uuid4() for _ in range(count)]

    def unit(work: Work) -> None:
        for id in ids:
            log.announce(work, "image.created", image=id, target=target)

    store.write_now(unit)
    return [str(id) for id in ids]


def ids(told: list[Mapping[str, Any]]) -> list[str]:
    return [each["value"]["id"] for each in told if each["channel"] == "image.created"]


def test_all_that_happens_is_told_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(herald, "AT_ONCE", 7)

    async def main() -> None:
        with temporary_store() as store:
            await asyncio.to_thread(happens, store, 5)
            async with heralded(store) as home, client(home) as (one, told), client(home) as (two, other):
                await one.call("connection", introduction(MASTER))
                first = await asyncio.to_thread(happens, store, 50)
                await asyncio.to_thread(happens, store, 3, target="tagger")
                await two.call("connection", introduction(MASTER))
                second = await asyncio.to_thread(happens, store, 20)
                await until(lambda: len(told) >= 70)
                await until(lambda: ids(other)[-20:] == second)  # it may have heard the end of the first
                assert ids(told) == first + second

    asyncio.run(main())


def test_nobody_is_told_of_the_time_when_nobody_listened() -> None:
    async def main() -> None:
        with temporary_store() as store:
            async with heralded(store) as home:
                for _ in range(2):
                    async with client(home) as (peer, told):
                        await peer.call("connection", introduction(MASTER))
                        wanted = await asyncio.to_thread(happens, store, 3)
                        await until(lambda told=told: len(told) >= 3)  # type: ignore[misc]  # the default binds the loop's value
                        assert ids(told) == wanted
                    await until(lambda: home.gateway.front_ends == 0)
                    await asyncio.to_thread(happens, store, 4)
                    await asyncio.sleep(0.7)

    asyncio.run(main())


def test_what_other_processes_write_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        with temporary_store() as store:
            async with heralded(store) as home, client(home) as (peer, told):
                await peer.call("connection", introduction(MASTER))
                monkeypatch.setattr(log, "ring_after", lambda _: None)  # as if it were another one that writes
                wanted = await asyncio.to_thread(happens, store, 3)
                await until(lambda: len(told) >= 3)
                assert ids(told) == wanted

    asyncio.run(main())
