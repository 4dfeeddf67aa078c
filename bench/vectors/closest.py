"""`closest`: the nearest images over HTTP, to an image and to a vector, and by the server of Chroma."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import orjson

from bench import load, processes
from bench.measurements import CPU_MS, PER_SECOND, TIMES, Measurement, Rounds, Target, at_least, at_most, report
from bench.options import Options
from bench.processes import KEY, Server
from bench.samples import UNITS, sample
from bench.vectors.data import NEAREST, DataSet, Floats, load_data_set
from bench.vectors.engine_process import engine_folder, start_engine
from bench.vectors.engines import installed
from bench.vectors.library import EXTENSION, FIRST, NAME, library_copy
from bench.vectors.truth import recall
from bench.vectors.unfiltered import RECALL
from bench.versions import NEW, Version
from facetry.service.library_database import DATABASE

CONNECTIONS: Final = (1, 8)
CHROMA: Final = "chroma_embedded"
AT_MOST_MS: Final = 1.2
"""Processor time of an answer, however many are asked for at once."""
_BY_VECTOR, _BY_IMAGE = "closestEmbeddingsImages", "closestImages"
_COLLECTIONS: Final = "/api/v2/tenants/default_tenant/databases/default_database/collections"
_CHECKED_QUERIES: Final = 200
"""Number of queries whose answers are compared with the truth."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """A server, its requests by the name of their row, and how its answers are compared with the truth."""

    version: str
    server: Server
    method: str
    target: str
    bodies: Sequence[bytes]
    numbers: Callable[[Any], list[int]]
    requests: Mapping[str, Sequence[bytes]]

    def recall(self, data: DataSet) -> float:
        """The recall of the first queries."""
        recalls = []
        for body, nearest in zip(self.bodies[:_CHECKED_QUERIES], data.nearest[None], strict=False):
            response, _ = processes.request(self.server, self.method, self.target, body)
            recalls.append(recall(self.numbers(json.loads(response)), nearest))
        return sum(recalls) / len(recalls)


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    seconds, count = options.choose((0.1, 2_000), (1.5, 100_000), (4.0, 1_000_000))
    data_set, rounds = load_data_set(options.data, count), Rounds()
    rivals = installed([CHROMA])
    with ExitStack() as stack:
        subjects = [
            stack.enter_context(_facetry(options.data, data_set, each)) for each in options.versions_with_vectors
        ]
        if rivals:
            subjects.append(stack.enter_context(_chroma(options.data, data_set, seconds)))
        for each in subjects:
            rounds.add(each.version, _recall_name(each), {"": each.recall(data_set)})
        for number in options.rounds(5, 7):
            for connections, each in itertools.product(CONNECTIONS, subjects):
                for name, requests in each.requests.items():
                    one = sample(each.server, itertools.cycle(requests), connections=connections, seconds=seconds)
                    if number:  # the first round warms up
                        rounds.add(each.version, f"{name}, {connections} at once", one.figures(*UNITS))
    return report(f"closest, {count:,} vectors", [*rounds.measurements(_targets()), *_ratios(rounds)])


def _targets() -> dict[tuple[str, str], Target]:
    names = [f"{name}, {count} at once" for name in (_BY_IMAGE, _BY_VECTOR) for count in CONNECTIONS]
    return {(name, CPU_MS): at_most(AT_MOST_MS) for name in names} | {(f"recall of {_BY_VECTOR}", ""): at_least(RECALL)}


def _recall_name(subject: _Subject) -> str:
    return f"recall of {next(iter(subject.requests))}"


def _ratios(rounds: Rounds) -> list[Measurement]:
    """Facetry's answers a second relative to those of Chroma, if it takes part."""
    found = {each.name: each.rounds for each in rounds.measurements() if each.unit == PER_SECOND}
    measurements = []
    for count in CONNECTIONS:
        theirs = found.get(f"Chroma, {count} at once")
        if theirs is not None:
            ours = found[f"{_BY_VECTOR}, {count} at once"]
            ratios = {
                version: [own / rival for own, rival in zip(each, theirs[NEW], strict=True)]
                for version, each in ours.items()
            }
            name = f"{_BY_VECTOR} to Chroma, answers a second, {count} at once"
            measurements.append(Measurement(name, TIMES, ratios, at_least(1)))
    return measurements


@contextmanager
def _facetry(folder: Path, data: DataSet, version: Version) -> Iterator[_Subject]:
    library = engine_folder("facetry_nearest", folder, data, version)
    numbers = _numbers(library)
    target = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count={NEAREST}"
    bodies = [_json({"name": NAME, "values": query}) for query in data.queries]
    by_image = f"closestImages?extensionId={EXTENSION}&name={NAME}&count={NEAREST}"
    requests = {
        _BY_VECTOR: [load.request("PUT", target, KEY, body) for body in bodies],
        _BY_IMAGE: [load.request("GET", f"/image/{id}/{by_image}", KEY) for id in list(numbers)[: len(bodies)]],
    }
    cores = processes.every_core()
    with (
        library_copy(library, version.name) as copy,  # versions may share the library
        processes.facetry_server(copy, cores=cores, source=version.source) as server,
    ):
        yield _Subject(
            version.name,
            server,
            "PUT",
            target,
            bodies,
            lambda response: [numbers[hit["image"]["id"]] for hit in response],
            requests,
        )


@contextmanager
def _chroma(folder: Path, data: DataSet, seconds: float) -> Iterator[_Subject]:
    with start_engine(CHROMA, folder, data) as embedded:
        effort, _ = embedded.tune(None, RECALL, seconds)
        embedded.measure(None, effort, 0, 0.0)  # stores the effort in the folder, for the server
    bodies = [
        _json({"query_embeddings": query[None], "n_results": NEAREST, "include": ["distances"]})
        for query in data.queries
    ]
    with processes.chroma_server(engine_folder(CHROMA, folder, data), cores=processes.every_core()) as server:
        (collection,) = processes.request_json(server, "GET", _COLLECTIONS)
        target = f"{_COLLECTIONS}/{collection['id']}/query"
        requests = {"Chroma": [load.request("POST", target, KEY, body) for body in bodies]}
        yield _Subject(
            NEW, server, "POST", target, bodies, lambda response: [int(id) for id in response["ids"][0]], requests
        )


def _numbers(library: Path) -> Mapping[str, int]:
    """The numbers of the images in the data set, by image id."""
    database = sqlite3.connect(f"file:{library / DATABASE}?mode=ro", uri=True)
    try:
        rows = database.execute("SELECT id, key FROM image")
        return {str(UUID(bytes=id)): key - FIRST for id, key in rows}
    finally:
        database.close()


def _json(value: Mapping[str, str | int | list[str] | Floats]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)
