"""Schemas as Python type expressions, in terms of generated/models.py."""

from __future__ import annotations

import json

from codegen.finding import Finding, SpecError
from codegen.model import Description, Schema
from codegen.pointer import tokens

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def annotation(description: Description, schema: Schema, place: str, *, plain: bool = False) -> str:
    """The type of a value that the schema accepts. A component is `models.Name`, a UUID is `UUID`;
    `plain` reads through components that are bare scalars: a parameter of type ExtensionId is a `str`."""

    def typed(part: Schema) -> str:
        return annotation(description, part, place, plain=plain)

    whole = description.followed(schema)
    if whole.get("format") == "uuid":
        return "UUID"
    if "$ref" in schema:
        bare = whole.get("type") in SCALARS and "enum" not in whole and "const" not in whole
        return SCALARS[whole["type"]] if plain and bare else f"models.{component_name(schema)}"
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(literal(value) for value in schema.get('enum', [schema.get('const')]))}]"
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return " | ".join(dict.fromkeys(typed(part) for part in alternatives))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(typed({**schema, "type": kind}) for kind in kinds)
    if kinds == "null":
        return "None"
    if kinds == "array" and isinstance(schema.get("items"), dict):
        return f"list[{typed(schema['items'])}]"
    if kinds in SCALARS:
        return SCALARS[kinds]
    raise SpecError(
        Finding(place, "schema.unnamed", f"no Python type says {json.dumps(schema)[:80]}", "give it a file in schemas/")
    )


def component_name(schema: Schema) -> str:
    """The component that a schema refers to."""
    return tokens(schema["$ref"])[-1]


def literal(value: object) -> str:
    """A JSON scalar as Python source."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
