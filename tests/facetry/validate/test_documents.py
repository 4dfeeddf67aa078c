"""Every kind of document that is one text has its validator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facetry.validate.documents import VALIDATORS, findings
from facetry.validate.finding import below
from facetry.validate.kinds import Kind
from facetry.validate.manifests import MAX_BYTES


def test_every_kind_that_is_one_text_is_validated() -> None:
    assert {*VALIDATORS} == {*Kind} - {Kind.EXTENSION_FOLDER, Kind.EXTENSION_ARCHIVE}
    for kind in VALIDATORS:
        assert findings(b"{", kind)[0].rule == "json.syntax"
        assert {found.level for found in findings(b"3", kind)} == {"error"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object", "properties": {"size": {"type": "integer"}}}, []),
        ([], [("error", "manifest.schema.object", "")]),
        ({"type": "array"}, [("error", "manifest.schema.object", "/type")]),
        ({"$ref": "https://example.org/a"}, [("error", "manifest.schema.reference", "/$ref")]),
        ({}, []),
        ({"properties": {}}, [("warning", "manifest.schema.untyped", "")]),
        (
            {"type": "object", "propertes": {}, "properties": {"a": {"pattern": "(?=a)"}}},
            [
                ("error", "manifest.schema.pattern", "/properties/a/pattern"),
                ("warning", "manifest.schema.keyword", "/propertes"),
            ],
        ),
    ],
)
def test_a_schema_of_settings_in_a_file_of_its_own(schema: Any, expected: list[tuple[str, str, str]]) -> None:
    found = findings(json.dumps(schema).encode(), Kind.SETTINGS_SCHEMA)
    assert [(each.level, each.rule, each.pointer) for each in found] == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"size": {"type": "strnig"}}},
        {"properties": {"size": {"default": "x", "type": "integer", "minimun": 1}}},
        {"$ref": "#/definitions/a", "definitions": {"a": {}}},
        {"type": "array"},
        {},
    ],
)
def test_a_schema_is_judged_alike_in_a_file_and_in_a_manifest(schema: dict[str, Any]) -> None:
    alone = findings(json.dumps(schema).encode(), Kind.SETTINGS_SCHEMA)
    embedded = findings(json.dumps({"settings": schema}).encode(), Kind.MANIFEST)
    assert [below(each, "/settings") for each in alone] == [
        each for each in embedded if each.rule.startswith("manifest.schema")
    ]


def test_a_schema_is_not_larger_than_a_manifest() -> None:
    smallest = b'{"type": "object"}'
    assert findings(smallest + b" " * (MAX_BYTES - len(smallest)), Kind.SETTINGS_SCHEMA) == []
    (found,) = findings(smallest + b" " * (MAX_BYTES - len(smallest) + 1), Kind.SETTINGS_SCHEMA)
    assert (found.rule, found.pointer) == ("manifest.size", "")


def test_a_deep_schema_has_its_own_rule() -> None:
    deep = {"type": "object", **json.loads('{"not": ' * 40 + "{}" + "}" * 40)}
    assert [each.rule for each in findings(json.dumps(deep).encode(), Kind.SETTINGS_SCHEMA)] == [
        "manifest.schema.depth"
    ]
    for levels, rule in ((64, "manifest.schema.depth"), (65, "json.depth")):
        deeper = b'{"type": "object", "not": ' + b'{"not": ' * (levels - 2) + b"{}" + b"}" * (levels - 1)
        assert [each.rule for each in findings(deeper, Kind.SETTINGS_SCHEMA)] == [rule]
