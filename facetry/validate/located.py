"""Findings with their places in files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    placed = sorted(_places(text, found), key=lambda pair: pair[1].start.offset)
    return [LocatedFinding(file, finding, place) for finding, place in placed]


def _places(text: bytes, findings: list[Finding]) -> Iterator[tuple[Finding, Range]]:
    from facetry.validate.ranges import Lines  # loaded for texts with findings only

    with_pointers = [finding for finding in findings if finding.offset is None]
    if with_pointers:
        from facetry.validate.positions import SourceMap

        source = SourceMap(text, {finding.pointer for finding in with_pointers})
        for finding in with_pointers:
            yield finding, source.range(finding.pointer, on_key=finding.on_key)
    lines = Lines(text)
    for finding in findings:
        if finding.offset is not None:
            yield finding, lines.range(finding.offset, finding.offset + finding.length)


def place_in_words(text: bytes, finding: Finding) -> str:
    """The place of a finding for the end of a sentence: a pointer, or line and column in a text that is not JSON."""
    if finding.offset is None:
        return finding.pointer or "the root"
    from facetry.validate.ranges import Lines

    position = Lines(text).position(finding.offset)
    return f"line {position.line}, column {position.column}"
