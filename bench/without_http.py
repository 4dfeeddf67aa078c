"""The writes of `setTags` without HTTP: the same units of work through the same store, in a process of their own.

`python -m bench.without_http DATA_DIR TASKS`: each line of input is a number of seconds; the answer is a line of
JSON with units, seconds, and processor seconds.
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
from bench.libraries import EXTENSION, choose
from facetry.app import DATABASE
from facetry.library import tags
from facetry.library.images import Image
from facetry.store.store import Store


@dataclass(frozen=True, slots=True)
class Bare:
    """The process, as its parent holds it."""

    process: Popen[bytes]

    def run(self, seconds: float) -> tuple[float, float]:
        """Units a second, and processor seconds for each."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"%f\n" % seconds)
        self.process.stdin.flush()
        done = json.loads(self.process.stdout.readline())
        return done["units"] / done["seconds"], done["cpu"] / done["units"]


@contextmanager
def bare(data_dir: Path, tasks: int, cores: frozenset[int]) -> Iterator[Bare]:
    """The process on `cores`, until the end."""
    with processes.module("bench.without_http", str(data_dir), str(tasks), cores=cores) as process:
        yield Bare(process)


def main(data_dir: Path, tasks: int) -> None:
    """Serve until the input ends."""
    store = Store(data_dir / DATABASE)
    try:
        ids, chance = store.read_now(_ids), random.Random(1)
        chosen = itertools.cycle([choose(ids, chance) for _ in range(5_000)])
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for line in sys.stdin:
                print(json.dumps(runner.run(_measured(store, chosen, tasks, float(line)))), flush=True)
    finally:
        store.close()


def _ids(connection: Connection) -> list[UUID]:
    return [UUID(bytes=row.id) for row in connection.execute(select(col(Image.id)))]


async def _measured(
    store: Store, chosen: Iterator[tuple[UUID, list[str]]], tasks: int, seconds: float
) -> dict[str, float]:
    begin, processor = time.perf_counter(), time.process_time()
    end = begin + seconds

    async def write() -> int:
        units = 0
        while time.perf_counter() < end:
            image, values = next(chosen)
            await store.write(lambda work: tags.replace(work, image, EXTENSION, values))  # noqa: B023  # awaited at once
            units += 1
        return units

    units = sum(await asyncio.gather(*(write() for _ in range(tasks))))
    return {"units": units, "seconds": time.perf_counter() - begin, "cpu": time.process_time() - processor}


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
