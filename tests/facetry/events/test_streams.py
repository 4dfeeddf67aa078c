"""Lanes against a naive stream: answers, errors, silence, losses, restarts and policies at random."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from heapq import heappush

import pytest

from facetry.events.delivery_queue import Group, Item, Lane
from facetry.events.delivery_types import SECOND, Bounds, Fence
from facetry.events.log import Entry
from facetry.events.throttle import Policy
from tests.facetry.events.stream_messages import TOPICS, Extension, Faults, Stream, entry, quick, random_log
from tests.facetry.events.test_throttle import exceeded

ROUNDS = int(os.environ.get("LANE_ROUNDS", "60"))


def scripted(chance: random.Random, log: Sequence[Entry]) -> tuple[dict[int, list[str]], set[int]]:
    """What the extension answers where all is not well, and the events that it can never do."""
    script: dict[int, list[str]] = {}
    hopeless: set[int] = set()
    for each in chance.sample(log, len(log) // 10):
        if chance.random() < 0.2:
            script[each.sequence] = [chance.choice(["error", "kill"])]
            hopeless.add(each.sequence)
        else:
            script[each.sequence] = [*chance.choices(["error", "mute", "kill"], k=chance.randint(1, 2)), "ok"]
    return script, hopeless


def random_policies(chance: random.Random) -> list[Policy]:
    return [
        Policy(
            frozenset(chance.sample(TOPICS, chance.randint(1, 3))),
            chance.choice([1, 5, 40]),
            chance.choice([10, 100, 1_000]),
        )
        for _ in range(chance.choice([0, 1, 1, 2, 3]))
    ]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_nothing_is_lost_or_out_of_order_and_what_cannot_be_done_is_given_up(seed: int) -> None:
    chance = random.Random(seed)
    log = random_log(chance, chance.choice([50, 300, 600]), chance.choice([1, 5, 40, 1_000]))
    script, hopeless = scripted(chance, log)
    policies = random_policies(chance)
    bounds = quick()
    stream = Stream(log, Extension(script), policies, bounds=bounds, seed=seed)
    assert stream.run() == []
    assert stream.database.dead() == hopeless
    assert stream.judge.doubled == 0
    assert stream.most_held <= bounds.most * len(stream.lane.groups)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_the_same_with_a_server_that_dies_and_connections_that_break(seed: int) -> None:
    chance = random.Random(seed)
    log = random_log(chance, 300, chance.choice([1, 5, 40, 1_000]))
    script, hopeless = scripted(chance, log)
    policies = random_policies(chance)
    stream = Stream(log, Extension(script), policies, bounds=quick(), seed=seed)
    faults = Faults(crash=0.02, cut=0.005, stop=0.02)
    assert stream.run(faults) == []
    assert stream.database.dead() >= hopeless
    assert stream.most_held <= quick().most * len(stream.lane.groups)
    assert stream.lives > 1


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_the_same_when_each_life_has_other_policies(seed: int) -> None:
    chance = random.Random(seed)
    log = random_log(chance, 300, chance.choice([5, 40, 1_000]))
    script, hopeless = scripted(chance, log)
    stream = Stream(log, Extension(script), bounds=quick(), seed=seed, change=lambda: random_policies(chance))
    assert stream.run(Faults(crash=0.02, stop=0.05)) == []
    assert stream.database.dead() >= hopeless


@pytest.mark.parametrize("seed", range(10))
def test_policies_hold_over_deliberate_stops(seed: int) -> None:
    chance = random.Random(seed)
    policies = [Policy(frozenset(TOPICS[:2]), 5, 100), Policy(frozenset(TOPICS[1:3]), 3, 1_000)]
    log = random_log(chance, 300, 40)
    stream = Stream(log, Extension({}, SECOND // 500), policies, bounds=quick(), seed=seed)
    assert stream.run(Faults(stop=0.05)) == []
    assert stream.lives > 3
    for policy in policies:
        times = sorted(time for topic in policy.topics for time in stream.judge.times.get(topic, []))
        assert exceeded(times, policy) == 0


def test_a_backlog_of_100000_throttled_events_starves_no_other_topic_and_no_memory() -> None:
    """The others come behind it, and go first; those of its own images wait for it."""
    backlog = 100_000
    log = [entry(number, "image.created", number) for number in range(1, backlog + 1)]
    log += [entry(backlog + number, "image.updated", backlog + number) for number in range(1, 1_001)]
    log += [entry(backlog + 1_000 + number, "image.tags.updated", 50_000 + number) for number in range(1, 51)]
    stream = Stream(log, Extension({}, 0), [Policy(frozenset({"image.created"}), 1, 1_000)], fenced=False)
    lane = stream.lane
    stream.run(Faults(keep=0.001), steps=400)
    done = stream.judge.done
    assert len([sequence for sequence in done if backlog < sequence <= backlog + 1_000]) == 1_000
    assert stream.most_held <= 2 * Bounds().most
    assert lane.groups[0].looked < 2_000


def test_where_a_group_is_behind_the_others_wait_on_its_images_only() -> None:
    log = [entry(number, "image.created", number) for number in range(1, 401)]
    log += [entry(400 + number, "image.updated", number) for number in range(1, 401)]
    stream = Stream(log, Extension({}, 0), [Policy(frozenset({"image.created"}), 1, 1_000)], bounds=quick())
    assert stream.run() == []
    assert stream.most_held <= 2 * quick().most


class _Forgetful(Lane):
    """Moves its position behind what it has read, not behind what is finished."""

    def _position(self, group: Group) -> int:
        return group.looked

    def _put(self, item: Item, fences: Sequence[Fence], now: int) -> None:
        item.has_row = True
        super()._put(item, fences, now)


class _Impatient(Lane):
    """Knows no order."""

    def _put(self, item: Item, fences: Sequence[Fence], now: int) -> None:
        super()._put(item, fences, now)
        if self._queues[item.entry.image or item.entry.topic][0] is not item:
            heappush(self._ready[item.entry.topic], item)

    def _arm(self, item: Item, now: int) -> None:
        if not self.judged(item):
            super()._arm(item, now)

    def judged(self, item: Item) -> bool:
        return item in self._ready[item.entry.topic] or item.entry.sequence in self._flying


class _Merciless(Lane):
    """Sends suspects beside others, so that what kills buries its neighbours."""

    def _fail(self, item: Item, error: str, now: int) -> None:
        super()._fail(item, f"{error} ", now)
        item.is_suspect = False


def _judged(
    make: type[Lane], faults: Faults, *, fenced: bool = True, script: dict[int, list[str]] | None = None
) -> str:
    said: list[str] = []
    for seed in range(5):
        log = random_log(random.Random(seed), 300, 20)
        policies = [Policy(frozenset({"image.created"}), 5, 1_000)]
        extension = Extension(script or {})
        said += Stream(log, extension, policies, bounds=quick(), seed=seed, make=make, fenced=fenced).run(faults)
    return "\n".join(said)


def test_the_judge_finds_nothing_where_all_is_well() -> None:
    assert _judged(Lane, Faults(crash=0.05)) == ""


def test_the_judge_sees_a_position_that_moves_before_the_acknowledgement() -> None:
    assert "was lost" in _judged(_Forgetful, Faults(crash=0.05))


def test_the_judge_sees_a_lane_that_overtakes() -> None:
    assert "was sent before" in _judged(_Impatient, Faults())


def test_the_judge_sees_groups_that_do_not_wait_for_each_other() -> None:
    assert "was sent before" in _judged(Lane, Faults(), fenced=False)


def test_what_kills_would_bury_its_neighbours_were_it_not_alone() -> None:
    log: Iterable[Entry] = [entry(number, image=number) for number in range(1, 40)]
    buried = Stream(list(log), Extension({5: ["kill"]}), make=_Merciless)
    buried.run()
    alone = Stream(list(log), Extension({5: ["kill"]}))
    assert alone.run() == []
    assert alone.database.dead() == {5}
    assert buried.judge.vain.total() > alone.judge.vain.total()
