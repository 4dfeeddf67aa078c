"""Rules on schemas: everything a client can send or be sent has a type and a limit."""

from __future__ import annotations

import re
from collections.abc import Iterator

import jsonschema_rs

from codegen.lint.rule import Fault, rule
from codegen.model import Description, Schema
from codegen.walk import Place, places

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
    written = schema.get("type", [])
    return written if isinstance(written, list) else [written]


def _chosen(schema: Schema) -> bool:
    return "enum" in schema or "const" in schema


def _unlimited(place: Place) -> Iterator[tuple[str, str]]:
    schema, types = place.schema, _types(place.schema)
    if "string" in types and "maxLength" not in schema and schema.get("format") != "binary":
        yield "string", "add maxLength"
    if "array" in types and "maxItems" not in schema:
        if place.request:
            yield "array", "add maxItems"
        elif not isinstance(schema.get("x-unbounded"), str):
            yield "array", "add maxItems, or `x-unbounded: <reason>` if it grows with the library"
    ends = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
    is_bounded = all(schema.keys() & set(end) for end in ends) or isinstance(schema.get("x-unbounded"), str)
    if {"integer", "number"} & set(types) and not is_bounded:
        yield "number", "add minimum and maximum, or `x-unbounded: <reason>` if a rule judges it elsewhere"


@rule("schema.limit")
def limit(description: Description) -> Iterator[Fault]:
    """Every string has maxLength, every array maxItems (or, in a response, x-unbounded), every number both ends (or
    x-unbounded)."""
    for place in places(description):
        if not _chosen(place.schema):
            for kind, remedy in _unlimited(place):
                yield description.bundle.place(place.pointer), f"the {kind} has no limit", remedy


@rule("schema.type")
def typed(description: Description) -> Iterator[Fault]:
    """Every schema says what it describes, or, in a response, in x-free why that is anything."""
    for place in places(description):
        if not place.request and place.schema.get("x-free"):
            continue
        if not place.part and not any(keyword in place.schema for keyword in DESCRIBED):
            yield description.bundle.place(place.pointer), "anything is accepted", "add a type or a reference"


@rule("schema.keyword")
def keyword(description: Description) -> Iterator[Fault]:
    """Every keyword and format is known; a misspelt one would check nothing."""
    for place in places(description):
        for name in place.schema:
            if name not in KEYWORDS and not name.startswith("x-"):
                yield description.bundle.place(place.pointer), f"{name} is no keyword", "mend its spelling"
        name = place.schema.get("format", FORMATS[0])
        if name not in FORMATS:
            yield (
                description.bundle.place(place.pointer),
                f"the format {name} is not checked",
                f"take one of {', '.join(FORMATS)}",
            )


@rule("schema.required")
def required(description: Description) -> Iterator[Fault]:
    """Every required property is described."""
    for place in places(description):
        for name in place.schema.get("required", ()) if "properties" in place.schema else ():
            if name not in place.schema["properties"]:
                yield (
                    description.bundle.place(place.pointer),
                    f"the required {name} is not described",
                    "add it to properties",
                )


@rule("object.closed")
def closed(description: Description) -> Iterator[Fault]:
    """An object in a request refuses properties that are not described, or says in x-free what judges them."""
    for place in places(description):
        if place.schema.get("x-free"):
            continue
        if place.request and "object" in _types(place.schema) and not place.part:
            rest = [place.schema.get(name) for name in ("additionalProperties", "unevaluatedProperties")]
            # Free names with described values (a map) are no leak as long as their number is limited.
            if False not in rest and not (
                any(isinstance(one, dict) for one in rest) and "maxProperties" in place.schema
            ):
                yield description.bundle.place(place.pointer), "the object is open", "add `additionalProperties: false`"


@rule("object.open")
def opened(description: Description) -> Iterator[Fault]:
    """An object that only responses carry may grow: old clients must not be told that nothing will be added."""
    for place in places(description):
        if not place.request and False in (
            place.schema.get("additionalProperties"),
            place.schema.get("unevaluatedProperties"),
        ):
            yield (
                description.bundle.place(place.pointer),
                "the response object is closed",
                "remove `additionalProperties: false`",
            )


@rule("pattern.anchored")
def anchored(description: Description) -> Iterator[Fault]:
    """A pattern is held by ^ and $ as a whole."""
    for place, pattern in _patterns(description):
        if not is_anchored(pattern):
            yield place, f"the pattern {pattern} also matches inside a longer string", "write ^(?:…)$"


@rule("pattern.linear")
def linear(description: Description) -> Iterator[Fault]:
    """A pattern runs in linear time: no look-around, no back-reference."""
    for place, pattern in _patterns(description):
        if not is_linear(pattern):
            yield (
                place,
                f"the linear-time engine does not run {pattern}",
                "write it without look-around and back-references",
            )


def is_anchored(pattern: str) -> bool:
    """Whether ^ and $ hold the pattern as a whole."""
    ends = pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")
    return ends and not _parted(pattern)


def is_linear(pattern: str) -> bool:
    """Whether the engine that runs in linear time takes the pattern."""
    options = jsonschema_rs.RegexOptions()
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=options)
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


def _patterns(description: Description) -> Iterator[tuple[str, str]]:
    for place in places(description):
        at = description.bundle.place(place.pointer)
        yield from ((at, pattern) for pattern in place.schema.get("patternProperties", {}))
        names = place.schema.get("propertyNames", {})
        yield from ((at, schema["pattern"]) for schema in (place.schema, names) if "pattern" in schema)


def _parted(pattern: str) -> bool:
    """Whether an alternation stands outside of every group: `^a|b$` anchors each half once."""
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]", "", pattern)
    while (shorter := re.sub(r"\([^()]*\)", "", bare)) != bare:
        bare = shorter
    return "|" in bare
