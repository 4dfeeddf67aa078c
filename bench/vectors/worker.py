"""The process of an engine, which builds its index or runs queries.

`python -m bench.vectors.worker build NAME FOLDER DATA COUNT` builds the index, and prints the cost as a line of JSON.
`python -m bench.vectors.worker ask NAME FOLDER DATA COUNT` opens it. Each line of input is a command as a JSON object,
which is answered by a line of JSON.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bench.vectors import data
from bench.vectors.data import NEAREST, QUERIES, DataSet
from bench.vectors.engines import Engine, Neighbours, create_engine
from bench.vectors.truth import recall

MIN_QUERIES: Final = 20
"""Minimum number of queries, also when the time is over."""


def build(engine: Engine) -> dict[str, float]:
    """Build an engine; the seconds, and the processor seconds of all processes involved."""
    begin, before = time.perf_counter(), time.process_time()
    engine.build()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_seconds = time.process_time() - before + children.ru_utime + children.ru_stime
    return {"seconds": time.perf_counter() - begin, "cpu_seconds": cpu_seconds}


def serve(engine: Engine, data_set: DataSet) -> None:
    """Execute commands until the input ends."""
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(_execute(engine, data_set, json.loads(line))), flush=True)


def _execute(engine: Engine, data_set: DataSet, command: Mapping[str, Any]) -> Mapping[str, Any]:
    tag, seconds = command["tag"], command["seconds"]
    if command["do"] == "measure":
        engine.prepare(tag, command["effort"])
        return _measure(engine, data_set, tag, command["first"], seconds)
    # The smallest effort that reaches the recall, or else the one with the best recall.
    best: Mapping[str, Any] = {"recall": -1.0}
    for effort in engine.efforts if tag is None else engine.wide_efforts:
        engine.prepare(tag, effort)
        measured_recall = _measure(engine, data_set, tag, 0, seconds)["recall"]
        if measured_recall > best["recall"]:
            best = {"effort": effort, "recall": measured_recall}
        if measured_recall >= command["recall"]:
            break
    return best


def _measure(engine: Engine, data_set: DataSet, tag: str | None, first: int, seconds: float) -> Mapping[str, Any]:
    """Run queries until the time is over, beginning with query number `first`, each at most once."""
    engine.nearest(data_set.queries[(first - 1) % QUERIES], NEAREST)  # warm-up
    results: list[Neighbours] = []
    latencies: list[float] = []
    before = time.process_time()
    end = time.perf_counter() + seconds
    for number in range(QUERIES):
        query = data_set.queries[(first + number) % QUERIES]
        begin = time.perf_counter()
        neighbours = engine.nearest(query, NEAREST)
        latencies.append(time.perf_counter() - begin)
        results.append(neighbours)
        if time.perf_counter() > end and len(results) >= MIN_QUERIES:
            break
    cpu_seconds = time.process_time() - before
    nearest = data_set.nearest[tag]
    recalls = [recall(neighbours, nearest[(first + number) % QUERIES]) for number, neighbours in enumerate(results)]
    return {
        "queries": len(results),
        "recall": sum(recalls) / len(recalls),
        "cpu_seconds": cpu_seconds,
        "latencies": latencies,
    }


def main(command: str, name: str, folder: str, data_folder: str, count: str) -> None:
    """Build the index, or run queries."""
    data_set = data.load_data_set(Path(data_folder), int(count))
    engine = create_engine(name, Path(folder), data_set)
    if command == "build":
        print(json.dumps(build(engine)), flush=True)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    engine.open()
    try:
        serve(engine, data_set)
    finally:
        engine.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
