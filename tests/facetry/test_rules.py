"""The rule catalogue is complete, and reading it is light."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from facetry import rules
from tests.support.contract.rule_literals import rule_literals

HOME = Path(__file__).parents[2]
EXAMPLES = HOME / "specs/examples"
WITHOUT_ENTRY = {"BacktrackLimitExceeded", "Custom", "FromUtf8", "Referencing", "RegexEngineFailure"}
"""Kinds of errors that no validation of ours has: patterns are linear, and references are resolved beforehand."""
KEYWORDS = {"Constant": "const", "OneOfMultipleValid": "oneOf", "OneOfNotValid": "oneOf"}
"""The keywords of kinds that are not named after theirs."""
FOLLOWED_ELSEWHERE = {
    "facetry/authoring/service.py: {rule}",  # of a problem that a service sent
    "facetry/contract/example_requests/derived.py: {rule}",  # what a spoilt request is expected to break
    "facetry/errors.py: {printable_text(fault.rule, min(characters, MAX_VALUE_CHARACTERS))}",
    "facetry/extensions/packages/kit_requirements.py: archive.{RULE.removeprefix('archive.')}",
    "facetry/imaging/pool/answers.py: {re.compile('|'.join(map(re.escape, sorted(RULES))))}",
    "facetry/schema/violations.py: schema.{str(kind.name)}",
    "facetry/handling/process_metrics.py: {rule}",  # the label of a metric
    "facetry/library/unreadable_files.py: {*rest}",  # what a scan has recorded
    "handlers/repository.py: {rule}",  # a parameter: a filter of unreadable files
}


def schema_rules() -> set[str]:
    """A rule for each kind of error that a JSON Schema can lead to."""
    kinds = {name for name in dir(jsonschema_rs.ValidationErrorKind) if name[0].isupper()} - WITHOUT_ENTRY
    return {f"schema.{KEYWORDS.get(kind, kind[0].lower() + kind[1:])}" for kind in kinds}


def described_rules() -> set[str]:
    """The rules in the examples and in the description."""
    folders = {path.parent.name for path in EXAMPLES.rglob("*.json") if {"invalid", "warned"} & set(path.parts)}
    requests = [json.loads(path.read_text()) for path in (EXAMPLES / "requests/invalid").rglob("*.json")]
    found = {folder for folder in folders if "." in folder and folder.split(".")[0] in FIRST_WORDS}
    found |= {request["rule"] for request in requests}
    description = json.loads((HOME / "generated/openapi.json").read_text())
    for path in description["paths"].values():
        for operation in path.values():
            found |= set(operation.get("x-beyond-schema", ())) if isinstance(operation, dict) else set()
    return found


FIRST_WORDS = {identifier.split(".")[0] for identifier in rules.identifiers()}


def test_every_rule_of_the_code_has_an_entry() -> None:
    literals = rule_literals()
    places = {rule: place for rule, place in literals.places.items() if rule not in rules.identifiers()}
    assert places == {}
    assert len(literals.places) > 150
    assert literals.unresolved - FOLLOWED_ELSEWHERE == set()


def test_every_rule_of_a_schema_has_an_entry() -> None:
    assert schema_rules() - set(rules.identifiers()) == set()


def test_every_rule_of_the_examples_and_the_description_has_an_entry() -> None:
    described = described_rules()
    assert len(described) > 60
    assert described - set(rules.identifiers()) == set()


def test_no_entry_is_unused() -> None:
    assert set(rules.identifiers()) - set(rule_literals().places) - schema_rules() == set()


def test_the_entries_are_those_of_the_source() -> None:
    sources = [yaml.safe_load(path.read_text()) for path in (HOME / "specs/rules").glob("*.yaml")]
    titles = {rule: entry["title"] for source in sources for rule, entry in source.items() if "level" in entry}
    assert titles == {rule.id: rule.title for rule in rules.rules().values()}


def test_a_rule_is_read_with_its_example_and_its_group() -> None:
    rule = rules.rule("manifest.capability")
    assert (rule.level, rule.group) == ("error", "manifests")
    assert rule.example is not None
    assert rule.example.at == "/instructions/0/capabilities"
    assert rule.example.bad != rule.example.good
    assert rules.rules()["manifest.capability"] == rule
    assert rule.group in {group.name for group in rules.groups()}


def test_an_unknown_rule_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rules.rule("manifest.capabilities")


def test_reading_the_catalogue_imports_neither_models_nor_the_server() -> None:
    code = (
        "import sys; from facetry import rules; rules.rules(); "
        "print(sorted(sys.modules.keys() & {'pydantic', 'yaml', 'jsonschema_rs', 'connexion', 'sqlalchemy'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
