"""A process with a store and its vectors, driven over a pipe: `python -m tests.crash.vectors FOLDER`.

Each line of its input is a Python literal, (command, arguments...); each line of its output one as well. It looks after
its files all the time, and dies whenever somebody kills it.
"""

from __future__ import annotations

import ast
import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import Vectors
from facetry.store import revision
from facetry.store.revision import OutrunError
from facetry.store.store import Store
from tests.support.vector_spaces import EAGER, Shelf, check_exact, check_nearest, check_within, clustered, truth

LENGTH = 24
BUSY: Thresholds = replace(EAGER, rows=8, index=16, tail_share=0.05, poll_seconds=0.01, retry_seconds=0.05)


class Life:
    """What the process does when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "library.db")
        self.shelf = Shelf(self.store, LENGTH)
        self.vectors = Vectors(folder / "vectors", self.store, BUSY)

    def held(self) -> list[int]:
        """The keys of all images."""
        return list(self.shelf.ids)

    def add(self, seed: int, count: int) -> list[int]:
        return self.shelf.add(clustered(np.random.default_rng(seed), count, LENGTH))

    def set(self, seed: int, keys: list[int]) -> None:
        self.shelf.set(keys, clustered(np.random.default_rng(seed), len(keys), LENGTH))

    def clear(self, keys: list[int]) -> None:
        for key in keys:
            self.shelf.clear(key)

    def delete(self, keys: list[int]) -> None:
        self.shelf.delete(keys)

    def look(self, seed: int) -> tuple[float, int, int]:
        """Compare answers with the rows; the recall, the vectors, and how many of them are in an index."""
        chance = np.random.default_rng(seed)
        while True:
            try:
                return self.store.read_now(partial(self._look, chance=chance))
            except OutrunError:
                continue

    def _look(self, connection: Connection, chance: np.random.Generator) -> tuple[float, int, int]:
        found = connection.exec_driver_sql("SELECT key FROM vector_space").fetchone()
        revision.current(connection)
        if found is None:
            return 1.0, 0, 0
        space = self.vectors.at(connection, found[0])
        shares = []
        for query in clustered(chance, 3, LENGTH):
            true = truth(connection, found[0], query)
            assert set(space.images()) == true.keys()
            assert space.count == len(true)
            some = BitMap(image for image in [*true, 10**6] if chance.random() < 0.6)
            limit = float(chance.uniform(0, 1))
            shares.append(check_nearest(space.nearest(query, 8), true, 8))
            shares.append(check_nearest(space.nearest(query, 5, some), true, 5, some))
            check_nearest(space.nearest(query, 10, some, limit), true, 10, some, limit)
            check_exact(space.nearest(query, len(true) + 1, some), true, len(true) + 1, some)
            check_within(space.within(query, limit), true, limit)
            check_within(space.within(query, limit, some), true, limit, some)
            asked = np.array([*true, 10**6], np.uint32)
            scores = space.score(query, asked)
            assert np.allclose(scores[:-1], list(true.values()), rtol=0, atol=2e-12)
            assert np.isnan(scores[-1])
        base = space.moment.base
        return float(np.mean(shares)), space.count, 0 if base is None else base.covered


class Process:
    """The process, as the test holds it."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.vectors", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def tell(self, *command: object) -> Any:
        """What it answers. Raises `AssertionError` with its words when it found something wrong, or ended."""
        self.say(*command)
        return self.hear()

    def say(self, *command: object) -> None:
        """Tell it, and do not wait."""
        assert self.process.stdin is not None
        self.process.stdin.write(repr(command) + "\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        """Its next answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"it ended with {self.process.wait()}"
        kind, value = ast.literal_eval(line)
        assert kind == "done", value
        return value

    def kill(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self._close()

    def end(self) -> None:
        """End it in good order."""
        self.tell("end")
        self._close()

    def _close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.process.wait()


def main(arguments: Sequence[str]) -> None:
    """Do as told until the input ends."""
    life = Life(Path(arguments[0]))
    asyncio.run(life.vectors.begin())
    for line in sys.stdin:
        name, *values = ast.literal_eval(line)
        if name == "end":
            break
        try:
            answer = ("done", getattr(life, name)(*values))
        except BaseException as error:
            import traceback

            answer = ("wrong", "".join(traceback.format_exception(error))[-4000:])
        print(repr(answer), flush=True)
    asyncio.run(life.vectors.stop())
    life.store.close()
    print(repr(("done", None)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
