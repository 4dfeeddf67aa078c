"""`renditions`: cached renditions over connections that stay open, with a key and by media URLs."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from bench import load, photographs, processes, repositories
from bench.decoding import SIDE
from bench.figures import Figure, median, percentile, record, table
from bench.processes import KEY, Server

PHOTOGRAPHS: Final = 60
CONNECTIONS: Final = 16
AT_LEAST: Final = 3_000.0
"""Renditions per second, with a key and by media URLs."""
_SIZE: Final = f"width={SIDE}&height={SIDE}&format=JPEG"


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to ask for renditions: the requests, and the status of their answers. `is_judged`: it has the target."""

    name: str
    requests: Sequence[bytes]
    status: str
    is_judged: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Answers a second, processor seconds for each, and the median and 99th percentile of the time."""

    rate: float
    cost: float
    middle: float
    slowest: float


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met."""
    rounds, seconds = (9, 4.0) if is_long else (5, 1.5)
    pictures = photographs.photographs(data, PHOTOGRAPHS)
    results: dict[str, list[Stretch]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        processes.facetry(Path(folder), cores=processes.server_core()) as server,
        processes.pinned(processes.load_core()),
    ):
        repositories.scanned(server, pictures)
        kinds, size = _kinds(server, repositories.image_ids(server, PHOTOGRAPHS))
        for number in range(rounds + 1):
            for kind in kinds:
                stretch = _stretch(server, kind, seconds if number else 0.5)
                if number:  # the first one warms
                    results.setdefault(kind.name, []).append(stretch)
    return _report(kinds, results, size)


def _kinds(server: Server, ids: Sequence[UUID]) -> tuple[list[Kind], float]:
    """All ways to ask for renditions of the images, every one of which is made once; and their mean size in bytes."""
    downloads = {id: f"/image/{id}/download?{_SIZE}&stripMetadata=true" for id in ids}
    urls = [processes.ask(server, "GET", f"/image/{id}/mediaUrl?{_SIZE}")["url"] for id in ids]
    media = {id: urlsplit(url)._replace(scheme="", netloc="").geturl() for id, url in zip(ids, urls, strict=True)}
    made = [processes.exchange(server, "GET", target) for target in (*downloads.values(), *media.values())]
    if any(headers["content-type"] != "image/jpeg" for _, headers in made):
        raise RuntimeError("a rendition is no JPEG")
    tags = {id: headers["etag"] for id, (_, headers) in zip(ids, made[: len(ids)], strict=True)}
    kinds = [
        Kind("with a key", _requests(downloads, KEY), "200", is_judged=True),
        Kind("by media URL", _requests(media, None), "200", is_judged=True),
        Kind("with a key, known (304)", _requests(downloads, KEY, tags), "304", is_judged=False),
        Kind("by media URL, known (304)", _requests(media, None, tags), "304", is_judged=False),
    ]
    return kinds, sum(len(body) for body, _ in made) / len(made)


def _requests(targets: Mapping[UUID, str], key: str | None, tags: Mapping[UUID, str] | None = None) -> list[bytes]:
    return [
        load.request("GET", target, key, headers=None if tags is None else {"If-None-Match": tags[id]})
        for id, target in targets.items()
    ]


def _stretch(server: Server, kind: Kind, seconds: float) -> Stretch:
    before = server.cpu_seconds
    requests = itertools.cycle(kind.requests)
    done = load.run(server.port, requests, connections=CONNECTIONS, seconds=seconds, status=kind.status)
    cost = (server.cpu_seconds - before) / done.answers
    times = median(done.latencies), percentile(done.latencies, 99)
    return Stretch(done.answers / done.seconds, cost, *times)


def _report(kinds: Sequence[Kind], results: Mapping[str, Sequence[Stretch]], size: float) -> bool:
    rows: list[list[Figure]] = []
    met = True
    for kind in kinds:
        own = results[kind.name]
        rate, cost = median([each.rate for each in own]), median([each.cost for each in own])
        middle, slowest = median([each.middle for each in own]), median([each.slowest for each in own])
        rows.append([kind.name, rate, cost * 1e6, middle * 1e3, slowest * 1e3])
        figures: dict[str, Figure] = {"kind": kind.name, "per_second": rate, "cpu_us": cost * 1e6}
        record("renditions", {**figures, "p50_ms": middle * 1e3, "p99_ms": slowest * 1e3, "bytes": size})
        met = met and (rate >= AT_LEAST or not kind.is_judged)
    headings = (f"{SIDE} px, {size / 1e3:.0f} KB, {CONNECTIONS} at once", "per second", "CPU µs", "p50 ms", "p99 ms")
    print(table(headings, rows))
    return met
