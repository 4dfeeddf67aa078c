"""`vectors`: the ten nearest of all images, by every engine on the same vectors."""

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
from bench.vectors.engine_process import Asked, Round, asked
from bench.vectors.engines import OURS, RIVALS

CEILING: Final = "usearch_bare"
RECALL: Final = 0.98
AT_LEAST: Final = 0.8
"""Of the ceiling's queries a processor second, what Facetry's Python API must reach at that recall."""


@dataclass(slots=True)
class _Course:
    """What one engine did with one effort, round by round."""

    engine: Asked
    effort: int
    memory: Memory
    rounds: list[Round] = field(default_factory=list)

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
    """Measure, print, record; whether the target was met."""
    rounds, seconds, count = (7, 2.0, 1_000_000) if is_long else (5, 1.0, 100_000)
    courses = measured(data, count, (*OURS, *RIVALS), rounds, seconds)
    return _report(courses, count)


def measured(folder: Path, count: int, names: Sequence[str], rounds: int, seconds: float) -> Mapping[str, _Course]:
    """Let these engines take turns over `count` vectors, each with the least effort that reaches the recall; the
    ceiling also with the least that reaches the recall of the first one.
    """
    found = data.made(folder, count)
    courses: dict[str, _Course] = {}
    with ExitStack() as stack:
        engines = [stack.enter_context(asked(name, folder, found)) for name in names]
        wanted = RECALL
        for each in engines:
            effort, recall = each.tuned(None, RECALL, seconds)
            courses[each.name] = _Course(each, effort, processes.memory(each.processes))
            if each.name == names[0]:
                wanted = max(wanted, recall)
            if each.name == CEILING:
                again, _ = each.tuned(None, wanted, seconds)
                courses[f"{each.name}, same recall"] = _Course(each, again, courses[each.name].memory)
        for number in range(rounds):
            first = number * QUERIES // rounds
            for course in courses.values():
                course.rounds.append(course.engine.measured(None, course.effort, first, seconds))
    return courses


def _report(courses: Mapping[str, _Course], count: int) -> bool:
    rows: list[list[Figure]] = []
    footprints: list[list[Figure]] = []
    ceiling = courses[CEILING]
    shares: dict[str, float] = {}
    for name, course in courses.items():
        pairs = zip(course.rounds, ceiling.rounds, strict=True)
        shares[name] = median([best.cpu_seconds / own.cpu_seconds for own, best in pairs])
        figures: dict[str, Figure] = {
            "recall": course.recall,
            "p50_ms": median(course.latencies) * 1e3,
            "p99_ms": percentile(course.latencies, 99) * 1e3,
            "cpu_ms": course.cpu_seconds * 1e3,
            "per_cpu_second": 1 / course.cpu_seconds,
        }
        footprint: dict[str, Figure] = {
            "build_seconds": course.engine.built.seconds,
            "build_cpu_seconds": course.engine.built.cpu_seconds,
            "memory_mb": course.memory.total / 1e6,
            "anonymous_mb": course.memory.anonymous / 1e6,
            "disk_mb": course.engine.built.disk / 1e6,
        }
        figures["recall"] = f"{course.recall:.4f}"
        rows.append([name, course.effort, *figures.values(), shares[name]])
        footprints.append([name, *footprint.values()])
        figures |= {"recall": course.recall, **footprint, "of_ceiling": shares[name]}
        record("vectors", {"count": count, "engine": name, "effort": course.effort, **figures})
    print(table((f"{count:,} vectors", "effort", "recall", "p50 ms", "p99 ms", "CPU ms", "per CPU s", "× bare"), rows))
    print(table(("", "build s", "build CPU s", "MB", "anonymous MB", "disk MB"), footprints))
    ours = OURS[0]
    print(f"{ours} reaches {shares[ours]:.0%} of {CEILING} by processor time (at least {AT_LEAST:.0%})")
    return shares[ours] >= AT_LEAST and courses[ours].recall >= RECALL
