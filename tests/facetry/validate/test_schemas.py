"""Schemas of extensions: which are permitted, how values are validated by them, and their defaults."""

from typing import Any, Final

import pytest

from facetry.errors import Fault, FaultError
from facetry.validate import schemas

DIALECTS: Final = (
    None,
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
SIZE: Final = {"type": "integer", "minimum": 1, "default": 3}
SETTINGS: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "ui": {"widget": "text", "type": "wrong"}},
        "size": {"$ref": "#/definitions/size"},
        "inner": {"type": "object", "properties": {"on": {"type": "boolean", "default": False}}},
        "ui": {"type": "string", "default": "a property of this name"},
    },
    "definitions": {"size": SIZE},
}


def fault(schema: dict[str, Any], value: object) -> Fault | None:
    return schemas.check_schema(schema).fault(value, "/value")


def rules_of(schema: dict[str, Any]) -> list[str]:
    return [
        f"{finding.rule.removeprefix('manifest.')} {finding.pointer}".strip() for finding in schemas.findings(schema)
    ]


def test_a_fault_has_a_pointer_into_the_request() -> None:
    assert fault(SETTINGS, {"name": "sky", "size": 5, "inner": {"on": True}, "ui": "x"}) is None
    wrong = {
        "/value": {},
        "/value/name": {"name": "Sky"},
        "/value/size": {"name": "sky", "size": 0},
        "/value/inner/on": {"name": "sky", "inner": {"on": 1}},
    }
    for pointer, value in wrong.items():
        found = fault(SETTINGS, value)
        assert found is not None
        assert found.pointer == pointer
    newline = fault(SETTINGS, {"name": "sky\n"})
    assert newline is not None
    assert newline.rule == "schema.pattern"


def test_an_undescribed_property_is_refused_with_a_suggestion() -> None:
    found = fault(SETTINGS, {"name": "sky", "sise": 3})
    assert found is not None
    assert (found.rule, found.pointer, found.remedy) == (
        "schema.additionalProperties",
        "/value/sise",
        "Did you mean size?",
    )


@pytest.mark.parametrize(
    ("schema", "is_open"),
    [
        ({}, False),
        ({"properties": {"b": {}}}, False),
        ({"additionalProperties": True}, True),
        ({"additionalProperties": {"type": "integer"}}, True),
        ({"patternProperties": {"^a$": {}}}, True),
        ({"allOf": [{"properties": {"a": {}}}]}, True),
        ({"$schema": DIALECTS[-1], "allOf": [{"properties": {"a": {}}}]}, True),
        ({"$schema": DIALECTS[-1], "allOf": [{"properties": {"b": {}}}]}, False),
        ({"$schema": DIALECTS[-1], "unevaluatedProperties": True}, True),
    ],
)
def test_which_schemas_are_closed(schema: dict[str, Any], is_open: bool) -> None:
    assert (fault(schema, {"a": 1}) is None) == is_open


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_is_validated_by_its_own_rules(dialect: str | None) -> None:
    named = {} if dialect is None else {"$schema": dialect}
    assert rules_of({**named, "properties": {"a": {"type": "strng"}}}) == ["schema /properties/a/type"]
    assert fault({**named, "properties": {"a": {"type": "integer"}}}, {"a": 1}) is None
    assert fault({**named, "properties": {"a": {"type": "integer"}}}, {"a": "1"}) is not None
    pair = {**named, "properties": {"a": {"items": [{"type": "string"}]}}}
    is_latest = dialect == DIALECTS[-1]
    assert bool(rules_of(pair)) == is_latest
    assert bool(rules_of({**named, "properties": {"a": {"exclusiveMinimum": 3}}})) == ("04" in (dialect or ""))


def test_all_faults_of_a_schema_are_reported() -> None:
    schema = {
        "type": "string",
        "$id": "http://127.0.0.1/",
        "properties": {
            "a": {"$ref": "#/definitions/a"},
            "b/~": {"$ref": "b.json"},
            "c": {"pattern": "(", "patternProperties": {"(?=a)": {"$dynamicRef": "#"}}},
        },
    }
    assert rules_of(schema) == [
        "schema.object /type",
        "schema.id /$id",
        "schema.reference /properties/b~1~0/$ref",
        "schema.dynamic /properties/c/patternProperties/(?=a)/$dynamicRef",
        "schema.reference /properties/a/$ref",
        "schema.pattern /properties/c/pattern",
        "schema.pattern /properties/c/patternProperties/(?=a)",
    ]
    with pytest.raises(FaultError, match="must describe an object"):
        schemas.check_schema(schema)


def test_an_unknown_keyword_is_a_warning() -> None:
    (finding,) = schemas.findings({"properties": {"a": {"minLenght": 3, "x-note": 1}}})
    assert (finding.rule, finding.level) == ("manifest.schema.keyword", "warning")
    assert (finding.pointer, finding.remedy) == ("/properties/a/minLenght", "Did you mean minLength?")
    assert fault({"properties": {"a": {"minLenght": 3}}}, {"a": "x"}) is None


def test_names_of_properties_are_no_keywords() -> None:
    names = ("$ref", "$id", "id", "$schema", "pattern", "ui", "$dynamicRef", "enum")
    schema = {"type": "object", "properties": {name: {"type": "string", "default": name} for name in names}}
    assert rules_of(schema) == []
    assert schemas.defaults(schema) == {name: name for name in names}
    assert fault(schema, dict.fromkeys(names, "x")) is None


def test_limits_are_exact() -> None:
    def nested(levels: int) -> dict[str, Any]:
        schema: dict[str, Any] = {}
        for _ in range(levels):
            schema = {"not": schema}
        return schema

    assert rules_of(nested(schemas.MAX_DEPTH - 1)) == []
    assert rules_of(nested(schemas.MAX_DEPTH)) == ["schema.depth"]
    assert rules_of({"enum": [*range(schemas.MAX_VALUES - 2)]}) == []
    assert rules_of({"enum": [*range(schemas.MAX_VALUES - 1)]}) == ["schema.nodes"]
    assert rules_of({"properties": {"a": {"pattern": "a" * schemas.MAX_PATTERN_CHARACTERS}}}) == []
    assert rules_of({"properties": {"a": {"pattern": "a" * (schemas.MAX_PATTERN_CHARACTERS + 1)}}}) == [
        "schema.pattern /properties/a/pattern"
    ]
    assert rules_of({"allOf": [{}] * (schemas.MAX_LOAD - 1)}) == []
    assert rules_of({"allOf": [{}] * schemas.MAX_LOAD}) == ["schema.expansion"]


def test_recursion_into_child_values_is_permitted() -> None:
    tree = {
        "type": "object",
        "properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "value": {"type": "integer", "default": 1}},
    }
    assert rules_of(tree) == []
    assert fault(tree, {"left": {"left": {}, "right": {"value": 3}}}) is None
    found = fault(tree, {"left": {"left": {"right": {"value": "x"}}}})
    assert found is not None
    assert found.pointer == "/value/left/left/right/value"
    assert schemas.defaults(tree) == {"value": 1}


def test_defaults_are_copies_from_every_depth() -> None:
    assert schemas.defaults(SETTINGS) == {"size": 3, "inner": {"on": False}, "ui": "a property of this name"}
    schema = {
        "properties": {"a": {"default": []}, "b": {"default": None}, "c": {"default": {}}, "d": {"type": "object"}}
    }
    first = schemas.defaults(schema)
    assert first == {"a": [], "b": None, "c": {}}
    first["a"].append(1)
    assert schemas.defaults(schema)["a"] == []
    chosen = {
        "properties": {"a": {"$ref": "#/definitions/a%20b", "default": 2}},
        "definitions": {"a b": {"default": 1}},
    }
    assert schemas.defaults(chosen) == {"a": 2}


@pytest.mark.parametrize("value", [{"a": [0] * 5_000}, {"a": "x" * 300_000}, None])
def test_settings_that_are_too_large_are_refused(value: object) -> None:
    if value is None:
        for _ in range(33):
            value = {"a": value}
    found = fault({"additionalProperties": True}, value)
    assert found is not None
    assert (found.rule, found.pointer) == ("settings.size", "/value")
