"""`facetry explain` as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from facetry import rules
from facetry.cli import main

HOME = Path(__file__).parents[4]


def explain(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "facetry", "explain", *arguments]
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(HOME)}
    return subprocess.run(command, cwd=HOME, env=environment, capture_output=True, text=True, check=False)


def test_a_rule_is_explained_with_both_examples_and_its_source() -> None:
    done = explain("manifest.throttling")
    assert (done.returncode, done.stderr) == (0, "")
    rule = rules.rule("manifest.throttling")
    words = " ".join(done.stdout.split())
    for text in (rule.id, "(error)", rule.title, rule.explanation, rule.remedy, rule.source, "Decision D96"):
        assert text is not None
        assert text in words
    wrong, _, right = done.stdout.partition("Right in a manifest, at /instructions/0/throttlingPolicies/0/events")
    assert '"image.created"' in wrong
    assert '"image.created"' not in right
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_a_request_is_shown_as_it_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "schema.uniqueItems"]) == 0
    assert '\n\n  ["cat", "pet", "cat"]\n' in capsys.readouterr().out


@pytest.mark.parametrize("rule", rules.identifiers())
def test_every_rule_is_explained(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", rule]) == 0
    text = capsys.readouterr().out
    assert "What to do" in text
    assert "Where it comes from" in text
    assert ("No example" in text) == (rules.rule(rule).example is None)


def test_all_rules_are_listed_by_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == rules.identifiers()
    assert [line for line in lines if line in {group.title for group in rules.groups()}] == [
        group.title for group in rules.groups()
    ]
    assert "Extension without an icon (warning)" in "\n".join(lines)


def test_the_rules_of_a_first_word_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "json"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert listed == [rule for rule in rules.identifiers() if rule.startswith("json.")]


def test_a_rule_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "manifest.id", "--format", "json"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["id"], entry["level"], entry["example"]["bad"]) == ("manifest.id", "error", "-convert")


def test_all_rules_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--format", "json"]) == 0
    assert [entry["id"] for entry in json.loads(capsys.readouterr().out)] == rules.identifiers()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("manifest.capabilty", "Did you mean manifest.capability"),
        ("capability", "Did you mean manifest.capability?"),
        ("zzzzzz", "`facetry explain` lists all rules"),
    ],
)
def test_an_unknown_rule_is_answered_with_similar_ones(word: str, expected: str) -> None:
    done = explain(word)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"there is no rule {word}" in done.stderr
    assert expected in done.stderr


def test_explaining_imports_neither_models_nor_validators() -> None:
    code = (
        "import sys; from facetry.cli import main; main(['explain', 'json.syntax']); "
        "heavy = {'pydantic', 'yaml', 'jsonschema_rs', 'connexion', 'sqlalchemy', 'rich', 'httpx'}; "
        "print(sorted(sys.modules.keys() & heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
