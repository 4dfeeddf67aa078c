"""What the lint says about a body of bytes, which examples of requests leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen import lint
from codegen.bundle import bundle
from codegen.finding import Finding

TAGS = "paths/image-tags.yaml"
ONE = "examples/requests/valid/imageSetTags/one.json"
TWICE = "examples/requests/invalid/imageSetTags/duplicate.json"


def findings(sample: Path) -> list[Finding]:
    return lint.findings(bundle(sample))


def of_bytes(sample: Path) -> None:
    """Make the body of imageSetTags a picture, and leave it out of the examples, which hold no bytes."""
    path = sample / TAGS
    before, _, rest = path.read_text().partition(
        "        application/json:\n          schema:\n            type: array\n"
    )
    picture = "        image/png: {schema: {type: string, format: binary}}\n"
    path.write_text(before + picture + rest.partition("          example: [cat]\n")[2])
    one = (sample / ONE).read_text()
    (sample / ONE).write_text(one.replace(', "body": ["cat"]', ""))
    (sample / TWICE).write_text(one.replace(', "body": ["cat"]', ', "rule": "schema.pattern"').replace("tagger", "a b"))


def test_a_body_of_bytes_needs_no_example(sample: Path) -> None:
    of_bytes(sample)
    assert findings(sample) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        (ONE, '"tagger"', '"a tagger"', "request.valid"),
        (TWICE, '"a b"', '"tagger"', "request.valid"),
        (ONE, '"query"', '"body": "YWJj", "query"', "request.file"),
        (TAGS, "      x-max-bytes: 65536\n", "", "body.max-bytes"),
    ],
)
def test_a_request_with_bytes_is_validated_without_its_body(
    sample: Path, file: str, old: str, new: str, rule: str
) -> None:
    of_bytes(sample)
    text = (sample / file).read_text()
    assert old in text
    (sample / file).write_text(text.replace(old, new))
    assert {finding.rule for finding in findings(sample)} == {rule}
