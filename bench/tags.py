"""`tags`: durable `setTags` end to end, beside the same units of work without HTTP; `getTags` and `search/ids`."""

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
from bench.without_http import Bare, bare

CONNECTIONS: Final = 16
AT_LEAST: Final = 0.5
"""What `setTags` must reach of the rate without HTTP."""
_PREPARED: Final = 5_000


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met."""
    rounds, seconds = (11, 4.0) if is_long else (7, 1.5)
    results: dict[str, list[tuple[float, float, float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        served, unserved = Path(folder) / "served", Path(folder) / "unserved"
        ids = libraries.small(served)
        libraries.small(unserved)
        requests = _requests(ids)
        cores = processes.server_core()
        with (
            processes.facetry(served, cores=cores) as server,
            bare(unserved, CONNECTIONS, cores) as units,
            processes.pinned(processes.load_core()),
        ):
            for number in range(rounds + 1):
                for name, result in _round(server, units, requests, seconds if number else 0.5):
                    if number:  # the first one warms
                        results.setdefault(name, []).append(result)
    return _report(results)


def _requests(ids: Sequence[UUID]) -> Mapping[str, Iterator[bytes]]:
    chance = random.Random(2)
    chosen = [libraries.choose(ids, chance) for _ in range(_PREPARED)]

    def search(tag: str) -> bytes:
        return json.dumps({"filter": {"criteria": {"tags": {"values": [tag]}}}, "range": {"take": 50}}).encode()

    made = {
        "setTags": [
            load.request("PUT", f"/image/{id}/setTags?extensionId=tagger", KEY, json.dumps(values).encode())
            for id, values in chosen
        ],
        "getTags": [load.request("GET", f"/image/{id}/getTags?extensionId=tagger", KEY) for id, _ in chosen],
        "search/ids": [load.request("POST", "/image/search/ids", KEY, search(values[0])) for _, values in chosen],
    }
    return {name: itertools.cycle(each) for name, each in made.items()}


def _round(
    server: Server, units: Bare, requests: Mapping[str, Iterator[bytes]], seconds: float
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Of each kind: answers a second, processor seconds for each, and the median and 99th percentile of the time."""
    for name, each in requests.items():
        before = server.cpu_seconds
        done = load.run(server.port, each, connections=CONNECTIONS, seconds=seconds)
        cost = (server.cpu_seconds - before) / done.answers
        times = median(done.latencies), percentile(done.latencies, 99)
        yield name, (done.answers / done.seconds, cost, *times)
        if name == "setTags":
            rate, cost = units.run(seconds)
            yield "setTags without HTTP", (rate, cost, CONNECTIONS / rate, 0.0)


def _report(results: Mapping[str, Sequence[tuple[float, float, float, float]]]) -> bool:
    rows: list[list[Figure]] = []
    for name, each in results.items():
        rate, cost, middle, slowest = (median([result[place] for result in each]) for place in range(4))
        rows.append([name, rate, cost * 1e6, middle * 1e3, slowest * 1e3 or None])
        record("tags", {"operation": name, "per_second": rate, "cpu_us": cost * 1e6, "p50_ms": middle * 1e3})
    print(table(("operation", "per second", "CPU µs", "p50 ms", "p99 ms"), rows))
    pairs = zip(results["setTags"], results["setTags without HTTP"], strict=True)
    share = median([served[0] / unserved[0] for served, unserved in pairs])
    record("tags", {"operation": "setTags", "of_without_http": share})
    print(f"setTags reaches {share:.0%} of the rate without HTTP (at least {AT_LEAST:.0%})")
    return share >= AT_LEAST
