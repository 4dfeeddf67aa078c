"""The transcripts: what the validator says about every example, with the places. The files in `transcripts/` are
committed; `python -m tests.contract.documents.transcript` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from facetry.validate.documents import findings
from facetry.validate.kinds import Kind
from facetry.validate.located import LocatedFinding, locate
from tests.contract.documents.schema_documents import EXAMPLES

KINDS: Final = {"views": Kind.VIEW_DOCUMENT, "event-files": Kind.EVENT, "recipes": Kind.RECIPE}
"""The folders of examples that are whole documents, and their kinds."""
_TRANSCRIPTS: Final = Path(__file__).parent / "transcripts"


def transcript_file(folder: str) -> Path:
    """The committed transcript of a folder."""
    return _TRANSCRIPTS / f"{folder}.txt"


def files(folder: str) -> list[Path]:
    """All examples of a folder."""
    return sorted((EXAMPLES / folder).rglob("*.json"))


def located(path: Path, kind: Kind) -> list[LocatedFinding]:
    """The findings on an example, with their ranges."""
    text = path.read_bytes()
    return locate(path.relative_to(EXAMPLES).as_posix(), text, findings(text, kind))


def lines(folder: str) -> Iterator[str]:
    """A line for each finding, and one for each example without any."""
    for path in files(folder):
        found = located(path, KINDS[folder])
        name = path.relative_to(EXAMPLES / folder).as_posix()
        if not found:
            yield f"{name}: nothing"
        for item in found:
            assert item.range is not None
            start, end = item.range.start, item.range.end
            place = f"{start.line}:{start.column}-{end.line}:{end.column}"
            what = "key" if item.finding.on_key else "value"
            edit = f" -> {type(item.finding.edit).__name__}" if item.finding.edit is not None else ""
            yield f"{name}:{place}: {item.finding.level}: {item.finding.rule} ({what}){edit}"


def part(value: Any, pointer: str, *, on_key: bool) -> Any:
    """The value at a pointer, or the name of the member there."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    if on_key:
        return steps[-1]
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def main() -> None:
    """Write all transcripts."""
    for folder in KINDS:
        transcript_file(folder).write_text("".join(f"{line}\n" for line in lines(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
