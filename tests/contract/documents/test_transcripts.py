"""The validator says about every example what its transcript says, at the place of the key or the value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facetry import rules
from facetry.validate.kinds import Kind
from tests.contract.documents.schema_documents import EXAMPLES
from tests.contract.documents.transcript import KINDS, files, lines, located, part, transcript_file

CASES = [(path, kind) for folder, kind in KINDS.items() for path in files(folder)]


def case_name(value: object) -> str:
    return value.relative_to(EXAMPLES).as_posix() if isinstance(value, Path) else str(value)


@pytest.mark.parametrize("folder", KINDS)
def test_the_transcript_is_what_the_validator_says(folder: str) -> None:
    """After a change that is meant, run `python -m tests.contract.documents.transcript` and read the difference."""
    assert list(lines(folder)) == transcript_file(folder).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("path", "kind"), CASES, ids=case_name)
def test_an_example_has_the_finding_of_its_folder_and_no_other_of_this_level(path: Path, kind: Kind) -> None:
    found = [item.finding for item in located(path, kind)]
    errors = [finding.rule for finding in found if finding.level == "error"]
    warnings = [finding.rule for finding in found if finding.level == "warning"]
    match path.relative_to(EXAMPLES).parts[1]:
        case "valid":
            assert errors == []
            assert not (path.stem.startswith("near-") and warnings)
        case "invalid":
            assert errors == [path.parent.name]
        case _:
            assert (errors, warnings) == ([], [path.parent.name])
    for finding in found:
        assert rules.rule(finding.rule).level == finding.level
        assert finding.level == "error" or finding.remedy


@pytest.mark.parametrize(("path", "kind"), CASES, ids=case_name)
def test_a_range_holds_the_key_or_the_value_at_the_pointer(path: Path, kind: Kind) -> None:
    """The text of the range is read by another parser, and its lines and columns are counted again."""
    text = path.read_bytes()
    for item in located(path, kind):
        assert item.range is not None
        start, end = item.range.start, item.range.end
        before = text[: start.offset].decode()
        assert (start.line, start.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
        if item.finding.rule.startswith("json.") or not is_json(text):
            continue
        expected = part(json.loads(text), item.finding.pointer, on_key=item.finding.on_key)
        assert json.loads(text[start.offset : end.offset]) == expected


def is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_every_rule_of_these_documents_has_two_examples() -> None:
    """Rules that only large documents break have tests of their own."""
    counts: dict[str, int] = {}
    for path, _ in CASES:
        counts[path.parent.name] = counts.get(path.parent.name, 0) + 1
    wanted = [rule for rule in rules.identifiers() if rule.split(".")[0] in ("view", "event", "recipe")]
    few = {rule for rule in wanted if counts.get(rule, 0) < 2}
    assert few == {"view.size", "event.streams"}
    assert len(wanted) > 20
