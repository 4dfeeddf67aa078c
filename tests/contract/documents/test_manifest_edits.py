"""Each edit of a finding on an example mends this finding and breaks nothing else."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from facetry.schema.edits import AddItem, AddMember, Edit, MoveMember, RemoveMember, RenameKey, SetValue
from facetry.validate import manifest_findings
from tests.contract.documents.manifests import example_name, examples

TEXTS = [path for path in (*examples("invalid"), *examples("warned")) if not path.parent.name.startswith("json.")]

FOLLOWING = {("warning", "manifest.repeated"), ("warning", "manifest.runtime.unused")}
"""Warnings on a corrected word that the manifest has already."""


def holder_and_key(document: Any, pointer: str) -> tuple[Any, Any]:
    """What holds the value at a pointer, and its name or index there."""
    *way, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    for step in way:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document, int(last) if isinstance(document, list) else last


def value_at(document: Any, pointer: str) -> Any:
    if not pointer:
        return document
    holder, key = holder_and_key(document, pointer)
    return holder[key]


def apply(document: Any, edit: Edit) -> None:
    match edit:
        case AddItem(pointer, value):
            value_at(document, pointer).append(value)
        case AddMember(pointer, name, value):
            assert name not in value_at(document, pointer)
            value_at(document, pointer)[name] = value
        case MoveMember(pointer, target):
            holder, key = holder_and_key(document, pointer)
            new_holder, new_key = holder_and_key(document, target)
            assert new_key not in new_holder
            new_holder[new_key] = holder.pop(key)
        case RenameKey(pointer, name):
            holder, key = holder_and_key(document, pointer)
            assert name not in holder
            holder[name] = holder.pop(key)
        case SetValue(pointer, value):
            holder, key = holder_and_key(document, pointer)
            holder[key] = value
        case RemoveMember(pointer):
            holder, key = holder_and_key(document, pointer)
            del holder[key]
        case _:
            raise AssertionError(edit)


def counts(document: Any) -> Counter[tuple[str, str]]:
    return Counter((finding.level, finding.rule) for finding in manifest_findings(json.dumps(document)))


@pytest.mark.parametrize("path", TEXTS, ids=example_name)
def test_an_edit_mends_its_finding_and_breaks_nothing(path: Path) -> None:
    document = json.loads(path.read_bytes())
    before = counts(document)
    for finding in manifest_findings(path.read_bytes()):
        if finding.edit is not None and "manifest.more" not in {rule for _, rule in before}:
            changed = json.loads(path.read_bytes())
            apply(changed, finding.edit)
            after = counts(changed)
            assert after[finding.level, finding.rule] < before[finding.level, finding.rule], finding
            assert (after - before).keys() <= FOLLOWING, finding


def test_many_examples_can_be_mended() -> None:
    edits = [finding.edit for path in TEXTS for finding in manifest_findings(path.read_bytes()) if finding.edit]
    assert len(edits) > 60
    assert {type(edit) for edit in edits} == {AddItem, AddMember, MoveMember, RenameKey, SetValue, RemoveMember}
