"""Throttling holds in every window, wherever it begins, and uses what it allows. The clock is a number.

`THROTTLE_DELIVERIES` makes the last test as long as you like.
"""

from __future__ import annotations

import os
import random
from bisect import bisect_right

import pytest

from facetry.events.throttle import EXACT, MILLISECOND, Policy, Throttle

DELIVERIES = int(os.environ.get("THROTTLE_DELIVERIES", "50000"))
SECOND = 1_000 * MILLISECOND


def of(*topics: str, count: int = 1, milliseconds: int = 1_000) -> Policy:
    return Policy(frozenset(topics), count, milliseconds)


def drain(throttle: Throttle, topic: str, number: int, now: int = 0) -> list[int]:
    """When so many deliveries of a topic are made that all wait from `now` on."""
    times = []
    for _ in range(number):
        now = throttle.ready_at(topic, now)
        throttle.note(topic, now)
        times.append(now)
    return times


def exceeded(times: list[int], policy: Policy) -> int:
    """In how many windows that begin with a delivery there are more than the policy allows: both ends belong to it."""
    length = policy.milliseconds * MILLISECOND
    return sum(bisect_right(times, time + length) - place > policy.count for place, time in enumerate(times))


def test_without_a_policy_nothing_waits() -> None:
    throttle = Throttle([of("image.created")])
    assert not throttle.holds("image.updated")
    assert drain(throttle, "image.updated", 100, now=7) == [7] * 100


def test_only_a_duration_allows_one_and_only_a_count_is_of_a_second() -> None:
    topics = frozenset({"image.created"})
    assert Policy(topics, milliseconds=50) == Policy(topics, 1, 50)
    assert Policy(topics, 7) == Policy(topics, 7, 1_000)


@pytest.mark.parametrize(("count", "milliseconds"), [(0, 1_000), (1, 0), (-1, 1_000), (1, -5)])
def test_a_policy_that_allows_nothing_is_none(count: int, milliseconds: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        Policy(frozenset({"image.created"}), count, milliseconds)


def test_ten_a_second_are_a_burst_of_ten_each_second() -> None:
    times = drain(Throttle([of("a", count=10)]), "a", 30)
    assert times == [0] * 10 + [SECOND + 1] * 10 + [2 * (SECOND + 1)] * 10


def test_a_window_begins_anywhere() -> None:
    """Five late in one second and five early in the next are ten in a second."""
    throttle = Throttle([of("a", count=5)])
    for time in range(900, 905):
        throttle.note("a", time * MILLISECOND)
    assert throttle.ready_at("a", 1_100 * MILLISECOND) == 1_900 * MILLISECOND + 1
    assert throttle.ready_at("a", 1_900 * MILLISECOND) == 1_900 * MILLISECOND + 1
    assert throttle.ready_at("a", 1_900 * MILLISECOND + 1) == 1_900 * MILLISECOND + 1


def test_topics_of_a_policy_share_it() -> None:
    throttle = Throttle([of("a", "b")])
    throttle.note("a", 0)
    assert throttle.ready_at("b", 0) == SECOND + 1


def test_overlapping_policies_all_hold() -> None:
    throttle = Throttle([of("a", "b", count=2), of("b", "c", milliseconds=5_000)])
    throttle.note("c", 0)
    assert (throttle.ready_at("a", 0), throttle.ready_at("b", 0)) == (0, 5 * SECOND + 1)
    drain(throttle, "a", 2)
    assert throttle.ready_at("a", 0) == SECOND + 1
    assert throttle.ready_at("b", 5 * SECOND + 1) == 5 * SECOND + 1


def test_after_a_restart_the_windows_were_full_when_something_was_last_sent() -> None:
    last_sent = {"a": -300 * MILLISECOND, "b": -700 * MILLISECOND}
    throttle = Throttle([of("a", "b", count=3), of("c")], last_sent)
    assert throttle.ready_at("b", 0) == 700 * MILLISECOND + 1
    assert throttle.ready_at("c", 0) == 0
    assert drain(throttle, "a", 3) == [700 * MILLISECOND + 1] * 3


@pytest.mark.parametrize("count", [EXACT, EXACT + 1, 50_000, 2**31 - 1])
def test_memory_is_bounded_and_what_is_allowed_is_used(count: int) -> None:
    policy = of("a", count=count, milliseconds=10)
    throttle = Throttle([policy])
    times = drain(throttle, "a", min(3 * count, 150_000))
    assert throttle.remembered() <= 2 * EXACT
    assert exceeded(times, policy) == 0
    windows = (times[-1] - times[0]) // (policy.milliseconds * MILLISECOND) + 1
    assert len(times) >= 0.95 * min(windows * count, len(times))
    assert windows <= 4


def test_where_some_are_remembered_as_one_the_rate_is_kept_when_they_come_evenly() -> None:
    policy = of("a", count=10_000, milliseconds=1_000)
    throttle = Throttle([policy])
    now = 0
    times: list[int] = []
    while len(times) < 60_000:
        now = throttle.ready_at("a", now + 90_000)  # a little more often than allowed
        throttle.note("a", now)
        times.append(now)
    assert exceeded(times, policy) == 0
    assert len(times) / (times[-1] / SECOND) >= 0.95 * policy.count


def test_policies_at_random_are_never_exceeded_and_well_used() -> None:
    """Backlogs, trickles and bursts of topics in up to four overlapping policies, on a clock that jumps ahead."""
    chance = random.Random(20261121)
    made = rounds = 0
    while made < DELIVERIES:
        rounds += 1
        topics = "abcd"[: chance.randint(1, 4)]
        policies = [
            of(*chance.sample(topics, chance.randint(1, len(topics))), count=count, milliseconds=milliseconds)
            for count, milliseconds in (
                (chance.choice([1, 2, 3, 10, 100, 2_000]), chance.choice([1, 7, 100, 1_000, 60_000]))
                for _ in range(chance.randint(1, 4))
            )
        ]
        throttle = Throttle(policies)
        sent: dict[str, list[int]] = {topic: [] for topic in topics}
        now = 0
        for _ in range(chance.randint(100, 3_000)):
            topic = chance.choice(topics)
            ready = throttle.ready_at(topic, now)
            if chance.random() < 0.02:
                now += chance.randint(0, 2 * SECOND)
                continue
            assert ready >= now
            now = ready if chance.random() < 0.9 else ready + chance.randint(0, 50 * MILLISECOND)
            throttle.note(topic, now)
            sent[topic].append(now)
            made += 1
        for policy in policies:
            assert exceeded(sorted(time for topic in policy.topics for time in sent[topic]), policy) == 0
        _is_well_used(policies, topics, chance)
    print(f"{made} deliveries in {rounds} rounds, no window exceeded")


def _is_well_used(policies: list[Policy], topics: str, chance: random.Random) -> None:
    """A backlog of one topic comes at 95 % or more of what its narrowest policy allows in the long run."""
    topic = chance.choice(topics)
    holding = [policy for policy in policies if topic in policy.topics]
    if not holding or max(policy.count for policy in holding) > 100:
        return
    times = drain(Throttle(policies), topic, 4_000)
    rate = min(policy.count / (policy.milliseconds * MILLISECOND) for policy in holding)
    assert (len(times) - 1) / max(times[-1], 1) >= 0.95 * rate


class _FixedWindows(Throttle):
    """What most rate limiters do: a counter that begins anew each second."""

    _counted = (0, 0)

    def ready_at(self, _: str, now: int) -> int:
        second, count = self._counted
        return now if now // SECOND != second or count < 5 else (second + 1) * SECOND

    def note(self, _: str, now: int) -> None:
        second, count = self._counted
        self._counted = (now // SECOND, count + 1 if now // SECOND == second else 1)


def test_the_judge_sees_a_throttle_that_counts_in_fixed_windows() -> None:
    policy = of("a", count=5)
    assert exceeded(drain(_FixedWindows([policy]), "a", 10, now=900 * MILLISECOND), policy) > 0
