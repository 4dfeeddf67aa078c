"""Which properties a schema of settings or parameters describes, by dialect and by keyword that combines schemas."""

from typing import Any, Final

import pytest

from facetry.validate import schemas

OLD: Final = (
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
)
NEW: Final = ("https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema")
B: Final[dict[str, Any]] = {"properties": {"b": {}}}
DEFINITIONS: Final = {"definitions": {"b": B, "around": {"$ref": "#/definitions/b"}}}
COMBINED: Final[tuple[dict[str, Any], ...]] = (
    {"allOf": [B]},
    {"anyOf": [B, {"required": ["q"]}]},
    {"oneOf": [{"required": ["q"]}, B]},
    {"not": {"required": ["q"]}, "allOf": [{"anyOf": [B]}]},
    {"dependencies": {"a": B}},
    {"dependencies": {"a": ["b"]}, "patternProperties": {"^b$": {}}},
    {"allOf": [{"$ref": "#/definitions/around"}], **DEFINITIONS},
    {"allOf": [{"patternProperties": {"^b": {}}}]},
)
VALUE: Final = {"a": 1, "b": 2}


def places(schema: dict[str, Any], value: dict[str, Any]) -> list[str | None]:
    fault = schemas.check_schema(schema).fault(value, "/value")
    return [] if fault is None else [fault.pointer]


@pytest.mark.parametrize("dialect", [*OLD, *NEW])
def test_a_schema_that_combines_others_refuses_what_none_of_them_describes(dialect: str) -> None:
    for combined in COMBINED:
        schema = {"$schema": dialect, "type": "object", "properties": {"a": {}}, **combined}
        if not (dialect in NEW and B in combined.get("dependencies", {}).values()):  # it is no keyword there
            assert places(schema, VALUE) == [], combined
        assert places(schema, {"z": 1, "a": 1, "b": 2}) == ["/value/z"], combined


@pytest.mark.parametrize("dialect", OLD)
def test_before_2019_every_description_counts(dialect: str) -> None:
    """Also one by a keyword that has no effect in the dialect, or beside a reference."""
    for combined in (
        {"if": {"required": ["q"]}, "then": B},
        {"if": B},
        {"dependentSchemas": {"q": B}},
        {"$ref": "#/definitions/b", **DEFINITIONS},
        {"$ref": "#/definitions/around", **DEFINITIONS},
        {"allOf": [{"$ref": "#/definitions/around"}], "unevaluatedProperties": False, **DEFINITIONS},
        {"allOf": [B], "unevaluatedProperties": {"type": "integer"}},
        {"allOf": [{"not": {"properties": {"z": {}}, "required": ["q"]}}, B], "propertyNames": {"minLength": 1}},
    ):
        schema = {"$schema": dialect, "type": "object", "properties": {"a": {}}, **combined}
        assert places(schema, VALUE) == [], combined
        assert places(schema, {**VALUE, "z": 1}) == ["/value/z"], combined


@pytest.mark.parametrize("dialect", [None, *OLD])
def test_the_keyword_of_a_newer_draft_opens_nothing(dialect: str | None) -> None:
    named = {} if dialect is None else {"$schema": dialect}
    schema = {**named, "type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": False}
    assert places(schema, {"z": 1, "aa": "typo"}) == ["/value/z"]
    assert places({**schema, "unevaluatedProperties": {"type": "integer"}}, {"z": 1}) == ["/value/z"]
    assert places({**schema, "unevaluatedProperties": True}, {"z": 1}) == []
    assert places({**schema, "additionalProperties": True}, {"z": 1}) == []


@pytest.mark.parametrize("dialect", [*OLD, *NEW])
def test_a_rule_for_all_other_properties_keeps_a_schema_open(dialect: str) -> None:
    rule: dict[str, Any]
    for rule in ({"additionalProperties": True}, {"additionalProperties": {"type": "integer"}}):
        for schema in ({**rule, "allOf": [B]}, {"allOf": [rule]}, {"anyOf": [{"allOf": [rule]}]}):
            assert places({"$schema": dialect, **schema}, {"z": 1}) == [], schema
    assert places({"$schema": dialect, "allOf": [{**B, "additionalProperties": False}]}, {"z": 1}) == ["/value/z"]
    assert places({"$schema": dialect, "type": "object"}, {"z": 1}) == ["/value/z"]


@pytest.mark.parametrize("dialect", OLD)
def test_references_of_a_closed_schema_lead_to_their_targets(dialect: str) -> None:
    inner = {"left": {"$ref": "#/definitions/a~1b%25"}, "whole": {"$ref": "#"}}
    schema = {
        "$schema": dialect,
        "$ref": "#/definitions/a~1b%25",
        "definitions": {"a/b%": {"properties": {"value": {"type": "integer"}, **inner}}},
    }
    assert places(schema, {"value": 1, "left": {"left": {"value": 2, "open": 1}}, "whole": {"value": 3}}) == []
    assert places(schema, {"left": {"left": {"value": "2"}}}) == ["/value/left/left/value"]
    assert places(schema, {"whole": {"valeu": 3}}) == ["/value/whole/valeu"]


def test_an_object_inside_is_as_its_own_schema_says() -> None:
    inner = {"type": "object", **B}
    for dialect in (*OLD, *NEW):
        for whole in ({"properties": {"a": inner}}, {"properties": {"a": {"items": inner}}}):
            value = {"a": {"z": 1}} if whole["properties"]["a"] is inner else {"a": [{"z": 1}]}
            assert places({"$schema": dialect, **whole}, value) == []
    shut = {"properties": {"a": {**inner, "allOf": [{}], "unevaluatedProperties": False}}}
    assert places({"$schema": NEW[0], **shut}, {"a": {"z": 1}}) == ["/value/a/z"]


def test_the_first_fault_of_the_text_is_named_with_a_suggestion() -> None:
    schema = {"properties": {"colour": {"type": "string"}}, "allOf": [{"properties": {"size": {"type": "integer"}}}]}
    assert places(schema, {"colour": 1, "sise": 2}) == ["/value/colour"]
    assert places(schema, {"sise": 2, "colour": 1}) == ["/value/sise"]
    fault = schemas.check_schema(schema).fault({"sise": 2}, "")
    assert fault is not None
    assert (fault.rule, fault.remedy) == ("schema.additionalProperties", "Did you mean size?")
    assert schemas.check_schema(schema, is_closed=False).fault({"sise": 2}, "") is None
