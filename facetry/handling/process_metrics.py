"""The metrics of one process that answers requests. A service may have several of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from facetry.observability.exposition import MetricFamily, Sample, one
from facetry.observability.request_metrics import RequestMetrics
from facetry.store import slow_queries
from facetry.store.store import ReadMetrics

if TYPE_CHECKING:
    from facetry.library.library import Library
    from facetry.server.connection_limits import ConnectionLimits

_READS: Final[tuple[tuple[str, Literal["counter", "gauge"], str, Callable[[ReadMetrics], int]], ...]] = (
    ("", "counter", "Reads that were begun, by lane: costly searches have one of their own.", lambda lane: lane.begun),
    ("_running", "gauge", "Reads that a thread runs.", lambda lane: min(lane.pending, lane.threads)),
    ("_waiting", "gauge", "Reads that wait for a thread.", lambda lane: max(0, lane.pending - lane.threads)),
)


@dataclass(slots=True)
class ProcessMetrics:
    """What the metrics are read from. `connections` is set when a server listens."""

    library: Library
    requests: RequestMetrics
    connections: ConnectionLimits | None = None

    def families(self) -> list[MetricFamily]:
        """All metrics as they are now. On the event loop, and without the database."""
        connections = () if self.connections is None else _connections(self.connections)
        return [*connections, *self._requests(), *self._reads(), *self._renditions()]

    def _requests(self) -> Iterator[MetricFamily]:
        answered = {name: each for name, each in self.requests.by_operation.items() if each.counts_by_status}
        yield MetricFamily(
            "facetry_http_requests",
            "counter",
            "Requests by operation and status; status 0: the client was gone before the answer.",
            [
                Sample(count, {"operation": name, "status": str(status)})
                for name, each in answered.items()
                for status, count in sorted(each.counts_by_status.items())
            ],
        )
        yield MetricFamily(
            "facetry_http_request_seconds",
            "histogram",
            "Seconds from the head of a request to the end of its answer, by operation.",
            [Sample(each.times.copy(), {"operation": name}) for name, each in answered.items()],
        )
        yield one("facetry_http_requests_running", "gauge", "Requests that are being answered.", self.requests.running)

    def _reads(self) -> Iterator[MetricFamily]:
        reads = self.library.store.read_metrics
        for name, kind, text, value_of in _READS:
            samples = [Sample(value_of(lane), {"lane": name_of_lane}) for name_of_lane, lane in reads.items()]
            yield MetricFamily(f"facetry_reads{name}", kind, text, samples)
        count = slow_queries.reported_count()
        yield one(
            "facetry_slow_queries", "counter", "Statements of more than a second; the log has their plans.", count
        )

    def _renditions(self) -> Iterator[MetricFamily]:
        cache = self.library.cache
        yield MetricFamily(
            "facetry_rendition_lookups",
            "counter",
            "Renditions that were looked up in the cache.",
            [Sample(cache.hits, {"result": "hit"}), Sample(cache.misses, {"result": "miss"})],
        )


def _connections(limits: ConnectionLimits) -> Iterator[MetricFamily]:
    yield one("facetry_connections", "gauge", "Open connections, sockets included.", len(limits))
    yield one("facetry_connections_closed", "counter", "Connections closed for new ones.", limits.closed_count)
    yield MetricFamily(
        "facetry_http_refusals",
        "counter",
        "Requests and connections that were refused without being served, by rule: malformed, too slow, too many.",
        [Sample(count, {"rule": rule}) for rule, count in sorted(limits.refusals.items())],
    )
