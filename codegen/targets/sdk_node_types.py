"""Types of the wire for the Node SDK, and how TypeScript is written."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable

from codegen.annotation import SCALARS, component_name
from codegen.header import NOTICE
from codegen.model import Description, Schema, python_name

ANYTHING = "unknown"
WIDTH = 120
_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def typed(description: Description, schema: Schema | bool, *, plain: bool = False, prefix: str = "") -> str:
    """The type of a value. `plain` reads through components that are bare scalars: an ExtensionId is a `string`;
    `prefix` stands before the names of the others.
    """
    if isinstance(schema, bool):
        return ANYTHING
    if "$ref" in schema:
        whole = description.followed(schema)
        is_bare = isinstance(whole.get("type"), str) and whole["type"] in SCALARS and "enum" not in whole
        return typed(description, whole) if plain and is_bare else f"{prefix}{component_name(schema)}"
    if "const" in schema or "enum" in schema:
        return one_of(literal(value) for value in schema.get("enum", [schema.get("const")]))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return one_of(typed(description, {**schema, "type": kind}, prefix=prefix) for kind in kinds)
    if kinds == "array":
        return array_of(typed(description, schema.get("items", True), plain=plain, prefix=prefix))
    if kinds == "object":
        others = schema.get("additionalProperties", True)
        return f"Record<string, {typed(description, others, prefix=prefix)}>"
    if isinstance(kinds, str):
        return _SCALARS[kinds]
    alternatives = schema.get("oneOf") or schema.get("anyOf") or ()
    return one_of(typed(description, part, prefix=prefix) for part in alternatives)


def one_of(types: Iterable[str]) -> str:
    """A union; anything, when there is nothing to choose from."""
    found = dict.fromkeys(types)
    return ANYTHING if ANYTHING in found else " | ".join(found) or ANYTHING


def array_of(type_: str) -> str:
    """An array of values of the type."""
    return f"({type_})[]" if " | " in type_ else f"{type_}[]"


def literal(value: object) -> str:
    """A JSON value as source."""
    return json.dumps(value, ensure_ascii=False)


def member(name: str) -> str:
    """The name of a member as it stands in an object."""
    return name if _NAME.fullmatch(name) else literal(name)


def camel_name(wire: str) -> str:
    """`Last-Event-ID` → lastEventId."""
    head, *rest = python_name(wire).rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in rest)


def header(summary: str) -> str:
    """What a generated module that is described by `summary` begins with."""
    return f"// {NOTICE}\n/** {summary} */\n\n"


def told(text: str, indent: str) -> str:
    """The text as a comment of documentation, on one line or several; nothing when there is no text."""
    if not text:
        return ""
    safe = text.replace("*/", "*\\/")
    if "\n" not in safe and len(safe) + len(indent) + 7 <= WIDTH:
        return f"{indent}/** {safe} */\n"
    width = WIDTH - len(indent) - 3
    lines = [line for part in safe.split("\n") for line in textwrap.wrap(part, width) or [""]]
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def alias(name: str, type_: str) -> str:
    """A name for a type; a union that is too long has a line for each of its parts."""
    line = f"export type {name} = {type_};\n"
    parts = type_.split(" | ")
    if len(line) <= WIDTH + 1 or len(parts) < 2:
        return line
    return f"export type {name} =\n" + "".join(f"  | {part}\n" for part in parts).removesuffix("\n") + ";\n"
