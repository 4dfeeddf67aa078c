"""What a validation of files found: the results of each file, and the inputs that could not be validated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedFile:
    """One validated file. `name` is its name in reports, and that of its findings."""

    name: str
    kind: Kind
    findings: tuple[LocatedFinding, ...] = ()
    text: bytes | None = None
    """The text of a file with findings or fixes, for code frames; None for a clean one, and for a folder."""
    former: bytes | None = None
    """The text before the fixes in `text`; None for a text without fixes."""
    proposed: bytes | None = None
    """The fixed text, when the fixes are only shown."""
    path: Path | None = None
    """The file on the disk; None for stdin and for files in archives."""
    root: Path | None = None
    """The folder that a link must not leave when the file is written."""
    fixable: int = 0
    """The number of findings that `--fix` mends."""
    fixed: int = 0
    """The number of findings that were mended."""
    base_state: str = ""
    """What a manifest is compared with a git ref: `unchanged`, `changed` or `new`; empty without a comparison."""
    is_moved: bool = False
    """Whether the manifest was somewhere else in the git ref."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An input that could not be validated, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of a run, in the order of the inputs."""

    files: tuple[ValidatedFile, ...] = ()
    skipped: int = 0
    """The number of files in folders that are of no known kind."""
    unreadable: tuple[Problem, ...] = ()
    unrecognised: tuple[Problem, ...] = ()
    """Named inputs of no known kind."""

    @property
    def findings(self) -> Iterator[LocatedFinding]:
        """The findings of all files."""
        return (finding for file in self.files for finding in file.findings)

    @property
    def summary(self) -> Summary:
        """The counts of the run."""
        levels = [located.finding.level for located in self.findings]
        return Summary(
            files=len(self.files),
            skipped=self.skipped,
            errors=levels.count("error"),
            warnings=levels.count("warning"),
            fixable=sum(file.fixable for file in self.files),
            fixed=sum(file.fixed for file in self.files),
            unreadable=len(self.unreadable) + len(self.unrecognised),
        )

    def limited(self, count: int) -> Results:
        """The results with at most this number of findings. A file without any of its findings is left out: a report
        would take it for a clean one.
        """
        files = []
        for file in self.files:
            shown = file.findings[:count]
            count -= len(shown)
            if shown or not file.findings:
                files.append(replace(file, findings=shown))
        return replace(self, files=tuple(files))


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a run. They are those of the whole run, also when a report shows fewer findings."""

    files: int
    skipped: int
    errors: int
    warnings: int
    fixable: int
    fixed: int
    unreadable: int

    def __str__(self) -> str:
        parts = [_count(self.files, "file"), _count(self.errors, "error"), _count(self.warnings, "warning")]
        if self.fixed:
            parts.append(f"{self.fixed} fixed")
        if self.fixable:
            parts.append(f"{self.fixable} fixable with --fix")
        if self.skipped:
            parts.append(f"{self.skipped} skipped")
        if self.unreadable:
            parts.append(f"{self.unreadable} not validated")
        return ", ".join(parts)


def merge(parts: list[Results]) -> Results:
    """The results of several inputs as those of one run."""
    return Results(
        files=tuple(file for part in parts for file in part.files),
        skipped=sum(part.skipped for part in parts),
        unreadable=tuple(problem for part in parts for problem in part.unreadable),
        unrecognised=tuple(problem for part in parts for problem in part.unrecognised),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
