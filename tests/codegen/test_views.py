"""The bundled schema of view documents, and faults of its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codegen import model
from codegen.bundle import bundle
from codegen.finding import SpecError
from codegen.targets import TARGETS

NOTE = {"type": "note", "text": "sea"}


def schema(sample: Path) -> Any:
    return json.loads(TARGETS["schemas/view-document-1.0.schema.json"](model.read(bundle(sample))))


def is_valid(sample: Path, *elements: object) -> bool:
    return jsonschema.Draft202012Validator(schema(sample)).is_valid({"elements": list(elements)})


def test_it_is_one_schema_that_refers_to_nothing_else(sample: Path) -> None:
    rendered = schema(sample)
    assert rendered["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert rendered["$id"] == "urn:sample:view-document"
    assert list(rendered["$defs"]) == ["element", "note", "rule"]
    note = rendered["$defs"]["note"]["properties"]
    assert note["below"] == {"$ref": "#"}
    assert note["inside"] == {"$ref": "#/properties/elements/items"}
    assert ".yaml" not in json.dumps(rendered)


def test_the_files_of_a_folder_are_the_types(sample: Path) -> None:
    assert is_valid(sample, NOTE, {"type": "rule"}, {"type": "new", "text": 1})
    assert not is_valid(sample, {"type": "note"})
    assert not is_valid(sample, {"type": 1})
    (sample / "views" / "elements" / "new.yaml").write_text("{type: object, required: [text]}")
    assert is_valid(sample, {"type": "new", "text": 1})
    assert not is_valid(sample, {"type": "new"})


def test_nested_elements_are_validated_as_well(sample: Path) -> None:
    assert is_valid(sample, {**NOTE, "below": {"elements": [NOTE]}, "inside": NOTE})
    assert not is_valid(sample, {**NOTE, "below": {"elements": [{"type": "note"}]}})
    assert not is_valid(sample, {**NOTE, "inside": {"type": "note"}})


def test_an_example_is_no_place_for_references(sample: Path) -> None:
    path = sample / "views" / "elements" / "rule.yaml"
    path.write_text(path.read_text() + "examples:\n  - {type: rule, $ref: nowhere.yaml}\n")
    assert schema(sample)["$defs"]["rule"]["examples"] == [{"type": "rule", "$ref": "nowhere.yaml"}]


@pytest.mark.parametrize(
    ("file", "text", "rule", "message"),
    [
        ("elements/rule.yaml", "{$ref: nowhere.yaml}", "bundle.reference", "names a file that does not exist"),
        ("elements/rule.yaml", "{$ref: '../element.yaml#/nowhere'}", "bundle.reference", "leads nowhere"),
        ("elements/rule.yaml", "{$ref: '../../../out.yaml'}", "bundle.reference", "escapes specs/"),
        ("elements/element.yaml", "type: object", "bundle.duplicate", "has the same name"),
        ("element.yaml", "x-dispatch: nothing", "bundle.reference", "there is no views/nothing/<type>.yaml"),
        ("elements/rule.yaml", "- type", "file.shape", "the file is no mapping"),
    ],
)
def test_a_broken_source_is_refused(sample: Path, file: str, text: str, rule: str, message: str) -> None:
    (sample / "views" / file).write_text(text)
    with pytest.raises(SpecError, match=message) as error:
        bundle(sample)
    assert error.value.finding.rule == rule
    assert error.value.finding.place.startswith("specs/views/")


def test_a_source_without_view_documents_has_no_schema(sample: Path) -> None:
    for path in sorted((sample / "views").rglob("*.yaml")):
        path.unlink()
    assert schema(sample) == {}
