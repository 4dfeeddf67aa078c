"""Old events are removed from the log periodically, by the time that the service has lived through since."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from facetry.errors import unavailable
from facetry.events import log, pruning
from facetry.events.lived_time import LivedTime
from facetry.store import time_marks
from facetry.store.store import Store
from tests.facetry.events.scripted_extensions import logged_events, wait_until
from tests.support.libraries.stores import temporary_store

DAY_SECONDS = 86_400
DAY_MS = DAY_SECONDS * 1_000


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def test_old_events_are_removed_periodically(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL_SECONDS", 0.02)
    monkeypatch.setattr(pruning, "MAX_EVENTS_PER_UNIT", 2)

    async def main() -> None:
        prune_task = asyncio.create_task(pruning.prune_periodically(store, 0.2 / DAY_SECONDS))
        try:
            for _ in range(2):
                for _ in range(5):
                    await store.write(lambda work: log.announce(work, "image.created"))
                assert len(logged_events(store)) == 5
                await wait_until(lambda: not logged_events(store))
        finally:
            prune_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await prune_task

    asyncio.run(main())


def test_pruning_continues_after_a_fault(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "INTERVAL_SECONDS", 0.01)
    attempts: list[Any] = []

    def fail(*_: Any, **__: Any) -> None:
        attempts.append(1)
        raise unavailable("store.busy", "no")

    monkeypatch.setattr(pruning, "prune", fail)

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await pruning.prune_periodically(store, 1.0)

    asyncio.run(main())
    assert len(attempts) > 2


class Clock:
    """The clock and the time that passes, which a test sets."""

    def __init__(self) -> None:
        self.date = 20_000 * DAY_MS
        self.elapsed = 0

    def live(self, milliseconds: int) -> None:
        self.date += milliseconds
        self.elapsed += milliseconds

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        with mock.patch("time.time_ns", return_value=self.date * 1_000_000):
            yield


class PrunedLog:
    """A log of which each run removes what is older than seven days."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.start()

    def start(self) -> None:
        """The service starts; nothing says yet how long it has lived."""
        self.lived_time = LivedTime("events", lambda: self.clock.elapsed)

    def live(self, days: int) -> None:
        """The service runs so long, and prunes now and then."""
        for _ in range(days * 4):
            self.clock.live(DAY_MS // 4)
            self.prune()

    def announce(self) -> int:
        with self.clock.shown():
            self.store.write_now(lambda work: log.announce(work, "image.created"))
        return self.sequences()[-1]

    def prune(self) -> list[int]:
        """Remove what is old; returns the sequences of the events that are left."""
        find_last = functools.partial(pruning._last_before, lived_time=self.lived_time, period=7 * DAY_MS)
        with self.clock.shown():
            last = self.store.write_now(find_last)
            while self.store.write_now(lambda work: pruning.prune(work, last)) is not None:
                pass
        return self.sequences()

    def sequences(self) -> list[int]:
        return [event.sequence for event in logged_events(self.store)]


@pytest.fixture
def pruned(store: Store) -> PrunedLog:
    return PrunedLog(store, Clock())


@pytest.mark.parametrize("is_start", [False, True])
@pytest.mark.parametrize("days", [60, 400, -60, -400])
def test_a_leap_of_the_clock_makes_no_event_older(pruned: PrunedLog, days: int, is_start: bool) -> None:
    old = pruned.announce()
    pruned.prune()
    pruned.live(6)
    young = pruned.announce()
    assert pruned.prune() == [old, young]
    pruned.clock.date += days * DAY_MS
    if is_start:
        pruned.start()
    newest = pruned.announce()
    assert pruned.prune() == [old, young, newest]
    pruned.live(2)
    assert pruned.prune() == [young, newest], "what is old goes, whatever the clock shows"
    pruned.clock.date -= days * DAY_MS
    last = pruned.announce()
    assert pruned.prune() == [young, newest, last]
    pruned.live(6)
    assert pruned.prune() == [last], "events with a date in the future go too"


@pytest.mark.parametrize("late", [0, 400])
def test_a_log_that_has_no_notes_is_pruned_by_the_dates_of_its_events(pruned: PrunedLog, late: int) -> None:
    sequences = []
    for _ in range(20):
        sequences.append(pruned.announce())
        pruned.clock.live(DAY_MS)
    pruned.clock.date += late * DAY_MS
    (*_, first) = [sequence for sequence in sequences if sequence not in pruned.prune()]
    assert 20 - 9 <= sequences.index(first) + 1 <= 20 - 7


def test_notes_are_few(pruned: PrunedLog) -> None:
    for _ in range(24 * 20):
        pruned.clock.live(DAY_MS // 24)
        pruned.prune()
    mark = pruned.store.read_now(lambda connection: time_marks.find(connection, "events"))
    assert mark is not None
    assert len(mark.notes) < 140
