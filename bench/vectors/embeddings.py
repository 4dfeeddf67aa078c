"""`embeddings`: start, memory, and durable `setEmbeddings`, of a library with a vector for each image."""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

import numpy as np
import orjson
import uvloop
from sqlalchemy import Connection
from usearch.index import Index

from bench import load, processes
from bench.figures import Figure, median, percentile, record, table
from bench.load import LoadResult
from bench.options import Options
from bench.processes import KEY, Memory, Server
from bench.vectors.data import NEAREST, DataSet, Floats, load_data_set
from bench.vectors.engine_process import engine_folder
from bench.vectors.library import EXTENSION, NAME, library_copy
from facetry.service.library_database import DATABASE
from facetry.store.engine import raw_connection
from facetry.store.store import Store

START_SECONDS: Final = 3.0
"""Maximum time from the start of the process to the first answer, with a million vectors."""
OF_RAW_INDEX: Final = 1.3
"""Maximum memory of vectors, as a multiple of what the bare index reports for itself."""
PER_SECOND: Final = 3_000
"""Minimum durable writes per second, with searches at the same time."""
CONNECTIONS: Final = 16
_PREPARED_REQUESTS: Final = 4_000
_SETTLE_SECONDS: Final = 3.0
_TARGET: Final = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count={NEAREST}"


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the targets were met."""
    data = options.data
    rounds, seconds, count = options.choose((1, 0.3, 2_000), (3, 3.0, 100_000), (5, 10.0, 1_000_000))
    data_set = load_data_set(data, count)
    library = engine_folder("facetry_nearest", data, data_set)
    searches = [_request("PUT", _TARGET, {"name": NAME, "values": query}) for query in data_set.queries]
    start_seconds = [_measure_start(library, searches[0])[0] for _ in range(rounds + 1)][1:]  # the first round warms up
    is_met = _report_start(start_seconds, count)
    is_met = (
        _report_memory(_measure_memory(library, searches), engine_folder("usearch_bare", data, data_set), count)
        and is_met
    )
    with library_copy(library) as copy:
        return _report_writes(_measure_writes(copy, data_set, searches, seconds), count) and is_met


def _request(method: str, target: str, body: object) -> bytes:
    return load.request(method, target, KEY, orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY))


def _measure_start(library: Path, search: bytes) -> tuple[float, Memory]:
    """The seconds from the start to the first answer, and the memory at that time."""
    begin = time.perf_counter()
    with processes.facetry_server(library, cores=processes.every_core()) as server:
        load.run(server.port, iter([search]), connections=1, seconds=60)
        return time.perf_counter() - begin, processes.memory([server.process.pid])


def _measure_memory(library: Path, searches: Sequence[bytes]) -> Mapping[str, Memory]:
    """The memory of a server over an empty library, and of a server over this library after all queries."""
    cores = processes.every_core()
    with tempfile.TemporaryDirectory() as folder, processes.facetry_server(Path(folder), cores=cores) as server:
        time.sleep(_SETTLE_SECONDS)
        empty = processes.memory([server.process.pid])
    with processes.facetry_server(library, cores=cores) as server:
        load.run(server.port, iter(searches), connections=1, seconds=60)
        time.sleep(_SETTLE_SECONDS)
        return {"empty library": empty, "after the searches": processes.memory([server.process.pid])}


def _measure_writes(
    library: Path, data: DataSet, searches: Sequence[bytes], seconds: float
) -> Mapping[str, tuple[LoadResult, LoadResult | None, float]]:
    """By case: the writes, the searches at the same time, and processor seconds of the server for each write."""
    ids, rng = _ids(library), random.Random(4)
    vectors = np.array(data.vectors[: 2 * _PREPARED_REQUESTS])
    writes = [
        _request("PUT", _write(rng.choice(ids)), [{"name": NAME, "values": vector}])
        for vector in vectors[rng.sample(range(len(vectors)), min(len(vectors), _PREPARED_REQUESTS))]
    ]
    write_cycle, search_cycle = itertools.cycle(writes), itertools.cycle(searches)
    results: dict[str, tuple[LoadResult, LoadResult | None, float]] = {}
    with (
        processes.facetry_server(library, cores=processes.every_core()) as server,
        processes.pinned(processes.load_core()),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        for name, searches_beside in (("", search_cycle), ("alone", None), ("with a search going on", search_cycle)):
            before = server.cpu_seconds
            writes_result, searches_result = runner.run(
                _drive_load(server, write_cycle, searches_beside, seconds if name else 1.0)
            )
            results[name] = writes_result, searches_result, (server.cpu_seconds - before) / writes_result.answers
        _require_found(server, ids[0], -vectors[0])
    del results[""]  # the warm-up
    return results


async def _drive_load(
    server: Server, writes: Iterator[bytes], searches: Iterator[bytes] | None, seconds: float
) -> tuple[LoadResult, LoadResult | None]:
    writes_result = load.drive(server.port, writes, connections=CONNECTIONS, seconds=seconds)
    if searches is None:
        return await writes_result, None
    return await asyncio.gather(writes_result, load.drive(server.port, searches, connections=1, seconds=seconds))


def _require_found(server: Server, id: UUID, vector: Floats) -> None:
    """Require that the next search finds a vector that was just written."""
    embedding = {"name": NAME, "values": vector.tolist()}
    processes.request_json(server, "PUT", _write(id), [embedding])
    nearest = processes.request_json(server, "PUT", _TARGET, embedding)[0]
    assert nearest["image"]["id"] == str(id)
    assert nearest["distance"] < 1e-6


def _write(id: UUID) -> str:
    return f"/image/{id}/setEmbeddings?extensionId={EXTENSION}"


def _ids(library: Path) -> list[UUID]:
    def read(connection: Connection) -> list[UUID]:
        return [UUID(bytes=row[0]) for row in raw_connection(connection).execute("SELECT id FROM image ORDER BY key")]

    store = Store(library / DATABASE)
    try:
        return store.read_now(read)
    finally:
        store.close()


def _report_start(start_seconds: Sequence[float], count: int) -> bool:
    seconds = median(start_seconds)
    print(table((f"{count:,} vectors", "s"), [["from the start of the process to the first answer", seconds]]))
    record("embeddings", {"count": count, "start_seconds": seconds})
    return seconds <= START_SECONDS


def _report_memory(memory_by_state: Mapping[str, Memory], rival: Path, count: int) -> bool:
    index = Index.restore(rival / "index.usearch")
    assert index is not None
    bare = int(index.memory_usage)
    empty, full = memory_by_state.values()
    grown = full.total - empty.total
    rows: list[list[Figure]] = [
        [name, memory.total / 1e6, memory.anonymous / 1e6, (memory.total - memory.anonymous) / 1e6]
        for name, memory in memory_by_state.items()
    ]
    rows.append(["bare index, by its own account", bare / 1e6, None, None])
    print(table((f"memory, {count:,} vectors", "MB", "anonymous", "of files"), rows))
    print(f"the vectors take {grown / bare:.2f} × the bare index (target {OF_RAW_INDEX:g})")
    figures = {"memory_mb": full.total / 1e6, "anonymous_mb": full.anonymous / 1e6, "empty_mb": empty.total / 1e6}
    record("embeddings", {"count": count, **figures, "bare_mb": bare / 1e6})
    return grown <= OF_RAW_INDEX * bare


def _report_writes(results: Mapping[str, tuple[LoadResult, LoadResult | None, float]], count: int) -> bool:
    rows: list[list[Figure]] = []
    for name, (writes_result, searches_result, cost) in results.items():
        figures: dict[str, Figure] = {
            "per_second": writes_result.answers / writes_result.seconds,
            "cpu_us": cost * 1e6,
            "p50_ms": median(writes_result.latencies) * 1e3,
            "p99_ms": percentile(writes_result.latencies, 99) * 1e3,
            "searches_per_second": None
            if searches_result is None
            else searches_result.answers / searches_result.seconds,
            "search_p50_ms": None if searches_result is None else median(searches_result.latencies) * 1e3,
        }
        rows.append([name, *figures.values()])
        record("embeddings", {"count": count, "case": name, **figures})
    headings = ("setEmbeddings, 16 at once", "per second", "CPU µs", "p50 ms", "p99 ms", "searches/s", "their p50 ms")
    print(table(headings, rows))
    writes_result, *_ = results["with a search going on"]
    print(f"target: {PER_SECOND:,} a second, with a search going on")
    return writes_result.answers / writes_result.seconds >= PER_SECOND
