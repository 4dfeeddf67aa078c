"""The schema of view documents: valid examples are accepted, invalid ones break the rule of their folder, and a
reference validator agrees.
"""

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from facetry.validate import views
from tests.contract.description import ROOT
from tests.contract.documents.views import example_name, examples, faults, reference_validator, schema

TYPES: Final = sorted(path.stem for path in (ROOT / "specs" / "views" / "elements").glob("*.yaml"))
VALID: Final = [json.loads(path.read_text(encoding="utf-8")) for path in examples("valid")]
SHALLOW: Final = [each for each in VALID if len(str(each)) < 3000]  # additions stay within the maximum depth
STRANGE: Final = [None, True, 0, -1, 1.5, 101, 1e300, "", "x", "#fff", "16:9", "\n", [], ["x"], {}, {"type": "string"}]


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """The reference validator is recursive: a document of 64 levels exceeds Python's default limit."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("path", [*examples("valid"), *examples("warned")], ids=example_name)
def test_valid_document(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert views.fault(text) is None
    assert faults(json.loads(text)) == set()


@pytest.mark.parametrize("path", examples("invalid"), ids=example_name)
def test_invalid_document_breaks_the_rule_of_its_folder_and_no_other(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    fault = views.fault(text)
    assert fault is not None
    assert fault.rule == path.parent.name
    if fault.rule.startswith("schema."):
        assert faults(json.loads(text)) == {(fault.rule, fault.pointer)}


def test_every_type_has_its_document_with_all_its_members() -> None:
    definitions = schema()["$defs"]
    by_name = {path.stem: each for path, each in zip(examples("valid"), VALID, strict=True)}
    missing = {*TYPES} - by_name.keys()
    assert not missing, f"add files in specs/examples/views/valid/: there is no document of {sorted(missing)}"
    for type_ in TYPES:
        document = by_name[type_]
        least, whole = document["elements"]
        assert least["type"] == whole["type"] == type_
        assert whole.keys() == definitions[type_]["properties"].keys()
        assert least.keys() == set(definitions[type_]["required"])


def test_every_member_that_is_required_is_left_out_once() -> None:
    """This holds for elements and actions; the other records have an example of their own name."""
    definitions = schema()["$defs"]
    wanted = {
        f"schema.required/{name}-without-{member}"
        for name in (*TYPES, "button", "external-link")
        for member in definitions[name]["required"]
        if member != "type"
    }
    assert wanted <= {example_name(path) for path in examples("invalid")}


def test_every_rule_is_broken_by_an_example() -> None:
    """Every keyword of the schema that can refuse a value has an example."""
    keywords = {f"schema.{keyword}" for keyword in _keywords(schema())}
    folders = {path.parent.name for path in examples("invalid")}
    assert {rule for rule in folders if rule.startswith("schema.")} == keywords
    parsing = {"syntax", "number", "encoding", "nul", "duplicate-key", "depth"}
    assert folders - keywords == {f"json.{rule}" for rule in parsing}


def _keywords(part: Any) -> set[str]:
    refusing = {"type", "enum", "const", "required", "pattern", "minimum", "maximum", "format", "not", "anyOf"}
    if isinstance(part, list):
        return {keyword for child in part for keyword in _keywords(child)}
    if not isinstance(part, dict):
        return set()
    own = {keyword for keyword in part if keyword in refusing and not isinstance(part[keyword], dict)}
    own |= {keyword for keyword in ("not",) if set(part.get(keyword, {})) & refusing}
    below = {name: child for name, child in part.items() if name not in {"examples", "default", "if", "const", "enum"}}
    return own | {keyword for child in below.values() for keyword in _keywords(child)}


def test_the_schema_is_one_for_every_tool() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$id"] == "urn:facetry:view-document:1.0"
    assert schema()["properties"]["schemaVersion"] == {
        "description": "The version of the view document format.",
        "const": "1.0",
        "default": "1.0",
    }


def test_the_examples_of_the_schema() -> None:
    definitions = schema()["$defs"]
    shown = {name: each["examples"] for name, each in definitions.items() if "examples" in each}
    assert shown.keys() >= {*TYPES, "card", "slot", "table-row", "table-column", "repeating-group-entry", "truncate"}
    for name, values in shown.items():
        below = reference_validator().evolve(schema={"$ref": f"#/$defs/{name}", "$defs": definitions})
        assert [error.message for value in values for error in below.iter_errors(value)] == []


def test_defaults_are_those_of_the_interface() -> None:
    definitions = schema()["$defs"]
    assert {
        name: {
            key: each["default"] for key, each in definitions[name].get("properties", {}).items() if "default" in each
        }
        for name in (*TYPES, "primitive-modifiers", "truncate", "table-column")
        if any("default" in each for each in definitions[name].get("properties", {}).values())
    } == {
        "string": {"representation": "plain"},
        "strings": {"representation": "plain"},
        "color": {"showText": True, "shape": "circle", "size": "medium"},
        "number-stars": {"maximum": 5},
        "number-meter": {"minimum": 0, "maximum": 100},
        "boolean": {"representation": "plain", "trueLabel": "true", "falseLabel": "false", "variant": "neutral"},
        "timestamp": {"format": "datetime"},
        "image-ref": {"aspectRatio": "1:1"},
        "label-value": {"withDivider": False},
        "table": {"isStriped": False, "withColumnSeparators": False, "withRowSeparators": False},
        "collapsible-group": {"defaultExpanded": False},
        "divider": {"style": "hairline"},
        "primitive-modifiers": {"weight": "normal", "intensity": "medium", "monospace": False},
        "truncate": {"showMore": True},
        "table-column": {"align": "left", "widthMode": "fixed"},
    }


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every member and item of a value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from _places(child, (*path, key))


@st.composite
def mutations(draw: st.DrawFn) -> Any:
    """A valid document in which one to three members or items are removed, or replaced by unusual values or by parts of
    other documents.
    """
    document = deepcopy(draw(st.sampled_from(SHALLOW)))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(document))
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        home = document
        for step in way:
            home = home[step]
        if draw(st.booleans()):
            other = st.sampled_from(SHALLOW).map(lambda each: each["elements"])
            home[last] = deepcopy(draw(st.sampled_from(STRANGE) | other))
        else:
            del home[last]
    return document


@settings(max_examples=4000, deadline=None, database=None)
@given(mutations())
def test_validators_agree(document: Any) -> None:
    """Both validators agree on validity, and the reported fault is one that the reference validator finds as well."""
    fault, found = views.fault(json.dumps(document)), faults(document)
    assert (fault is None) == (found == set())
    if fault is not None:
        assert (fault.rule, fault.pointer) in found
