"""Counts of requests by operation and status, and how long their answers took.

Each request changes a few numbers. All of them belong to the event loop, so they need no lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from facetry.observability.histogram import Histogram
from facetry.observability.requests import OTHER_OPERATION


@dataclass(slots=True)
class OperationMetrics:
    """The requests of one operation that have been answered."""

    counts_by_status: dict[int, int] = field(default_factory=dict)
    """Status 0 stands for requests whose client was gone before the answer."""
    times: Histogram = field(default_factory=Histogram)


class RequestMetrics:
    """The requests of all operations. The operations are known at the start, so their number is bounded."""

    def __init__(self, operations: Iterable[str]) -> None:
        self.by_operation = {name: OperationMetrics() for name in (*operations, OTHER_OPERATION)}
        """The metrics of each operation, also of those that nobody has requested."""
        self.running = 0
        """The number of requests that are being answered."""

    def begin(self) -> None:
        """Count a request that begins."""
        self.running += 1

    def end(self, operation: str, status: int, seconds: float) -> None:
        """Count a request that has ended."""
        self.running -= 1
        metrics = self.by_operation[operation]
        counts = metrics.counts_by_status
        counts[status] = counts.get(status, 0) + 1
        metrics.times.observe(seconds)
