"""Default values of schemas: collected within a number of steps, and judged by their own schemas."""

from typing import Any

import pytest

from facetry.validate.schema_defaults import TooManyDefaultsError, collect, refused, value_at
from facetry.validate.schema_survey import SubschemaGraph


@pytest.mark.parametrize(
    ("properties", "values", "steps"),
    [
        ({}, {}, 1),
        ({"a": {}}, {}, 3),  # each property is visited for a default of its own, then for those inside
        ({"a": {"default": 1}}, {"a": 1}, 3),
        ({"a": {"default": [1, [2]]}}, {"a": [1, [2]]}, 6),
        ({"a": {"default": {"b": {"c": 1}}}}, {"a": {"b": {"c": 1}}}, 5),
        ({"a": {"properties": {"b": {"default": None}}}}, {"a": {"b": None}}, 5),
        ({"a": {"$ref": "#/definitions/a"}}, {"a": 1}, 4),
        ({"a": {"$ref": "#/definitions/a", "default": 2}}, {"a": 2}, 3),
        ({"a": True}, {}, 1),
    ],
)
def test_defaults_are_collected_within_a_number_of_steps(
    properties: dict[str, Any], values: dict[str, Any], steps: int
) -> None:
    schema = {"properties": properties, "definitions": {"a": {"default": 1}}}
    assert collect(schema, steps) == values
    with pytest.raises(TooManyDefaultsError):
        collect(schema, steps - 1)


def test_a_schema_that_refers_to_itself_has_its_defaults_once() -> None:
    schema = {"properties": {"inner": {"$ref": "#"}, "size": {"default": 3}}}
    assert collect(schema, 100) == {"size": 3}
    chain = {"$ref": "#/definitions/a", "definitions": {"a": {"properties": {"b": {"default": 1}}}}}
    assert collect(chain, 100) == {"b": 1}


def test_formats_and_references_judge_a_default() -> None:
    schema = {
        "properties": {
            "date": {"type": "string", "format": "date", "default": "yesterday"},
            "day": {"type": "string", "format": "date", "default": "2026-11-23"},
            "size": {"$ref": "#/definitions/size", "default": "x"},
            "name": {"type": "integer", "default": "x"},
        },
        "definitions": {"size": {"type": "integer"}},
        "$schema": "https://json-schema.org/draft/2020-12/schema",
    }
    found = refused(schema, SubschemaGraph(schema))
    assert {part.pointer for part in found} == {"/properties/date", "/properties/size", "/properties/name"}


def test_a_part_of_a_schema_is_found_by_its_pointer() -> None:
    schema = {"a/b": [{"~": 1}]}
    assert value_at(schema, "") == schema
    assert value_at(schema, "/a~1b/0/~0") == 1
