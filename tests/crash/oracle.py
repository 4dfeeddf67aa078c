"""What extensions were told and did, what the log and the tables say, and whether the two agree."""

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
from tests.crash.behaviours import TOLD, Behaviour

CLIENT: Final = "driver"
"""The extension in whose name clients set tags."""
LATE: Final = 400_000_000
"""Nanoseconds after which a fault may still keep an acknowledgement from arriving."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the log; extensions note it by its name."""

    sequence: int
    name: str
    topic: str
    image: str
    extension: str | None
    target: str | None


@dataclass
class Journal:
    """What one extension has noted so far; times are nanoseconds of the clock that all processes share."""

    path: Path
    delivered: dict[str, list[int]] = field(default_factory=dict)
    """The times at which each event came."""
    finished: dict[str, list[int]] = field(default_factory=dict)
    """The times at which its hook had ended well."""
    failed: Counter[str] = field(default_factory=Counter)
    pids: list[int] = field(default_factory=list)
    lines: int = 0
    _offset: int = 0

    def read(self) -> None:
        """Read on; what the last line still lacks is read the next time."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.decode().splitlines():
            mark, _, rest = line.partition(" ")
            name, _, moment = rest.rpartition(" ")
            self.lines += 1
            match mark:
                case "d":
                    self.delivered.setdefault(name, []).append(int(moment))
                case "o":
                    self.finished.setdefault(name, []).append(int(moment))
                case "f":
                    self.failed[name] += 1
                case "s":
                    self.pids.append(int(name.split()[0]))


@dataclass
class Written:
    """What the client did: each of its tags is the number of the writing, for each image on its own."""

    tried: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    last: dict[str, int] = field(default_factory=dict)
    """The number of the last acknowledged one."""


class Log:
    """What the log of a store has of the topics that anybody is told, read on and on."""

    def __init__(self) -> None:
        self.events: list[Happened] = []
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
            if topic in TOLD:
                self.events.append(Happened(sequence, f"{topic} {id} {sequence}", topic, id, extension, target))

    def of(self, behaviour: Behaviour) -> Iterator[Happened]:
        """What an extension has to be told, in order."""
        topics = set(behaviour.topics)
        return (each for each in self.events if each.topic in topics and each.target in (None, behaviour.id))


@dataclass
class Verdict:
    """Figures, and whatever is wrong."""

    wrong: list[str] = field(default_factory=list)
    events: int = 0
    deliveries: int = 0
    doubled: int = 0
    doubled_after_answer: int = 0
    dead: int = 0
    doubled_by: Counter[str] = field(default_factory=Counter)
    """How many by the fault that came next after the first time."""
    by_extension: dict[str, str] = field(default_factory=dict)

    def share(self) -> float:
        return self.doubled / max(1, self.deliveries)


def query(store: Store, statement: str, **values: object) -> list[tuple[Any, ...]]:
    return store.read_now(lambda connection: [tuple(row) for row in connection.execute(text(statement), values)])


def dead_letters(store: Store) -> dict[str, dict[int, str]]:
    """For each extension, the sequences that were given up, and why."""
    found: dict[str, dict[int, str]] = defaultdict(dict)
    rows = query(
        store,
        "SELECT e.id, d.sequence, d.error FROM delivery d JOIN extension e ON e.key = d.extension"
        " WHERE d.state = 'dead'",
    )
    for id, sequence, error in rows:
        found[id][sequence] = error
    return found


def is_hopeless(behaviour: Behaviour, image: str) -> bool:
    return bool(behaviour.hopeless) and int(image[-4:], 16) % behaviour.hopeless == 0


def is_vain(behaviour: Behaviour, event: Happened) -> bool:
    """Whether the extension will never finish it."""
    return event.topic == behaviour.topic and is_hopeless(behaviour, event.image)


def is_nothing(behaviour: Behaviour, image: str) -> bool:
    return bool(behaviour.nothing) and int(image[-4:], 16) % behaviour.nothing == 0


def judge(
    store: Store,
    log: Log,
    behaviours: Sequence[Behaviour],
    journals: Mapping[str, Journal],
    written: Written,
    struck: Sequence[tuple[int, str]],
) -> Verdict:
    """All of it. `struck` are the faults with their times."""
    verdict = Verdict(events=len({each.sequence for one in behaviours for each in log.of(one)}))
    letters = dead_letters(store)
    for behaviour in behaviours:
        journal, expected = journals[behaviour.id], list(log.of(behaviour))
        _judge_deliveries(verdict, behaviour, expected, journal, letters[behaviour.id])
        _judge_order(verdict, behaviour, expected, journal)
        _count_doubles(verdict, behaviour, journal, struck)
        _judge_ledger(verdict, store, log, behaviour)
    _judge_written(verdict, store, log, written)
    return verdict


def _judge_deliveries(
    verdict: Verdict,
    behaviour: Behaviour,
    expected: Sequence[Happened],
    journal: Journal,
    letters: Mapping[int, str],
) -> None:
    """Each event was told and finished, or given up because nobody could have finished it; and there was no other."""
    id = behaviour.id
    for event in expected:
        if event.sequence in letters and not is_vain(behaviour, event):
            verdict.wrong.append(f"{id}: {event.name} was given up: {letters[event.sequence]}")
        elif event.name not in (journal.delivered if is_vain(behaviour, event) else journal.finished):
            verdict.wrong.append(f"{id}: {event.name} was lost")
    for name in journal.delivered.keys() - {event.name for event in expected}:
        verdict.wrong.append(f"{id}: {name} is not in the log")
    verdict.dead += len(letters)


def _judge_order(verdict: Verdict, behaviour: Behaviour, expected: Sequence[Happened], journal: Journal) -> None:
    """No event of an image came before an earlier one of it had been finished; or had come, if that was in vain."""
    before: dict[str, tuple[int, str]] = {}
    for event in expected:
        if event.name in journal.delivered:
            since, name = before.get(event.image, (0, ""))
            if journal.delivered[event.name][0] < since:
                verdict.wrong.append(f"{behaviour.id}: {event.name} came before {name} was done")
            done = (journal.delivered if is_vain(behaviour, event) else journal.finished).get(event.name, [0])
            before[event.image] = max((since, name), (done[0], event.name))


def _count_doubles(verdict: Verdict, behaviour: Behaviour, journal: Journal, struck: Sequence[tuple[int, str]]) -> None:
    """What came again although its hook had not failed."""
    moments = [moment for moment, _ in struck]
    doubled = 0
    for name, times in journal.delivered.items():
        surplus = max(0, len(times) - 1 - journal.failed[name])
        doubled += surplus
        verdict.doubled_after_answer += max(0, len(journal.finished.get(name, ())) - 1)
        for moment in times[len(times) - surplus - 1 : -1] if surplus else ():
            place = bisect(moments, moment - LATE)
            verdict.doubled_by[struck[place][1] if place < len(struck) else "silence"] += 1
    count = sum(map(len, journal.delivered.values()))
    verdict.deliveries += count
    verdict.doubled += doubled
    verdict.by_extension[behaviour.id] = f"{count} deliveries, {doubled} doubled, {len(journal.pids)} starts"


def _judge_ledger(verdict: Verdict, store: Store, log: Log, behaviour: Behaviour) -> None:
    """The state of each image is what the extension made of the last event that asked, and so is its facet."""
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
        elif is_hopeless(behaviour, image):
            expected = ("failed", None)
        elif is_nothing(behaviour, image):
            expected = ("empty", "nothing")
        if (state, facet) != expected:
            verdict.wrong.append(f"{behaviour.id}: {image} is {state} with {facet}, not {expected}")


def _facets(store: Store, behaviour: Behaviour) -> dict[str, object]:
    """What the extension wrote: of each image the event that it computed; `nothing` where it found nothing."""
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


def _judge_written(verdict: Verdict, store: Store, log: Log, written: Written) -> None:
    """Each acknowledged writing has its event and stands, unless a later one does."""
    events = Counter(each.image for each in log.events if each.extension == CLIENT)
    rows = query(
        store,
        "SELECT i.id, t.value FROM image_tag x JOIN image i ON i.key = x.image"
        " JOIN extension e ON e.key = x.extension JOIN tag t ON t.key = x.tag WHERE e.id = :id",
        id=CLIENT,
    )
    held = {str(UUID(bytes=id)): int(tag) for id, tag in rows}
    images = {str(UUID(bytes=id)) for (id,) in query(store, "SELECT id FROM image")}
    for image, tried in written.tried.items():
        if not written.acknowledged[image] <= events[image] <= tried:
            count = written.acknowledged[image]
            verdict.wrong.append(f"{image}: {events[image]} events of {count} acknowledged writings")
        if image in images and not written.last.get(image, 0) <= held.get(image, 0) <= tried:
            verdict.wrong.append(f"{image}: it has {held.get(image)}, and {written.last[image]} was acknowledged")
