"""`vectors`: the ten nearest of all images, by each engine on the same vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench import processes
from bench.figures import Figure, median, percentile, record, table
from bench.processes import Memory
from bench.vectors import data
from bench.vectors.data import QUERIES
from bench.vectors.engine_process import EngineProcess, QueryRound, start_engine
from bench.vectors.engines import OURS, RIVALS

CEILING: Final = "usearch_bare"
RECALL: Final = 0.98
TARGET: Final = 0.8
"""The share of the ceiling's queries per processor second that the Python API of Facetry must reach."""


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


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    rounds, seconds, count = (7, 2.0, 1_000_000) if is_long else (5, 1.0, 100_000)
    results = measure(data, count, (*OURS, *RIVALS), rounds, seconds)
    return _report(results, count)


def measure(
    folder: Path, count: int, names: Sequence[str], rounds: int, seconds: float
) -> Mapping[str, _EngineResults]:
    """Measure these engines over `count` vectors in interleaved rounds, each with the least effort for the recall.

    The ceiling is also measured with the least effort that reaches the recall of the first engine.
    """
    data_set = data.load_data_set(folder, count)
    results: dict[str, _EngineResults] = {}
    with ExitStack() as stack:
        engines = [stack.enter_context(start_engine(name, folder, data_set)) for name in names]
        target_recall = RECALL
        for each in engines:
            effort, recall = each.tune(None, RECALL, seconds)
            results[each.name] = _EngineResults(each, effort, processes.memory(each.processes))
            if each.name == names[0]:
                target_recall = max(target_recall, recall)
            if each.name == CEILING:
                effort_at_same_recall, _ = each.tune(None, target_recall, seconds)
                results[f"{each.name}, same recall"] = _EngineResults(
                    each, effort_at_same_recall, results[each.name].memory
                )
        for number in range(rounds):
            first = number * QUERIES // rounds
            for engine_results in results.values():
                engine_results.rounds.append(engine_results.engine.measure(None, engine_results.effort, first, seconds))
    return results


def _report(results: Mapping[str, _EngineResults], count: int) -> bool:
    rows: list[list[Figure]] = []
    footprints: list[list[Figure]] = []
    ceiling = results[CEILING]
    shares: dict[str, float] = {}
    for name, engine_results in results.items():
        pairs = zip(engine_results.rounds, ceiling.rounds, strict=True)
        shares[name] = median([ceiling_round.cpu_seconds / own_round.cpu_seconds for own_round, ceiling_round in pairs])
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
        rows.append([name, engine_results.effort, *figures.values(), shares[name]])
        footprints.append([name, *footprint.values()])
        figures |= {"recall": engine_results.recall, **footprint, "of_ceiling": shares[name]}
        record("vectors", {"count": count, "engine": name, "effort": engine_results.effort, **figures})
    print(table((f"{count:,} vectors", "effort", "recall", "p50 ms", "p99 ms", "CPU ms", "per CPU s", "× bare"), rows))
    print(table(("", "build s", "build CPU s", "MB", "anonymous MB", "disk MB"), footprints))
    ours = OURS[0]
    print(f"{ours} reaches {shares[ours]:.0%} of {CEILING} by processor time (at least {TARGET:.0%})")
    return shares[ours] >= TARGET and results[ours].recall >= RECALL
