"""Converts schemas to Python type expressions that use the names of generated/models.py."""

from __future__ import annotations

import json

from codegen.finding import SpecError
from codegen.model import Description, Schema
from codegen.pointer import tokens

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def annotation(description: Description, schema: Schema, place: str, *, inline_scalars: bool = False) -> str:
    """The type of a value that the schema accepts. A component is `models.Name`, a UUID is `UUID`;
    `inline_scalars` replaces components that are bare scalars: ExtensionId by `str`."""

    def type_of(part: Schema) -> str:
        return annotation(description, part, place, inline_scalars=inline_scalars)

    target = description.dereference(schema)
    if target.get("format") == "uuid":
        return "UUID"
    if "$ref" in schema:
        is_scalar = target.get("type") in SCALARS and "enum" not in target and "const" not in target
        return SCALARS[target["type"]] if inline_scalars and is_scalar else f"models.{component_name(schema)}"
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(literal(value) for value in schema.get('enum', [schema.get('const')]))}]"
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return " | ".join(dict.fromkeys(type_of(part) for part in alternatives))
    types = schema.get("type")
    if isinstance(types, list):
        return " | ".join(type_of({**schema, "type": type_}) for type_ in types)
    if types == "null":
        return "None"
    if types == "array" and isinstance(schema.get("items"), dict):
        return f"list[{type_of(schema['items'])}]"
    if types in SCALARS:
        return SCALARS[types]
    raise SpecError(
        place,
        "schema.unnamed",
        f"no Python type exists for the inline schema {json.dumps(schema)[:80]}",
        "move it to a file in schemas/",
    )


def component_name(schema: Schema) -> str:
    """The name of the component that a schema refers to."""
    return tokens(schema["$ref"])[-1]


def literal(value: object) -> str:
    """A JSON scalar as Python source."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
