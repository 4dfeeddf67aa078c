"""Throttling: policies delay deliveries, and never drop one.

A policy holds for any window of its length, wherever it begins: no more deliveries of its topics than it allows. Times
are whole nanoseconds of a clock that never goes back, so nothing is lost in rounding.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

MILLISECOND: Final = 1_000_000
"""Nanoseconds."""

EXACT: Final = 1_024
"""Deliveries of a policy that are remembered one by one. Where more are allowed, some are remembered as one, at the
time of the last of them: a thousandth of what is allowed is not used, and the memory stays the same.
"""


@dataclass(frozen=True, slots=True)
class Policy:
    """At most `count` deliveries of all `topics` together in any window of so many milliseconds."""

    topics: frozenset[str]
    count: int = 1
    milliseconds: int = 1_000

    def __post_init__(self) -> None:
        if self.count < 1 or self.milliseconds < 1:
            raise ValueError("a policy allows at least one delivery, in a window of at least a millisecond")


class _Window:
    """What one policy knows: when deliveries were, in order, as (time of the last, how many)."""

    __slots__ = ("_count", "_length", "_step", "_times", "_total")

    def __init__(self, policy: Policy, last_sent: int | None) -> None:
        self._length = policy.milliseconds * MILLISECOND
        self._count = policy.count
        self._step = -(-policy.count // EXACT)
        self._times: deque[list[int]] = deque()
        self._total = 0
        if last_sent is not None:
            self._times.append([last_sent, policy.count])
            self._total = policy.count

    def ready_at(self, now: int) -> int:
        """The first time from `now` on at which one more is allowed."""
        times = self._times
        while times and times[0][0] + self._length < now:
            self._total -= times.popleft()[1]
        return now if self._total < self._count else max(now, times[0][0] + self._length + 1)

    def note(self, now: int) -> None:
        """One more was delivered."""
        self._total += 1
        if self._times and self._times[-1][1] < self._step:
            self._times[-1][0] = now
            self._times[-1][1] += 1
        else:
            self._times.append([now, 1])

    def __len__(self) -> int:
        return len(self._times)


class Throttle:
    """The policies of one extension; where several list a topic, all of them hold."""

    def __init__(self, policies: Iterable[Policy], last_sent: Mapping[str, int] | None = None) -> None:
        """`last_sent` is when something of a topic was last sent in a former life, as far as that is known: nothing
        else is, so the windows of its policies were full then.
        """
        self._windows: dict[str, list[_Window]] = {}
        known = last_sent or {}
        for policy in policies:
            window = _Window(policy, max((known[topic] for topic in policy.topics if topic in known), default=None))
            for topic in policy.topics:
                self._windows.setdefault(topic, []).append(window)

    def holds(self, topic: str) -> bool:
        """Whether any policy lists the topic."""
        return topic in self._windows

    def ready_at(self, topic: str, now: int) -> int:
        """The first time from `now` on at which a delivery of the topic is allowed, if there is no other until then."""
        return max((window.ready_at(now) for window in self._windows.get(topic, ())), default=now)

    def note(self, topic: str, now: int) -> None:
        """A delivery of the topic is made. Call it for every one, in the order of their times."""
        for window in self._windows.get(topic, ()):
            window.note(now)

    def remembered(self) -> int:
        """How many times are kept, of all policies."""
        windows = {id(window): window for listing in self._windows.values() for window in listing}
        return sum(map(len, windows.values()))
