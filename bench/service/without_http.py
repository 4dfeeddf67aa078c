"""The writes of `setTags` without HTTP: the same units of work through the same store, in a separate process.

`python -m bench.service.without_http DATA_DIR TASKS`: each line of input is a duration in seconds. The process writes
for that time, and answers with a line of JSON: units of work, seconds, and processor seconds.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from uuid import UUID

import uvloop
from sqlalchemy import Connection, select
from sqlmodel import col

from bench import processes
from bench.libraries import EXTENSION, choose_tags
from facetry.app import DATABASE
from facetry.library.facets import tags
from facetry.library.images import Image
from facetry.store.store import Store


@dataclass(frozen=True, slots=True)
class WritesWithoutHttp:
    """The process, as its parent controls it."""

    process: Popen[bytes]

    def run(self, seconds: float) -> tuple[float, float]:
        """Write for `seconds`; the units per second, and the processor seconds of each."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"%f\n" % seconds)
        self.process.stdin.flush()
        result = json.loads(self.process.stdout.readline())
        return result["units"] / result["seconds"], result["cpu"] / result["units"]


@contextmanager
def writes_without_http(data_dir: Path, tasks: int, cores: frozenset[int]) -> Iterator[WritesWithoutHttp]:
    """Start the process on `cores`; it is stopped at the end."""
    with processes.run_module("bench.service.without_http", str(data_dir), str(tasks), cores=cores) as process:
        yield WritesWithoutHttp(process)


def main(data_dir: Path, tasks: int) -> None:
    """Answer requests until the input ends."""
    store = Store(data_dir / DATABASE)
    try:
        ids, rng = store.read_now(_ids), random.Random(1)
        writes = itertools.cycle([choose_tags(ids, rng) for _ in range(5_000)])
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for line in sys.stdin:
                print(json.dumps(runner.run(_measure(store, writes, tasks, float(line)))), flush=True)
    finally:
        store.close()


def _ids(connection: Connection) -> list[UUID]:
    return [UUID(bytes=row.id) for row in connection.execute(select(col(Image.id)))]


async def _measure(
    store: Store, writes: Iterator[tuple[UUID, list[str]]], tasks: int, seconds: float
) -> dict[str, float]:
    begin, cpu_begin = time.perf_counter(), time.process_time()
    end = begin + seconds

    async def write() -> int:
        units = 0
        while time.perf_counter() < end:
            image, values = next(writes)
            await store.write(lambda work: tags.replace(work, image, EXTENSION, values))  # noqa: B023  # awaited before the variable changes
            units += 1
        return units

    units = sum(await asyncio.gather(*(write() for _ in range(tasks))))
    return {"units": units, "seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu_begin}


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
