"""What is wrong with the source documents, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault: where it stands (file and pointer), which rule it breaks, and what to do."""

    place: str
    rule: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.rule}: {self.message}\n    remedy: {self.remedy}"


class SpecError(Exception):
    """The source documents cannot be read any further; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding
