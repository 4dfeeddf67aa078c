"""Every schema of the description that a value is held to, and whether requests or responses carry it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen import manifest
from codegen.model import Answer, Body, Description, Schema
from codegen.pointer import escape, resolve

MAPS = ("properties", "patternProperties")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLES = ("items", "additionalProperties", "unevaluatedItems", "unevaluatedProperties")
COMBINED = ("allOf", "anyOf", "oneOf")
# `not`, `if`, `then`, `else`, `contains`, `propertyNames` and `dependentSchemas` only test a value that another
# schema describes.


@dataclass(frozen=True, slots=True)
class Place:
    """A schema and where it stands. `part` tells that a schema around it already closes the object."""

    schema: Schema
    pointer: str
    request: bool
    response: bool
    part: bool = False


def places(description: Description) -> Iterator[Place]:
    """Each schema in use once, in the order of the operations."""
    requests = dict(_reachable(description, _request_roots(description)))
    responses = dict(_reachable(description, _response_roots(description)))
    for (pointer, part), schema in {**requests, **responses}.items():
        yield Place(schema, pointer, (pointer, part) in requests, (pointer, part) in responses, part)


def _request_roots(description: Description) -> Iterator[str]:
    for operation in description.operations:
        yield from (f"{parameter.pointer}/schema" for parameter in operation.parameters)
        if operation.body:
            yield from _media_roots(operation.body)


def _response_roots(description: Description) -> Iterator[str]:
    for operation in description.operations:
        for answer in operation.answers:
            yield from _media_roots(answer)
            yield from (f"{header.pointer}/schema" for header in answer.headers)
    yield from manifest.pointers(description)


def _media_roots(home: Body | Answer) -> Iterator[str]:
    for media, schema in home.media.items():
        if schema is not None:
            yield f"{home.pointer}/content/{escape(media)}/schema"


def _reachable(description: Description, roots: Iterator[str]) -> Iterator[tuple[tuple[str, bool], Schema]]:
    seen: set[tuple[str, bool]] = set()
    waiting = [(root, False) for root in roots][::-1]
    while waiting:
        pointer, part = waiting.pop()
        schema = resolve(description.document, pointer)
        if (pointer, part) in seen or not isinstance(schema, dict):
            continue
        seen.add((pointer, part))
        yield (pointer, part), schema
        waiting.extend(list(_below(schema, pointer, part))[::-1])


def _below(schema: Schema, pointer: str, part: bool) -> Iterator[tuple[str, bool]]:
    closed = part or schema.get("unevaluatedProperties") is False
    if "$ref" in schema:
        yield schema["$ref"].removeprefix("#"), closed
    for keyword in MAPS:
        for name in schema.get(keyword, {}):
            yield f"{pointer}/{keyword}/{escape(name)}", False
    for keyword in LISTS:
        for index in range(len(schema.get(keyword, ()))):
            yield f"{pointer}/{keyword}/{index}", closed and keyword in COMBINED
    for keyword in SINGLES:
        if keyword in schema:
            yield f"{pointer}/{keyword}", False
