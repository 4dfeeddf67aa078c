"""The rules for restarting a crashed program. They have no clock of their own."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from facetry.extensions.process.program import LogLimits, ProcessLimits

_JITTER: Final = 0.2
"""Maximum random reduction of a pause, as a share of it: programs that crash together restart apart."""


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """How programs are restarted. All durations are in seconds.

    A program that is not connected within `connect_seconds` of its start, or of the loss of its connection, is ended;
    that counts as a crash. After a crash it pauses for `first_delay`, then twice as long each time, up to
    `longest_delay`. After `max_crashes` within `window_seconds` it is not started again. A run of `stable_seconds`
    resets the crash history. A program that is stopped has `grace_seconds` to end.
    """

    connect_seconds: float = 30.0
    grace_seconds: float = 5.0
    first_delay: float = 1.0
    longest_delay: float = 60.0
    max_crashes: int = 5
    window_seconds: float = 600.0
    stable_seconds: float = 600.0
    limits: ProcessLimits = field(default_factory=ProcessLimits)
    log_limits: LogLimits = field(default_factory=LogLimits)


class CrashHistory:
    """The recent crashes of one program."""

    def __init__(self, policy: RestartPolicy, random_fraction: Callable[[], float] = random.random) -> None:
        """`random_fraction` returns numbers from 0 to 1."""
        self._policy = policy
        self._random_fraction = random_fraction
        self._times: deque[float] = deque(maxlen=policy.max_crashes)
        self.count = 0
        """Number of crashes since the last stable run."""

    def add(self, now: float) -> float | None:
        """Record a crash at the time `now`. Returns the pause in seconds, None after too many crashes."""
        policy = self._policy
        self.count += 1
        self._times.append(now)
        if len(self._times) == policy.max_crashes and now - self._times[0] <= policy.window_seconds:
            return None
        doublings = min(self.count - 1, 64)
        pause = min(policy.longest_delay, policy.first_delay * 2.0**doublings)
        return pause * (1.0 - _JITTER * self._random_fraction())

    def reset(self) -> None:
        """Forget all crashes."""
        self._times.clear()
        self.count = 0
