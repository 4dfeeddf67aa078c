"""The bundled schema of manifests, whose components no operation refers to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from codegen import lint, model
from codegen.bundle import bundle
from codegen.targets import TARGETS


def schema(sample: Path) -> Any:
    return json.loads(TARGETS["schemas/manifest-v3.schema.json"](model.read(bundle(sample))))


def image(tag: str) -> dict[str, Any]:
    return {"imageId": "123e4567-e89b-42d3-a456-426614174000", "tags": [tag]}


def test_it_is_one_schema_that_refers_to_nothing_else(sample: Path) -> None:
    rendered = schema(sample)
    assert rendered["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert rendered["$id"] == "urn:facetry:manifest:3"
    assert list(rendered["$defs"]) == ["ImageTags", "TagValue", "Uuid"]
    assert rendered["properties"]["tags"] == {"$ref": "#/$defs/ImageTags"}
    assert rendered["properties"]["parts"]["items"] == {"$ref": "#"}
    assert "components" not in json.dumps(rendered)
    validator = jsonschema.Draft202012Validator(rendered)
    assert validator.is_valid({"tag": "sea", "parts": [{"tag": "sky", "tags": image("blue")}]})
    assert not validator.is_valid({"tag": "sea", "parts": [{"tag": "sky", "tags": image("b l u e")}]})


def test_its_components_have_to_keep_the_rules_on_schemas(sample: Path) -> None:
    path = sample / "schemas" / "Manifest.yaml"
    path.write_text(path.read_text() + "  text: {type: string}\n")
    (finding,) = lint.findings(bundle(sample))
    assert (finding.rule, finding.place) == ("schema.limit", "specs/schemas/Manifest.yaml#/properties/text")


def test_its_objects_may_be_closed(sample: Path) -> None:
    path = sample / "schemas" / "Manifest.yaml"
    path.write_text(path.read_text() + "additionalProperties: false\n")
    assert lint.findings(bundle(sample)) == []


def test_a_source_without_manifests_has_no_schema(sample: Path) -> None:
    (sample / "schemas" / "Manifest.yaml").unlink()
    assert lint.findings(bundle(sample)) == []
    assert schema(sample) == {}
