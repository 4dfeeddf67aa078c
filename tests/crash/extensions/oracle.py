"""Compares what extensions received and wrote with the event log and the tables."""

import struct
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from sqlalchemy import text

from facetry.store.store import Store
from tests.crash.extensions.behaviours import DELIVERED, Behaviour

CLIENT: Final = "driver"
"""The extension for which clients set tags."""
LATE: Final = 400_000_000
"""Nanoseconds by which a fault can precede a delivery and still prevent its acknowledgement."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event of the log. Extensions write its `name` into their journals."""

    sequence: int
    name: str
    topic: str
    image: str
    extension: str | None
    target: str | None


@dataclass
class Journal:
    """The journal of one extension so far. Times are nanoseconds of the monotonic clock that all processes share."""

    path: Path
    delivered: dict[str, list[int]] = field(default_factory=dict)
    """The times of the deliveries of each event."""
    finished: dict[str, list[int]] = field(default_factory=dict)
    """The times at which the hook of each event succeeded."""
    failed: Counter[str] = field(default_factory=Counter)
    pids: list[int] = field(default_factory=list)
    lines: int = 0
    _offset: int = 0

    def read(self) -> None:
        """Read new lines. An incomplete last line is read the next time."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.decode().splitlines():
            kind, _, rest = line.partition(" ")
            name, _, time_ns = rest.rpartition(" ")
            self.lines += 1
            match kind:
                case "d":
                    self.delivered.setdefault(name, []).append(int(time_ns))
                case "o":
                    self.finished.setdefault(name, []).append(int(time_ns))
                case "f":
                    self.failed[name] += 1
                case "s":
                    self.pids.append(int(name.split()[0]))


@dataclass
class TagWrites:
    """The writes of the client. Each tag is the number of the write, counted for each image."""

    attempts: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    last: dict[str, int] = field(default_factory=dict)
    """The number of the last acknowledged write by image."""


class Log:
    """The events of a store's log that are delivered to extensions. Each call of `read` adds new ones."""

    def __init__(self) -> None:
        self.events: list[LoggedEvent] = []
        self._after = 0

    def read(self, store: Store) -> None:
        rows = query(
            store,
            "SELECT sequence, topic, image, extension, target FROM event"
            " WHERE sequence > :after AND image IS NOT NULL ORDER BY sequence",
            after=self._after,
        )
        for sequence, topic, image, extension, target in rows:
            id = str(UUID(bytes=image))
            self._after = sequence
            if topic in DELIVERED:
                self.events.append(LoggedEvent(sequence, f"{topic} {id} {sequence}", topic, id, extension, target))

    def of(self, behaviour: Behaviour) -> Iterator[LoggedEvent]:
        """The events that an extension has to receive, in order."""
        topics = set(behaviour.topics)
        return (each for each in self.events if each.topic in topics and each.target in (None, behaviour.id))


@dataclass
class Comparison:
    """Figures and errors of a comparison."""

    errors: list[str] = field(default_factory=list)
    events: int = 0
    deliveries: int = 0
    duplicates: int = 0
    duplicates_after_answer: int = 0
    dead_letters: int = 0
    duplicates_by_fault: Counter[str] = field(default_factory=Counter)
    """Number of duplicates by the fault that followed the first delivery."""
    by_extension: dict[str, str] = field(default_factory=dict)

    def share(self) -> float:
        return self.duplicates / max(1, self.deliveries)


def query(store: Store, statement: str, **values: object) -> list[tuple[Any, ...]]:
    return store.read_now(lambda connection: [tuple(row) for row in connection.execute(text(statement), values)])


def dead_letters(store: Store) -> dict[str, dict[int, str]]:
    """The dead letters by extension: sequence numbers with their errors."""
    found: dict[str, dict[int, str]] = defaultdict(dict)
    rows = query(
        store,
        "SELECT e.id, d.sequence, d.error FROM delivery d JOIN extension e ON e.key = d.extension"
        " WHERE d.state = 'dead'",
    )
    for id, sequence, error in rows:
        found[id][sequence] = error
    return found


def is_impossible(behaviour: Behaviour, image: str) -> bool:
    return bool(behaviour.hopeless) and int(image[-4:], 16) % behaviour.hopeless == 0


def never_finishes(behaviour: Behaviour, event: LoggedEvent) -> bool:
    """Whether the extension can never finish the event."""
    return event.topic == behaviour.topic and is_impossible(behaviour, event.image)


def finds_nothing(behaviour: Behaviour, image: str) -> bool:
    return bool(behaviour.nothing) and int(image[-4:], 16) % behaviour.nothing == 0


def compare(
    store: Store,
    log: Log,
    behaviours: Sequence[Behaviour],
    journals: Mapping[str, Journal],
    tag_writes: TagWrites,
    injected: Sequence[tuple[int, str]],
) -> Comparison:
    """Compare everything. `injected` are the faults with their times in nanoseconds."""
    comparison = Comparison(events=len({each.sequence for one in behaviours for each in log.of(one)}))
    given_up = dead_letters(store)
    for behaviour in behaviours:
        journal, expected = journals[behaviour.id], list(log.of(behaviour))
        _check_deliveries(comparison, behaviour, expected, journal, given_up[behaviour.id])
        _check_order(comparison, behaviour, expected, journal)
        _count_duplicates(comparison, behaviour, journal, injected)
        _check_ledger(comparison, store, log, behaviour)
    _check_tag_writes(comparison, store, log, tag_writes)
    return comparison


def _check_deliveries(
    comparison: Comparison,
    behaviour: Behaviour,
    expected: Sequence[LoggedEvent],
    journal: Journal,
    given_up: Mapping[int, str],
) -> None:
    """Each event was delivered and finished, or given up because the extension can never finish it. No other event was
    delivered.
    """
    id = behaviour.id
    for event in expected:
        if event.sequence in given_up and not never_finishes(behaviour, event):
            comparison.errors.append(f"{id}: {event.name} was given up: {given_up[event.sequence]}")
        elif event.name not in (journal.delivered if never_finishes(behaviour, event) else journal.finished):
            comparison.errors.append(f"{id}: {event.name} was lost")
    for name in journal.delivered.keys() - {event.name for event in expected}:
        comparison.errors.append(f"{id}: {name} is not in the log")
    comparison.dead_letters += len(given_up)


def _check_order(
    comparison: Comparison, behaviour: Behaviour, expected: Sequence[LoggedEvent], journal: Journal
) -> None:
    """No event of an image was delivered before the previous one was finished, or delivered if it can never be
    finished.
    """
    before: dict[str, tuple[int, str]] = {}
    for event in expected:
        if event.name in journal.delivered:
            since, name = before.get(event.image, (0, ""))
            if journal.delivered[event.name][0] < since:
                comparison.errors.append(f"{behaviour.id}: {event.name} came before {name} was done")
            done = (journal.delivered if never_finishes(behaviour, event) else journal.finished).get(event.name, [0])
            before[event.image] = max((since, name), (done[0], event.name))


def _count_duplicates(
    comparison: Comparison, behaviour: Behaviour, journal: Journal, injected: Sequence[tuple[int, str]]
) -> None:
    """Count repeated deliveries of events whose hook had not failed."""
    fault_times = [time_ns for time_ns, _ in injected]
    duplicates = 0
    for name, times in journal.delivered.items():
        surplus = max(0, len(times) - 1 - journal.failed[name])
        duplicates += surplus
        comparison.duplicates_after_answer += max(0, len(journal.finished.get(name, ())) - 1)
        for time_ns in times[len(times) - surplus - 1 : -1] if surplus else ():
            place = bisect(fault_times, time_ns - LATE)
            comparison.duplicates_by_fault[injected[place][1] if place < len(injected) else "silence"] += 1
    count = sum(map(len, journal.delivered.values()))
    comparison.deliveries += count
    comparison.duplicates += duplicates
    comparison.by_extension[behaviour.id] = f"{count} deliveries, {duplicates} doubled, {len(journal.pids)} starts"


def _check_ledger(comparison: Comparison, store: Store, log: Log, behaviour: Behaviour) -> None:
    """The state and the facet of each image are the result of the last event that requested them."""
    asked = {event.image: event.sequence for event in log.of(behaviour) if event.topic == behaviour.topic}
    images = {str(UUID(bytes=id)) for (id,) in query(store, "SELECT id FROM image")}
    states = {
        str(UUID(bytes=id)): state
        for id, state in query(
            store,
            "SELECT i.id, t.state FROM task t JOIN image i ON i.key = t.image JOIN extension e ON e.key = t.extension"
            " WHERE e.id = :id AND t.capability = :can",
            id=behaviour.id,
            can=f"image.{behaviour.kind}",
        )
    }
    facets = _facets(store, behaviour)
    for image in images:
        state, facet, last = states.get(image), facets.get(image), asked.get(image)
        expected: tuple[str | None, object] = ("done", last)
        if last is None:
            expected = (None, None)
        elif is_impossible(behaviour, image):
            expected = ("failed", None)
        elif finds_nothing(behaviour, image):
            expected = ("empty", "nothing")
        if (state, facet) != expected:
            comparison.errors.append(f"{behaviour.id}: {image} is {state} with {facet}, not {expected}")


def _facets(store: Store, behaviour: Behaviour) -> dict[str, object]:
    """The facets that the extension wrote: by image the sequence of the computed event, or `nothing` for an empty
    result.
    """
    match behaviour.kind:
        case "tags":
            rows = query(
                store,
                "SELECT i.id, t.value FROM image_tag x JOIN image i ON i.key = x.image"
                " JOIN extension e ON e.key = x.extension JOIN tag t ON t.key = x.tag WHERE e.id = :id",
                id=behaviour.id,
            )
            values = [(id, int(tag[3:]) if tag.startswith("at-") else "nothing") for id, tag in rows]
        case "features":
            rows = query(
                store,
                "SELECT i.id, x.number FROM image_feature x JOIN image i ON i.key = x.image"
                " JOIN extension e ON e.key = x.extension WHERE e.id = :id",
                id=behaviour.id,
            )
            values = [(id, int(number)) for id, number in rows]
        case _:
            rows = query(
                store,
                "SELECT i.id, x.components FROM vector x JOIN image i ON i.key = x.image"
                " JOIN vector_space s ON s.key = x.space JOIN extension e ON e.key = s.extension WHERE e.id = :id",
                id=behaviour.id,
            )
            values = [(id, int(struct.unpack("<f", components)[0])) for id, components in rows]
    found: dict[str, object] = {}
    for id, value in values:
        image = str(UUID(bytes=id))
        found[image] = value if image not in found else "more than one"
    return found


def _check_tag_writes(comparison: Comparison, store: Store, log: Log, tag_writes: TagWrites) -> None:
    """Each acknowledged write has its event, and its tag is stored unless a later write replaced it."""
    events = Counter(each.image for each in log.events if each.extension == CLIENT)
    rows = query(
        store,
        "SELECT i.id, t.value FROM image_tag x JOIN image i ON i.key = x.image"
        " JOIN extension e ON e.key = x.extension JOIN tag t ON t.key = x.tag WHERE e.id = :id",
        id=CLIENT,
    )
    held = {str(UUID(bytes=id)): int(tag) for id, tag in rows}
    images = {str(UUID(bytes=id)) for (id,) in query(store, "SELECT id FROM image")}
    for image, attempts in tag_writes.attempts.items():
        if not tag_writes.acknowledged[image] <= events[image] <= attempts:
            count = tag_writes.acknowledged[image]
            comparison.errors.append(f"{image}: {events[image]} events of {count} acknowledged writings")
        if image in images and not tag_writes.last.get(image, 0) <= held.get(image, 0) <= attempts:
            comparison.errors.append(
                f"{image}: it has {held.get(image)}, and {tag_writes.last[image]} was acknowledged"
            )
