"""Descriptions as data: values at pointers, references, merged schemas, and validators that fetch nothing."""

from typing import Any

import jsonschema_rs
import pytest

from facetry.schema.document import ContractError, Document, pointer_token

PARTS: dict[str, Any] = {
    "a/b": {"~": [10, {"c d": 20}]},
    "chain": {f"n{number}": {"$ref": f"#/chain/n{number + 1}"} for number in range(40)} | {"n40": {"end": True}},
    "loop": {"$ref": "#/loop"},
    "outside": {"$ref": "other.json#/a"},
    "spaced": {"$ref": "#/a~1b/~0/1/c%20d"},
}


def test_a_pointer_leads_through_objects_and_arrays() -> None:
    document = Document(PARTS)
    assert document.at("#") == PARTS
    assert document.at("#/a~1b/~0/1/c d") == 20
    assert document.at(f"#/{pointer_token('a/b')}/{pointer_token('~')}/0") == 10


def test_references_are_followed_to_their_end() -> None:
    document = Document(PARTS)
    assert document.resolve("#/spaced") == ("#/a~1b/~0/1/c d", 20)
    assert document.resolve("#/chain/n40") == ("#/chain/n40", {"end": True})
    assert document.resolve("#/chain/n9") == ("#/chain/n40", {"end": True})  # the most: 32 parts
    for endless in ("#/chain/n8", "#/loop"):
        with pytest.raises(ContractError, match="the chain of references does not end"):
            document.resolve(endless)
    with pytest.raises(ContractError) as refused:
        document.resolve("#/outside")
    assert refused.value.mismatches == ["#/outside: the reference 'other.json#/a' leaves the bundled description"]
    assert str(refused.value) == f"the service cannot start:\n  - {refused.value.mismatches[0]}"


def test_the_keywords_of_a_schema_win_over_those_of_its_references() -> None:
    schemas = {
        "own": {"$ref": "#/first", "title": "own"},
        "first": {"$ref": "#/second", "title": "first", "type": "string"},
        "second": {"type": "integer", "default": 1},
        "any": True,
        "loop": {"$ref": "#/loop"},
        "outside": {"$ref": "x"},
    }
    document = Document(schemas)
    assert document.merged_schema("#/own") == {"title": "own", "type": "string", "default": 1}
    assert document.merged_schema("#/any") == {}
    assert schemas["own"] == {"$ref": "#/first", "title": "own"}
    with pytest.raises(ContractError, match="does not end"):
        document.merged_schema("#/loop")
    with pytest.raises(ContractError, match="leaves the bundled description"):
        document.merged_schema("#/outside")


def test_a_validator_follows_local_references_and_fetches_nothing() -> None:
    document = Document(
        {"a b": {"items": {"$ref": "#/c"}}, "c": {"format": "uuid"}, "d": {"$ref": "https://example.org/"}}
    )
    assert document.validator("#/a b").is_valid(["bf95a1b1-b5a2-4dc6-ae0e-14b2b9e0eb5e"])
    assert not document.validator("#/a b").is_valid(["x"])
    assert document.validator("#/c") is document.validator("#/c")
    with pytest.raises(jsonschema_rs.ValidationError, match="external resources"):
        document.validator("#/d")


def test_a_parameter_of_an_operation_replaces_that_of_its_path() -> None:
    described = {
        "paths": {
            "/image/{id}": {
                "parameters": [{"$ref": "#/shared/id"}, {"name": "size", "in": "query", "schema": {}}],
                "get": {"parameters": [{"name": "size", "in": "query"}, {"name": "size", "in": "header"}]},
                "put": {},
            }
        },
        "shared": {"id": {"name": "id", "in": "path"}},
    }
    document, path = Document(described), "#/paths/~1image~1{id}"
    assert [pointer for pointer, _ in document.parameters("/image/{id}", "get")] == [
        "#/shared/id",
        f"{path}/get/parameters/0",
        f"{path}/get/parameters/1",
    ]
    assert [parameter["name"] for _, parameter in document.parameters("/image/{id}", "put")] == ["id", "size"]
