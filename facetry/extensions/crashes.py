"""When a program that crashed is started again, and when no more: the rules, without a clock of their own."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from facetry.extensions.process.program import Limits, LogCaps

_JITTER: Final = 0.2
"""Up to that share of a pause is left out, lest programs that fell together get up together for ever."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How programs are looked after.

    One that is not connected within `connect_seconds` of its start, or of the loss of its connection, is ended, and
    that is a crash. After a crash it pauses: `first_delay`, then twice as long each time, `longest_delay` at the most.
    So many `crashes` in `window_seconds`, and it is not started again. A run of `stable_seconds` and all is forgotten.
    """

    connect_seconds: float = 30.0
    grace_seconds: float = 5.0
    first_delay: float = 1.0
    longest_delay: float = 60.0
    crashes: int = 5
    window_seconds: float = 600.0
    stable_seconds: float = 600.0
    limits: Limits = field(default_factory=Limits)
    log_caps: LogCaps = field(default_factory=LogCaps)


class Crashes:
    """The crashes of one program."""

    def __init__(self, habits: Habits, chance: Callable[[], float] = random.random) -> None:
        """`chance` gives numbers from 0 to 1."""
        self._habits = habits
        self._chance = chance
        self._times: deque[float] = deque(maxlen=habits.crashes)
        self.count = 0
        """How many there were since the last stable run."""

    def add(self, now: float) -> float | None:
        """There was one. Returns how many seconds to pause; None when there were too many."""
        habits = self._habits
        self.count += 1
        self._times.append(now)
        if len(self._times) == habits.crashes and now - self._times[0] <= habits.window_seconds:
            return None
        doublings = min(self.count - 1, 64)
        pause = min(habits.longest_delay, habits.first_delay * 2.0**doublings)
        return pause * (1.0 - _JITTER * self._chance())

    def forget(self) -> None:
        """It is as if there had been none."""
        self._times.clear()
        self.count = 0
