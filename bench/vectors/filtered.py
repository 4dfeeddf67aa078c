"""`filtered`: the ten nearest of the images that have a tag, by every engine in its own natural way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.figures import Figure, median, record, table
from bench.vectors.data import FILTERS, QUERIES, made
from bench.vectors.engine_process import Asked, Round, asked
from bench.vectors.engines import OURS, RIVALS
from bench.vectors.unfiltered import RECALL

NO_WORSE: Final = 1.0
"""What the median of Facetry's search may be of that of the best rival that reaches the recall."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """What came of one engine with one tag."""

    effort: int
    rounds: Sequence[Round]

    @property
    def recall(self) -> float:
        return sum(each.recall * each.queries for each in self.rounds) / sum(each.queries for each in self.rounds)

    @property
    def p50(self) -> float:
        """Seconds."""
        return median([latency for each in self.rounds for latency in each.latencies])

    @property
    def cpu_seconds(self) -> float:
        return median([each.cpu_seconds for each in self.rounds])


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met."""
    rounds, seconds, count = (5, 2.0, 1_000_000) if is_long else (3, 0.5, 100_000)
    found = made(data, count)
    cells: dict[tuple[str, str], _Cell] = {}
    with ExitStack() as stack:
        engines = [stack.enter_context(asked(name, data, found)) for name in (*OURS, *RIVALS)]
        for tag in FILTERS:
            cells |= {(tag, name): cell for name, cell in _cells(engines, tag, rounds, seconds).items()}
            print(f"{tag} %: done", flush=True)
    return _report(cells, count)


def _cells(engines: Sequence[Asked], tag: str, rounds: int, seconds: float) -> Mapping[str, _Cell]:
    """The engines, taking turns."""
    efforts = {each.name: each.tuned(tag, RECALL, seconds)[0] for each in engines}
    results: dict[str, list[Round]] = {each.name: [] for each in engines}
    for number in range(rounds):
        for each in engines:
            first = number * QUERIES // rounds
            results[each.name].append(each.measured(tag, efforts[each.name], first, seconds))
    return {name: _Cell(efforts[name], each) for name, each in results.items()}


def _report(cells: Mapping[tuple[str, str], _Cell], count: int) -> bool:
    met = True
    names = list(dict.fromkeys(name for _, name in cells))
    rows: dict[str, list[list[Figure]]] = {"p50": [], "cpu": []}
    verdicts: list[list[Figure]] = []
    for tag in FILTERS:
        of_tag = {name: cells[tag, name] for name in names}
        rows["p50"].append([f"{tag} %", *(_told(cell, cell.p50) for cell in of_tag.values())])
        rows["cpu"].append([f"{tag} %", *(_told(cell, cell.cpu_seconds) for cell in of_tag.values())])
        for name, cell in of_tag.items():
            figures = {"recall": cell.recall, "p50_ms": cell.p50 * 1e3, "cpu_ms": cell.cpu_seconds * 1e3}
            record("filtered", {"count": count, "tag": tag, "engine": name, "effort": cell.effort, **figures})
        reaching = {name: of_tag[name].p50 for name in RIVALS if of_tag[name].recall >= RECALL}
        best = min(reaching, key=lambda name: reaching[name])
        ratios = [of_tag[name].p50 / reaching[best] for name in OURS]
        verdicts.append([f"{tag} %", best, *ratios])
        met = met and all(of_tag[name].recall >= RECALL for name in OURS) and ratios[-1] <= NO_WORSE
    print(table((f"{count:,} vectors: p50 ms @ recall", *names), rows["p50"]))
    print(table(("CPU ms @ recall", *names), rows["cpu"]))
    print(table(("median, of the best rival's", "best rival", *OURS), verdicts))
    print(f"targets: recall {RECALL}, and at most {NO_WORSE:g} × the best rival that reaches it, by {OURS[-1]}")
    return met


def _told(cell: _Cell, seconds: float) -> str:
    return f"{seconds * 1e3:.2f} @ {cell.recall:.3f}"
