"""Counts of requests by operation and status, and how long their answers took.

Each request changes a few numbers. All of them belong to the event loop, so they need no lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facetry.observability.histogram import Histogram
from facetry.observability.requests import OTHER_OPERATION


class OperationMetrics:
    """The requests of one operation that have been answered."""

    __slots__ = ("counts_by_status", "times")

    def __init__(self) -> None:
        self.counts_by_status: dict[int, int] = {}
        """Status 0 stands for requests whose client was gone before the answer."""
        self.times = Histogram()


class RequestMetrics:
    """The requests of all operations. The operations are known at the start, so their number is bounded."""

    def __init__(self, operations: Iterable[str]) -> None:
        self._by_operation = {name: OperationMetrics() for name in (*operations, OTHER_OPERATION)}
        self.running = 0
        """The number of requests that are being answered."""

    @property
    def by_operation(self) -> Mapping[str, OperationMetrics]:
        """The metrics of each operation, also of those that nobody has requested."""
        return self._by_operation

    def begin(self) -> None:
        """Count a request that begins."""
        self.running += 1

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count a request that has ended."""
        self.running -= 1
        metrics = self._by_operation[operation]
        counts = metrics.counts_by_status
        counts[status] = counts.get(status, 0) + 1
        metrics.times.observe(seconds)
