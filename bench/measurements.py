"""Measurements: what a bench reports, as rows with a name, a unit, a target and the figures of each version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.figures import Figure, median, record, table
from bench.versions import NEW, OLD

PER_SECOND: Final = "/s"
CPU_MS: Final = "CPU ms"
P50_MS: Final = "p50 ms"
P99_MS: Final = "p99 ms"
SWITCHES: Final = "switches"
"""Context switches of the server for each request."""
MIB: Final = "MiB"
SECONDS: Final = "s"
TIMES: Final = "×"
"""A ratio to a rival or to another figure of the same version."""


@dataclass(frozen=True, slots=True)
class Target:
    """A bound that a figure has to keep: at most, or with `is_least` at least, this value."""

    value: float
    is_least: bool = False

    def is_met(self, value: float) -> bool:
        """Whether the figure keeps the bound."""
        return value >= self.value if self.is_least else value <= self.value

    def __str__(self) -> str:
        return f"{'≥' if self.is_least else '≤'} {self.value:,g}"


def at_most(value: float) -> Target:
    """An upper bound."""
    return Target(value)


def at_least(value: float) -> Target:
    """A lower bound."""
    return Target(value, is_least=True)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured in a unit, in interleaved rounds: by name of the version, the figure of each round."""

    name: str
    unit: str
    rounds: Mapping[str, Sequence[float]]
    target: Target | None = None

    @property
    def new(self) -> float:
        """The median of this checkout."""
        return median(self.rounds[NEW])

    @property
    def old(self) -> float | None:
        """The median of the older version, if one was compared."""
        return median(self.rounds[OLD]) if self.rounds.get(OLD) else None

    @property
    def ratio(self) -> float | None:
        """The median of the ratios of neighbouring rounds, new to old."""
        if self.old is None:
            return None
        pairs = zip(self.rounds[NEW], self.rounds[OLD], strict=False)
        ratios = [new / old for new, old in pairs if old]
        return median(ratios) if ratios else None

    @property
    def is_met(self) -> bool:
        """Whether this checkout keeps the target; True without one."""
        return self.target is None or self.target.is_met(self.new)


@dataclass
class Rounds:
    """Collects figures, round after round, until they become measurements."""

    _figures: dict[tuple[str, str], dict[str, list[float]]] = field(default_factory=dict)

    def add(self, version: str, name: str, figures: Mapping[str, float]) -> None:
        """Add the figures of a version in one round, by unit."""
        for unit, figure in figures.items():
            self._figures.setdefault((name, unit), {}).setdefault(version, []).append(figure)

    def measurements(self, targets: Mapping[tuple[str, str], Target] | None = None) -> list[Measurement]:
        """All measurements in the order of their first figures; `targets` by name and unit."""
        bounds = targets or {}
        return [Measurement(*key, rounds, bounds.get(key)) for key, rounds in self._figures.items()]

    def ratio(self, name: str, above: tuple[str, str], below: tuple[str, str], target: Target | None) -> Measurement:
        """How many times the figures of `below` those of `above` are, both by name and unit, in neighbouring rounds.

        A rival has its rounds under this checkout, for both versions.
        """
        numerators, divisors = self._figures[above], self._figures[below]
        quotients = {
            version: [
                one / other
                for one, other in zip(
                    numerators.get(version, numerators[NEW]), divisors.get(version, divisors[NEW]), strict=True
                )
            ]
            for version in (numerators | divisors)
        }
        return Measurement(name, TIMES, quotients, target)


def report(bench: str, measurements: Iterable[Measurement]) -> bool:
    """Print and record measurements; whether all their targets were met."""
    everything = list(measurements)
    has_old = any(each.old is not None for each in everything)
    rows: list[list[Figure]] = []
    for each in everything:
        comparison: list[Figure] = [each.old, each.new, each.ratio] if has_old else [each.new]
        bound = ["", ""] if each.target is None else [str(each.target), "met" if each.is_met else "missed"]
        rows.append([each.name, each.unit, *comparison, *bound])
        target = None if each.target is None else str(each.target)
        figures: dict[str, Figure] = {"name": each.name, "unit": each.unit, "new": each.new, "target": target}
        record(bench, figures if each.old is None else {**figures, "old": each.old, "ratio": each.ratio})
    columns = ("old", "new", "new / old") if has_old else ("figure",)
    print(table((bench, "unit", *columns, "target", ""), rows), flush=True)
    return all(each.is_met for each in everything)
