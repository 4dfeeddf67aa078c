"""The place of a fault in a value, and the part of the schema that explains it."""

import pytest

from tests.facetry.validate.test_schemas import DIALECTS, fault


@pytest.mark.parametrize("dialect", DIALECTS)
def test_names_of_every_kind_are_places(dialect: str | None) -> None:
    """The engine leaves out empty names, and has the number 1 for the name 01."""
    named = {} if dialect is None else {"$schema": dialect}
    for name in ("", "0", "01", "+1", "-1", "a/b"):
        inner = {"properties": {"": {"properties": {name: {"type": "integer"}}, "additionalProperties": False}}}
        schema = {**named, "properties": {name: inner, "1": {"type": "object"}}}
        found = fault(schema, {"1": {}, name: {"": {name: "x"}}})
        assert found is not None
        token = name.replace("/", "~1")
        assert found.pointer == f"/value/{token}//{token}"
        found = fault(schema, {name: {"": {"z": 1}}, "1": {}})
        assert found is not None
        assert found.pointer == f"/value/{token}//z"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_fault_is_explained_by_its_own_part_of_the_schema(dialect: str | None) -> None:
    named = {} if dialect is None else {"$schema": dialect}
    parts = {
        "a": {"anyOf": [{"type": "string", "title": "a text"}, {"type": "null", "title": "nothing"}]},
        "b": {"not": {"type": "string", "description": "It must not be a text."}},
        "c": {"type": "object", "properties": {"colour": {}}, "additionalProperties": False},
        "d": {"anyOf": [{"$ref": "#/definitions/x~1y%25"}, {"type": "null"}]},
    }
    schema = {**named, "title": "T", "description": "D", "properties": parts, "definitions": {"x/y%": {"minimum": 3}}}
    texts = [fault(schema, value) for value in ({"a": 1}, {"b": "x"}, {"c": {"color": 1}}, {"d": 1})]
    assert [each and (each.detail, each.remedy) for each in texts] == [
        ("The value must be one of these: a text, nothing.", None),
        ("It must not be a text.", None),
        ("The property is not known here.", "Did you mean colour?"),
        ("The value has none of the permitted forms.", None),
    ]
    if "04" not in (dialect or ""):
        assert fault({**named, "properties": {"a": {"anyOf": [False]}}}, {"a": 1}) is not None
