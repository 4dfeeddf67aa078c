"""Faults of the source documents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault: its place (file and pointer), the rule that it breaks, a message and a remedy."""

    place: str
    rule: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.rule}: {self.message}\n    remedy: {self.remedy}"


class SpecError(Exception):
    """The source documents cannot be read; `finding` says why."""

    def __init__(self, place: str, rule: str, message: str, remedy: str) -> None:
        self.finding = Finding(place, rule, message, remedy)
        super().__init__(str(self.finding))
