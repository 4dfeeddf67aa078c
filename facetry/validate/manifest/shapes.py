"""The objects that the manifest schema describes, as a tree of shapes: which members each has, and whether others are
refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from facetry.schema.document import Document, pointer_token

ROOT_NAME = "the root of the manifest"


@dataclass(slots=True, eq=False)
class Shape:
    """What the schema at `schema_pointer` describes. `name` is the member that holds it, or that holds the list of
    it.
    """

    schema_pointer: str
    name: str
    is_closed: bool
    members: dict[str, Shape] = field(default_factory=dict)
    items: Shape | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """An object in a manifest, with its shape and its pointer."""

    pointer: str
    value: dict[str, Any]
    shape: Shape


@cache
def shape_of(document: Document) -> Shape:
    """The shape of a whole manifest. The schema must not be recursive."""
    return _shape(document, "#", ROOT_NAME)


@cache
def parents_by_name(document: Document) -> Mapping[str, list[str]]:
    """The names of all members that the schema describes, each with the members whose objects have it."""
    parents: dict[str, list[str]] = {}
    pending = [shape_of(document)]
    while pending:
        shape = pending.pop(0)
        pending += [shape.items] if shape.items else []
        pending += shape.members.values()
        for name in shape.members:
            if shape.name not in (known := parents.setdefault(name, [])):
                known.append(shape.name)
    return parents


def places(manifest: dict[str, Any], document: Document) -> Iterator[Place]:
    """All objects with a shape that has members, in document order."""
    pending: list[tuple[Any, Shape, str]] = [(manifest, shape_of(document), "")]
    while pending:
        value, shape, pointer = pending.pop()
        if isinstance(value, list) and shape.items is not None:
            items = [(item, shape.items, f"{pointer}/{index}") for index, item in enumerate(value)]
            pending.extend(reversed(items))
        if isinstance(value, dict) and shape.members:
            yield Place(pointer, value, shape)
            described = [name for name in value if name in shape.members]
            pending.extend((value[name], shape.members[name], f"{pointer}/{name}") for name in reversed(described))


def _shape(document: Document, schema_pointer: str, name: str) -> Shape:
    schema = document.merged_schema(schema_pointer)
    resolved = document.at(schema_pointer).get("$ref", schema_pointer)
    properties = schema.get("properties", {})
    shape = Shape(schema_pointer, name, is_closed=schema.get("additionalProperties") is False)
    for member in properties:
        shape.members[member] = _shape(document, f"{resolved}/properties/{pointer_token(member)}", member)
    if "items" in schema:
        shape.items = _shape(document, f"{resolved}/items", name)
    return shape
