"""`renditions`: cached renditions over persistent connections, with a key and by media URLs."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from bench import load, processes, repositories
from bench.figures import Figure, median, percentile, record, table
from bench.pictures import photographs
from bench.pictures.decoding import SIDE
from bench.processes import KEY, Server

PHOTOGRAPHS: Final = 60
CONNECTIONS: Final = 16
TARGET: Final = 3_000.0
"""Minimum renditions per second, with a key and by media URLs."""
_SIZE: Final = f"width={SIDE}&height={SIDE}&format=JPEG"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request for renditions, with the expected status. `is_judged`: the target applies to it."""

    name: str
    requests: Sequence[bytes]
    status: str
    is_judged: bool


@dataclass(frozen=True, slots=True)
class Measurement:
    """Answers per second, processor seconds of each, and the median and 99th percentile of latency in seconds."""

    rate: float
    cost: float
    p50: float
    p99: float


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    rounds, seconds = (9, 4.0) if is_long else (5, 1.5)
    pictures = photographs.photographs(data, PHOTOGRAPHS)
    results: dict[str, list[Measurement]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        processes.facetry_server(Path(folder), cores=processes.server_core()) as server,
        processes.pinned(processes.load_core()),
    ):
        repositories.scan(server, pictures)
        kinds, size = _kinds(server, repositories.image_ids(server, PHOTOGRAPHS))
        for number in range(rounds + 1):
            for kind in kinds:
                measurement = _measure(server, kind, seconds if number else 0.5)
                if number:  # the first round warms up
                    results.setdefault(kind.name, []).append(measurement)
    return _report(kinds, results, size)


def _kinds(server: Server, ids: Sequence[UUID]) -> tuple[list[Kind], float]:
    """All kinds of requests for renditions of the images, which are rendered here; and their mean size in bytes."""
    downloads = {id: f"/image/{id}/download?{_SIZE}&stripMetadata=true" for id in ids}
    urls = [processes.request_json(server, "GET", f"/image/{id}/mediaUrl?{_SIZE}")["url"] for id in ids]
    media = {id: urlsplit(url)._replace(scheme="", netloc="").geturl() for id, url in zip(ids, urls, strict=True)}
    responses = [processes.request(server, "GET", target) for target in (*downloads.values(), *media.values())]
    if any(headers["content-type"] != "image/jpeg" for _, headers in responses):
        raise RuntimeError("a rendition is no JPEG")
    tags = {id: headers["etag"] for id, (_, headers) in zip(ids, responses[: len(ids)], strict=True)}
    kinds = [
        Kind("with a key", _requests(downloads, KEY), "200", is_judged=True),
        Kind("by media URL", _requests(media, None), "200", is_judged=True),
        Kind("with a key, known (304)", _requests(downloads, KEY, tags), "304", is_judged=False),
        Kind("by media URL, known (304)", _requests(media, None, tags), "304", is_judged=False),
    ]
    return kinds, sum(len(body) for body, _ in responses) / len(responses)


def _requests(targets: Mapping[UUID, str], key: str | None, tags: Mapping[UUID, str] | None = None) -> list[bytes]:
    return [
        load.request("GET", target, key, headers=None if tags is None else {"If-None-Match": tags[id]})
        for id, target in targets.items()
    ]


def _measure(server: Server, kind: Kind, seconds: float) -> Measurement:
    before = server.cpu_seconds
    requests = itertools.cycle(kind.requests)
    load_result = load.run(server.port, requests, connections=CONNECTIONS, seconds=seconds, status=kind.status)
    cost = (server.cpu_seconds - before) / load_result.answers
    times = median(load_result.latencies), percentile(load_result.latencies, 99)
    return Measurement(load_result.answers / load_result.seconds, cost, *times)


def _report(kinds: Sequence[Kind], results: Mapping[str, Sequence[Measurement]], size: float) -> bool:
    rows: list[list[Figure]] = []
    is_met = True
    for kind in kinds:
        measurements = results[kind.name]
        rate, cost = median([each.rate for each in measurements]), median([each.cost for each in measurements])
        p50, p99 = median([each.p50 for each in measurements]), median([each.p99 for each in measurements])
        rows.append([kind.name, rate, cost * 1e6, p50 * 1e3, p99 * 1e3])
        figures: dict[str, Figure] = {"kind": kind.name, "per_second": rate, "cpu_us": cost * 1e6}
        record("renditions", {**figures, "p50_ms": p50 * 1e3, "p99_ms": p99 * 1e3, "bytes": size})
        is_met = is_met and (rate >= TARGET or not kind.is_judged)
    headings = (f"{SIDE} px, {size / 1e3:.0f} KB, {CONNECTIONS} at once", "per second", "CPU µs", "p50 ms", "p99 ms")
    print(table(headings, rows))
    return is_met
