"""Samples: one period of load on a server, and what it cost."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bench import load, processes
from bench.figures import median, percentile
from bench.load import LoadResult
from bench.measurements import CPU_MS, P50_MS, P99_MS, PER_SECOND, SWITCHES
from bench.processes import Server

UNITS: Final = (PER_SECOND, CPU_MS, P50_MS)


@dataclass(frozen=True, slots=True)
class Sample:
    """Answers, processor seconds and context switches of the server for each of them, and latencies in seconds."""

    load: LoadResult
    cpu_seconds: float
    switches: float

    def figures(self, *units: str) -> Mapping[str, float]:
        """The figures in these units."""
        latencies = self.load.latencies
        known = {
            PER_SECOND: lambda: self.load.answers / self.load.seconds,
            CPU_MS: lambda: self.cpu_seconds * 1e3,
            P50_MS: lambda: median(latencies) * 1e3,
            P99_MS: lambda: percentile(latencies, 99) * 1e3,
            SWITCHES: lambda: self.switches,
        }
        return {unit: known[unit]() for unit in units}


def sample(server: Server, requests: Iterator[bytes], *, connections: int, seconds: float) -> Sample:
    """Load a server for `seconds`. Raises `UnexpectedAnswerError`."""
    gc.collect()
    cpu, switches = server.cpu_seconds, processes.context_switches(server.process.pid)
    result = load.run(server.port, requests, connections=connections, seconds=seconds)
    cpu = max(server.cpu_seconds - cpu, processes.TICK_SECONDS)
    switches = processes.context_switches(server.process.pid) - switches
    return Sample(result, cpu / result.answers, switches / result.answers)
