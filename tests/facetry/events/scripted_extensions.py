"""Fake extensions, and helpers that write and read the event log of a real store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import func, select, update
from sqlmodel import col

from facetry.events import log
from facetry.events.connection import Acknowledgement, ConnectionLostError, OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.events.log import Event, LoggedEvent
from facetry.events.subscriptions import Subscription
from facetry.library import extensions
from facetry.library.extensions import Extension
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import TOPICS, Topic

AnswerRule = Callable[[OutgoingEvent], float | str]
"""Returns the seconds until the acknowledgement, or an error message for an immediate failure."""


def answer_immediately(_: OutgoingEvent) -> float:
    return 0


@dataclass
class FakeExtension:
    """Records the events that it is sent, and answers by a rule. The answer `kill` loses the connection."""

    id: str
    answer: AnswerRule = answer_immediately
    received_events: list[OutgoingEvent] = field(default_factory=list)
    acknowledged_sequences: list[int] = field(default_factory=list)
    on_kill: Callable[[], None] = lambda: None
    _lost: asyncio.Event | None = None

    async def send(self, event: OutgoingEvent) -> Acknowledgement:
        self.received_events.append(event)
        answer = self.answer(event)
        if answer == "kill":
            self.on_kill()
            raise ConnectionLostError
        if isinstance(answer, str):
            return Acknowledgement(answer)
        if answer:
            await asyncio.sleep(answer)
        self.acknowledged_sequences.append(event.sequence)
        return Acknowledgement()

    def sequences(self) -> list[int]:
        return [event.sequence for event in self.received_events]


def register_extensions(store: Store, *ids: str) -> list[int]:
    """Register extensions and return their database keys."""
    return [store.write_now(lambda work, id=id: extensions.register(work, id)) for id in ids]  # type: ignore[misc]  # the default binds the loop's value


def pause(store: Store, key: int) -> None:
    change = update(Extension).where(col(Extension.key) == key).values(state="paused")
    store.write_now(lambda work: work.connection.execute(change).rowcount)


def announce(store: Store, topic: Topic, images: Iterable[int], target: str | None = None) -> list[int]:
    """Events of the images with these numbers, in one unit of work; returns their sequences."""
    image_numbers = list(images)

    def unit(work: Work) -> int:
        for image in image_numbers:
            log.announce(work, topic, image=UUID(int=image), target=target)
        return log.newest_sequence(work.connection)

    newest = store.write_now(unit)
    return list(range(newest - len(image_numbers) + 1, newest + 1))


def logged_events(store: Store, topics: Sequence[str] = TOPICS) -> list[LoggedEvent]:
    """The whole log."""
    columns = [col(getattr(Event, name)) for name in LoggedEvent.__slots__]
    query = select(*columns).where(col(Event.topic).in_(topics)).order_by(col(Event.sequence))
    return [LoggedEvent(*row) for row in store.read_now(lambda connection: connection.execute(query).all())]


async def wait_until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until the condition is true; fail after `seconds`."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < deadline, "the condition did not become true in time"
        await asyncio.sleep(0.002)


async def wait_for_subscriptions(store: Store, count: int = 1) -> None:
    """Wait until so many extensions have subscribed; earlier events are not theirs. Fails after ten seconds."""
    subscribed = select(func.count(col(Subscription.extension).distinct()))
    deadline = asyncio.get_running_loop().time() + 10
    while await store.read(lambda connection: connection.execute(subscribed).scalar_one()) < count:
        assert asyncio.get_running_loop().time() < deadline, "the extensions did not subscribe in time"
        await asyncio.sleep(0.002)


async def crash(delivery: Delivery) -> None:
    """Drop a delivery as a crash of the server would: unsaved progress is lost, a running save may succeed or not."""
    for extension_connection in delivery._connections.values():
        extension_connection.close(deliberate=True)
    delivery._commit_signal.close()
    for task in delivery._tasks:
        task.cancel()
    await asyncio.gather(*delivery._tasks, return_exceptions=True)
