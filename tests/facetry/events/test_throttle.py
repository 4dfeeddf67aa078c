"""Policies hold in every window, wherever it begins, and their rate is used up. The clock is a number.

The environment variable `THROTTLE_DELIVERIES` sets the number of deliveries of the random test.
"""

from __future__ import annotations

import os
import random
from bisect import bisect_right

import pytest

from facetry.events.throttle import MAX_EXACT_TIMES, MILLISECOND, Policy, Throttle

DELIVERIES = int(os.environ.get("THROTTLE_DELIVERIES", "50000"))
SECOND = 1_000 * MILLISECOND


def policy_of(*topics: str, count: int = 1, milliseconds: int = 1_000) -> Policy:
    return Policy(frozenset(topics), count, milliseconds)


def drain(throttle: Throttle, topic: str, count: int, now: int = 0) -> list[int]:
    """The times of `count` deliveries of a topic that are all waiting from `now` on."""
    times = []
    for _ in range(count):
        now = throttle.ready_at(topic, now)
        throttle.record_delivery(topic, now)
        times.append(now)
    return times


def count_exceeded_windows(times: list[int], policy: Policy) -> int:
    """The number of windows, beginning with a delivery and including both ends, with more deliveries than allowed."""
    length = policy.milliseconds * MILLISECOND
    return sum(bisect_right(times, time + length) - index > policy.count for index, time in enumerate(times))


def test_without_a_policy_nothing_waits() -> None:
    throttle = Throttle([policy_of("image.created")])
    assert not throttle.is_throttled("image.updated")
    assert drain(throttle, "image.updated", 100, now=7) == [7] * 100


def test_the_default_count_is_one_and_the_default_window_a_second() -> None:
    topics = frozenset({"image.created"})
    assert Policy(topics, milliseconds=50) == Policy(topics, 1, 50)
    assert Policy(topics, 7) == Policy(topics, 7, 1_000)


@pytest.mark.parametrize(("count", "milliseconds"), [(0, 1_000), (1, 0), (-1, 1_000), (1, -5)])
def test_a_policy_that_allows_no_delivery_is_refused(count: int, milliseconds: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        Policy(frozenset({"image.created"}), count, milliseconds)


def test_ten_per_second_come_in_bursts_of_ten() -> None:
    times = drain(Throttle([policy_of("a", count=10)]), "a", 30)
    assert times == [0] * 10 + [SECOND + 1] * 10 + [2 * (SECOND + 1)] * 10


def test_windows_begin_at_any_time() -> None:
    """Five at the end of one second and five at the beginning of the next would be ten within a second."""
    throttle = Throttle([policy_of("a", count=5)])
    for time in range(900, 905):
        throttle.record_delivery("a", time * MILLISECOND)
    assert throttle.ready_at("a", 1_100 * MILLISECOND) == 1_900 * MILLISECOND + 1
    assert throttle.ready_at("a", 1_900 * MILLISECOND) == 1_900 * MILLISECOND + 1
    assert throttle.ready_at("a", 1_900 * MILLISECOND + 1) == 1_900 * MILLISECOND + 1


def test_topics_of_a_policy_share_its_count() -> None:
    throttle = Throttle([policy_of("a", "b")])
    throttle.record_delivery("a", 0)
    assert throttle.ready_at("b", 0) == SECOND + 1


def test_all_overlapping_policies_apply() -> None:
    throttle = Throttle([policy_of("a", "b", count=2), policy_of("b", "c", milliseconds=5_000)])
    throttle.record_delivery("c", 0)
    assert (throttle.ready_at("a", 0), throttle.ready_at("b", 0)) == (0, 5 * SECOND + 1)
    drain(throttle, "a", 2)
    assert throttle.ready_at("a", 0) == SECOND + 1
    assert throttle.ready_at("b", 5 * SECOND + 1) == 5 * SECOND + 1


def test_after_a_restart_windows_count_as_full_at_the_last_send() -> None:
    last_sent = {"a": -300 * MILLISECOND, "b": -700 * MILLISECOND}
    throttle = Throttle([policy_of("a", "b", count=3), policy_of("c")], last_sent)
    assert throttle.ready_at("b", 0) == 700 * MILLISECOND + 1
    assert throttle.ready_at("c", 0) == 0
    assert drain(throttle, "a", 3) == [700 * MILLISECOND + 1] * 3


@pytest.mark.parametrize("count", [MAX_EXACT_TIMES, MAX_EXACT_TIMES + 1, 50_000, 2**31 - 1])
def test_memory_is_bounded_and_the_allowed_rate_is_used(count: int) -> None:
    policy = policy_of("a", count=count, milliseconds=10)
    throttle = Throttle([policy])
    times = drain(throttle, "a", min(3 * count, 150_000))
    assert sum(map(len, throttle._windows["a"])) <= 2 * MAX_EXACT_TIMES
    assert count_exceeded_windows(times, policy) == 0
    windows = (times[-1] - times[0]) // (policy.milliseconds * MILLISECOND) + 1
    assert len(times) >= 0.95 * min(windows * count, len(times))
    assert windows <= 4


def test_evenly_spaced_deliveries_with_shared_times_keep_the_rate() -> None:
    policy = policy_of("a", count=10_000, milliseconds=1_000)
    throttle = Throttle([policy])
    now = 0
    times: list[int] = []
    while len(times) < 60_000:
        now = throttle.ready_at("a", now + 90_000)  # a little more often than allowed
        throttle.record_delivery("a", now)
        times.append(now)
    assert count_exceeded_windows(times, policy) == 0
    assert len(times) / (times[-1] / SECOND) >= 0.95 * policy.count


def test_random_policies_are_never_exceeded_and_well_used() -> None:
    """Backlogs, single events and bursts under up to four overlapping policies, with a clock that jumps forward."""
    rng = random.Random(20261121)
    delivery_count = rounds = 0
    while delivery_count < DELIVERIES:
        rounds += 1
        topics = "abcd"[: rng.randint(1, 4)]
        policies = [
            policy_of(*rng.sample(topics, rng.randint(1, len(topics))), count=count, milliseconds=milliseconds)
            for count, milliseconds in (
                (rng.choice([1, 2, 3, 10, 100, 2_000]), rng.choice([1, 7, 100, 1_000, 60_000]))
                for _ in range(rng.randint(1, 4))
            )
        ]
        throttle = Throttle(policies)
        sent: dict[str, list[int]] = {topic: [] for topic in topics}
        now = 0
        for _ in range(rng.randint(100, 3_000)):
            topic = rng.choice(topics)
            ready = throttle.ready_at(topic, now)
            if rng.random() < 0.02:
                now += rng.randint(0, 2 * SECOND)
                continue
            assert ready >= now
            now = ready if rng.random() < 0.9 else ready + rng.randint(0, 50 * MILLISECOND)
            throttle.record_delivery(topic, now)
            sent[topic].append(now)
            delivery_count += 1
        for policy in policies:
            assert count_exceeded_windows(sorted(time for topic in policy.topics for time in sent[topic]), policy) == 0
        _assert_well_used(policies, topics, rng)
    print(f"{delivery_count} deliveries in {rounds} rounds, no window exceeded")


def _assert_well_used(policies: list[Policy], topics: str, rng: random.Random) -> None:
    """A backlog of one topic is delivered at 95 % or more of the rate of its strictest policy."""
    topic = rng.choice(topics)
    topic_policies = [policy for policy in policies if topic in policy.topics]
    if not topic_policies or max(policy.count for policy in topic_policies) > 100:
        return
    times = drain(Throttle(policies), topic, 4_000)
    rate = min(policy.count / (policy.milliseconds * MILLISECOND) for policy in topic_policies)
    assert (len(times) - 1) / max(times[-1], 1) >= 0.95 * rate


class _FixedWindows(Throttle):
    """A faulty throttle: a counter that is reset each second, as in many rate limiters."""

    _current_window = (0, 0)

    def ready_at(self, _: str, now: int) -> int:
        second, count = self._current_window
        return now if now // SECOND != second or count < 5 else (second + 1) * SECOND

    def record_delivery(self, _: str, now: int) -> None:
        second, count = self._current_window
        self._current_window = (now // SECOND, count + 1 if now // SECOND == second else 1)


def test_the_check_detects_a_throttle_that_counts_in_fixed_windows() -> None:
    policy = policy_of("a", count=5)
    assert count_exceeded_windows(drain(_FixedWindows([policy]), "a", 10, now=900 * MILLISECOND), policy) > 0
