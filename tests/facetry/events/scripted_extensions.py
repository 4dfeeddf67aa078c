"""Extensions that are coroutines, and the log of a real store to send them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select, update
from sqlmodel import col

from facetry.events import log
from facetry.events.connection import Ack, ConnectionLostError, Outgoing
from facetry.events.delivery import Delivery
from facetry.events.log import Entry, Event
from facetry.library import extensions
from facetry.library.extensions import Extension
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import TOPICS, Topic

Answer = Callable[[Outgoing], float | str]
"""Seconds after which it is done, or what went wrong at once."""


def at_once(_: Outgoing) -> float:
    return 0


@dataclass
class Fake:
    """Notes what it is sent, and answers what it is told to; a `kill` loses the connection and all that it was sent."""

    id: str
    answer: Answer = at_once
    got: list[Outgoing] = field(default_factory=list)
    acknowledged: list[int] = field(default_factory=list)
    killed: Callable[[], None] = lambda: None
    _lost: asyncio.Event | None = None

    async def send(self, event: Outgoing) -> Ack:
        self.got.append(event)
        answer = self.answer(event)
        if answer == "kill":
            self.killed()
            raise ConnectionLostError
        if isinstance(answer, str):
            return Ack(answer)
        if answer:
            await asyncio.sleep(answer)
        self.acknowledged.append(event.sequence)
        return Ack()

    def sequences(self) -> list[int]:
        return [event.sequence for event in self.got]


def install(store: Store, *ids: str) -> list[int]:
    """Registered extensions."""
    return [store.write_now(lambda work, id=id: extensions.register(work, id)) for id in ids]  # type: ignore[misc]  # the default binds the loop's value


def pause(store: Store, key: int) -> None:
    change = update(Extension).where(col(Extension.key) == key).values(state="paused")
    store.write_now(lambda work: work.connection.execute(change).rowcount)


def announce(store: Store, topic: Topic, images: Iterable[int], target: str | None = None) -> list[int]:
    """Events of the images with these numbers, in one unit of work; returns their sequences."""
    some = list(images)

    def unit(work: Work) -> int:
        for image in some:
            log.announce(work, topic, image=UUID(int=image), target=target)
        return log.newest(work.connection)

    newest = store.write_now(unit)
    return list(range(newest - len(some) + 1, newest + 1))


def entries(store: Store, topics: Sequence[str] = TOPICS) -> list[Entry]:
    """The whole log."""
    columns = [col(getattr(Event, name)) for name in Entry.__slots__]
    query = select(*columns).where(col(Event.topic).in_(topics)).order_by(col(Event.sequence))
    return [Entry(*row) for row in store.read_now(lambda connection: connection.execute(query).all())]


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until it holds."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < deadline, "it did not come to that"
        await asyncio.sleep(0.002)


async def abandon(delivery: Delivery) -> None:
    """What a crash leaves of it: nothing. What a unit of work has begun may be kept or not."""
    for channel in delivery._channels.values():
        channel.close(deliberate=True)
    delivery._bell.close()
    for task in delivery._tasks:
        task.cancel()
    await asyncio.gather(*delivery._tasks, return_exceptions=True)
