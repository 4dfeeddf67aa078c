"""A process with a store and its vector indexes, controlled over a pipe: `python -m tests.crash.vectors FOLDER`.

Each line of input is a Python literal, (command, arguments...), and each line of output is one as well. The process
maintains its files continuously, and can be killed at any moment.
"""

from __future__ import annotations

import ast
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store import revision
from facetry.store.revision import StaleSnapshotError
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.libraries.vector_spaces import (
    EAGER,
    VectorLibrary,
    check_exact,
    check_nearest,
    check_within,
    clustered_vectors,
    true_distances,
)

LENGTH = 24
INDEX_SECONDS = 60.0
"""Time within which vectors must be in an index."""
BUSY_THRESHOLDS: Thresholds = replace(
    EAGER, min_file_vectors=8, min_index_vectors=16, tail_share=0.05, poll_seconds=0.01, retry_seconds=0.05
)
INDEXED_COUNT = 2 * (BUSY_THRESHOLDS.min_file_vectors + BUSY_THRESHOLDS.min_index_vectors)
"""A space of so many vectors must have an index, however many of them are not in files yet."""


class VectorStore:
    """The commands of the process."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(database_at(folder / "library.db"))
        self.shelf = VectorLibrary(self.store, LENGTH)
        self.vectors = IndexedSpaces(folder / "vectors", self.store, BUSY_THRESHOLDS)

    def image_keys(self) -> list[int]:
        """The keys of all images."""
        return list(self.shelf.ids)

    def add(self, seed: int, count: int) -> list[int]:
        return self.shelf.add(clustered_vectors(np.random.default_rng(seed), count, LENGTH))

    def set(self, seed: int, keys: list[int]) -> None:
        self.shelf.set_vectors(keys, clustered_vectors(np.random.default_rng(seed), len(keys), LENGTH))

    def clear(self, keys: list[int]) -> None:
        for key in keys:
            self.shelf.clear_vector(key)

    def delete(self, keys: list[int]) -> None:
        self.shelf.delete_images(keys)

    def wait_for_index(self) -> bool:
        """Wait until the vectors are in an index. Returns False, without a wait, when they are too few for one.

        Raises `AssertionError` when they are in none after `INDEX_SECONDS`.
        """
        deadline = time.monotonic() + INDEX_SECONDS
        while True:
            _, count, indexed = self.compare(0)
            if indexed or count < INDEXED_COUNT:
                return indexed > 0
            assert time.monotonic() < deadline, f"none of {count} vectors is in an index"
            time.sleep(0.01)

    def compare(self, seed: int) -> tuple[float, int, int]:
        """Compare searches with the rows. Returns the recall, the number of vectors, and the number of those in an
        index.
        """
        rng = np.random.default_rng(seed)
        while True:
            try:
                return self.store.read_now(partial(self._compare, rng=rng))
            except StaleSnapshotError:
                continue

    def _compare(self, connection: Connection, rng: np.random.Generator) -> tuple[float, int, int]:
        found = connection.exec_driver_sql("SELECT key FROM vector_space").fetchone()
        revision.current(connection)
        if found is None:
            return 1.0, 0, 0
        space = self.vectors.space_at(connection, found[0])
        shares = []
        for query in clustered_vectors(rng, 3, LENGTH):
            distances = true_distances(connection, found[0], query)
            assert set(space.images()) == distances.keys()
            assert space.count == len(distances)
            subset = BitMap(image for image in [*distances, 10**6] if rng.random() < 0.6)
            limit = float(rng.uniform(0, 1))
            shares.append(check_nearest(space.nearest(query, 8), distances, 8))
            shares.append(check_nearest(space.nearest(query, 5, subset), distances, 5, subset))
            check_nearest(space.nearest(query, 10, subset, limit), distances, 10, subset, limit)
            check_exact(space.nearest(query, len(distances) + 1, subset), distances, len(distances) + 1, subset)
            check_within(space.within(query, limit), distances, limit)
            check_within(space.within(query, limit, subset), distances, limit, subset)
            images = np.array([*distances, 10**6], np.uint32)
            scores = space.distances_of(query, images)
            assert np.allclose(scores[:-1], list(distances.values()), rtol=0, atol=2e-12)
            assert np.isnan(scores[-1])
        base = space.snapshot.base
        return float(np.mean(shares)), space.count, 0 if base is None else base.indexed_end


class VectorProcess:
    """The test's handle of the process."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.vectors", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def request(self, *command: object) -> Any:
        """Send a command and return its result. Raises `AssertionError` when the process found a fault or ended."""
        self.send(*command)
        return self.receive()

    def send(self, *command: object) -> None:
        """Send a command without waiting for the result."""
        assert self.process.stdin is not None
        self.process.stdin.write(repr(command) + "\n")
        self.process.stdin.flush()

    def receive(self) -> Any:
        """The next result."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"it ended with {self.process.wait()}"
        kind, value = ast.literal_eval(line)
        assert kind == "done", value
        return value

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self._close()

    def end(self) -> None:
        """End the process in an orderly way."""
        self.request("end")
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.process.wait()


def main(arguments: Sequence[str]) -> None:
    """Run commands until the input ends."""
    vector_store = VectorStore(Path(arguments[0]))
    asyncio.run(vector_store.vectors.begin())
    for line in sys.stdin:
        name, *values = ast.literal_eval(line)
        if name == "end":
            break
        try:
            answer = ("done", getattr(vector_store, name)(*values))
        except BaseException as error:
            import traceback

            answer = ("wrong", "".join(traceback.format_exception(error))[-4000:])
        print(repr(answer), flush=True)
    asyncio.run(vector_store.vectors.stop())
    vector_store.store.close()
    print(repr(("done", None)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
