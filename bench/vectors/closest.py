"""`closest`: the ten nearest over HTTP, by `closestEmbeddingsImages` and by the server of Chroma."""

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
from bench.load import LoadResult
from bench.processes import KEY, Server
from bench.vectors.data import NEAREST, DataSet, Floats, load_data_set
from bench.vectors.engine_process import engine_folder, start_engine
from bench.vectors.library import EXTENSION, FIRST, NAME
from bench.vectors.truth import recall
from bench.vectors.unfiltered import RECALL
from facetry.app import DATABASE
from facetry.store.engine import raw_connection
from facetry.store.store import Store

CONNECTIONS: Final = (1, 8)
_COLLECTIONS: Final = "/api/v2/tenants/default_tenant/databases/default_database/collections"
_CHECKED_QUERIES: Final = 200
"""Number of queries whose answers are compared with the truth."""


@dataclass(frozen=True, slots=True)
class _SearchServer:
    """A server, its request for each query, and a function that returns the image numbers of an answer."""

    server: Server
    method: str
    target: str
    bodies: Sequence[bytes]
    numbers: Callable[[Any], list[int]]

    def requests(self) -> Iterator[bytes]:
        """An endless cycle of queries."""
        return itertools.cycle([load.request(self.method, self.target, KEY, body) for body in self.bodies])

    def recall(self, data: DataSet) -> float:
        """The recall of the first queries."""
        recalls = []
        for body, nearest in zip(self.bodies[:_CHECKED_QUERIES], data.nearest[None], strict=False):
            response, _ = processes.request(self.server, self.method, self.target, body)
            recalls.append(recall(self.numbers(json.loads(response)), nearest))
        return sum(recalls) / len(recalls)


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    rounds, seconds, count = (7, 4.0, 1_000_000) if is_long else (5, 1.5, 100_000)
    data_set = load_data_set(data, count)
    with start_engine("chroma_embedded", data, data_set) as embedded:
        effort, _ = embedded.tune(None, RECALL, seconds)
        embedded.measure(None, effort, 0, 0.0)  # stores the effort in the folder, for the server
    results: dict[tuple[str, int], list[tuple[LoadResult, float]]] = {}
    recalls: dict[str, float] = {}
    with (
        _facetry_server(data, data_set) as facetry,
        _chroma_server(data, data_set) as chroma,
        processes.pinned(processes.load_core()),
    ):
        rivals = {"facetry": facetry, "chroma": chroma}
        requests = {name: rival.requests() for name, rival in rivals.items()}
        recalls = {name: rival.recall(data_set) for name, rival in rivals.items()}
        for _ in range(rounds):
            for connections, (name, rival) in itertools.product(CONNECTIONS, rivals.items()):
                before = rival.server.cpu_seconds
                load_result = load.run(rival.server.port, requests[name], connections=connections, seconds=seconds)
                cost = (rival.server.cpu_seconds - before) / load_result.answers
                results.setdefault((name, connections), []).append((load_result, cost))
    return _report(results, recalls, count)


@contextmanager
def _facetry_server(folder: Path, data: DataSet) -> Iterator[_SearchServer]:
    library = engine_folder("facetry_nearest", folder, data)
    numbers = _numbers(library)
    target = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count={NEAREST}"
    bodies = [_json({"name": NAME, "values": query}) for query in data.queries]
    with processes.facetry_server(library, cores=processes.server_core()) as server:
        yield _SearchServer(
            server,
            "PUT",
            target,
            bodies,
            lambda response: [numbers[hit["image"]["id"]] for hit in response],
        )


@contextmanager
def _chroma_server(folder: Path, data: DataSet) -> Iterator[_SearchServer]:
    bodies = [
        _json({"query_embeddings": query[None], "n_results": NEAREST, "include": ["distances"]})
        for query in data.queries
    ]
    with processes.chroma_server(
        engine_folder("chroma_embedded", folder, data), cores=processes.server_core()
    ) as server:
        (collection,) = processes.request_json(server, "GET", _COLLECTIONS)
        target = f"{_COLLECTIONS}/{collection['id']}/query"
        yield _SearchServer(server, "POST", target, bodies, lambda response: [int(id) for id in response["ids"][0]])


def _numbers(library: Path) -> Mapping[str, int]:
    """The numbers of the images in the data set, by image id."""

    def read(connection: Connection) -> Mapping[str, int]:
        rows = raw_connection(connection).execute("SELECT id, key FROM image")
        return {str(UUID(bytes=id)): key - FIRST for id, key in rows}

    store = Store(library / DATABASE)
    try:
        return store.read_now(read)
    finally:
        store.close()


def _json(value: Mapping[str, str | int | list[str] | Floats]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def _report(
    results: Mapping[tuple[str, int], Sequence[tuple[LoadResult, float]]], recalls: Mapping[str, float], count: int
) -> bool:
    is_met = True
    rows: list[list[Figure]] = []
    for (name, connections), measurements in results.items():
        latencies = [latency for load_result, _ in measurements for latency in load_result.latencies]
        figures = {
            "recall": recalls[name],
            "per_second": median([load_result.answers / load_result.seconds for load_result, _ in measurements]),
            "cpu_ms": median([cost for _, cost in measurements]) * 1e3,
            "p50_ms": median(latencies) * 1e3,
            "p99_ms": percentile(latencies, 99) * 1e3,
        }
        rows.append([f"{name}, {connections} at once", f"{recalls[name]:.4f}", *list(figures.values())[1:]])
        record("closest", {"count": count, "server": name, "connections": connections, **figures})
    print(table((f"{count:,} vectors over HTTP", "recall", "per second", "CPU ms", "p50 ms", "p99 ms"), rows))
    for connections in CONNECTIONS:
        pairs = zip(results["facetry", connections], results["chroma", connections], strict=True)
        ratios = [
            (chroma[0].seconds / chroma[0].answers) / (facetry[0].seconds / facetry[0].answers)
            for facetry, chroma in pairs
        ]
        print(f"{connections} at once: {median(ratios):.2f} × Chroma's answers a second (target 1)")
        is_met = is_met and median(ratios) > 1 and recalls["facetry"] >= RECALL
    return is_met
