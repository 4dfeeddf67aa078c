"""The one spelling of UUIDs: finds the UUIDs of a JSON value by its schema, and writes them in lower case."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from facetry.schema.document import Document, pointer_token

UUID_PATTERN: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", re.ASCII)
_APPLICATORS: Final = ("allOf", "anyOf", "oneOf")


@dataclass(slots=True)
class _Places:
    """Where the values of one schema have UUIDs. `others` are the places of schemas that apply to the same value."""

    is_uuid: bool = False
    members: dict[str, "_Places"] = field(default_factory=dict)
    items: "_Places | None" = None
    others: "list[_Places]" = field(default_factory=list)


def compile_lower(document: Document, pointer: str) -> Callable[[Any], Any] | None:
    """A function that writes the UUIDs of a value of the schema at `pointer` in lower case, in place, and returns the
    value. None if values of the schema have no UUIDs. A text in a place of a UUID that is none stays as it is.
    """
    found: dict[str, _Places] = {}
    root = _places(document, pointer, found)
    if not any(places.is_uuid for places in found.values()):
        return None
    return lambda value: _lower(value, root)


def _places(document: Document, pointer: str, found: dict[str, _Places]) -> _Places:
    if pointer in found:
        return found[pointer]
    places = found[pointer] = _Places()  # before the parts, because schemas may contain themselves
    schema = document.at(pointer)
    if not isinstance(schema, Mapping):
        return places
    places.is_uuid = schema.get("format") == "uuid"
    if "$ref" in schema:
        places.others.append(_places(document, str(schema["$ref"]), found))
    for name in schema.get("properties", ()):
        places.members[name] = _places(document, f"{pointer}/properties/{pointer_token(name)}", found)
    if "items" in schema:
        places.items = _places(document, f"{pointer}/items", found)
    for keyword in _APPLICATORS:
        for index in range(len(schema.get(keyword, ()))):
            places.others.append(_places(document, f"{pointer}/{keyword}/{index}", found))
    return places


def _lower(value: Any, places: _Places) -> Any:
    match value:
        case str() if places.is_uuid and UUID_PATTERN.fullmatch(value):
            value = value.lower()
        case dict():
            for name in places.members.keys() & value.keys():
                value[name] = _lower(value[name], places.members[name])
        case list() if places.items is not None:
            value[:] = [_lower(item, places.items) for item in value]
    for other in places.others:
        value = _lower(value, other)
    return value
