"""Warnings on what has no effect in the dialect of a schema; the engine says what has one."""

from typing import Any, Final

import pytest

from facetry.validate import schemas

DIALECTS: Final = (
    "http://json-schema.org/draft-04/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
RULE: Final = "manifest.schema.no-effect"
REFUSING: Final[dict[str, tuple[dict[str, Any], Any]]] = {
    "const": ({"const": 1}, 2),
    "contains": ({"contains": {"type": "string"}}, [1]),
    "propertyNames": ({"propertyNames": {"maxLength": 1}}, {"aa": 1}),
    "contentEncoding": ({"contentEncoding": "base64"}, "%"),
    "if": ({"if": {"type": "integer"}, "then": {"minimum": 5}}, 1),
    "dependentRequired": ({"dependentRequired": {"a": ["b"]}}, {"a": 1}),
    "dependentSchemas": ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}),
    "minContains": ({"contains": {"type": "integer"}, "minContains": 2}, [1]),
    "maxContains": ({"contains": {"type": "integer"}, "maxContains": 1}, [1, 2]),
    "unevaluatedProperties": ({"unevaluatedProperties": False}, {"a": 1}),
    "unevaluatedItems": ({"unevaluatedItems": False}, [1]),
    "prefixItems": ({"prefixItems": [{"type": "string"}]}, [1]),
    "minLength": ({"minLength": 3}, "ab"),
    "patternProperties": ({"patternProperties": {"a": {"type": "string"}}}, {"a": 1}),
    **{
        f"format {name}": ({"format": name}, "\x00 ( ^{{ no")
        for name in (
            *("date", "date-time", "time", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "regex"),
            *("iri", "iri-reference", "uri", "uri-reference", "uri-template", "json-pointer"),
            *("relative-json-pointer", "uuid", "duration"),
        )
    },
}


def warned(schema: dict[str, Any]) -> list[tuple[str, str]]:
    return [(f.pointer, f"{f.detail} {f.remedy}") for f in schemas.findings(schema) if f.rule == RULE]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_warned_of_is_what_the_engine_ignores(dialect: str) -> None:
    """`contentEncoding` is an annotation from 2019-09 on, which does no harm."""
    for name, (part, value) in REFUSING.items():
        schema = {"$schema": dialect, "properties": {"a": part}}
        has_effect = schemas.check_schema(schema).fault({"a": value}, "") is not None
        is_annotation = name == "contentEncoding" and dialect in DIALECTS[3:]
        if not is_annotation:
            assert bool(warned(schema)) != has_effect, (name, dialect)


def test_a_warning_names_the_dialect_and_the_way_to_another() -> None:
    ((pointer, text),) = warned({"type": "object", "unevaluatedProperties": False})
    assert pointer == "/unevaluatedProperties"
    assert text == (
        "The keyword unevaluatedProperties has no effect in draft-07, the dialect without $schema. "
        "Use additionalProperties, or set $schema at the root to https://json-schema.org/draft/2020-12/schema."
    )
    ((pointer, text),) = warned({"$schema": f"{DIALECTS[1]}#", "properties": {"a": {"format": "uuid"}}})
    assert pointer == "/properties/a/format"
    assert "in draft-06, the dialect that $schema names" in text


def test_older_keywords_and_containers() -> None:
    latest = {"$schema": DIALECTS[-1], "dependencies": {"a": ["b"]}, "definitions": {"a": {"additionalItems": False}}}
    assert [pointer for pointer, _ in warned(latest)] == ["/dependencies", "/definitions/a/additionalItems"]
    assert "dependentRequired or dependentSchemas" in warned(latest)[0][1]
    harmless = {"$defs": {"a": {"$comment": "x", "examples": [1], "deprecated": True, "readOnly": True, "ui": {}}}}
    assert warned(harmless) == warned({"$schema": DIALECTS[0], **harmless}) == []
    assert warned({"properties": {"const": {}, "prefixItems": {}}, "enum": [{"if": 1}]}) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_keywords_beside_a_reference(dialect: str) -> None:
    part = {"title": "A", "default": 1, "minimum": 5, "$ref": "#/definitions/a", "anyOf": [{}]}
    schema = {"$schema": dialect, "properties": {"a": part}, "definitions": {"a": {"type": "integer"}}}
    has_effect = schemas.check_schema(schema).fault({"a": 1}, "") is not None
    pointers = [pointer for pointer, _ in warned(schema)]
    assert pointers == ([] if has_effect else ["/properties/a/minimum", "/properties/a/anyOf"])


def test_the_number_of_warnings_is_bounded() -> None:
    assert len(warned({"properties": {f"p{number}": {"format": "uuid"} for number in range(50)}})) == 20
