"""`filtered`: the ten nearest of the images with a tag, with the native filter of each engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from bench.figures import Figure, median, record, table
from bench.options import Options
from bench.vectors.data import FILTERS, NEAREST, QUERIES, load_data_set
from bench.vectors.engine_process import EngineProcess, QueryRound, start_engine
from bench.vectors.engines import OURS, RIVALS, installed
from bench.vectors.unfiltered import RECALL

TARGET: Final = 1.0
"""Maximum median latency of Facetry, as a multiple of that of the best rival that reaches the recall."""


@dataclass(frozen=True, slots=True)
class TagResult:
    """The result of one engine with one tag."""

    effort: int
    rounds: Sequence[QueryRound]

    @property
    def recall(self) -> float:
        return sum(each.recall * each.queries for each in self.rounds) / sum(each.queries for each in self.rounds)

    @property
    def p50(self) -> float:
        """The median latency in seconds."""
        return median([latency for each in self.rounds for latency in each.latencies])

    @property
    def cpu_seconds(self) -> float:
        return median([each.cpu_seconds for each in self.rounds])


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    rounds, seconds, count = options.choose((1, 0.02, 2_000), (3, 0.5, 100_000), (5, 2.0, 1_000_000))
    data_set = load_data_set(options.data, count)
    names = (*OURS, *installed(RIVALS))
    tags = [tag for tag in FILTERS if data_set.tags[tag].sum() >= NEAREST]  # the others have too few images
    results: dict[tuple[str, str], TagResult] = {}
    with ExitStack() as stack:
        engines = [stack.enter_context(start_engine(name, options.data, data_set)) for name in names]
        for tag in tags:
            results |= {(tag, name): result for name, result in measure_tag(engines, tag, rounds, seconds).items()}
            print(f"{tag} %: done", flush=True)
    return _report(results, count)


def measure_tag(
    engines: Sequence[EngineProcess], tag: str | None, rounds: int, seconds: float
) -> Mapping[str, TagResult]:
    """The results of the engines for a tag, measured in interleaved rounds."""
    efforts = {each.name: each.tune(tag, RECALL, seconds)[0] for each in engines}
    results: dict[str, list[QueryRound]] = {each.name: [] for each in engines}
    for number in range(rounds):
        for each in engines:
            first = number * QUERIES // rounds
            results[each.name].append(each.measure(tag, efforts[each.name], first, seconds))
    return {name: TagResult(efforts[name], each) for name, each in results.items()}


def _report(results: Mapping[tuple[str, str], TagResult], count: int) -> bool:
    is_met = True
    names = list(dict.fromkeys(name for _, name in results))
    rows: dict[str, list[list[Figure]]] = {"p50": [], "cpu": []}
    ratio_rows: list[list[Figure]] = []
    for tag in dict.fromkeys(tag for tag, _ in results):
        of_tag = {name: results[tag, name] for name in names}
        rows["p50"].append([f"{tag} %", *(_format(result, result.p50) for result in of_tag.values())])
        rows["cpu"].append([f"{tag} %", *(_format(result, result.cpu_seconds) for result in of_tag.values())])
        for name, result in of_tag.items():
            figures = {"recall": result.recall, "p50_ms": result.p50 * 1e3, "cpu_ms": result.cpu_seconds * 1e3}
            record("filtered", {"count": count, "tag": tag, "engine": name, "effort": result.effort, **figures})
        qualified = {name: of_tag[name].p50 for name in names if name in RIVALS and of_tag[name].recall >= RECALL}
        if not qualified:
            continue
        best = min(qualified, key=lambda name: qualified[name])
        ratios = [of_tag[name].p50 / qualified[best] for name in OURS]
        ratio_rows.append([f"{tag} %", best, *ratios])
        is_met = is_met and all(of_tag[name].recall >= RECALL for name in OURS) and ratios[-1] <= TARGET
    print(table((f"{count:,} vectors: p50 ms @ recall", *names), rows["p50"]))
    print(table(("CPU ms @ recall", *names), rows["cpu"]))
    print(table(("median, of the best rival's", "best rival", *OURS), ratio_rows))
    print(f"targets: recall {RECALL}, and at most {TARGET:g} × the best rival that reaches it, by {OURS[-1]}")
    return is_met


def _format(result: TagResult, seconds: float) -> str:
    return f"{seconds * 1e3:.2f} @ {result.recall:.3f}"
