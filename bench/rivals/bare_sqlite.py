"""`python bare_sqlite.py FILE IMAGES TASKS`: tag writes with group commit, by the standard library alone.

The limit of durable writes on this machine. Each of TASKS clients replaces ten tags of an image by chance, one write
after the other. One thread executes all writes that wait, adds an event for each, and commits them together. The file
is made when it is missing, with ten tags for each image.

Each line of input is a time in seconds. The answer is a line of JSON: writes, seconds, and processor seconds.
"""

from __future__ import annotations

import asyncio
import json
import queue
import random
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

TAGS = 1_000
TAGS_EACH = 10
Unit = tuple[int, list[int], "asyncio.Future[None]"]

SETTINGS = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=FULL;
PRAGMA cache_size=-32768;
"""
TABLES = """
CREATE TABLE image_tag (image INTEGER, tag INTEGER, PRIMARY KEY (image, tag)) WITHOUT ROWID;
CREATE INDEX image_by_tag ON image_tag (tag, image);
CREATE TABLE event (number INTEGER PRIMARY KEY, image INTEGER, topic TEXT);
"""


def create(file: Path, images: int) -> None:
    """Write a database in which each image has ten tags."""
    making = file.with_suffix(".making")
    making.unlink(missing_ok=True)
    database = sqlite3.connect(making, isolation_level=None)
    database.executescript(TABLES)
    database.execute("BEGIN")
    database.executemany("INSERT INTO image_tag VALUES (?, ?)", rows(images))
    database.execute("COMMIT")
    database.close()
    making.rename(file)


def rows(images: int) -> Iterator[tuple[int, int]]:
    """The tags of all images, in the order of the table."""
    rng = random.Random(1)
    for image in range(images):
        for tag in sorted(rng.sample(range(TAGS), TAGS_EACH)):
            yield image, tag


class Writer:
    """The thread that writes."""

    def __init__(self, file: Path) -> None:
        self.waiting: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._file = file
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def close(self) -> None:
        """End the thread after the writes that wait."""
        self.waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        database = sqlite3.connect(self._file, isolation_level=None)
        database.executescript(SETTINGS)
        while (batch := self._next_batch()) is not None:
            database.execute("BEGIN IMMEDIATE")
            for image, tags, _ in batch:
                database.execute("DELETE FROM image_tag WHERE image = ?", (image,))
                database.executemany("INSERT INTO image_tag VALUES (?, ?)", [(image, tag) for tag in tags])
                database.execute("INSERT INTO event (image, topic) VALUES (?, 'image.tags.updated')", (image,))
            database.execute("COMMIT")
            batch[0][2].get_loop().call_soon_threadsafe(answer, batch)
        database.close()

    def _next_batch(self) -> list[Unit] | None:
        """The next write and all others that wait; None at the end."""
        batch = []
        unit = self.waiting.get()
        while unit is not None:
            batch.append(unit)
            try:
                unit = self.waiting.get_nowait()
            except queue.Empty:
                return batch
        return None


def answer(batch: list[Unit]) -> None:
    """Wake the clients whose writes are durable."""
    for *_, done in batch:
        done.set_result(None)


async def measure(writer: Writer, images: int, tasks: int, seconds: float) -> dict[str, float]:
    """Write for `seconds`."""
    rng, loop = random.Random(), asyncio.get_running_loop()
    begin, cpu = time.perf_counter(), time.process_time()

    async def client() -> int:
        writes = 0
        while time.perf_counter() < begin + seconds:
            done: asyncio.Future[None] = loop.create_future()
            writer.waiting.put((rng.randrange(images), rng.sample(range(TAGS), TAGS_EACH), done))
            await done
            writes += 1
        return writes

    writes = sum(await asyncio.gather(*(client() for _ in range(tasks))))
    return {"writes": writes, "seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu}


def main(file: Path, images: int, tasks: int) -> None:
    """Answer until the input ends."""
    if not file.exists():
        create(file, images)
    writer = Writer(file)
    try:
        print(json.dumps({"ready": True}), flush=True)
        for line in sys.stdin:
            print(json.dumps(asyncio.run(measure(writer, images, tasks, float(line)))), flush=True)
    finally:
        writer.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
