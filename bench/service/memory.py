"""`memory`: the resident memory of an idle server, and of one over 10,000 images with vectors."""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import orjson

from bench import load, processes
from bench.measurements import MIB, Rounds, at_most, report
from bench.options import Options
from bench.processes import KEY, Server
from bench.vectors.data import DataSet, load_data_set
from bench.vectors.engine_process import engine_folder
from bench.vectors.library import EXTENSION, NAME
from bench.versions import Version

_IDLE: Final = "idle server, empty library"
IDLE_AT_MOST: Final = 110.0
WITH_VECTORS_AT_MOST: Final = 200.0
_SEARCHES: Final = 300


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    data_set = load_data_set(options.data, options.choose(2_000, 10_000, 10_000))
    with_vectors = f"{data_set.count:,} images with vectors, after searches"
    targets = {(_IDLE, MIB): at_most(IDLE_AT_MOST), (with_vectors, MIB): at_most(WITH_VECTORS_AT_MOST)}
    settle_seconds = options.choose(0.1, 4.0, 12.0)
    rounds = Rounds()
    for _, version in itertools.product(range(options.choose(1, 3, 5)), options.versions_with_vectors):
        with _empty_server(version) as server:
            processes.request_json(server, "GET", "/repository/list")
            rounds.add(version.name, _IDLE, {MIB: _resident_mib(server, settle_seconds)})
        library = engine_folder("facetry_nearest", options.data, data_set, version)
        cores = processes.every_core()
        with processes.facetry_server(library, cores=cores, source=version.source) as server:
            load.run(server.port, _searches(data_set), connections=1, seconds=60)
            rounds.add(version.name, with_vectors, {MIB: _resident_mib(server, settle_seconds)})
    return report("memory", rounds.measurements(targets))


@contextmanager
def _empty_server(version: Version) -> Iterator[Server]:
    cores = processes.every_core()
    with (
        tempfile.TemporaryDirectory() as folder,
        processes.facetry_server(Path(folder), cores=cores, source=version.source) as server,
    ):
        yield server


def _resident_mib(server: Server, settle_seconds: float) -> float:
    """The memory of the server and its children after some time."""
    time.sleep(settle_seconds)
    return processes.resident_bytes(server.process.pid) / 2**20


def _searches(data: DataSet) -> Iterator[bytes]:
    """Searches by vectors, by tags and by date, which read all of the index that a client uses."""
    nearest = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count=10"
    for query in data.queries[:_SEARCHES]:
        body = orjson.dumps({"name": NAME, "values": query}, option=orjson.OPT_SERIALIZE_NUMPY)
        yield load.request("PUT", nearest, KEY, body)
    for tag in data.tags:
        sorting = {"property": "modificationDate", "isAscending": False}
        criteria = {"criteria": {"tags": {"values": [tag]}}, "sorting": sorting}
        yield load.request("POST", "/image/search/summaries", KEY, json.dumps({"filter": criteria}).encode())
