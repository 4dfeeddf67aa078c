"""Walks over every schema that describes a value, and tells requests and responses apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen import manifest
from codegen.model import Body, Description, Response, Schema
from codegen.pointer import escape, resolve

MAPS = ("properties", "patternProperties")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLES = ("items", "additionalProperties", "unevaluatedItems", "unevaluatedProperties")
COMBINED = ("allOf", "anyOf", "oneOf")
# `not`, `if`, `then`, `else`, `contains`, `propertyNames` and `dependentSchemas` only test a value that another
# schema describes.


@dataclass(frozen=True, slots=True)
class Place:
    """A schema in use, and its pointer. It is partial when a schema around it already closes the object."""

    schema: Schema
    pointer: str
    request: bool
    response: bool
    is_partial: bool = False


def places(description: Description) -> Iterator[Place]:
    """Each schema in use once, in the order of the operations."""
    requests = dict(_reachable(description, _request_roots(description)))
    responses = dict(_reachable(description, _response_roots(description)))
    for (pointer, is_partial), schema in {**requests, **responses}.items():
        yield Place(
            schema,
            pointer,
            (pointer, is_partial) in requests,
            (pointer, is_partial) in responses,
            is_partial,
        )


def places_of_manifests(description: Description) -> set[str]:
    """The pointers of the schemas of manifests. Authors write these documents, and answers repeat them."""
    return {pointer for (pointer, _), _ in _reachable(description, iter(manifest.pointers(description)))}


def _request_roots(description: Description) -> Iterator[str]:
    for operation in description.operations:
        yield from (f"{parameter.pointer}/schema" for parameter in operation.parameters)
        if operation.body:
            yield from _media_roots(operation.body)


def _response_roots(description: Description) -> Iterator[str]:
    for operation in description.operations:
        for response in operation.responses:
            yield from _media_roots(response)
            yield from (f"{header.pointer}/schema" for header in response.headers)
    yield from manifest.pointers(description)


def _media_roots(holder: Body | Response) -> Iterator[str]:
    for media, schema in holder.media.items():
        if schema is not None:
            yield f"{holder.pointer}/content/{escape(media)}/schema"


def _reachable(description: Description, roots: Iterator[str]) -> Iterator[tuple[tuple[str, bool], Schema]]:
    seen: set[tuple[str, bool]] = set()
    pending = [(root, False) for root in roots][::-1]
    while pending:
        pointer, is_partial = pending.pop()
        schema = resolve(description.document, pointer)
        if (pointer, is_partial) in seen or not isinstance(schema, dict):
            continue
        seen.add((pointer, is_partial))
        yield (pointer, is_partial), schema
        pending.extend(list(_subschemas(schema, pointer, is_partial))[::-1])


def _subschemas(schema: Schema, pointer: str, is_partial: bool) -> Iterator[tuple[str, bool]]:
    is_closed = is_partial or schema.get("unevaluatedProperties") is False
    if "$ref" in schema:
        yield schema["$ref"].removeprefix("#"), is_closed
    for keyword in MAPS:
        for name in schema.get(keyword, {}):
            yield f"{pointer}/{keyword}/{escape(name)}", False
    for keyword in LISTS:
        for index in range(len(schema.get(keyword, ()))):
            yield f"{pointer}/{keyword}/{index}", is_closed and keyword in COMBINED
    for keyword in SINGLES:
        if keyword in schema:
            yield f"{pointer}/{keyword}", False
