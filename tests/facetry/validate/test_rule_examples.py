"""The examples of the rule catalogue: the bad one breaks its rule and no other, the good one breaks none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facetry import rules
from facetry.errors import FaultError
from facetry.schema.strict_json import parse
from facetry.validate import documents
from facetry.validate.finding import Finding, finding_of
from facetry.validate.kinds import Kind

EXAMPLES = Path(__file__).parents[3] / "specs/examples"
BASES = {"manifest": "manifests/valid/whole.json", "view-document": "views/valid/card.json"}
SHOWN = [rule for rule in rules.rules().values() if rule.example and rule.example.document != "request"]


def document(example: rules.Example, part: Any) -> bytes:
    """The base document with a part at its place, or the part as the whole document."""
    if example.document == "text":
        return str(part).encode()
    if example.at is None:
        return json.dumps(part).encode()
    base = json.loads((EXAMPLES / BASES[example.document]).read_text())
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in example.at.split("/")[1:])
    holder = base
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[int(last) if isinstance(holder, list) else last] = part
    return json.dumps(base).encode()


def findings(example: rules.Example, part: Any) -> list[Finding]:
    text = document(example, part)
    if example.document != "text":
        return documents.findings(text, Kind(example.document))
    try:
        parse(text)
    except FaultError as error:
        return [finding_of(error.fault)]
    return []


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.id)
def test_the_bad_example_breaks_the_rule_alone(rule: rules.Rule) -> None:
    assert rule.example is not None
    found = findings(rule.example, rule.example.bad)
    assert {finding.level for finding in found if finding.rule == rule.id} == {rule.level}
    assert {finding.rule for finding in found if finding.level == "error"} <= {rule.id}


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.id)
def test_the_good_example_breaks_no_rule(rule: rules.Rule) -> None:
    assert rule.example is not None
    found = findings(rule.example, rule.example.good)
    assert [finding for finding in found if finding.level == "error" or finding.rule == rule.id] == []


def test_the_rules_on_documents_are_shown() -> None:
    assert len(SHOWN) > 35
