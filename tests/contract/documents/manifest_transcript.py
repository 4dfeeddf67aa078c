"""The transcript of manifests that are refused or warned about: each finding with its place. `python -m
tests.contract.documents.manifest_transcript` writes it.
"""

from pathlib import Path
from typing import Final

from facetry.validate import locate, manifest_findings
from tests.contract.documents.manifests import EXAMPLES, examples

TRANSCRIPT: Final = Path(__file__).with_name("manifest_transcript.txt")


def lines() -> list[str]:
    """`<file>:<line>:<column>: <rule>`, with ` on key` or ` edit` after it, of each finding, in document order."""
    return [line for kind in ("invalid", "warned") for path in examples(kind) for line in _lines_of(path)]


def _lines_of(path: Path) -> list[str]:
    text = path.read_bytes()
    found = locate(path.relative_to(EXAMPLES).as_posix(), text, manifest_findings(text))
    return [
        f"{item.file}:{item.range.start.line}:{item.range.start.column}: {item.finding.rule}"
        f"{' on key' if item.finding.on_key else ''}{' edit' if item.finding.edit else ''}"
        for item in found
        if item.range is not None
    ]


if __name__ == "__main__":
    TRANSCRIPT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
