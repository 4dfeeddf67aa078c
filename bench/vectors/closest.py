"""`closest`: the ten nearest over HTTP, by `closestEmbeddingsImages` and by Chroma's own server."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import orjson
from sqlalchemy import Connection

from bench import load, processes
from bench.figures import Figure, median, percentile, record, table
from bench.load import Load
from bench.processes import KEY, Server
from bench.vectors.data import NEAREST, DataSet, Floats, made
from bench.vectors.engine_process import asked, place
from bench.vectors.library import EXTENSION, FIRST, NAME
from bench.vectors.truth import recall
from bench.vectors.unfiltered import RECALL
from facetry.app import DATABASE
from facetry.store.engine import raw
from facetry.store.store import Store

CONNECTIONS: Final = (1, 8)
_COLLECTIONS: Final = "/api/v2/tenants/default_tenant/databases/default_database/collections"
_CHECKED: Final = 200
"""Queries whose answers are held against the truth."""


@dataclass(frozen=True, slots=True)
class _Rival:
    """A server, how it is asked for each query, and what tells the images of an answer by their numbers."""

    server: Server
    method: str
    target: str
    bodies: Sequence[bytes]
    numbers: Callable[[Any], list[int]]

    def requests(self) -> Iterator[bytes]:
        """One query after the other, without end."""
        return itertools.cycle([load.request(self.method, self.target, KEY, body) for body in self.bodies])

    def recall(self, data: DataSet) -> float:
        """Of the first queries."""
        reached = []
        for body, wanted in zip(self.bodies[:_CHECKED], data.nearest[None], strict=False):
            answer, _ = processes.exchange(self.server, self.method, self.target, body)
            reached.append(recall(self.numbers(json.loads(answer)), wanted))
        return sum(reached) / len(reached)


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met."""
    rounds, seconds, count = (7, 4.0, 1_000_000) if is_long else (5, 1.5, 100_000)
    found = made(data, count)
    with asked("chroma_embedded", data, found) as embedded:
        effort, _ = embedded.tuned(None, RECALL, seconds)
        embedded.measured(None, effort, 0, 0.0)  # leaves the effort in its folder, for the server
    results: dict[tuple[str, int], list[tuple[Load, float]]] = {}
    recalls: dict[str, float] = {}
    with _facetry(data, found) as ours, _chroma(data, found) as theirs, processes.pinned(processes.load_core()):
        rivals = {"facetry": ours, "chroma": theirs}
        requests = {name: rival.requests() for name, rival in rivals.items()}
        recalls = {name: rival.recall(found) for name, rival in rivals.items()}
        for _ in range(rounds):
            for connections, (name, rival) in itertools.product(CONNECTIONS, rivals.items()):
                before = rival.server.cpu_seconds
                done = load.run(rival.server.port, requests[name], connections=connections, seconds=seconds)
                cost = (rival.server.cpu_seconds - before) / done.answers
                results.setdefault((name, connections), []).append((done, cost))
    return _report(results, recalls, count)


@contextmanager
def _facetry(folder: Path, data: DataSet) -> Iterator[_Rival]:
    library = place("facetry_nearest", folder, data)
    numbers = _numbers(library)
    target = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count={NEAREST}"
    bodies = [_json({"name": NAME, "values": query}) for query in data.queries]
    with processes.facetry(library, cores=processes.server_core()) as server:
        yield _Rival(server, "PUT", target, bodies, lambda answer: [numbers[each["image"]["id"]] for each in answer])


@contextmanager
def _chroma(folder: Path, data: DataSet) -> Iterator[_Rival]:
    bodies = [
        _json({"query_embeddings": query[None], "n_results": NEAREST, "include": ["distances"]})
        for query in data.queries
    ]
    with processes.chroma(place("chroma_embedded", folder, data), cores=processes.server_core()) as server:
        (collection,) = processes.ask(server, "GET", _COLLECTIONS)
        target = f"{_COLLECTIONS}/{collection['id']}/query"
        yield _Rival(server, "POST", target, bodies, lambda answer: [int(each) for each in answer["ids"][0]])


def _numbers(library: Path) -> Mapping[str, int]:
    """The numbers in the data set of images by their ids."""

    def read(connection: Connection) -> Mapping[str, int]:
        rows = raw(connection).execute("SELECT id, key FROM image")
        return {str(UUID(bytes=id)): key - FIRST for id, key in rows}

    store = Store(library / DATABASE)
    try:
        return store.read_now(read)
    finally:
        store.close()


def _json(value: Mapping[str, str | int | list[str] | Floats]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def _report(
    results: Mapping[tuple[str, int], Sequence[tuple[Load, float]]], recalls: Mapping[str, float], count: int
) -> bool:
    met = True
    rows: list[list[Figure]] = []
    for (name, connections), each in results.items():
        latencies = [latency for done, _ in each for latency in done.latencies]
        figures = {
            "recall": recalls[name],
            "per_second": median([done.answers / done.seconds for done, _ in each]),
            "cpu_ms": median([cost for _, cost in each]) * 1e3,
            "p50_ms": median(latencies) * 1e3,
            "p99_ms": percentile(latencies, 99) * 1e3,
        }
        rows.append([f"{name}, {connections} at once", f"{recalls[name]:.4f}", *list(figures.values())[1:]])
        record("closest", {"count": count, "server": name, "connections": connections, **figures})
    print(table((f"{count:,} vectors over HTTP", "recall", "per second", "CPU ms", "p50 ms", "p99 ms"), rows))
    for connections in CONNECTIONS:
        pairs = zip(results["facetry", connections], results["chroma", connections], strict=True)
        ratios = [
            (theirs[0].seconds / theirs[0].answers) / (ours[0].seconds / ours[0].answers) for ours, theirs in pairs
        ]
        print(f"{connections} at once: {median(ratios):.2f} × Chroma's answers a second (target 1)")
        met = met and median(ratios) > 1 and recalls["facetry"] >= RECALL
    return met
