"""Closes schemas of settings and parameters: they refuse the properties that they do not describe (D370)."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from facetry.validate.schema_defaults import value_at
from facetry.validate.schema_dialects import UNEVALUATED_DIALECTS, dialect_of
from facetry.validate.schema_survey import SubschemaGraph

_COMBINING_KEYWORDS: Final = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependencies", "dependentSchemas"}
)
_INNER: Final = "#/definitions/schema"


@dataclass(slots=True)
class _Described:
    """The properties that a schema describes, itself or by the schemas that it combines."""

    names: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    has_others: bool = False
    """Whether one of the schemas has a rule for all other properties."""


def closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The checked schema, which then refuses undescribed properties, unless it has a rule for them itself."""
    is_combined = not schema.keys().isdisjoint(_COMBINING_KEYWORDS)
    if dialect_of(schema) in UNEVALUATED_DIALECTS:
        if "additionalProperties" in schema or "unevaluatedProperties" in schema:
            return dict(schema)
        return {**schema, "unevaluatedProperties": False} if is_combined else _closed_by_itself(schema)
    if "$ref" not in schema and "additionalProperties" in schema:
        return dict(schema)
    described = _Described()
    _describe(schema, schema, described, set())
    if described.has_others:
        return dict(schema)
    return _closed_around(schema, described) if is_combined else _closed_by_itself(schema)


def _describe(root: Mapping[str, Any], schema: Any, described: _Described, visited: set[str]) -> None:
    """Keywords without effect in the dialect count as well: nobody meant the properties in them to be refused."""
    if not isinstance(schema, dict):
        return
    described.names.update(schema.get("properties", ()))
    described.patterns.update(schema.get("patternProperties", ()))
    described.has_others |= schema.get("additionalProperties", False) is not False
    described.has_others |= schema.get("unevaluatedProperties") is True
    for part in _parts(schema):
        _describe(root, part, described, visited)
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in visited:
        visited.add(reference)
        _describe(root, value_at(root, unquote(reference.removeprefix("#"))), described, visited)


def _parts(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas that describe the same object."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from schema.get(keyword, ())
    for keyword in ("if", "then", "else"):
        yield schema.get(keyword)
    for keyword in ("dependencies", "dependentSchemas"):
        if isinstance(schema.get(keyword), dict):  # where it has no effect, nothing else has checked it
            yield from schema[keyword].values()


def _closed_by_itself(schema: Mapping[str, Any]) -> dict[str, Any]:
    """With `properties`, because without any the engine does not name the property that it refuses."""
    return {"properties": {}, **schema, "additionalProperties": False}


def _closed_around(schema: Mapping[str, Any], described: _Described) -> dict[str, Any]:
    """A closed schema that has the schema inside, because nothing can be added beside a reference."""
    inner: dict[str, Any] = copy.deepcopy(dict(schema))
    dialect = {"$schema": inner.pop("$schema")} if "$schema" in inner else {}
    for part in SubschemaGraph(inner).subschemas:
        if isinstance(part.schema, dict) and isinstance(part.schema.get("$ref"), str):
            pointer = part.schema["$ref"].removeprefix("#")
            part.schema["$ref"] = f"{_INNER}{pointer}" if pointer else "#"
    return {
        **dialect,
        "definitions": {"schema": inner},
        "allOf": [{"$ref": _INNER}],
        "properties": {name: {} for name in sorted(described.names)},
        "patternProperties": {pattern: {} for pattern in sorted(described.patterns)},
        "additionalProperties": False,
    }
