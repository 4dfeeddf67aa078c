"""TypeScript types of JSON values on the wire, and the form of TypeScript source."""

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


def typescript_type(
    description: Description, schema: Schema | bool, *, inline_scalars: bool = False, prefix: str = ""
) -> str:
    """The type of a value. `inline_scalars` replaces components that are bare scalars: ExtensionId by `string`;
    `prefix` stands before the names of the others.
    """
    if isinstance(schema, bool):
        return ANYTHING
    if "$ref" in schema:
        target = description.dereference(schema)
        is_scalar = isinstance(target.get("type"), str) and target["type"] in SCALARS and "enum" not in target
        return (
            typescript_type(description, target)
            if inline_scalars and is_scalar
            else f"{prefix}{component_name(schema)}"
        )
    if "const" in schema or "enum" in schema:
        return one_of(literal(value) for value in schema.get("enum", [schema.get("const")]))
    types = schema.get("type")
    if isinstance(types, list):
        return one_of(typescript_type(description, {**schema, "type": type_}, prefix=prefix) for type_ in types)
    if types == "array":
        return array_of(
            typescript_type(description, schema.get("items", True), inline_scalars=inline_scalars, prefix=prefix)
        )
    if types == "object":
        additional = schema.get("additionalProperties", True)
        return f"Record<string, {typescript_type(description, additional, prefix=prefix)}>"
    if isinstance(types, str):
        return _SCALARS[types]
    alternatives = schema.get("oneOf") or schema.get("anyOf") or ()
    return one_of(typescript_type(description, part, prefix=prefix) for part in alternatives)


def one_of(types: Iterable[str]) -> str:
    """The union of types; `unknown` for none."""
    distinct = dict.fromkeys(types)
    return ANYTHING if ANYTHING in distinct else " | ".join(distinct) or ANYTHING


def array_of(type_: str) -> str:
    """The array type of a type."""
    return f"({type_})[]" if " | " in type_ else f"{type_}[]"


def literal(value: object) -> str:
    """A JSON value as source."""
    return json.dumps(value, ensure_ascii=False)


def member(name: str) -> str:
    """The name of a member of an object, quoted if necessary."""
    return name if _NAME.fullmatch(name) else literal(name)


def camel_name(wire: str) -> str:
    """`Last-Event-ID` → lastEventId."""
    head, *words = python_name(wire).rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in words)


def header(summary: str) -> str:
    """The first lines of a generated module; `summary` becomes its comment."""
    return f"// {NOTICE}\n/** {summary} */\n\n"


def doc_comment(text: str, indent: str) -> str:
    """The text as an indented documentation comment of one or more lines; empty without a text."""
    if not text:
        return ""
    safe = text.replace("*/", "*\\/")
    if "\n" not in safe and len(safe) + len(indent) + 7 <= WIDTH:
        return f"{indent}/** {safe} */\n"
    width = WIDTH - len(indent) - 3
    lines = [line for part in safe.split("\n") for line in textwrap.wrap(part, width) or [""]]
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def alias(name: str, type_: str) -> str:
    """A type alias; a union that is too long for a line has a line for each type."""
    line = f"export type {name} = {type_};\n"
    parts = type_.split(" | ")
    if len(line) <= WIDTH + 1 or len(parts) < 2:
        return line
    return f"export type {name} =\n" + "".join(f"  | {part}\n" for part in parts).removesuffix("\n") + ";\n"
