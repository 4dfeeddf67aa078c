"""The default values in a JSON Schema from an extension."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

from facetry.schema.json_values import count_values
from facetry.validate.schema_dialects import compile_beside
from facetry.validate.schema_survey import Subschema, SubschemaGraph

_URI: Final = "urn:schema"
_POINTER_SAFE: Final = "/~!$&'()*+,;=:@-._"
_TYPES: Final[Mapping[str, type]] = {
    "string": str,
    "boolean": bool,
    "number": int,
    "integer": int,
    "object": dict,
    "array": list,
    "null": type(None),
}
_SIMPLE_KEYWORDS: Final = frozenset(
    {
        "type",
        "enum",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "default",
        "title",
        "description",
        "examples",
        "ui",
    }
)


class TooManyDefaultsError(Exception):
    """The defaults exceed the budget."""


def collect(schema: Mapping[str, Any], max_steps: int) -> dict[str, Any]:
    """The default values in a schema, by property. Visits at most `max_steps` schemas and values of defaults; beyond it
    raises `TooManyDefaultsError`.
    """
    return _collect(schema, schema, ("#",), [max_steps])


def refused(schema: Mapping[str, Any], survey: SubschemaGraph) -> list[Subschema]:
    """The subschemas of a compilable schema that refuse their own default values."""
    found: list[Subschema] = []
    uncertain: list[Subschema] = []
    for part in survey.subschemas:
        if isinstance(part.schema, dict) and "default" in part.schema:
            is_permitted = _is_permitted(part.schema)
            if is_permitted is None:
                uncertain.append(part)
            elif not is_permitted:
                found.append(part)
    if uncertain:
        references = {
            f"d{index}": {"$ref": f"{_URI}#{quote(part.pointer, safe=_POINTER_SAFE)}"}
            for index, part in enumerate(uncertain)
        }
        values = {f"d{index}": value_at(part.schema, "/default") for index, part in enumerate(uncertain)}
        errors = compile_beside({"properties": references}, schema, _URI).iter_errors(values)
        found += [uncertain[index] for index in sorted({int(str(error.instance_path[0])[1:]) for error in errors})]
    return found


def value_at(schema: Any, pointer: str) -> Any:
    """The part of a schema at a JSON Pointer."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        schema = schema[int(name)] if isinstance(schema, list) else schema[name]
    return schema


def _is_permitted(schema: Mapping[str, Any]) -> bool | None:
    """Whether a schema with few keywords permits its default; None for other schemas."""
    value, type_name = schema["default"], schema.get("type")
    if not schema.keys() <= _SIMPLE_KEYWORDS or not isinstance(type_name, str) or isinstance(value, float):
        return None
    types = _TYPES.get(type_name, ())
    if not isinstance(value, types) or (isinstance(value, bool) and type_name != "boolean"):
        return False
    if isinstance(value, str):
        options = schema.get("enum", (value,))
        return value in options and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    if isinstance(value, int) and "enum" not in schema:
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return None if "enum" in schema else True


def _collect(root: Mapping[str, Any], schema: Any, visited: tuple[str, ...], budget: list[int]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part, references in _parts(root, schema, visited, budget):
        properties = part.get("properties")
        for name, child in properties.items() if isinstance(properties, dict) else ():
            if name in values:
                continue  # what the schema says itself comes before what it refers to
            source = next((each for each, _ in _parts(root, child, references, budget) if "default" in each), None)
            if source is not None:
                _consume(budget, count_values(source["default"], budget[0]))
                values[name] = copy.deepcopy(source["default"])
            elif inner := _collect(root, child, references, budget):
                values[name] = inner
    return values


def _parts(
    root: Mapping[str, Any], schema: Any, visited: tuple[str, ...], budget: list[int]
) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """A schema, what it refers to, and the parts of `allOf` in them; no reference is followed twice."""
    if not isinstance(schema, dict):
        return
    _consume(budget, 1)
    yield schema, visited
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in visited:
        target = value_at(root, unquote(reference.removeprefix("#")))
        yield from _parts(root, target, (*visited, reference), budget)
    parts = schema.get("allOf")
    for part in parts if isinstance(parts, list) else ():
        yield from _parts(root, part, visited, budget)


def _consume(budget: list[int], values: int) -> None:
    budget[0] -= values
    if budget[0] < 0:
        raise TooManyDefaultsError
