"""Throttling: policies delay deliveries and never drop one.

A policy is a sliding window: no window of its length, wherever it begins, has more deliveries than the policy allows.
Times are integer nanoseconds of a monotonic clock, so that no rounding occurs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

MILLISECOND: Final = 1_000_000
"""One millisecond in nanoseconds."""

MAX_EXACT_TIMES: Final = 1_024
"""Maximum number of deliveries of a policy whose times are stored one by one.

If a policy allows more, several deliveries share the time of the last of them. So memory is bounded, and at most about
a thousandth of the allowed rate stays unused.
"""


@dataclass(frozen=True, slots=True)
class Policy:
    """At most `count` deliveries of all `topics` together in any window of `milliseconds`."""

    topics: frozenset[str]
    count: int = 1
    milliseconds: int = 1_000

    def __post_init__(self) -> None:
        if self.count < 1 or self.milliseconds < 1:
            raise ValueError("a policy needs a count of at least 1 and a window of at least 1 millisecond")


class _Window:
    """The deliveries of one policy in its current window, in order, as [time of the last one, number]."""

    __slots__ = ("_count", "_length", "_step", "_times", "_total")

    def __init__(self, policy: Policy, last_sent: int | None) -> None:
        self._length = policy.milliseconds * MILLISECOND
        self._count = policy.count
        self._step = -(-policy.count // MAX_EXACT_TIMES)
        self._times: deque[list[int]] = deque()
        self._total = 0
        if last_sent is not None:
            self._times.append([last_sent, policy.count])
            self._total = policy.count

    def ready_at(self, now: int) -> int:
        """The earliest time, not before `now`, at which one more delivery is allowed."""
        times = self._times
        while times and times[0][0] + self._length < now:
            self._total -= times.popleft()[1]
        return now if self._total < self._count else max(now, times[0][0] + self._length + 1)

    def record_delivery(self, now: int) -> None:
        """Count a delivery at the time `now`."""
        self._total += 1
        if self._times and self._times[-1][1] < self._step:
            self._times[-1][0] = now
            self._times[-1][1] += 1
        else:
            self._times.append([now, 1])

    def __len__(self) -> int:
        return len(self._times)


class Throttle:
    """The policies of one extension. If several list a topic, all of them apply."""

    def __init__(self, policies: Iterable[Policy], last_sent: Mapping[str, int] | None = None) -> None:
        """`last_sent` maps topics to the time of their last delivery before a restart, where that is known.

        Older deliveries are not known, so the windows of the policies are assumed to be full at that time.
        """
        self._windows: dict[str, list[_Window]] = {}
        last_times = last_sent or {}
        for policy in policies:
            window = _Window(
                policy, max((last_times[topic] for topic in policy.topics if topic in last_times), default=None)
            )
            for topic in policy.topics:
                self._windows.setdefault(topic, []).append(window)

    def is_throttled(self, topic: str) -> bool:
        """Whether any policy lists the topic."""
        return topic in self._windows

    def ready_at(self, topic: str, now: int) -> int:
        """The earliest time, not before `now`, at which a delivery of the topic is allowed if no other comes first."""
        return max((window.ready_at(now) for window in self._windows.get(topic, ())), default=now)

    def record_delivery(self, topic: str, now: int) -> None:
        """Count a delivery of the topic. Call this for every delivery, in the order of their times."""
        for window in self._windows.get(topic, ()):
            window.record_delivery(now)
