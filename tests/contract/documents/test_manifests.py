"""The schema of manifests: valid examples are accepted, invalid ones break the rule of their folder, and a reference
validator agrees.
"""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from facetry import rules
from facetry.validate import manifests
from facetry.validate.finding import Finding
from generated.models import Manifest
from tests.contract.description import document
from tests.contract.documents.manifests import EXAMPLES, example_name, examples, faults, reference_validator, schema

VALID: Final = [json.loads(path.read_bytes()) for path in examples("valid")]
STRANGE: Final = [None, True, 0, -1, 1.5, 2**31, "", "x", "x\n", "..", "-x", "${node}", [], ["x"], {}, {"id": "x"}]


def errors(text: str | bytes) -> list[Finding]:
    return [finding for finding in manifests.findings(text) if finding.level == "error"]


@pytest.mark.parametrize("path", examples("valid"), ids=example_name)
def test_valid_manifest(path: Path) -> None:
    text = path.read_bytes()
    assert errors(text) == []
    assert faults(json.loads(text)) == set()
    kept = json.loads(
        Manifest.model_validate(manifests.require(text)).model_dump_json(by_alias=True, exclude_unset=True)
    )
    assert kept == json.loads(text)


@pytest.mark.parametrize("path", examples("invalid"), ids=example_name)
def test_invalid_manifest_breaks_the_rule_of_its_folder_and_no_other(path: Path) -> None:
    text = path.read_bytes()
    (error,) = errors(text)
    assert error.rule == path.parent.name
    if error.rule.startswith("schema."):
        assert faults(json.loads(text)) == {(error.rule, error.pointer)}
    elif error.rule.startswith("manifest."):
        assert faults(json.loads(text)) == set()


@pytest.mark.parametrize("path", examples("warned"), ids=example_name)
def test_a_manifest_with_a_warning_has_that_of_its_folder_and_no_other(path: Path) -> None:
    found = manifests.findings(path.read_bytes())
    assert {(finding.rule, finding.level) for finding in found} >= {(path.parent.name, "warning")}
    if path.parent.name != "manifest.more":
        assert {finding.rule for finding in found} == {path.parent.name}
    assert faults(json.loads(path.read_bytes())) == set()


def test_there_are_many() -> None:
    assert len(examples("valid")) >= 12
    assert len(examples("invalid")) >= 260
    assert len(examples("warned")) >= 40


def test_every_rule_is_broken_by_an_example() -> None:
    """Every keyword that can refuse a value, and every rule that the code names except those on files, has an
    example.
    """
    keywords = {f"schema.{keyword}" for keyword in _keywords(schema())}
    folders = {path.parent.name for path in examples("invalid")}
    assert {rule for rule in folders if rule.startswith("schema.")} == keywords
    assert {rule for rule in folders if rule.startswith("json.")} == {
        f"json.{rule}" for rule in ("syntax", "number", "encoding", "nul", "duplicate-key", "depth")
    }
    catalogue = {rule.id: rule.level for rule in rules.rules().values() if rule.id.startswith("manifest.")}
    needing_more = {"manifest.file", "manifest.icon", "manifest.manual", "manifest.entry"}  # files
    needing_more |= {"manifest.version", "manifest.other"}  # another manifest
    for level, kind in (("error", "invalid"), ("warning", "warned")):
        ours = [path.parent.name for path in examples(kind) if path.parent.name.startswith("manifest.")]
        assert set(ours) == {rule for rule, its_level in catalogue.items() if its_level == level} - needing_more
        assert [rule for rule, number in Counter(ours).items() if number < 2] == []


def _keywords(part: Any) -> set[str]:
    limits = {f"{end}{what}" for end in ("min", "max") for what in ("imum", "Length", "Items")}
    refusing = {"type", "enum", "required", "pattern", *limits}
    if isinstance(part, list):
        return {keyword for child in part for keyword in _keywords(child)}
    if not isinstance(part, dict):
        return set()
    own = {keyword for keyword in part if keyword in refusing and not isinstance(part[keyword], dict)}
    own |= {"additionalProperties"} if part.get("additionalProperties") is False else set()
    own |= {"not"} if "not" in part and isinstance(part["not"], dict) and "enum" in part["not"] else set()
    below = {name: child for name, child in part.items() if name not in {"examples", "default", "if", "not"}}
    return own | {keyword for child in below.values() for keyword in _keywords(child)}


def test_the_schema_is_one_for_every_tool() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$id"] == "urn:facetry:manifest:3"
    assert "#/components" not in json.dumps(schema())
    for name, each in schema()["$defs"].items():
        assert {key: value for key, value in each.items() if key != "$ref"}.keys() == (
            document()["components"]["schemas"][name].keys()
        )


def test_the_examples_of_the_schema() -> None:
    definitions = schema()["$defs"]
    shown = [(schema(), example) for example in schema()["examples"]]
    for name, each in definitions.items():
        shown += [({"$ref": f"#/$defs/{name}", "$defs": definitions}, example) for example in each["examples"]]
    assert len(shown) > len(definitions)
    for below, example in shown:
        assert [error.message for error in reference_validator().evolve(schema=below).iter_errors(example)] == []


def test_members_and_words_are_those_of_the_interface() -> None:
    definitions = schema()["$defs"]
    wanted = {
        "": "$schema categories! description! id! instructions! name! permissions runtimes! settings! ui version!",
        "ManifestRuntime": "environment!",
        "ManifestInstructions": "capabilities commands events! execution! throttlingPolicies",
        "ManifestExecution": "arguments! executable!",
        "ManifestCapability": "details id! vectorSpace",
        "ManifestCapabilityDetails": "caption eligibleTags",
        "ManifestThrottlingPolicy": "durationInMilliseconds! events! maximumCount!",
        "ManifestExtensionCommand": "id! on! parameters specifications! ui",
        "ManifestExtensionCommandOn": "entity! withTags",
        "ManifestExtensionCommandSpecification": "description label! locale! name",
        "ManifestExtensionCommandUi": "iconUri!",
        "ManifestUserInterface": "elements!",
        "ManifestInterfaceElement": "id! integration! url!",
        "ManifestInterfaceElementIntegration": "anchor! isExternal",
        "ManifestPermissions": "folders hosts scopes",
        "ManifestFolder": "access! path!",
    }
    closed = {"ManifestInstructions", "ManifestExecution", "ManifestThrottlingPolicy"}
    closed |= {"ManifestPermissions", "ManifestFolder"}
    closed |= {name for name in wanted if name.startswith(("ManifestCapability", "ManifestExtensionCommand"))}
    for name, members in wanted.items():
        found = definitions[name] if name else schema()
        required = found.get("required", ())
        assert " ".join(f"{m}{'!' * (m in required)}" for m in sorted(found["properties"])) == members
        assert found["additionalProperties"] is (name not in closed)
    assert definitions["ManifestRuntimeEnvironment"]["enum"] == ["node", "python"]
    assert definitions["CommandEntity"]["enum"] == ["Process", "Images", "Image"]
    assert definitions["UserInterfaceAnchor"]["enum"] == ["sidebar", "window", "imageDetail"]
    assert len(definitions["ManifestEvent"]["enum"]) == 14


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from _places(child, (*path, key))


@st.composite
def mutations(draw: st.DrawFn) -> Any:
    """A valid manifest in which one to three members or items are removed or replaced by unusual values."""
    manifest = deepcopy(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(manifest))
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        home = manifest
        for step in way:
            home = home[step]
        if draw(st.booleans()):
            home[last] = deepcopy(draw(st.sampled_from(STRANGE)))
        else:
            del home[last]
    return manifest


@settings(max_examples=3000, deadline=None, database=None)
@given(mutations())
def test_validators_agree(manifest: Any) -> None:
    """Both validators find the same violations at the same places, and no other exception is raised."""
    violations_of = errors(json.dumps(manifest))
    assert {(e.rule, e.pointer) for e in violations_of if e.rule.startswith("schema.")} == faults(manifest)


def test_examples_are_sent_as_they_are_read() -> None:
    assert EXAMPLES.is_dir()
    assert {path.suffix for path in EXAMPLES.rglob("*") if path.is_file()} == {".json"}
