"""What a run of contract tests found, skipped and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from facetry.contract.judgement.deviation import Deviation, Skip


@dataclass(slots=True)
class Report:
    """Deviations by kind, with the number of each, parts that were skipped, and counts. `progress` gets a line for each
    part that begins.
    """

    url: str = ""
    seed: int = 0
    deviations: dict[tuple[str, str, str], Deviation] = field(default_factory=dict)
    occurrences: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    skips: list[Skip] = field(default_factory=list)
    requests: int = 0
    cases: int = 0
    parts: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    ended_early: str = ""
    progress: Callable[[str], None] = lambda _: None

    def add(self, deviation: Deviation) -> None:
        """Add a deviation; the first one of each kind is kept, all are counted."""
        self.deviations.setdefault(deviation.kind, deviation)
        self.occurrences[deviation.kind] += 1

    def skip(self, part: str, reason: str) -> None:
        """Record a part that cannot be tested, once for each reason."""
        skip = Skip(part, reason)
        if skip not in self.skips:
            self.skips.append(skip)

    @property
    def is_clean(self) -> bool:
        """Whether no deviation was found."""
        return not self.deviations
