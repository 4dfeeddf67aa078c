"""Histograms of times: a few numbers that one thread changes and others may read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets, in seconds; a last bucket has no bound."""


@dataclass(slots=True)
class Histogram:
    """Counts of times by bucket, and their sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    """The number of times in each bucket alone."""
    seconds: float = 0.0
    """The sum of all times."""

    def observe(self, seconds: float) -> None:
        """Count one time."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def copy(self) -> Histogram:
        """The histogram as it is now."""
        return Histogram(self.counts.copy(), self.seconds)

    @property
    def count(self) -> int:
        """The number of all times."""
        return sum(self.counts)

    def buckets(self) -> Sequence[tuple[str, int]]:
        """The upper bound of each bucket as Prometheus writes it, with the number of times up to it."""
        return list(zip((*map(str, BOUNDS), "+Inf"), accumulate(self.counts), strict=True))
