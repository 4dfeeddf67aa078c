"""The subschemas of a schema: their pointers, and how many of them can apply to one value."""

from typing import Any

import pytest

from facetry.validate.schema_survey import SubschemaGraph


def load(schema: Any, depth: int = 4, limit: int = 1_000) -> int:
    return SubschemaGraph(schema).max_load(depth, limit)


def all_of(count: int) -> dict[str, Any]:
    """A schema of `count` schemas that apply to one value."""
    return {"allOf": [{}] * (count - 1)}


@pytest.mark.parametrize(
    ("schema", "weight"),
    [
        ({}, 1),
        ({"not": True}, 2),
        ({"pattern": "a"}, 11),
        ({"patternProperties": {"a": {}, "b": {}}}, 21),
        ({"enum": [1, "a", None]}, 1),
        ({"enum": [[], {}, "a"]}, 9),
        ({"definitions": {"a": all_of(9)}, "$defs": {"b": all_of(9)}, "contentSchema": all_of(9)}, 1),
    ],
)
def test_what_each_schema_weighs(schema: dict[str, Any], weight: int) -> None:
    assert load(schema) == weight


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"anyOf": [all_of(3), all_of(4)]}, 8),
        ({"not": all_of(3), "if": {}, "then": {}, "else": {}}, 7),
        ({"dependencies": {"a": all_of(3), "b": ["a"]}}, 4),
        ({"dependentSchemas": {"a": all_of(3)}}, 4),
        ({"properties": {"a": all_of(3), "b": all_of(5)}}, 5),
        ({"prefixItems": [all_of(3), all_of(5)]}, 5),
        ({"items": [all_of(3), all_of(5)]}, 5),
        ({"items": all_of(6)}, 6),
        ({"patternProperties": {"a": all_of(30), "b": all_of(5)}}, 35),
        ({"items": all_of(3), "contains": all_of(4)}, 7),
        ({"properties": {"a": all_of(3)}, "additionalProperties": all_of(4), "propertyNames": all_of(2)}, 9),
        ({"additionalItems": all_of(3), "unevaluatedItems": all_of(4), "unevaluatedProperties": all_of(5)}, 12),
        ({"allOf": [{"properties": {"a": all_of(3)}}, {"properties": {"a": all_of(4)}}]}, 7),
        ({"$ref": "#/definitions/a%20b", "definitions": {"a b": all_of(5)}}, 6),
        ({"properties": {"a": {"properties": {"b": all_of(5)}}}}, 5),
    ],
)
def test_how_many_schemas_apply_to_one_value(schema: dict[str, Any], expected: int) -> None:
    assert load(schema) == expected


def test_the_load_is_searched_down_to_a_depth_and_up_to_a_limit() -> None:
    schema: dict[str, Any] = all_of(9)
    for _ in range(3):
        schema = {"items": schema}
    assert [load(schema, depth) for depth in (2, 3, 4)] == [1, 9, 9]
    assert [load(schema, limit=limit) for limit in (8, 9, 10)] == [8, 9, 9]
    doubled = {"items": {"$ref": "#"}, "contains": {"$ref": "#"}}
    assert [load(doubled, depth) for depth in (0, 1, 2, 3)] == [1, 4, 8, 16]


def test_each_subschema_has_its_pointer() -> None:
    graph = SubschemaGraph(
        {"properties": {"a/b": {"not": {}}, "ui": True}, "items": [{}, 3], "enum": [{"not": {}}], "x": {}}
    )
    assert list(graph.index_by_pointer) == [
        "",
        "/properties/a~1b",
        "/properties/a~1b/not",
        "/properties/ui",
        "/items/0",
    ]


def test_references_without_a_target_are_listed() -> None:
    schema = {
        "$ref": "#/properties",
        "properties": {"a": {"$ref": "#"}, "b": {"$ref": "x#"}, "c": {"$ref": 3}, "d": {"$ref": "#/enum/0"}},
    }
    graph = SubschemaGraph({**schema, "enum": [{}]})
    assert graph.dangling_references == ["/$ref", "/properties/b/$ref", "/properties/c/$ref", "/properties/d/$ref"]


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({"$ref": "#"}, ""),
        ({"properties": {"a": {"$ref": "#"}}}, None),
        ({"allOf": [{"$ref": "#/definitions/a"}], "definitions": {"a": {"not": {"$ref": "#"}}}}, ""),
        ({"properties": {"a": {"anyOf": [{}, {"$ref": "#/properties/a"}]}}}, "/properties/a"),
        ({"allOf": [{"$ref": "#/definitions/a"}] * 3, "definitions": {"a": {}}}, None),
    ],
)
def test_a_schema_that_applies_itself_to_the_same_value_is_found(schema: dict[str, Any], place: str | None) -> None:
    assert SubschemaGraph(schema).find_endless_recursion() == place
