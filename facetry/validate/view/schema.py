"""The schema of view documents, and what it says about each kind of object in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import orjson

from facetry.schema import generated_files
from facetry.schema.document import Document

SCHEMA_PATH: Final = "schemas/view-document-1.0.schema.json"
DOCUMENT: Final = "document"
"""The name of the shape of a whole document, which has the members of a card as well."""
ELEMENT: Final = "element"
ACTION: Final = "action"
_DEFINITIONS: Final = "#/$defs/"


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of object. `parts` has the members whose values are objects of another kind, or arrays of them, with the
    name of that kind.
    """

    name: str
    members: tuple[str, ...]
    parts: Mapping[str, str]
    defaults: Mapping[str, Any]


@cache
def schema() -> Document:
    """The generated schema."""
    content: dict[str, Any] = orjson.loads(generated_files.read(SCHEMA_PATH))
    return Document(content, formats={"json": _is_json})


@cache
def shapes() -> Mapping[str, Shape]:
    """The shapes of all objects by the names of their definitions."""
    content = schema().content
    definitions = {name: part for name, part in content["$defs"].items() if "properties" in part}
    found = {name: _shape(name, part["properties"]) for name, part in definitions.items()}
    found[DOCUMENT] = _shape(DOCUMENT, {**content["properties"], **definitions["card"]["properties"]})
    return found


@cache
def types(name: str) -> tuple[str, ...]:
    """The known types of elements or actions; `name` is `element` or `action`."""
    branches = schema().content["$defs"][name]["allOf"]
    return tuple(branch["if"]["properties"]["type"]["const"] for branch in branches)


def _shape(name: str, properties: Mapping[str, Any]) -> Shape:
    parts = {}
    for member, part in properties.items():
        reference = part.get("$ref", part.get("items", {}).get("$ref", ""))
        target = reference.removeprefix(_DEFINITIONS)
        if "properties" in schema().content["$defs"].get(target, {}):
            parts[member] = target
    defaults = {member: part["default"] for member, part in properties.items() if "default" in part}
    return Shape(name, tuple(properties), parts, defaults)


def _is_json(text: str) -> bool:
    """Whether the text of an element of type json is JSON."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True
