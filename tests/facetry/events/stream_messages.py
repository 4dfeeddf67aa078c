"""A naive stream: a log in a list, a database of dicts, an extension that follows a script, and a clock that is a
number. A lane runs in it, life after life, and a judge that knows nothing of lanes writes down what is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from facetry.events.delivery_queue import Item, Lane
from facetry.events.delivery_types import SECOND, Bounds, Fence, Kept, Outcome, Trouble
from facetry.events.log import Entry
from facetry.events.throttle import Policy

TOPICS = ("image.created", "image.updated", "image.tags.updated", "image.computeTags", "repository.updated")


def entry(sequence: int, topic: str = "image.created", image: int | None = 0) -> Entry:
    """An event of the image with this number."""
    return Entry(sequence, 1_000, topic, None if image is None else image.to_bytes(16, "big"))


@dataclass
class Database:
    """What outlives a lane."""

    positions: dict[str, int]
    rows: dict[int, Trouble] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    outcomes: dict[int, Outcome] = field(default_factory=dict)

    def keep(self, kept: Kept) -> None:
        for sequence in kept.gone:
            self.rows.pop(sequence, None)
        self.rows |= {trouble.entry.sequence: trouble for trouble in kept.troubles}
        self.positions |= kept.positions
        self.sent |= kept.sent
        self.outcomes |= {outcome.entry.sequence: outcome for outcome in kept.outcomes}

    def dead(self) -> set[int]:
        return {sequence for sequence, row in self.rows.items() if row.is_dead}


@dataclass
class Judge:
    """What really happened to each event, and what must not have."""

    log: Sequence[Entry]
    bounds: Bounds
    done: set[int] = field(default_factory=set)
    tried: Counter[int] = field(default_factory=Counter)
    vain: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    times: dict[str, list[int]] = field(default_factory=dict)
    doubled: int = 0

    def __post_init__(self) -> None:
        self._before: dict[int, list[int]] = {}
        queues: dict[bytes | str, list[int]] = {}
        for each in self.log:
            queue = queues.setdefault(each.image or each.topic, [])
            self._before[each.sequence] = queue[-1:]
            queue.append(each.sequence)

    def sent(self, item: Item, now: int) -> None:
        sequence = item.entry.sequence
        self.tried[sequence] += 1
        self.doubled += sequence in self.done
        self.times.setdefault(item.entry.topic, []).append(now)
        for earlier in self._before[sequence]:
            if earlier not in self.done and self.vain[earlier] < self.bounds.attempts:
                self.faults.append(f"{sequence} was sent before {earlier} was done")

    def ended(self, database: Database) -> list[str]:
        dead = database.dead()
        for each in self.log:
            sequence = each.sequence
            if sequence not in self.done and sequence not in dead:
                self.faults.append(f"{sequence} was lost")
            if sequence in dead and self.vain[sequence] < self.bounds.attempts:
                self.faults.append(f"{sequence} was given up after {self.vain[sequence]} attempts")
            if sequence not in database.outcomes:
                self.faults.append(f"nobody was told what came of {sequence}")
        waiting = set(database.rows) - dead
        return self.faults + [f"{sequence} still has a row" for sequence in waiting]


@dataclass
class Extension:
    """What it answers, by event: for each attempt `ok`, `error`, `mute` or `kill`; the last one for all others."""

    script: Mapping[int, Sequence[str]]
    slowness: int = SECOND // 100

    def answer(self, sequence: int, attempt: int) -> str:
        lines = self.script.get(sequence, ("ok",))
        return lines[min(attempt, len(lines) - 1)]


@dataclass
class Faults:
    """How likely each is, at each step."""

    crash: float = 0.0  # of the server: what was not kept is gone
    cut: float = 0.0  # of the connection
    stop: float = 0.0  # on purpose
    keep: float = 0.3  # not a fault: that progress is kept now


class Stream:
    """Runs lanes until all is finished, or nothing moves any more."""

    def __init__(
        self,
        log: Sequence[Entry],
        extension: Extension,
        policies: Iterable[Policy] = (),
        *,
        bounds: Bounds | None = None,
        seed: int = 0,
        make: Callable[..., Lane] = Lane,
        fenced: bool = True,
        change: Callable[[], list[Policy]] | None = None,
    ) -> None:
        """`change` makes other policies for each life, so that topics are grouped otherwise."""
        self.log, self.extension, self.policies = log, extension, list(policies)
        self.bounds = bounds or Bounds()
        self.database = Database(dict.fromkeys(TOPICS, 0))
        self.judge = Judge(log, self.bounds)
        self.chance = random.Random(seed)
        self.make, self.fenced, self.change = make, fenced, change
        self.now = 0
        self.most_held = 0
        self.lives = 0
        self.readable = len(log)  # how much of the log is written already
        self._answers: list[tuple[int, int, str]] = []
        self.lane = self._begin()

    def run(self, faults: Faults | None = None, steps: int = 1_000_000) -> list[str]:
        """What the judge says in the end."""
        faults = faults or Faults()
        for _ in range(steps):
            self._feed()
            self._send()
            self.most_held = max(self.most_held, self.lane.held())
            if self._strike(faults):
                continue
            if not self._wait():
                self.database.keep(self.lane.keep())
                return self.judge.ended(self.database)
        return ["it never ended"]

    def _begin(self) -> Lane:
        self.lives += 1
        self._answers.clear()
        if self.change is not None:
            self.policies = self.change()
        lane = self.make(self.database.positions, self.policies, self.database.sent, self.bounds)
        waiting = sorted(
            (row for row in self.database.rows.values() if not row.is_dead), key=lambda row: row.entry.sequence
        )
        lane.restore(waiting, self._fences(lane, [row.entry for row in waiting]), self.now)
        return lane

    def _fences(self, lane: Lane, entries: Iterable[Entry]) -> dict[int, list[Fence]]:
        fences: dict[int, list[Fence]] = {}
        for each in entries if self.fenced else ():
            for group in lane.groups:
                before = self.log[group.looked : each.sequence - 1]  # the sequence n stands at n - 1
                same = [e.sequence for e in before if e.image == each.image and e.topic in group.topics]
                if same and each.image is not None:
                    fences.setdefault(each.sequence, []).append(Fence(group.index, same[-1]))
        return fences

    def _feed(self) -> None:
        for want in self.lane.wants():
            span = self.log[want.after : min(want.after + 2_000, self.readable)]
            found = [each for each in span if each.topic in want.topics][: want.limit]
            looked = found[-1].sequence if len(found) == want.limit else want.after + len(span)
            self.lane.feed(want.group, found, looked, self._fences(self.lane, found), self.now)

    def _send(self) -> None:
        for item in self.lane.take(self.now):
            sequence = item.entry.sequence
            self.judge.sent(item, self.now)
            answer = self.extension.answer(sequence, self.judge.tried[sequence] - 1)
            if answer != "mute":
                delay = self.chance.randint(0, 2 * self.extension.slowness)
                heappush(self._answers, (self.now + delay, sequence, answer))

    def _strike(self, faults: Faults) -> bool:
        if self.chance.random() < faults.keep:
            self.database.keep(self.lane.keep())
        if self.chance.random() < faults.crash:
            self.lane = self._begin()
            return True
        if self.chance.random() < faults.cut:
            self._lose(deliberate=False)
            return True
        if self.chance.random() < faults.stop:
            self._lose(deliberate=True)
            return True
        return False

    def _lose(self, *, deliberate: bool) -> None:
        if not deliberate:
            self.judge.vain.update(item.entry.sequence for item in self.lane.in_flight())
        self.lane.lost(self.now, deliberate=deliberate)
        self.database.keep(self.lane.keep())
        self.lane = self._begin()

    def _wait(self) -> bool:
        """Go to the next time at which something happens, and let it; False when nothing will."""
        times = [self._answers[0][0]] if self._answers else []
        wake = self.lane.wake_at(self.now)
        if wake is not None:
            times.append(wake)
        if not times:
            return any(want.after < self.readable for want in self.lane.wants())
        self.now = max(self.now, min(times))
        while self._answers and self._answers[0][0] <= self.now:
            _, sequence, answer = heappop(self._answers)
            if answer == "kill":
                self._lose(deliberate=False)
                return True
            if self.lane.acknowledged(sequence, None if answer == "ok" else "it failed", self.now):
                if answer == "ok":
                    self.judge.done.add(sequence)
                else:
                    self.judge.vain[sequence] += 1
        self.judge.vain.update(self.lane.expire(self.now))
        return True


def random_log(chance: random.Random, length: int, images: int) -> list[Entry]:
    """Events of some images and topics, in bursts of one topic now and then."""
    log: list[Entry] = []
    while len(log) < length:
        topic = chance.choice(TOPICS)
        for _ in range(chance.choice([1, 1, 1, 5, 50])):
            image = None if topic.startswith("repository") else chance.randrange(images)
            log.append(entry(len(log) + 1, topic, image))
    return log[:length]


def quick(bounds: Bounds | None = None) -> Bounds:
    """Bounds with a smaller window of reading, so that short logs reach them."""
    return replace(bounds or Bounds(), ahead=16, most=64, window=8)
