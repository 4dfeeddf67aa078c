"""The parts of a schema of the description that JSON values use: for tests that no corpus leaves a part out.

A part is a member of an object, `SearchDuplicates.of`, or a value of an enumeration, `SearchDuplicatesKind=samePixels`.
Its name begins with the schema file that holds it, so that a schema which is used in several places counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tests.contract.description import document

_PREFIX: Final = "#/components/schemas/"
_Schema = Mapping[str, Any]


def schema_parts(name: str) -> frozenset[str]:
    """All parts of the named schema, and of the schemas that it refers to."""
    return frozenset(_all_parts(name, _named(name), set()))


def parts_used(name: str, values: Iterable[Any]) -> frozenset[str]:
    """The parts that the values use, read by the named schema. A value of the wrong type uses no part."""
    schema = _named(name)
    return frozenset(part for value in values for part in _parts_used(name, schema, value))


def _all_parts(name: str, schema: _Schema, visited: set[str]) -> Iterator[str]:
    yield from (f"{name}={value}" for value in schema.get("enum", ()))
    for member, inner in schema.get("properties", {}).items():
        yield f"{name}.{member}"
        yield from _parts_within(f"{name}.{member}", inner, visited)
    if "items" in schema:
        yield from _parts_within(name, schema["items"], visited)


def _parts_within(place: str, schema: _Schema, visited: set[str]) -> Iterator[str]:
    name, schema = _followed(place, schema)
    if name == place or name not in visited:
        visited.add(name)
        yield from _all_parts(name, schema, visited)


def _parts_used(name: str, schema: _Schema, value: Any) -> Iterator[str]:
    if value in schema.get("enum", ()):
        yield f"{name}={value}"
    if isinstance(value, dict):
        for member, inner in schema.get("properties", {}).items():
            if member in value:
                yield f"{name}.{member}"
                yield from _parts_used(*_followed(f"{name}.{member}", inner), value[member])
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            yield from _parts_used(*_followed(name, schema["items"]), item)


def _followed(place: str, schema: _Schema) -> tuple[str, _Schema]:
    """A schema and its name; a schema without a file of its own is named after its place."""
    if "$ref" not in schema:
        return place, schema
    name = schema["$ref"].removeprefix(_PREFIX)
    return name, _named(name)


def _named(name: str) -> _Schema:
    schema: _Schema = document()["components"]["schemas"][name]
    return schema
