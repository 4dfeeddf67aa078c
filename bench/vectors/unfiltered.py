"""`vectors`: the ten nearest of all images, by each engine on the same vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench import processes
from bench.figures import Figure, median, percentile, record, table
from bench.measurements import CPU_MS, TIMES, Measurement, at_least, at_most, report
from bench.options import Options
from bench.processes import Memory
from bench.vectors import data
from bench.vectors.data import QUERIES
from bench.vectors.engine_process import EngineProcess, QueryRound, start_engine
from bench.vectors.engines import OURS, RIVALS, installed
from bench.versions import NEW, OLD, Version

CEILING: Final = "usearch_bare"
RECALL: Final = 0.98
TARGET: Final = 0.8
"""The share of the ceiling's queries per processor second that the Python API of Facetry must reach."""
_SAME: Final = ", same recall"
FASTEST: Final = "hnsw_lib"
OF_FASTEST: Final = 1.3
"""How many times the processor time of the fastest rival Facetry may take at its own recall."""


@dataclass(slots=True)
class _EngineResults:
    """The rounds of one engine with one effort."""

    engine: EngineProcess
    effort: int
    memory: Memory
    rounds: list[QueryRound] = field(default_factory=list)

    @property
    def recall(self) -> float:
        queries = sum(each.queries for each in self.rounds)
        return sum(each.recall * each.queries for each in self.rounds) / queries

    @property
    def latencies(self) -> list[float]:
        return [latency for each in self.rounds for latency in each.latencies]

    @property
    def cpu_seconds(self) -> float:
        return median([each.cpu_seconds for each in self.rounds])


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the targets were met."""
    rounds, seconds, count = options.choose((1, 0.1, 2_000), (5, 1.0, 100_000), (7, 2.0, 1_000_000))
    names = (*OURS, *installed(RIVALS))
    results = measure(options.data, count, names, rounds, seconds, options.versions_with_vectors[1:])
    _print(results, count)
    return report(f"vectors, {count:,}", _judged(results))


def measure(
    folder: Path, count: int, names: Sequence[str], rounds: int, seconds: float, older: Sequence[Version] = ()
) -> Mapping[str, _EngineResults]:
    """Measure these engines over `count` vectors in interleaved rounds, each with the least effort for the recall.

    Two rivals are also measured with the least effort that reaches the recall of the first engine. The first engine
    also runs in `older` versions.
    """
    data_set = data.load_data_set(folder, count)
    results: dict[str, _EngineResults] = {}
    with ExitStack() as stack:
        engines = {name: stack.enter_context(start_engine(name, folder, data_set)) for name in names}
        for version in older:
            engine = stack.enter_context(start_engine(names[0], folder, data_set, version))
            engines[f"{names[0]}, {version.name}"] = engine
        target_recall = RECALL
        for name, each in engines.items():
            effort, recall = each.tune(None, RECALL, seconds)
            results[name] = _EngineResults(each, effort, processes.memory(each.processes))
            if name == names[0]:
                target_recall = max(target_recall, recall)
            if name in (CEILING, FASTEST):
                effort_at_same_recall, _ = each.tune(None, target_recall, seconds)
                results[f"{name}{_SAME}"] = _EngineResults(each, effort_at_same_recall, results[name].memory)
        for number in range(rounds):
            first = number * QUERIES // rounds
            for engine_results in results.values():
                engine_results.rounds.append(engine_results.engine.measure(None, engine_results.effort, first, seconds))
    return results


def _print(results: Mapping[str, _EngineResults], count: int) -> None:
    rows: list[list[Figure]] = []
    footprints: list[list[Figure]] = []
    for name, engine_results in results.items():
        share = median(_quotients(results[CEILING], engine_results))
        figures: dict[str, Figure] = {
            "recall": engine_results.recall,
            "p50_ms": median(engine_results.latencies) * 1e3,
            "p99_ms": percentile(engine_results.latencies, 99) * 1e3,
            "cpu_ms": engine_results.cpu_seconds * 1e3,
            "per_cpu_second": 1 / engine_results.cpu_seconds,
        }
        footprint: dict[str, Figure] = {
            "build_seconds": engine_results.engine.build_cost.seconds,
            "build_cpu_seconds": engine_results.engine.build_cost.cpu_seconds,
            "memory_mb": engine_results.memory.total / 1e6,
            "anonymous_mb": engine_results.memory.anonymous / 1e6,
            "disk_mb": engine_results.engine.build_cost.disk / 1e6,
        }
        figures["recall"] = f"{engine_results.recall:.4f}"
        rows.append([name, engine_results.effort, *figures.values(), share])
        footprints.append([name, *footprint.values()])
        figures |= {"recall": engine_results.recall, **footprint, "of_ceiling": share}
        record("vectors", {"count": count, "engine": name, "effort": engine_results.effort, **figures})
    print(table((f"{count:,} vectors", "effort", "recall", "p50 ms", "p99 ms", "CPU ms", "per CPU s", "× bare"), rows))
    print(table(("", "build s", "build CPU s", "MB", "anonymous MB", "disk MB"), footprints))


def _judged(results: Mapping[str, _EngineResults]) -> list[Measurement]:
    """The recall of Facetry, and its processor time relative to two rivals, in both versions."""
    ours = {NEW: results[OURS[0]]}
    if old := results.get(f"{OURS[0]}, {OLD}"):
        ours[OLD] = old
    fastest = results.get(f"{FASTEST}{_SAME}")
    measurements = [
        Measurement("recall", "", {version: [each.recall] for version, each in ours.items()}, at_least(RECALL)),
        Measurement(
            "a query",
            CPU_MS,
            {version: [one.cpu_seconds * 1e3 for one in each.rounds] for version, each in ours.items()},
        ),
        Measurement(
            f"queries a CPU second, of those of {CEILING}",
            TIMES,
            {version: _quotients(results[CEILING], each) for version, each in ours.items()},
            at_least(TARGET),
        ),
    ]
    if fastest is None:
        print(f"{FASTEST} is not installed, so the target {OF_FASTEST} × its time is not judged")
        return measurements
    times = {version: _quotients(each, fastest) for version, each in ours.items()}
    name = f"CPU of a query, of {FASTEST} at the same recall"
    return [*measurements, Measurement(name, TIMES, times, at_most(OF_FASTEST))]


def _quotients(numerator: _EngineResults, divisor: _EngineResults) -> list[float]:
    """The quotients of the processor times of neighbouring rounds."""
    pairs = zip(numerator.rounds, divisor.rounds, strict=True)
    return [above.cpu_seconds / below.cpu_seconds for above, below in pairs]
