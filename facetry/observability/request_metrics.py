"""Counts of requests by operation and status, and how long their answers took.

Each request changes four numbers. All of them belong to the event loop, so they need no lock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final

from facetry.observability.requests import OTHER_OPERATION

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets, in seconds; a last bucket has no bound."""


class OperationFigures:
    """The requests of one operation that have been answered."""

    __slots__ = ("buckets", "counts_by_status", "seconds")

    def __init__(self) -> None:
        self.counts_by_status: dict[int, int] = {}
        """Status 0 stands for requests whose client was gone before the answer."""
        self.buckets = [0] * (len(BOUNDS) + 1)
        """The number of requests in each bucket alone."""
        self.seconds = 0.0
        """The sum of their times."""


class RequestFigures:
    """The requests of all operations. The operations are known at the start, so their number is bounded."""

    def __init__(self, operations: Iterable[str]) -> None:
        self._by_operation = {name: OperationFigures() for name in (*operations, OTHER_OPERATION)}
        self.running = 0
        """The number of requests that are being answered."""

    @property
    def by_operation(self) -> Mapping[str, OperationFigures]:
        """The figures of each operation, also of those that nobody has requested."""
        return self._by_operation

    def begin(self) -> None:
        """Count a request that begins."""
        self.running += 1

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count a request that has ended."""
        self.running -= 1
        figures = self._by_operation[operation]
        counts = figures.counts_by_status
        counts[status] = counts.get(status, 0) + 1
        figures.buckets[bisect_left(BOUNDS, seconds)] += 1
        figures.seconds += seconds
