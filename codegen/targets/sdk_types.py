"""Types of the wire for the Python SDK: what JSON holds, under the names of the components, without a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codegen.annotation import SCALARS, component_name, literal
from codegen.model import JSON, Description, Schema

ANYTHING = "Any"


def typed(description: Description, schema: Schema | bool, *, plain: bool = False) -> str:
    """The type of a value. `plain` reads through components that are bare scalars: an ExtensionId is a `str`."""
    if isinstance(schema, bool):
        return ANYTHING
    if "$ref" in schema:
        whole = description.followed(schema)
        is_bare = isinstance(whole.get("type"), str) and whole["type"] in SCALARS and "enum" not in whole
        return typed(description, whole) if plain and is_bare else component_name(schema)
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(literal(value) for value in schema.get('enum', [schema.get('const')]))}]"
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(dict.fromkeys(typed(description, {**schema, "type": kind}) for kind in kinds))
    if kinds == "array":
        return f"list[{typed(description, schema.get('items', True), plain=plain)}]"
    if kinds == "object":
        return f"dict[str, {_values(description, schema)}]"
    if isinstance(kinds, str):
        return "None" if kinds == "null" else SCALARS[kinds]
    alternatives = schema.get("oneOf") or schema.get("anyOf") or ()
    return " | ".join(dict.fromkeys(typed(description, part) for part in alternatives)) or ANYTHING


def used(description: Description) -> dict[str, Schema]:
    """The components that requests and answers are made of, in the order of the description, and that of problems."""
    waiting = [*_roots(description)]
    found = {"Problem"} & set(description.schemas)
    while waiting:
        for name in _names(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(description.schemas[name])
    return {name: schema for name, schema in description.schemas.items() if name in found}


def is_record(schema: Schema) -> bool:
    """Whether the schema is of objects with members of their own."""
    return schema.get("type") == "object" and bool(schema.get("properties"))


def _values(description: Description, schema: Schema) -> str:
    others = schema.get("additionalProperties", True)
    return ANYTHING if isinstance(others, bool) else typed(description, others)


def _roots(description: Description) -> Iterator[Any]:
    for operation in description.operations:
        yield from (parameter.schema for parameter in operation.parameters)
        media = [operation.body.media] if operation.body else []
        media += [answer.media for answer in operation.answers if answer.good]
        yield from (each[JSON] for each in media if each.get(JSON))


def _names(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for item in part:
            yield from _names(item)
    elif isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield component_name(part)
        for key, item in part.items():
            if key not in ("examples", "default", "const", "enum"):
                yield from _names(item)
