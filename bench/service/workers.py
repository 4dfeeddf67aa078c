"""`workers`: a service with an API process for each core, beside the same service with one process.

The load comes from wrk, which takes a share of the same cores. The figures of both services come from the same run, in
turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench import processes, wrk
from bench.measurements import MIB, PER_SECOND, TIMES, Measurement, Rounds, Target, at_least, at_most, report
from bench.options import Options
from bench.processes import Server
from bench.service.kinds import GET_TAGS, SEARCHES, TAG_RECORDS, WRITES, Kind, sampled_ids
from bench.versions import NEW

READS_AT_LEAST: Final = 1.7
"""How many times the reads of one process two API processes must answer on two cores; more on more cores."""
WRITES_AT_LEAST: Final = 1.0
PROCESS_AT_MOST: Final = 60.0
"""Memory in MiB that only one API process has, over a million images."""
CONNECTIONS: Final = 16
_KINDS: Final[Sequence[Kind]] = (GET_TAGS, SEARCHES, TAG_RECORDS, WRITES)
_IDS: Final = 10_000


def run(options: Options) -> bool:
    """Run the bench; whether all targets were met."""
    if not wrk.is_installed():
        print("needs the program wrk; Debian's package has the same name")
        return False
    is_met = True
    for images in options.choose([200], [10_000, 1_000_000], [10_000, 100_000, 1_000_000]):
        is_met = report(f"workers, {images:,} images", _of_size(options, images)) and is_met
    return is_met


def _of_size(options: Options, images: int) -> list[Measurement]:
    count = max(2, len(processes.every_core()))
    rounds = Rounds()
    ratios: dict[str, list[float]] = {}
    seconds = options.choose(1, 4, 8)
    version = options.versions[0]
    with version.library_copy(options.data, images) as copy:
        ids = sampled_ids(copy, _IDS)
        for number in options.rounds(3, 6):
            by_workers: dict[int, Mapping[str, wrk.WrkResult]] = {}
            for workers in (1, count):
                with _serving(copy, workers) as server:
                    if workers > 1 and number:
                        rounds.add(NEW, "memory of each API process alone, idle", {MIB: _private_mib(server, options)})
                    by_workers[workers] = {
                        kind.name: wrk.run(server.port, kind.requests(ids), connections=CONNECTIONS, seconds=seconds)
                        for kind in _KINDS
                    }
            if not number:
                continue
            for name in by_workers[1]:
                for workers, results in by_workers.items():
                    rounds.add(NEW, f"{name}, {_named(workers)}", {PER_SECOND: results[name].per_second})
                ratio = by_workers[count][name].per_second / by_workers[1][name].per_second
                ratios.setdefault(name, []).append(ratio)
    memory_target = at_most(PROCESS_AT_MOST)
    measurements = rounds.measurements({("memory of each API process alone, idle", MIB): memory_target})
    return measurements + [
        Measurement(f"{name}, {count} processes to one", TIMES, {NEW: found}, _target(name, count))
        for name, found in ratios.items()
    ]


def _target(name: str, count: int) -> Target:
    return at_least(WRITES_AT_LEAST if name == WRITES.name else READS_AT_LEAST * count / 2)


def _named(workers: int) -> str:
    return "one process" if workers == 1 else f"{workers} API processes"


@contextmanager
def _serving(copy: Path, workers: int) -> Iterator[Server]:
    with processes.facetry_server(copy, cores=processes.every_core(), workers=workers) as server:
        yield server


def _private_mib(server: Server, options: Options) -> float:
    """The memory that an API process shares with nobody, when it has read its index: the largest of all."""
    processes.wait_until_idle(server, options.choose(0.5, 2.0, 5.0))
    return max(processes.private_bytes(pid) for pid in processes.api_process_ids(server)) / 2**20
