"""Nothing is lost between a real store and three extensions, however often the server dies.

`EVENTS` makes it as long as you like; the long form of this test prints its figures.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from facetry.events import log, subscriptions
from facetry.events import queue_reading as reading
from facetry.events.connection import Outgoing
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, Bounds, Kept
from facetry.events.log import Entry
from facetry.events.subscriptions import Progress
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic
from tests.facetry.events.scripted_extensions import Fake, abandon, entries, install

EVENTS = int(os.environ.get("EVENTS", "2000"))
KILLS: Final = max(3, EVENTS // 1_000)
RATE: Final = 400  # events a second
IMAGES: Final = 150
TOPICS: Final[tuple[Topic, ...]] = ("image.created", "image.updated", "image.tags.updated")
BOUNDS: Final = Bounds(first_delay=SECOND // 100, longest_delay=SECOND // 10, attempts=3)
POISON: Final = 5
"""Images that kill the extension each time."""


@dataclass
class Witness:
    """What an extension saw, and what must not have been. It knows the log, and nothing of lanes."""

    fake: Fake
    hopeless: frozenset[str]
    done: set[int] = field(default_factory=set)
    tried: Counter[int] = field(default_factory=Counter)
    before: dict[int, Sequence[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    doubled: int = 0

    def answer(self, event: Outgoing) -> float | str:
        self.tried[event.sequence] += 1
        self.doubled += event.sequence in self.done
        return self._answer(event)

    def __post_init__(self) -> None:
        self._answer, self.fake.answer = self.fake.answer, self.answer
        acknowledged = self.fake.acknowledged

        class Noting(list[int]):
            def append(inner, sequence: int) -> None:  # noqa: N805
                self.done.add(sequence)
                acknowledged.append(sequence)

        self.fake.acknowledged = Noting()

    def judge(self, history: Sequence[Entry], dead: set[int]) -> list[str]:
        """What is wrong in the end: events that were lost, and images whose events came out of order."""
        wanted = {entry.sequence for entry in history}
        hopeless = {entry.sequence for entry in history if str(UUID(bytes=entry.image)) in self.hopeless}
        faults = [f"{self.fake.id}: {sequence} was lost" for sequence in sorted(wanted - self.done - dead)]
        if dead != hopeless:
            faults.append(f"{self.fake.id}: gave up {sorted(dead ^ hopeless)} or did not")
        first: dict[int, int] = {}
        for place, event in enumerate(self.fake.got):
            first.setdefault(event.sequence, place)
        of_image: dict[bytes | None, list[int]] = {}
        for entry in history:
            of_image.setdefault(entry.image, []).append(first.get(entry.sequence, -1))
        faults += [f"{self.fake.id}: {places} is no order" for places in of_image.values() if places != sorted(places)]
        return faults


async def run(
    store: Store, events: int = EVENTS, make: Callable[[Store], Delivery] | None = None
) -> tuple[list[str], int, int]:
    """What the witnesses say, how many deliveries there were, and how many of them were doubled."""
    chance = random.Random(7)
    make = make or (lambda store: Delivery(store, bounds=BOUNDS))
    poisoned = frozenset(str(UUID(int=number)) for number in range(POISON))
    keys = dict(zip(("quick", "slow", "poison"), install(store, "quick", "slow", "poison"), strict=True))
    for key in keys.values():
        await store.write(lambda work, key=key: subscriptions.subscribe(work, key, TOPICS))  # type: ignore[misc]  # the default binds the loop's value
    witnesses = [
        Witness(Fake("quick"), frozenset()),
        Witness(Fake("slow", lambda _: chance.uniform(0.005, 0.03)), frozenset()),
        Witness(Fake("poison", lambda event: "kill" if event.value["id"] in poisoned else 0), poisoned),
    ]
    current = make(store)

    def connect(fake: Fake) -> None:
        of = current

        def die() -> None:
            of.disconnected(fake.id, deliberate=False)
            asyncio.get_running_loop().call_later(0.02, again)

        def again() -> None:
            if of is current:
                connect(fake)

        fake.killed = die
        of.connected(fake.id, fake, [], TOPICS)

    def begin() -> None:
        current.begin()
        for witness in witnesses:
            connect(witness.fake)

    async def write() -> None:
        for _ in range(events // 10):
            some = [(chance.choice(TOPICS), UUID(int=chance.randrange(IMAGES))) for _ in range(10)]

            def unit(work: Work, some: Sequence[tuple[Topic, UUID]] = some) -> None:
                for topic, image in some:
                    log.announce(work, topic, image=image)

            await store.write(unit)
            await asyncio.sleep(10 / RATE)

    begin()
    writing = asyncio.create_task(write())
    for _ in range(KILLS):
        await asyncio.sleep(events / RATE / KILLS * chance.uniform(0.5, 1))
        await abandon(current)
        current = make(store)
        begin()
    await writing
    history = [entry for entry in entries(store) if entry.topic in TOPICS]

    def dead(witness: Witness) -> set[int]:
        letters = store.read_now(lambda c: subscriptions.dead(c, keys[witness.fake.id], take=events))
        return {letter.sequence for letter in letters}

    def is_over() -> bool:
        return all(len(witness.done) + len(dead(witness)) >= len(history) for witness in witnesses)

    quiet, seen = 0, -1
    while not is_over() and quiet < 30:  # something may be lost: then it ends when nothing comes any more
        await asyncio.sleep(0.1)
        total = sum(len(witness.fake.got) for witness in witnesses)
        quiet, seen = (quiet + 1, seen) if total == seen else (0, total)
    await current.stop()
    faults = [fault for witness in witnesses for fault in witness.judge(history, dead(witness))]
    return faults, sum(len(witness.fake.got) for witness in witnesses), sum(each.doubled for each in witnesses)


def test_nothing_is_lost_however_often_the_server_dies(tmp_path: Path) -> None:
    store = Store(tmp_path / "library.db")
    faults, deliveries, doubled = asyncio.run(run(store))
    store.close()
    print(f"{EVENTS} events, {KILLS} kills, {deliveries} deliveries, {doubled} doubled, {len(faults)} faults")
    assert faults == []
    assert doubled <= 0.01 * deliveries


def test_the_witnesses_see_a_position_that_is_kept_before_the_acknowledgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with a delivery that keeps how far it has read as if all of it were done."""
    real = reading.progress_of
    lanes: list[Delivery] = []

    def hasty(kept: Kept, now: int) -> Progress:
        progress = real(kept, now)
        read = {
            topic: group.looked
            for channel in lanes[-1]._channels.values()
            if channel.lane is not None
            for group in channel.lane.groups
            for topic in group.topics
        }
        return Progress({**progress.positions, **read}, progress.sent, progress.rows, progress.gone)

    def make(store: Store) -> Delivery:
        lanes.append(Delivery(store, bounds=BOUNDS))
        return lanes[-1]

    monkeypatch.setattr(reading, "progress_of", hasty)
    store = Store(tmp_path / "library.db")
    faults, _, _ = asyncio.run(run(store, 800, make))
    store.close()
    assert any("was lost" in fault for fault in faults)
