"""The process of `bare_sqlite.py`, as a bench controls it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

from bench import processes


@dataclass(frozen=True, slots=True)
class BareWrites:
    """A process that writes on request."""

    process: Popen[bytes]

    def run(self, seconds: float) -> tuple[float, float]:
        """Write for `seconds`; the writes per second, and the processor seconds of each."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"%f\n" % seconds)
        self.process.stdin.flush()
        result = json.loads(self.process.stdout.readline())
        return result["writes"] / result["seconds"], result["cpu"] / result["writes"]


@contextmanager
def bare_writes(data: Path, images: int, tasks: int, cores: frozenset[int]) -> Iterator[BareWrites]:
    """Start the process on `cores`, over a database with so many images; it is stopped at the end."""
    arguments = (str(data / f"bare-{images}.db"), str(images), str(tasks))
    with processes.run_module("bench.rivals.bare_sqlite", *arguments, cores=cores) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the database exists
        yield BareWrites(process)
