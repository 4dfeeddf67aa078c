"""Rules on schemas: every value in requests and responses has a type and limits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import jsonschema_rs

from codegen.lint.rule import Fault, rule
from codegen.model import Description, Schema
from codegen.walk import Place, places, places_of_manifests

FORMATS = ("uuid", "uri", "uri-reference", "date-time", "email", "binary")
ANNOTATIONS = ("$comment", "title", "description", "default", "examples", "example", "deprecated", "discriminator")
ASSERTIONS = {
    "": ("$ref", "$defs", "type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"),
    "string": ("minLength", "maxLength", "pattern", "format", "contentMediaType", "contentEncoding"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems"),
    "object": ("properties", "patternProperties", "propertyNames", "additionalProperties", "unevaluatedProperties"),
    "members": ("required", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas"),
}
KEYWORDS = frozenset((*ANNOTATIONS, *(keyword for group in ASSERTIONS.values() for keyword in group)))
DESCRIBED = ("$ref", "type", "enum", "const", "allOf", "anyOf", "oneOf")


def _types(schema: Schema) -> list[str]:
    types = schema.get("type", [])
    return types if isinstance(types, list) else [types]


def _has_choices(schema: Schema) -> bool:
    return "enum" in schema or "const" in schema


def _missing_limits(place: Place) -> Iterator[tuple[str, str]]:
    schema, types = place.schema, _types(place.schema)
    if "string" in types and "maxLength" not in schema and schema.get("format") != "binary":
        yield "string", "add maxLength"
    if "array" in types and "maxItems" not in schema:
        if place.request:
            yield "array", "add maxItems"
        elif not isinstance(schema.get("x-unbounded"), str):
            yield "array", "add maxItems, or `x-unbounded: <reason>` if the array grows with the library"
    ends = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
    is_bounded = all(schema.keys() & set(end) for end in ends) or isinstance(schema.get("x-unbounded"), str)
    if {"integer", "number"} & set(types) and not is_bounded:
        yield "number", "add minimum and maximum, or `x-unbounded: <reason>` if another rule limits it"


@rule("schema.limit")
def schema_limit(description: Description) -> Iterator[Fault]:
    """Every string has maxLength, every array maxItems (or, in a response, x-unbounded), every number both ends (or
    x-unbounded)."""
    for place in places(description):
        if not _has_choices(place.schema):
            for kind, remedy in _missing_limits(place):
                yield place.pointer, f"the {kind} has no limit", remedy


@rule("schema.type")
def schema_type(description: Description) -> Iterator[Fault]:
    """Every schema has a type. In a response it may have x-free instead, with the reason why any value is allowed."""
    for place in places(description):
        if not place.request and place.schema.get("x-free"):
            continue
        if not place.is_partial and not any(keyword in place.schema for keyword in DESCRIBED):
            yield place.pointer, "the schema accepts any value", "add `type`, `enum` or `$ref`"


@rule("schema.keyword")
def schema_keyword(description: Description) -> Iterator[Fault]:
    """Every keyword and format is known; a misspelt one would have no effect."""
    for place in places(description):
        for name in place.schema:
            if name not in KEYWORDS and not name.startswith("x-"):
                yield place.pointer, f"the keyword {name} is unknown", "correct its spelling"
        name = place.schema.get("format", FORMATS[0])
        if name not in FORMATS:
            yield place.pointer, f"the format {name} is not validated", f"write one of {', '.join(FORMATS)}"


@rule("schema.required")
def schema_required(description: Description) -> Iterator[Fault]:
    """Every required property is described."""
    for place in places(description):
        for name in place.schema.get("required", ()) if "properties" in place.schema else ():
            if name not in place.schema["properties"]:
                yield place.pointer, f"the required property {name} is not described", "add it to `properties`"


@rule("object.closed")
def object_closed(description: Description) -> Iterator[Fault]:
    """An object in a request refuses unknown properties, or states in x-free what validates them."""
    for place in places(description):
        if place.schema.get("x-free"):
            continue
        if place.request and "object" in _types(place.schema) and not place.is_partial:
            other_members = [place.schema.get(name) for name in ("additionalProperties", "unevaluatedProperties")]
            # A map (free names, described values) is allowed if its size is limited.
            if False not in other_members and not (
                any(isinstance(one, dict) for one in other_members) and "maxProperties" in place.schema
            ):
                yield (
                    place.pointer,
                    "the request object accepts unknown properties",
                    "add `additionalProperties: false`",
                )


@rule("object.open")
def object_open(description: Description) -> Iterator[Fault]:
    """An object that is only in responses allows unknown properties, so that a later version can add some. Objects of
    manifests may be closed."""
    exempt = places_of_manifests(description)
    for place in places(description):
        if (
            place.pointer not in exempt
            and not place.request
            and False
            in (
                place.schema.get("additionalProperties"),
                place.schema.get("unevaluatedProperties"),
            )
        ):
            yield (
                place.pointer,
                "the response object refuses unknown properties",
                "remove `additionalProperties: false`",
            )


@rule("pattern.anchored")
def pattern_anchored(description: Description) -> Iterator[Fault]:
    """A pattern is anchored by ^ and $ as a whole."""
    for place, pattern in _patterns(description):
        if not is_anchored(pattern):
            yield place, f"the pattern {pattern} also matches inside a longer string", "write it as ^(?:…)$"


@rule("pattern.linear")
def pattern_linear(description: Description) -> Iterator[Fault]:
    """A pattern runs in linear time: it has no look-around and no back-reference."""
    for place, pattern in _patterns(description):
        if not is_linear(pattern):
            yield (
                place,
                f"the pattern {pattern} does not run in linear time",
                "write it without look-around and back-references",
            )


def is_anchored(pattern: str) -> bool:
    """Whether the pattern is anchored by ^ and $ as a whole."""
    ends = pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")
    return ends and not _has_top_level_alternation(pattern)


def is_linear(pattern: str) -> bool:
    """Whether the linear-time engine accepts the pattern."""
    options = jsonschema_rs.RegexOptions()
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=options)
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


def _patterns(description: Description) -> Iterator[tuple[str, str]]:
    for place in places(description):
        at = place.pointer
        yield from ((at, pattern) for pattern in place.schema.get("patternProperties", {}))
        names = place.schema.get("propertyNames", {})
        yield from ((at, schema["pattern"]) for schema in (place.schema, names) if "pattern" in schema)


def _has_top_level_alternation(pattern: str) -> bool:
    """Whether an alternation is outside of every group: in `^a|b$` each half has one anchor."""
    simplified = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]", "", pattern)
    while (shorter := re.sub(r"\([^()]*\)", "", simplified)) != simplified:
        simplified = shorter
    return "|" in simplified
