"""A process with an engine in it, which builds it or asks it.

`python -m bench.vectors.worker build NAME FOLDER DATA COUNT` builds, and prints what it took as a line of JSON.
`python -m bench.vectors.worker ask NAME FOLDER DATA COUNT` opens it; each line of input is a question as a JSON object,
answered by a line of JSON.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bench import processes
from bench.vectors import data
from bench.vectors.data import NEAREST, QUERIES, DataSet
from bench.vectors.engines import Answer, Engine, engine
from bench.vectors.truth import recall

AT_LEAST_QUERIES: Final = 20
"""Of slow engines, in spite of the time that is up."""


def build(name: str, folder: Path, found: DataSet) -> dict[str, float]:
    """Seconds, and processor seconds of all that took part."""
    made = engine(name, folder, found)
    begin, before = time.perf_counter(), time.process_time()
    made.build()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = time.process_time() - before + ended.ru_utime + ended.ru_stime
    used += sum(map(processes.cpu_seconds, made.processes()))
    made.close()
    return {"seconds": time.perf_counter() - begin, "cpu_seconds": used}


def ask(opened: Engine, found: DataSet) -> None:
    """Answer questions until the input ends."""
    print(json.dumps({"processes": [os.getpid(), *opened.processes()]}), flush=True)
    for line in sys.stdin:
        print(json.dumps(_answer(opened, found, json.loads(line))), flush=True)


def _answer(opened: Engine, found: DataSet, question: Mapping[str, Any]) -> Mapping[str, Any]:
    tag, seconds = question["tag"], question["seconds"]
    if question["do"] == "measure":
        opened.prepare(tag, question["effort"])
        return _measured(opened, found, tag, question["first"], seconds)
    # The least effort that reaches the recall, or else the best one.
    best: Mapping[str, Any] = {"recall": -1.0}
    for effort in opened.efforts if tag is None else opened.wide_efforts:
        opened.prepare(tag, effort)
        reached = _measured(opened, found, tag, 0, seconds)["recall"]
        if reached > best["recall"]:
            best = {"effort": effort, "recall": reached}
        if reached >= question["recall"]:
            break
    return best


def _measured(opened: Engine, found: DataSet, tag: str | None, first: int, seconds: float) -> Mapping[str, Any]:
    """So many queries as fit in the time, beginning with the one numbered `first`, but no query twice."""
    opened.nearest(found.queries[(first - 1) % QUERIES], NEAREST)  # warms
    others = opened.processes()
    answers: list[Answer] = []
    latencies: list[float] = []
    before = time.process_time() + sum(map(processes.cpu_seconds, others))
    end = time.perf_counter() + seconds
    for number in range(QUERIES):
        query = found.queries[(first + number) % QUERIES]
        begin = time.perf_counter()
        answer = opened.nearest(query, NEAREST)
        latencies.append(time.perf_counter() - begin)
        answers.append(answer)
        if time.perf_counter() > end and len(answers) >= AT_LEAST_QUERIES:
            break
    used = time.process_time() + sum(map(processes.cpu_seconds, others)) - before
    wanted = found.nearest[tag]
    reached = [recall(answer, wanted[(first + number) % QUERIES]) for number, answer in enumerate(answers)]
    return {
        "queries": len(answers),
        "recall": sum(reached) / len(reached),
        "cpu_seconds": used,
        "latencies": latencies,
    }


def main(command: str, name: str, folder: str, kept: str, count: str) -> None:
    """Build or ask."""
    found = data.made(Path(kept), int(count))
    if command == "build":
        print(json.dumps(build(name, Path(folder), found)), flush=True)
        return
    opened = engine(name, Path(folder), found)
    opened.open()
    try:
        ask(opened, found)
    finally:
        opened.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
