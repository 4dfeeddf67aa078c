"""Findings with their places in files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from facetry.validate.finding import Finding

if TYPE_CHECKING:
    from facetry.validate.ranges import Range


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """A finding with its file and its range in the text. Without a range it is about the whole file."""

    file: str
    finding: Finding
    range: Range | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.range.start.line}:{self.range.start.column}" if self.range else self.file
        remedy = f"\n    {self.finding.remedy}" if self.finding.remedy else ""
        return f"{place}: {self.finding.level}: {self.finding.detail} [{self.finding.rule}]{remedy}"


def locate(file: str, text: bytes, findings: Iterable[Finding]) -> list[LocatedFinding]:
    """Findings on a JSON text, with their ranges, in the order of the text."""
    found = list(findings)
    if not found:
        return []
    from facetry.validate.positions import SourceMap  # the parser is loaded for texts with findings only

    source = SourceMap(text)
    located = [
        LocatedFinding(
            file,
            finding,
            source.range(finding.pointer, on_key=finding.on_key)
            if finding.offset is None
            else source.lines.range(finding.offset, finding.offset),
        )
        for finding in found
    ]
    return sorted(located, key=lambda item: item.range.start.offset if item.range else 0)
