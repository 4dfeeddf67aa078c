"""`tags`: durable `setTags` over HTTP, compared with the same units of work without HTTP; `getTags`, `search/ids`."""

from __future__ import annotations

import itertools
import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

from bench import libraries, load, processes
from bench.figures import Figure, median, percentile, record, table
from bench.processes import KEY, Server
from bench.service.without_http import WritesWithoutHttp, writes_without_http

CONNECTIONS: Final = 16
TARGET: Final = 0.5
"""The share of the rate without HTTP that `setTags` must reach."""
_PREPARED_REQUESTS: Final = 5_000


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    rounds, seconds = (11, 4.0) if is_long else (7, 1.5)
    results: dict[str, list[tuple[float, float, float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        served_folder, other_folder = Path(folder) / "served", Path(folder) / "unserved"
        ids = libraries.create_small(served_folder)
        libraries.create_small(other_folder)
        requests = _requests(ids)
        cores = processes.server_core()
        with (
            processes.facetry_server(served_folder, cores=cores) as server,
            writes_without_http(other_folder, CONNECTIONS, cores) as other_writes,
            processes.pinned(processes.load_core()),
        ):
            for number in range(rounds + 1):
                for name, result in _round(server, other_writes, requests, seconds if number else 0.5):
                    if number:  # the first round warms up
                        results.setdefault(name, []).append(result)
    return _report(results)


def _requests(ids: Sequence[UUID]) -> Mapping[str, Iterator[bytes]]:
    rng = random.Random(2)
    writes = [libraries.choose_tags(ids, rng) for _ in range(_PREPARED_REQUESTS)]

    def search(tag: str) -> bytes:
        return json.dumps({"filter": {"criteria": {"tags": {"values": [tag]}}}, "range": {"take": 50}}).encode()

    requests = {
        "setTags": [
            load.request("PUT", f"/image/{id}/setTags?extensionId=tagger", KEY, json.dumps(values).encode())
            for id, values in writes
        ],
        "getTags": [load.request("GET", f"/image/{id}/getTags?extensionId=tagger", KEY) for id, _ in writes],
        "search/ids": [load.request("POST", "/image/search/ids", KEY, search(values[0])) for _, values in writes],
    }
    return {name: itertools.cycle(operation_requests) for name, operation_requests in requests.items()}


def _round(
    server: Server, other_writes: WritesWithoutHttp, requests: Mapping[str, Iterator[bytes]], seconds: float
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """By operation: answers per second, processor seconds of each, and the median and 99th percentile of latency."""
    for name, operation_requests in requests.items():
        before = server.cpu_seconds
        load_result = load.run(server.port, operation_requests, connections=CONNECTIONS, seconds=seconds)
        cost = (server.cpu_seconds - before) / load_result.answers
        times = median(load_result.latencies), percentile(load_result.latencies, 99)
        yield name, (load_result.answers / load_result.seconds, cost, *times)
        if name == "setTags":
            rate, cost = other_writes.run(seconds)
            yield "setTags without HTTP", (rate, cost, CONNECTIONS / rate, 0.0)


def _report(results: Mapping[str, Sequence[tuple[float, float, float, float]]]) -> bool:
    rows: list[list[Figure]] = []
    for name, measurements in results.items():
        rate, cost, p50, p99 = (median([result[place] for result in measurements]) for place in range(4))
        rows.append([name, rate, cost * 1e6, p50 * 1e3, p99 * 1e3 or None])
        record("tags", {"operation": name, "per_second": rate, "cpu_us": cost * 1e6, "p50_ms": p50 * 1e3})
    print(table(("operation", "per second", "CPU µs", "p50 ms", "p99 ms"), rows))
    pairs = zip(results["setTags"], results["setTags without HTTP"], strict=True)
    share = median([with_http[0] / without_http[0] for with_http, without_http in pairs])
    record("tags", {"operation": "setTags", "of_without_http": share})
    print(f"setTags reaches {share:.0%} of the rate without HTTP (at least {TARGET:.0%})")
    return share >= TARGET
