"""No event is lost between a real store and three extensions, however often the server crashes.

The environment variable `EVENTS` sets the number of events; the test prints its figures.
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

from facetry.events import log, queue_reading, subscriptions
from facetry.events.connection import OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, Checkpoint, DeliveryLimits
from facetry.events.log import LoggedEvent
from facetry.events.subscriptions import DeliveryProgress
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic
from tests.facetry.events.scripted_extensions import FakeExtension, crash, logged_events, register_extensions
from tests.support.engines.databases import database_at

EVENTS = int(os.environ.get("EVENTS", "2000"))
CRASHES: Final = max(3, EVENTS // 1_000)
RATE: Final = 400  # events per second
IMAGES: Final = 150
TOPICS: Final[tuple[Topic, ...]] = ("image.created", "image.updated", "image.tags.updated")
LIMITS: Final = DeliveryLimits(first_retry_delay=SECOND // 100, max_retry_delay=SECOND // 10, max_attempts=3)
MAX_DUPLICATE_SHARE: Final = 0.05
"""The share of deliveries that crashes may repeat. A delivery that saves nothing repeats about a half."""
POISON_IMAGES: Final = 5
"""Number of images whose events crash the extension each time."""


@dataclass
class DeliveryRecorder:
    """Records the events that an extension got, and checks them against the log, without using the queue's code."""

    fake: FakeExtension
    poison_images: frozenset[str]
    finished_sequences: set[int] = field(default_factory=set)
    attempt_counts: Counter[int] = field(default_factory=Counter)
    before: dict[int, Sequence[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    duplicate_count: int = 0

    def answer(self, event: OutgoingEvent) -> float | str:
        self.attempt_counts[event.sequence] += 1
        self.duplicate_count += event.sequence in self.finished_sequences
        return self._answer(event)

    def __post_init__(self) -> None:
        self._answer, self.fake.answer = self.fake.answer, self.answer
        acknowledged = self.fake.acknowledged_sequences

        class Noting(list[int]):
            def append(inner, sequence: int) -> None:  # noqa: N805
                self.finished_sequences.add(sequence)
                acknowledged.append(sequence)

        self.fake.acknowledged_sequences = Noting()

    def violations(self, history: Sequence[LoggedEvent], dead: set[int]) -> list[str]:
        """The violations: lost events, wrong dead letters, and images whose events came out of order."""
        expected = {event.sequence for event in history}
        poisoned = {event.sequence for event in history if str(UUID(bytes=event.image)) in self.poison_images}
        violations = [
            f"{self.fake.id}: {sequence} was lost" for sequence in sorted(expected - self.finished_sequences - dead)
        ]
        if dead != poisoned:
            violations.append(f"{self.fake.id}: wrong or missing dead letters {sorted(dead ^ poisoned)}")
        first_places: dict[int, int] = {}
        for place, event in enumerate(self.fake.received_events):
            first_places.setdefault(event.sequence, place)
        places_of_image: dict[bytes | None, list[int]] = {}
        for logged in history:
            places_of_image.setdefault(logged.image, []).append(first_places.get(logged.sequence, -1))
        violations += [
            f"{self.fake.id}: {places} is out of order"
            for places in places_of_image.values()
            if places != sorted(places)
        ]
        return violations


async def run_scenario(
    store: Store, events: int = EVENTS, new_delivery: Callable[[Store], Delivery] | None = None
) -> tuple[list[str], int, int]:
    """The violations, the number of deliveries, and how many of them were duplicates."""
    rng = random.Random(7)
    new_delivery = new_delivery or (lambda store: Delivery(store, limits=LIMITS))
    poison_images = frozenset(str(UUID(int=number)) for number in range(POISON_IMAGES))
    keys = dict(zip(("quick", "slow", "poison"), register_extensions(store, "quick", "slow", "poison"), strict=True))
    for key in keys.values():
        await store.write(lambda work, key=key: subscriptions.subscribe(work, key, TOPICS))  # type: ignore[misc]  # the default binds the loop's value
    recorders = [
        DeliveryRecorder(FakeExtension("quick"), frozenset()),
        DeliveryRecorder(FakeExtension("slow", lambda _: rng.uniform(0.005, 0.03)), frozenset()),
        DeliveryRecorder(
            FakeExtension("poison", lambda event: "kill" if event.value["id"] in poison_images else 0), poison_images
        ),
    ]
    current_delivery = new_delivery(store)

    def connect(fake: FakeExtension) -> None:
        connected_delivery = current_delivery

        def die() -> None:
            connected_delivery.remove_connection(fake.id, deliberate=False)
            asyncio.get_running_loop().call_later(0.02, again)

        def again() -> None:
            if connected_delivery is current_delivery:
                connect(fake)

        fake.on_kill = die
        connected_delivery.add_connection(fake.id, fake, [], TOPICS)

    def begin() -> None:
        current_delivery.begin()
        for recorder in recorders:
            connect(recorder.fake)

    async def write() -> None:
        for _ in range(events // 10):
            batch = [(rng.choice(TOPICS), UUID(int=rng.randrange(IMAGES))) for _ in range(10)]

            def unit(work: Work, batch: Sequence[tuple[Topic, UUID]] = batch) -> None:
                for topic, image in batch:
                    log.announce(work, topic, image=image)

            await store.write(unit)
            await asyncio.sleep(10 / RATE)

    begin()
    writing = asyncio.create_task(write())
    for _ in range(CRASHES):
        await asyncio.sleep(events / RATE / CRASHES * rng.uniform(0.5, 1))
        await crash(current_delivery)
        current_delivery = new_delivery(store)
        begin()
    await writing
    history = [event for event in logged_events(store) if event.topic in TOPICS]

    def dead_sequences(recorder: DeliveryRecorder) -> set[int]:
        letters = store.read_now(lambda c: subscriptions.dead_letters(c, keys[recorder.fake.id], take=events))
        return {letter.sequence for letter in letters}

    def is_over() -> bool:
        return all(
            len(recorder.finished_sequences) + len(dead_sequences(recorder)) >= len(history) for recorder in recorders
        )

    quiet_rounds, last_total = 0, -1
    while not is_over() and quiet_rounds < 30:  # if an event is lost, the wait ends after 30 rounds without deliveries
        await asyncio.sleep(0.1)
        total = sum(len(recorder.fake.received_events) for recorder in recorders)
        quiet_rounds, last_total = (quiet_rounds + 1, last_total) if total == last_total else (0, total)
    await current_delivery.stop()
    violations = [fault for recorder in recorders for fault in recorder.violations(history, dead_sequences(recorder))]
    return (
        violations,
        sum(len(recorder.fake.received_events) for recorder in recorders),
        sum(each.duplicate_count for each in recorders),
    )


def test_no_event_is_lost_however_often_the_server_crashes(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    violations, deliveries, duplicates = asyncio.run(run_scenario(store))
    store.close()
    print(f"{EVENTS} events, {CRASHES} crashes, {deliveries} deliveries, {duplicates} duplicates")
    print(f"{len(violations)} violations")
    assert violations == []
    assert duplicates <= MAX_DUPLICATE_SHARE * deliveries


def test_the_recorders_detect_a_position_that_is_saved_before_the_acknowledgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scenario with a faulty delivery: it saves the position of its reads, before the events are finished."""
    real_progress_of = queue_reading.progress_of
    deliveries: list[Delivery] = []

    def read_position_progress(checkpoint: Checkpoint, now: int) -> DeliveryProgress:
        progress = real_progress_of(checkpoint, now)
        read_positions = {
            topic: group.read_up_to
            for extension_connection in deliveries[-1]._connections.values()
            if extension_connection.queue is not None
            for group in extension_connection.queue.groups
            for topic in group.topics
        }
        return DeliveryProgress(
            {**progress.positions, **read_positions}, progress.last_sent, progress.records, progress.deleted_sequences
        )

    def make(store: Store) -> Delivery:
        deliveries.append(Delivery(store, limits=LIMITS))
        return deliveries[-1]

    monkeypatch.setattr(queue_reading, "progress_of", read_position_progress)
    store = Store(database_at(tmp_path / "library.db"))
    violations, _, _ = asyncio.run(run_scenario(store, 800, make))
    store.close()
    assert any("was lost" in violation for violation in violations)
