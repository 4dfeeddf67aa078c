"""Every example of a refused manifest has the findings of the transcript, at the exact keys and values."""

import json
from pathlib import Path
from typing import Any

import pytest

from facetry.validate import locate, manifest_findings
from tests.contract.documents.manifest_transcript import TRANSCRIPT, lines
from tests.contract.documents.manifests import example_name, examples

TEXTS = [path for path in (*examples("invalid"), *examples("warned")) if not path.parent.name.startswith("json.")]


def value_at(document: Any, pointer: str) -> tuple[Any, Any]:
    """(key or index, value) at a pointer; the key of the whole document is None."""
    key: Any = None
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        key = int(key) if isinstance(document, list) else key
        document = document[key]
    return key, document


def test_the_transcript_is_up_to_date() -> None:
    """`python -m tests.contract.documents.manifest_transcript` writes it."""
    assert lines() == TRANSCRIPT.read_text(encoding="utf-8").splitlines()


def test_the_transcript_is_about_every_example() -> None:
    files = {line.partition(".json:")[0] for line in lines()}
    assert files == {
        path.with_suffix("").as_posix().rpartition("/manifests/")[2]
        for path in (*examples("invalid"), *examples("warned"))
    }


@pytest.mark.parametrize("path", TEXTS, ids=example_name)
def test_each_place_is_that_of_the_key_or_the_value(path: Path) -> None:
    """What stands at the place in the text is what another parser finds at the pointer."""
    text = path.read_text(encoding="utf-8")
    document = json.loads(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for item in locate(path.name, text.encode(), manifest_findings(text)):
        assert item.range is not None
        key, value = value_at(document, item.finding.pointer)
        start = starts[item.range.start.line - 1] + item.range.start.column - 1
        end = starts[item.range.end.line - 1] + item.range.end.column - 1
        assert json.loads(text[start:end]) == (key if item.finding.on_key else value)
        assert not item.finding.on_key or text[end:].lstrip().startswith(":")
