"""The kind of a document: from `$schema`, from the name of the file, or from the members."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facetry.validate.detection import detect
from facetry.validate.kinds import Kind

EXAMPLES = Path(__file__).parents[3] / "specs/examples"
FOLDERS = {
    "manifests": Kind.MANIFEST,
    "views": Kind.VIEW_DOCUMENT,
    "event-files": Kind.EVENT,
    "recipes": Kind.RECIPE,
}


def kind(value: Any, name: str = "some.json") -> Kind | None:
    return detect(json.dumps(value).encode(), name)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_valid_example_is_recognised_by_its_content(folder: str) -> None:
    paths = list((EXAMPLES / folder / "valid").rglob("*.json"))
    assert paths
    for path in paths:
        assert detect(path.read_bytes(), "some.json") is FOLDERS[folder], path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("manifest.json", Kind.MANIFEST),
        ("tagger/Manifest.JSON", Kind.MANIFEST),
        ("card.view.json", Kind.VIEW_DOCUMENT),
        ("view.json", Kind.VIEW_DOCUMENT),
        ("a.b.event.json", Kind.EVENT),
        ("sea.recipe.json", Kind.RECIPE),
        ("settings.schema.json", Kind.SETTINGS_SCHEMA),
        ("parameters.schema.json", Kind.SETTINGS_SCHEMA),
        ("convert.schema.json", Kind.SETTINGS_SCHEMA),
        ("preview.json", None),
        ("manifest.json/a.json", None),
        ("-", None),
        ("", None),
    ],
)
def test_names(name: str, expected: Kind | None) -> None:
    assert detect(b"{", name) is expected
    assert detect(b"", name) is expected
    assert detect(b"[1]", name) is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("urn:facetry:manifest:3", Kind.MANIFEST),
        ("urn:facetry:view-document:1.0", Kind.VIEW_DOCUMENT),
        ("https://example.org/schemas/manifest-v3.schema.json", Kind.MANIFEST),
        ("../schemas/manifest-v3.schema.json#", Kind.MANIFEST),
        ("https://example.org/manifest-v2.schema.json", Kind.MANIFEST),
        ("http://localhost:8080/schemas/view-document-1.0.schema.json", Kind.VIEW_DOCUMENT),
        ("http://json-schema.org/draft-07/schema#", Kind.SETTINGS_SCHEMA),
        ("https://json-schema.org/draft/2020-12/schema", Kind.SETTINGS_SCHEMA),
        ("https://example.org/package.json", Kind.EVENT),
        ("https://example.org/?manifest-v3.schema.jso", Kind.EVENT),
    ],
)
def test_the_schema_decides_before_the_name(address: str, expected: Kind) -> None:
    assert kind({"$schema": address}, "a.event.json") is expected
    cut_off = b'\xef\xbb\xbf {\n "$schema" : "' + address.encode() + b'", "a": '
    assert detect(cut_off, "a.event.json") is expected
    assert detect(b'{"a": 1, "$schema": "urn:facetry:manifest:3"', "a.event.json") is Kind.EVENT


def test_the_name_decides_before_the_members() -> None:
    assert kind({"schemaVersion": "1.0", "elements": []}, "manifest.json") is Kind.MANIFEST
    assert kind({"schemaVersion": "1.0", "elements": []}) is Kind.VIEW_DOCUMENT


def test_a_schema_inside_of_the_document_decides_nothing() -> None:
    inner = {"settings": {"$schema": "http://json-schema.org/draft-07/schema#"}, "instructions": [], "runtimes": []}
    assert kind(inner) is Kind.MANIFEST
    assert kind({"$schema": 3, "elements": []}) is Kind.VIEW_DOCUMENT


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"id": "a", "categories": []}, Kind.MANIFEST),
        ({"id": "a"}, None),
        ({"elements": []}, Kind.VIEW_DOCUMENT),
        ({"schemaVersion": 1}, None),
        ({"modelTags": []}, Kind.RECIPE),
        ({"schemaVersion": 2, "prompt": {}}, None),
        ({"channel": "image.created"}, Kind.EVENT),
        ({"channel": "a", "value": {}, "elements": []}, Kind.EVENT),
        ({"type": "object", "properties": {}}, Kind.SETTINGS_SCHEMA),
        ({"type": "object"}, None),
        ({}, None),
        ([], None),
        (None, None),
        ("manifest", None),
    ],
)
def test_members(value: Any, expected: Kind | None) -> None:
    assert kind(value) is expected


def test_a_large_text_is_recognised_by_its_first_member_and_its_name() -> None:
    largest = b'{"elements": []}'.ljust(1_048_576)
    assert detect(largest, "a.json") is Kind.VIEW_DOCUMENT
    assert detect(largest + b" ", "a.json") is None
    filler = " " * 1_048_576
    assert detect(b'{"elements": []}' + filler.encode(), "a.json") is None
    assert detect(b'{"$schema": "urn:facetry:manifest:3", "a": 1}' + filler.encode(), "a.json") is Kind.MANIFEST
    assert detect(b'{"elements": []}' + filler.encode(), "manifest.json") is Kind.MANIFEST


def test_a_schema_decides_also_when_its_name_is_escaped() -> None:
    text = rb'{"\u0024schema": "./view-document-1.0.schema.json"}'
    assert detect(text, "x.recipe.json") is Kind.VIEW_DOCUMENT
    assert detect(b"{}", "x.recipe.json") is Kind.RECIPE


def test_the_members_decide_about_a_manifest_that_nobody_named() -> None:
    foreign, own = b'{"short_name": "App"}', b'{"instructions": [], "runtimes": []}'
    assert detect(foreign, "web/manifest.json") is Kind.MANIFEST
    assert detect(foreign, "web/manifest.json", is_named=False) is None
    assert detect(own, "web/manifest.json", is_named=False) is Kind.MANIFEST
    assert detect(b"{", "web/manifest.json", is_named=False) is Kind.MANIFEST


@pytest.mark.parametrize(
    "text",
    [
        b'{"schemaVersion": "1.0", "elements": [],}',
        b'{"schemaVersion": "1.0" "elements": []}',
        b'{"schemaVersion": "1.0", "elements": [',
        b"// a card\n{'schemaVersion': '1.0', 'elements': []}",
        b'{"schemaVersion": "1.0", "elements": [], "title": "\xff"}',
        b'{"schemaVersion": "1.0", "schemaVersion": "1.0", "elements": []}}',
        '{"schemaVersion": "1.0", "elements": []}'.encode("utf-16"),
    ],
)
def test_a_text_with_faults_is_recognised_by_members_that_leave_no_doubt(text: bytes) -> None:
    for is_named in (True, False):
        assert detect(text, "card.json", is_named=is_named) is Kind.VIEW_DOCUMENT


@pytest.mark.parametrize(
    "text", [b'// options\n{"elements": []}', b'{"type": "object", "properties": {},}', b'[{"schemaVersion": "1.0",']
)
def test_a_text_with_faults_of_another_program_is_left_alone(text: bytes) -> None:
    assert detect(text, "options.json", is_named=False) is None
