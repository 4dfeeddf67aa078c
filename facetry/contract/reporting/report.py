"""What a run of contract tests found, skipped and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from facetry.contract.judgement.deviation import Deviation, Skip
from facetry.contract.reporting.reproduction import KEY_VARIABLE, OTHER_KEY_VARIABLE

_SHORTEST_KEY: Final = 4  # a shorter one would stand in any text


@dataclass(slots=True)
class Report:
    """Deviations by kind, with the number of each, parts that were skipped, and counts. `key` is the key of the run,
    and `secrets` are all keys that no report may show. `aborted` is the reason why the run could not go on, and
    `unjudged` the reason why no operation was judged. `progress` gets a line for each part that begins.
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
    aborted: str = ""
    unjudged: str = ""
    key: str = ""
    secrets: set[str] = field(default_factory=set)
    _known_skips: set[Skip] = field(default_factory=set)
    progress: Callable[[str], None] = lambda _: None

    def add(self, deviation: Deviation) -> None:
        """Add a deviation; the first one of each kind is kept, all are counted."""
        self.deviations.setdefault(deviation.kind, deviation)
        self.occurrences[deviation.kind] += 1

    def skip(self, part: str, reason: str) -> None:
        """Record a part that cannot be tested, once for each reason."""
        skip = Skip(part, reason)
        if skip not in self._known_skips:
            self._known_skips.add(skip)
            self.skips.append(skip)

    def shown(self, text: str) -> str:
        """The text as a report may show it: without keys, and without characters that a terminal obeys or that XML
        cannot hold.
        """
        for secret in sorted(self.secrets | {self.key}, key=len, reverse=True):
            if len(secret) >= _SHORTEST_KEY:
                text = text.replace(secret, KEY_VARIABLE if secret == self.key else OTHER_KEY_VARIABLE)
        return "".join(each if each.isprintable() or each in "\n\t" else "�" for each in text)

    @property
    def is_clean(self) -> bool:
        """Whether no deviation was found."""
        return not self.deviations
