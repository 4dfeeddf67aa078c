"""Delivery queues in a simulation with random answers, errors, timeouts, lost connections, restarts and policies."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from heapq import heappush

import pytest

from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import SECOND, Barrier, DeliveryLimits
from facetry.events.log import LoggedEvent
from facetry.events.queue_state import QueuedEvent, TopicGroup
from facetry.events.throttle import Policy
from tests.facetry.events.delivery_simulation import (
    TOPICS,
    FaultRates,
    ScriptedExtension,
    Simulation,
    logged_event,
    random_log,
    small_limits,
)
from tests.facetry.events.test_throttle import count_exceeded_windows

ROUNDS = int(os.environ.get("QUEUE_ROUNDS", "60"))


def random_script(rng: random.Random, log: Sequence[LoggedEvent]) -> tuple[dict[int, list[str]], set[int]]:
    """The answers of an extension other than `ok`, by sequence, and the events that never succeed."""
    script: dict[int, list[str]] = {}
    hopeless: set[int] = set()
    for event in rng.sample(log, len(log) // 10):
        if rng.random() < 0.2:
            script[event.sequence] = [rng.choice(["error", "kill"])]
            hopeless.add(event.sequence)
        else:
            script[event.sequence] = [*rng.choices(["error", "mute", "kill"], k=rng.randint(1, 2)), "ok"]
    return script, hopeless


def random_policies(rng: random.Random) -> list[Policy]:
    return [
        Policy(
            frozenset(rng.sample(TOPICS, rng.randint(1, 3))),
            rng.choice([1, 5, 40]),
            rng.choice([10, 100, 1_000]),
        )
        for _ in range(rng.choice([0, 1, 1, 2, 3]))
    ]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_event_is_lost_or_out_of_order_and_hopeless_events_are_given_up(seed: int) -> None:
    rng = random.Random(seed)
    log = random_log(rng, rng.choice([50, 300, 600]), rng.choice([1, 5, 40, 1_000]))
    script, hopeless = random_script(rng, log)
    policies = random_policies(rng)
    limits = small_limits()
    simulation = Simulation(log, ScriptedExtension(script), policies, limits=limits, seed=seed)
    assert simulation.run() == []
    assert simulation.database.dead_sequences() == hopeless
    assert simulation.checker.duplicate_count == 0
    assert simulation.max_queued <= limits.max_queued_per_group * len(simulation.queue.groups)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_event_is_lost_or_out_of_order_over_crashes_and_lost_connections(seed: int) -> None:
    rng = random.Random(seed)
    log = random_log(rng, 300, rng.choice([1, 5, 40, 1_000]))
    script, hopeless = random_script(rng, log)
    policies = random_policies(rng)
    simulation = Simulation(log, ScriptedExtension(script), policies, limits=small_limits(), seed=seed)
    faults = FaultRates(crash=0.02, cut=0.005, stop=0.02)
    assert simulation.run(faults) == []
    assert simulation.database.dead_sequences() >= hopeless
    assert simulation.max_queued <= small_limits().max_queued_per_group * len(simulation.queue.groups)
    assert simulation.queue_count > 1


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_event_is_lost_or_out_of_order_when_policies_change_at_restarts(seed: int) -> None:
    rng = random.Random(seed)
    log = random_log(rng, 300, rng.choice([5, 40, 1_000]))
    script, hopeless = random_script(rng, log)
    simulation = Simulation(
        log, ScriptedExtension(script), limits=small_limits(), seed=seed, next_policies=lambda: random_policies(rng)
    )
    assert simulation.run(FaultRates(crash=0.02, stop=0.05)) == []
    assert simulation.database.dead_sequences() >= hopeless


@pytest.mark.parametrize("seed", range(10))
def test_policies_hold_across_deliberate_disconnections(seed: int) -> None:
    rng = random.Random(seed)
    policies = [Policy(frozenset(TOPICS[:2]), 5, 100), Policy(frozenset(TOPICS[1:3]), 3, 1_000)]
    log = random_log(rng, 300, 40)
    simulation = Simulation(log, ScriptedExtension({}, SECOND // 500), policies, limits=small_limits(), seed=seed)
    assert simulation.run(FaultRates(stop=0.05)) == []
    assert simulation.queue_count > 3
    for policy in policies:
        times = sorted(time for topic in policy.topics for time in simulation.checker.send_times.get(topic, []))
        assert count_exceeded_windows(times, policy) == 0


def test_a_backlog_of_100000_throttled_events_delays_no_other_topic_and_needs_little_memory() -> None:
    """Events of other images are later in the log and are sent first; events of the same images wait."""
    backlog = 100_000
    log = [logged_event(number, "image.created", number) for number in range(1, backlog + 1)]
    log += [logged_event(backlog + number, "image.updated", backlog + number) for number in range(1, 1_001)]
    log += [logged_event(backlog + 1_000 + number, "image.tags.updated", 50_000 + number) for number in range(1, 51)]
    simulation = Simulation(
        log, ScriptedExtension({}, 0), [Policy(frozenset({"image.created"}), 1, 1_000)], has_barriers=False
    )
    queue = simulation.queue
    simulation.run(FaultRates(save=0.001), steps=400)
    finished_sequences = simulation.checker.finished_sequences
    assert len([sequence for sequence in finished_sequences if backlog < sequence <= backlog + 1_000]) == 1_000
    assert simulation.max_queued <= 2 * DeliveryLimits().max_queued_per_group
    assert queue.groups[0].read_up_to < 2_000


def test_groups_wait_for_a_slower_group_on_its_images_only() -> None:
    log = [logged_event(number, "image.created", number) for number in range(1, 401)]
    log += [logged_event(400 + number, "image.updated", number) for number in range(1, 401)]
    simulation = Simulation(
        log, ScriptedExtension({}, 0), [Policy(frozenset({"image.created"}), 1, 1_000)], limits=small_limits()
    )
    assert simulation.run() == []
    assert simulation.max_queued <= 2 * small_limits().max_queued_per_group


class _EarlyPositionQueue(DeliveryQueue):
    """A faulty queue: its position includes events that are read and not finished."""

    def _position(self, group: TopicGroup) -> int:
        return group.read_up_to

    def _enqueue(self, item: QueuedEvent, barriers: Sequence[Barrier], now: int) -> None:
        item.has_row = True
        super()._enqueue(item, barriers, now)


class _UnorderedQueue(DeliveryQueue):
    """A faulty queue: it sends events of an image at once."""

    def _enqueue(self, item: QueuedEvent, barriers: Sequence[Barrier], now: int) -> None:
        super()._enqueue(item, barriers, now)
        if self._queues_by_key[item.event.image or item.event.topic][0] is not item:
            heappush(self._ready[item.event.topic], item)

    def _schedule(self, item: QueuedEvent, now: int) -> None:
        if not self.is_scheduled(item):
            super()._schedule(item, now)

    def is_scheduled(self, item: QueuedEvent) -> bool:
        return item in self._ready[item.event.topic] or item.event.sequence in self._in_flight


class _NoIsolationQueue(DeliveryQueue):
    """A faulty queue: it sends suspects together with others, which fail when a suspect crashes the extension."""

    def _fail(self, item: QueuedEvent, error: str, now: int) -> None:
        super()._fail(item, f"{error} ", now)
        item.is_suspect = False


def _violations_of(
    queue_type: type[DeliveryQueue],
    faults: FaultRates,
    *,
    has_barriers: bool = True,
    script: dict[int, list[str]] | None = None,
) -> str:
    violations: list[str] = []
    for seed in range(5):
        log = random_log(random.Random(seed), 300, 20)
        policies = [Policy(frozenset({"image.created"}), 5, 1_000)]
        extension = ScriptedExtension(script or {})
        violations += Simulation(
            log, extension, policies, limits=small_limits(), seed=seed, queue_type=queue_type, has_barriers=has_barriers
        ).run(faults)
    return "\n".join(violations)


def test_the_checker_finds_no_violation_in_the_correct_queue() -> None:
    assert _violations_of(DeliveryQueue, FaultRates(crash=0.05)) == ""


def test_the_checker_detects_a_position_that_moves_before_the_acknowledgement() -> None:
    assert "was lost" in _violations_of(_EarlyPositionQueue, FaultRates(crash=0.05))


def test_the_checker_detects_a_queue_that_sends_out_of_order() -> None:
    assert "was sent before" in _violations_of(_UnorderedQueue, FaultRates())


def test_the_checker_detects_groups_that_do_not_wait_for_each_other() -> None:
    assert "was sent before" in _violations_of(DeliveryQueue, FaultRates(), has_barriers=False)


def test_an_event_that_crashes_the_extension_fails_others_unless_it_is_sent_alone() -> None:
    log: Iterable[LoggedEvent] = [logged_event(number, image=number) for number in range(1, 40)]
    without_isolation = Simulation(list(log), ScriptedExtension({5: ["kill"]}), queue_type=_NoIsolationQueue)
    without_isolation.run()
    with_isolation = Simulation(list(log), ScriptedExtension({5: ["kill"]}))
    assert with_isolation.run() == []
    assert with_isolation.database.dead_sequences() == {5}
    assert without_isolation.checker.failure_counts.total() > with_isolation.checker.failure_counts.total()
