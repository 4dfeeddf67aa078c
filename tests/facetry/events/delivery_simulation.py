"""A simulation of delivery: the log is a list, the database a few dicts, the extension a script, the clock a number.

Delivery queues run in it, one after the other over restarts. A checker that does not use the queue's code records
violations of the guarantees.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import (
    SECOND,
    Barrier,
    Checkpoint,
    DeliveryLimits,
    DeliveryOutcome,
    PendingRow,
)
from facetry.events.log import LoggedEvent
from facetry.events.queue_state import QueuedEvent
from facetry.events.throttle import Policy

TOPICS = ("image.created", "image.updated", "image.tags.updated", "image.computeTags", "repository.updated")


def logged_event(sequence: int, topic: str = "image.created", image: int | None = 0) -> LoggedEvent:
    """An event of the image with this number."""
    return LoggedEvent(sequence, 1_000, topic, None if image is None else image.to_bytes(16, "big"))


@dataclass
class FakeDatabase:
    """The persistent state of a delivery queue."""

    positions: dict[str, int]
    rows: dict[int, PendingRow] = field(default_factory=dict)
    last_sent: dict[str, int] = field(default_factory=dict)
    outcomes: dict[int, DeliveryOutcome] = field(default_factory=dict)

    def save(self, checkpoint: Checkpoint) -> None:
        for sequence in checkpoint.deleted_sequences:
            self.rows.pop(sequence, None)
        self.rows |= {row.event.sequence: row for row in checkpoint.pending_rows}
        self.positions |= checkpoint.positions
        self.last_sent |= checkpoint.last_sent
        self.outcomes |= {outcome.event.sequence: outcome for outcome in checkpoint.outcomes}

    def dead_sequences(self) -> set[int]:
        return {sequence for sequence, row in self.rows.items() if row.is_dead}


@dataclass
class DeliveryChecker:
    """Records the sends and results of each event, and the violations of order and completeness."""

    log: Sequence[LoggedEvent]
    limits: DeliveryLimits
    finished_sequences: set[int] = field(default_factory=set)
    attempt_counts: Counter[int] = field(default_factory=Counter)
    failure_counts: Counter[int] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    send_times: dict[str, list[int]] = field(default_factory=dict)
    duplicate_count: int = 0

    def __post_init__(self) -> None:
        self._predecessors: dict[int, list[int]] = {}
        queues: dict[bytes | str, list[int]] = {}
        for event in self.log:
            queue = queues.setdefault(event.image or event.topic, [])
            self._predecessors[event.sequence] = queue[-1:]
            queue.append(event.sequence)

    def record_send(self, item: QueuedEvent, now: int) -> None:
        sequence = item.event.sequence
        self.attempt_counts[sequence] += 1
        self.duplicate_count += sequence in self.finished_sequences
        self.send_times.setdefault(item.event.topic, []).append(now)
        for earlier in self._predecessors[sequence]:
            if earlier not in self.finished_sequences and self.failure_counts[earlier] < self.limits.max_attempts:
                self.violations.append(f"{sequence} was sent before {earlier} was finished")

    def final_violations(self, database: FakeDatabase) -> list[str]:
        dead = database.dead_sequences()
        for event in self.log:
            sequence = event.sequence
            if sequence not in self.finished_sequences and sequence not in dead:
                self.violations.append(f"{sequence} was lost")
            if sequence in dead and self.failure_counts[sequence] < self.limits.max_attempts:
                self.violations.append(f"{sequence} was given up after {self.failure_counts[sequence]} attempts")
            if sequence not in database.outcomes:
                self.violations.append(f"{sequence} has no outcome")
        waiting = set(database.rows) - dead
        return self.violations + [f"{sequence} still has a row" for sequence in waiting]


@dataclass
class ScriptedExtension:
    """Answers by sequence: `ok`, `error`, `mute` or `kill` for each attempt; the last answer repeats."""

    script: Mapping[int, Sequence[str]]
    mean_delay: int = SECOND // 100

    def answer(self, sequence: int, attempt: int) -> str:
        lines = self.script.get(sequence, ("ok",))
        return lines[min(attempt, len(lines) - 1)]


@dataclass
class FaultRates:
    """The probability of each fault at each step."""

    crash: float = 0.0  # the server crashes: unsaved progress is lost
    cut: float = 0.0  # the connection is lost
    stop: float = 0.0  # a deliberate disconnection
    save: float = 0.3  # not a fault: the progress is saved


class Simulation:
    """Runs delivery queues until all events are finished, or no more progress is possible."""

    def __init__(
        self,
        log: Sequence[LoggedEvent],
        extension: ScriptedExtension,
        policies: Iterable[Policy] = (),
        *,
        limits: DeliveryLimits | None = None,
        seed: int = 0,
        queue_type: Callable[..., DeliveryQueue] = DeliveryQueue,
        has_barriers: bool = True,
        next_policies: Callable[[], list[Policy]] | None = None,
    ) -> None:
        """`next_policies` returns new policies for each start, so that the groups of topics change."""
        self.log, self.extension, self.policies = log, extension, list(policies)
        self.limits = limits or DeliveryLimits()
        self.database = FakeDatabase(dict.fromkeys(TOPICS, 0))
        self.checker = DeliveryChecker(log, self.limits)
        self.rng = random.Random(seed)
        self.queue_type, self.has_barriers, self.next_policies = queue_type, has_barriers, next_policies
        self.now = 0
        self.max_queued = 0
        self.queue_count = 0
        self.readable_count = len(log)  # number of events that are already written to the log
        self._pending_answers: list[tuple[int, int, str]] = []
        self.queue = self._start_queue()

    def run(self, faults: FaultRates | None = None, steps: int = 1_000_000) -> list[str]:
        """Run the simulation. Returns the violations that the checker found."""
        faults = faults or FaultRates()
        for _ in range(steps):
            self._feed()
            self._send()
            self.max_queued = max(self.max_queued, self.queue.queued_count())
            if self._inject_fault(faults):
                continue
            if not self._advance_clock():
                self.database.save(self.queue.take_checkpoint())
                return self.checker.final_violations(self.database)
        return ["the simulation did not end"]

    def _start_queue(self) -> DeliveryQueue:
        self.queue_count += 1
        self._pending_answers.clear()
        if self.next_policies is not None:
            self.policies = self.next_policies()
        queue = self.queue_type(self.database.positions, self.policies, self.database.last_sent, self.limits)
        pending_rows = sorted(
            (row for row in self.database.rows.values() if not row.is_dead), key=lambda row: row.event.sequence
        )
        queue.restore(pending_rows, self._barriers(queue, [row.event for row in pending_rows]), self.now)
        return queue

    def _barriers(self, queue: DeliveryQueue, events: Iterable[LoggedEvent]) -> dict[int, list[Barrier]]:
        barriers: dict[int, list[Barrier]] = {}
        for event in events if self.has_barriers else ():
            for group in queue.groups:
                earlier_events = self.log[group.read_up_to : event.sequence - 1]  # sequence n has index n - 1
                earlier_sequences = [
                    earlier.sequence
                    for earlier in earlier_events
                    if earlier.image == event.image and earlier.topic in group.topics
                ]
                if earlier_sequences and event.image is not None:
                    barriers.setdefault(event.sequence, []).append(Barrier(group.index, earlier_sequences[-1]))
        return barriers

    def _feed(self) -> None:
        for request in self.queue.read_requests():
            window = self.log[request.after : min(request.after + 2_000, self.readable_count)]
            events = [event for event in window if event.topic in request.topics][: request.limit]
            read_up_to = events[-1].sequence if len(events) == request.limit else request.after + len(window)
            self.queue.feed(request.group_index, events, read_up_to, self._barriers(self.queue, events), self.now)

    def _send(self) -> None:
        for item in self.queue.take(self.now):
            sequence = item.event.sequence
            self.checker.record_send(item, self.now)
            answer = self.extension.answer(sequence, self.checker.attempt_counts[sequence] - 1)
            if answer != "mute":
                delay = self.rng.randint(0, 2 * self.extension.mean_delay)
                heappush(self._pending_answers, (self.now + delay, sequence, answer))

    def _inject_fault(self, faults: FaultRates) -> bool:
        if self.rng.random() < faults.save:
            self.database.save(self.queue.take_checkpoint())
        if self.rng.random() < faults.crash:
            self.queue = self._start_queue()
            return True
        if self.rng.random() < faults.cut:
            self._drop_connection(deliberate=False)
            return True
        if self.rng.random() < faults.stop:
            self._drop_connection(deliberate=True)
            return True
        return False

    def _drop_connection(self, *, deliberate: bool) -> None:
        if not deliberate:
            self.checker.failure_counts.update(item.event.sequence for item in self.queue.in_flight())
        self.queue.connection_lost(self.now, deliberate=deliberate)
        self.database.save(self.queue.take_checkpoint())
        self.queue = self._start_queue()

    def _advance_clock(self) -> bool:
        """Advance the clock to the next answer or timeout and handle it. Returns False when there is none."""
        times = [self._pending_answers[0][0]] if self._pending_answers else []
        wake_time = self.queue.wake_at(self.now)
        if wake_time is not None:
            times.append(wake_time)
        if not times:
            return any(request.after < self.readable_count for request in self.queue.read_requests())
        self.now = max(self.now, min(times))
        while self._pending_answers and self._pending_answers[0][0] <= self.now:
            _, sequence, answer = heappop(self._pending_answers)
            if answer == "kill":
                self._drop_connection(deliberate=False)
                return True
            if self.queue.acknowledge(sequence, None if answer == "ok" else "failed", self.now):
                if answer == "ok":
                    self.checker.finished_sequences.add(sequence)
                else:
                    self.checker.failure_counts[sequence] += 1
        self.checker.failure_counts.update(self.queue.expire(self.now))
        return True


def random_log(rng: random.Random, length: int, images: int) -> list[LoggedEvent]:
    """A log of random topics and images, some of it in bursts of one topic."""
    log: list[LoggedEvent] = []
    while len(log) < length:
        topic = rng.choice(TOPICS)
        for _ in range(rng.choice([1, 1, 1, 5, 50])):
            image = None if topic.startswith("repository") else rng.randrange(images)
            log.append(logged_event(len(log) + 1, topic, image))
    return log[:length]


def small_limits(limits: DeliveryLimits | None = None) -> DeliveryLimits:
    """Limits with small numbers of events, so that short logs reach them."""
    return replace(limits or DeliveryLimits(), read_batch_size=16, max_queued_per_group=64, max_in_flight=8)
