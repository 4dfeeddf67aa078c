"""`embeddings`: start, memory, and durable `setEmbeddings`, of a library with a vector for each image."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from bench.load import Load
from bench.processes import KEY, Memory, Server
from bench.vectors.data import NEAREST, DataSet, Floats, made
from bench.vectors.engine_process import place
from bench.vectors.library import EXTENSION, NAME
from facetry.app import DATABASE
from facetry.store.engine import raw
from facetry.store.store import Store

START_SECONDS: Final = 3.0
"""From the start of the process to the first answer, a million vectors."""
OF_RAW_INDEX: Final = 1.3
"""What vectors may take in memory, of what the bare index does by its own account."""
PER_SECOND: Final = 3_000
"""Durable writes, with a search going on all the time."""
CONNECTIONS: Final = 16
_PREPARED: Final = 4_000
_SETTLE_SECONDS: Final = 3.0
_TARGET: Final = f"/image/closestEmbeddingsImages?extensionId={EXTENSION}&count={NEAREST}"


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the targets were met."""
    rounds, seconds, count = (5, 10.0, 1_000_000) if is_long else (3, 3.0, 100_000)
    found = made(data, count)
    library = place("facetry_nearest", data, found)
    searches = [_request("PUT", _TARGET, {"name": NAME, "values": query}) for query in found.queries]
    started = [_started(library, searches[0])[0] for _ in range(rounds + 1)][1:]  # the first one warms
    met = _report_start(started, count)
    met = _report_memory(_memory(library, searches), place("usearch_bare", data, found), count) and met
    with _copied(library) as copy:
        return _report_writes(_written(copy, found, searches, seconds), count) and met


def _request(method: str, target: str, body: object) -> bytes:
    return load.request(method, target, KEY, orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY))


def _started(library: Path, search: bytes) -> tuple[float, Memory]:
    """Seconds from the start to the first answer, and the memory then."""
    begin = time.perf_counter()
    with processes.facetry(library, cores=processes.every_core()) as server:
        load.run(server.port, iter([search]), connections=1, seconds=60)
        return time.perf_counter() - begin, processes.memory([server.process.pid])


def _memory(library: Path, searches: Sequence[bytes]) -> Mapping[str, Memory]:
    """Of a server over an empty library, and of one over this one after all queries."""
    cores = processes.every_core()
    with tempfile.TemporaryDirectory() as folder, processes.facetry(Path(folder), cores=cores) as server:
        time.sleep(_SETTLE_SECONDS)
        empty = processes.memory([server.process.pid])
    with processes.facetry(library, cores=cores) as server:
        load.run(server.port, iter(searches), connections=1, seconds=60)
        time.sleep(_SETTLE_SECONDS)
        return {"empty library": empty, "after the searches": processes.memory([server.process.pid])}


@contextmanager
def _copied(library: Path) -> Iterator[Path]:
    """A copy to write into, beside it."""
    copy = library.with_name(f"{library.name}.copy")
    shutil.rmtree(copy, ignore_errors=True)
    try:
        yield shutil.copytree(library, copy, copy_function=_copy)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _copy(source: str, target: str) -> None:
    if Path(source).name.startswith(DATABASE):
        shutil.copy2(source, target)
    else:
        os.link(source, target)  # files of vectors never change, they are replaced


def _written(
    library: Path, data: DataSet, searches: Sequence[bytes], seconds: float
) -> Mapping[str, tuple[Load, Load | None, float]]:
    """Writes, the searches beside them, and processor seconds of the server for each write."""
    ids, chance = _ids(library), random.Random(4)
    vectors = np.array(data.vectors[: 2 * _PREPARED])
    writes = [
        _request("PUT", _write(chance.choice(ids)), [{"name": NAME, "values": vector}])
        for vector in vectors[chance.sample(range(len(vectors)), _PREPARED)]
    ]
    requests, others = itertools.cycle(writes), itertools.cycle(searches)
    results: dict[str, tuple[Load, Load | None, float]] = {}
    with (
        processes.facetry(library, cores=processes.every_core()) as server,
        processes.pinned(processes.load_core()),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        for name, beside in (("", others), ("alone", None), ("with a search going on", others)):
            before = server.cpu_seconds
            done, searched = runner.run(_driven(server, requests, beside, seconds if name else 1.0))
            results[name] = done, searched, (server.cpu_seconds - before) / done.answers
        _require_found(server, ids[0], -vectors[0])
    del results[""]  # it warmed
    return results


async def _driven(
    server: Server, writes: Iterator[bytes], searches: Iterator[bytes] | None, seconds: float
) -> tuple[Load, Load | None]:
    done = load.drive(server.port, writes, connections=CONNECTIONS, seconds=seconds)
    if searches is None:
        return await done, None
    return await asyncio.gather(done, load.drive(server.port, searches, connections=1, seconds=seconds))


def _require_found(server: Server, id: UUID, vector: Floats) -> None:
    """What is written is what the next search finds."""
    embedding = {"name": NAME, "values": vector.tolist()}
    processes.ask(server, "PUT", _write(id), [embedding])
    nearest = processes.ask(server, "PUT", _TARGET, embedding)[0]
    assert nearest["image"]["id"] == str(id)
    assert nearest["distance"] < 1e-6


def _write(id: UUID) -> str:
    return f"/image/{id}/setEmbeddings?extensionId={EXTENSION}"


def _ids(library: Path) -> list[UUID]:
    def read(connection: Connection) -> list[UUID]:
        return [UUID(bytes=row[0]) for row in raw(connection).execute("SELECT id FROM image ORDER BY key")]

    store = Store(library / DATABASE)
    try:
        return store.read_now(read)
    finally:
        store.close()


def _report_start(started: Sequence[float], count: int) -> bool:
    seconds = median(started)
    print(table((f"{count:,} vectors", "s"), [["from the start of the process to the first answer", seconds]]))
    record("embeddings", {"count": count, "start_seconds": seconds})
    return seconds <= START_SECONDS


def _report_memory(held: Mapping[str, Memory], rival: Path, count: int) -> bool:
    index = Index.restore(rival / "index.usearch")
    assert index is not None
    bare = int(index.memory_usage)
    empty, full = held.values()
    grown = full.total - empty.total
    rows: list[list[Figure]] = [
        [name, each.total / 1e6, each.anonymous / 1e6, (each.total - each.anonymous) / 1e6]
        for name, each in held.items()
    ]
    rows.append(["bare index, by its own account", bare / 1e6, None, None])
    print(table((f"memory, {count:,} vectors", "MB", "anonymous", "of files"), rows))
    print(f"the vectors take {grown / bare:.2f} × the bare index (target {OF_RAW_INDEX:g})")
    figures = {"memory_mb": full.total / 1e6, "anonymous_mb": full.anonymous / 1e6, "empty_mb": empty.total / 1e6}
    record("embeddings", {"count": count, **figures, "bare_mb": bare / 1e6})
    return grown <= OF_RAW_INDEX * bare


def _report_writes(results: Mapping[str, tuple[Load, Load | None, float]], count: int) -> bool:
    rows: list[list[Figure]] = []
    for name, (done, searched, cost) in results.items():
        figures: dict[str, Figure] = {
            "per_second": done.answers / done.seconds,
            "cpu_us": cost * 1e6,
            "p50_ms": median(done.latencies) * 1e3,
            "p99_ms": percentile(done.latencies, 99) * 1e3,
            "searches_per_second": None if searched is None else searched.answers / searched.seconds,
            "search_p50_ms": None if searched is None else median(searched.latencies) * 1e3,
        }
        rows.append([name, *figures.values()])
        record("embeddings", {"count": count, "case": name, **figures})
    headings = ("setEmbeddings, 16 at once", "per second", "CPU µs", "p50 ms", "p99 ms", "searches/s", "their p50 ms")
    print(table(headings, rows))
    done, *_ = results["with a search going on"]
    print(f"target: {PER_SECOND:,} a second, with a search going on")
    return done.answers / done.seconds >= PER_SECOND
