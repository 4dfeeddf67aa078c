"""The rule catalogue is complete, and reading it is light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from facetry import rules

HOME = Path(__file__).parents[2]


def test_every_rule_of_the_code_has_an_entry() -> None:
    examples = {path.name for path in (HOME / "specs/examples/manifests/invalid").glob("manifest.*")}
    assert len(examples) > 10
    assert examples - set(rules.identifiers()) == set()


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
