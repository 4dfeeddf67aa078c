"""`vectors`: the ten nearest of all images, by each engine on the same vectors."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from bench import processes
from bench.figures import median, percentile
from bench.measurements import CPU_MS, P50_MS, P99_MS, Rounds, at_least, at_most, report
from bench.options import Options
from bench.vectors.data import load_data_set
from bench.vectors.engine_process import EngineResults, measure_in_turns, start_engine
from bench.vectors.engines import OURS, RIVALS, installed
from bench.versions import NEW, Version

CEILING: Final = "usearch_bare"
RECALL: Final = 0.98
TARGET: Final = 0.8
"""The share of the ceiling's queries per processor second that the Python API of Facetry must reach."""
_SAME: Final = ", same recall"
FASTEST: Final = "hnsw_lib"
OF_FASTEST: Final = 1.3
"""How many times the processor time of the fastest rival Facetry may take at its own recall."""


def run(options: Options) -> bool:
    """Measure the engines in interleaved rounds, each with the least effort for the recall; whether the targets were
    met.

    Rivals are also measured with the least effort that reaches the recall of the first engine, which also runs in the
    older version.
    """
    count_of_rounds, seconds, count = options.choose((1, 0.1, 2_000), (5, 1.0, 100_000), (7, 2.0, 1_000_000))
    data_set, rounds = load_data_set(options.data, count), Rounds()
    names = (*OURS, *installed(RIVALS))
    results: dict[tuple[str, str], EngineResults] = {}
    with ExitStack() as stack:
        wanted: list[tuple[str, str, Version | None]] = [(NEW, name, None) for name in names]
        wanted += [(version.name, OURS[0], version) for version in options.versions_with_vectors[1:]]
        target_recall = RECALL
        for version_name, name, version in wanted:
            engine = stack.enter_context(start_engine(name, options.data, data_set, version))
            effort, recall = engine.tune(None, RECALL, seconds)
            results[version_name, name] = EngineResults(engine, None, effort)
            if name == OURS[0]:
                target_recall = max(target_recall, recall)
            if name in RIVALS:
                effort_at_same_recall, _ = engine.tune(None, target_recall, seconds)
                results[version_name, f"{name}{_SAME}"] = EngineResults(engine, None, effort_at_same_recall)
        measure_in_turns(results.values(), count_of_rounds, seconds)
        for (version_name, name), each in results.items():
            rounds.add(version_name, name, _figures(each))
            for one in each.rounds:
                rounds.add(version_name, name, {CPU_MS: one.cpu_seconds * 1e3})
    judged = []
    if CEILING in names:
        name = f"queries a CPU second, of those of {CEILING}"
        judged.append(rounds.ratio(name, (CEILING, CPU_MS), (OURS[0], CPU_MS), at_least(TARGET)))
    if FASTEST in names:
        name = f"CPU of a query, of {FASTEST} at the same recall"
        judged.append(rounds.ratio(name, (OURS[0], CPU_MS), (f"{FASTEST}{_SAME}", CPU_MS), at_most(OF_FASTEST)))
    return report(f"vectors, {count:,}", [*rounds.measurements({(OURS[0], "recall"): at_least(RECALL)}), *judged])


def _figures(results: EngineResults) -> dict[str, float]:
    memory, cost = processes.memory(results.engine.process.pid), results.engine.build_cost
    return {
        "effort": results.effort,
        "recall": results.recall,
        P50_MS: median(results.latencies) * 1e3,
        P99_MS: percentile(results.latencies, 99) * 1e3,
        "MB": memory.total / 1e6,
        "anonymous MB": memory.anonymous / 1e6,
        "MB on disk": cost.disk / 1e6,
        "s to build": cost.seconds,
        "CPU s to build": cost.cpu_seconds,
    }
