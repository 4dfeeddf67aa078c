"""How slow the processor is at the moment. Bounds on processor time are multiples of a piece of work that is measured
in the same run: a machine may be slow, or share its caches with busy neighbours.
"""

from __future__ import annotations

import time
from typing import Final

_SECONDS: Final = 0.02
"""Time of the piece of work on an idle machine of 2025."""


def slowness() -> float:
    """How many times as long as on an idle machine of 2025 a piece of work takes now; at least 1."""
    return max(1.0, min(_seconds() for _ in range(3)) / _SECONDS)


def _seconds() -> float:
    begin = time.process_time()
    lists = {str(number): [number] for number in range(60_000)}
    assert sum(map(len, lists)) > len(lists)
    return time.process_time() - begin
