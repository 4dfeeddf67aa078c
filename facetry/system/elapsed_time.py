"""Time as it passes, whatever the system clock is set to. Both clocks in milliseconds."""

from __future__ import annotations

import time
from typing import Final

MINUTE: Final = 60_000
DAY: Final = 86_400_000
_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""It goes on while the machine sleeps, where the system has such a clock. All processes of a machine share it."""


def elapsed_ms() -> int:
    """The time since some moment, such as the start of the machine. Nobody can set it."""
    return time.clock_gettime_ns(_CLOCK) // 1_000_000


def clock_ms() -> int:
    """What the system clock shows, since the epoch. It may be wrong, and somebody may set it at any time."""
    return time.time_ns() // 1_000_000
