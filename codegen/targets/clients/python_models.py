"""sdk/python/facetry_extension/api/models.py: the types of JSON values on the wire."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Mapping

from codegen.annotation import literal
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Schema
from codegen.targets.clients.python_types import is_record, python_type, used_components

WIDTH = 110


def render(description: Description) -> str:
    """A TypedDict for each object in requests and responses, an alias for every other component."""
    return format_python(
        header("What operations take and answer with: JSON values, under the names that they have on the wire.")
        + "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        + type_definitions(description, used_components(description))
    )


def type_definitions(description: Description, schemas: Mapping[str, Schema], absent: str = "") -> str:
    """The type definitions of components, in their order. `absent` is added to the types of optional members."""
    return "".join(
        _record(description, name, schema, absent) if is_record(schema) else _alias(description, name, schema)
        for name, schema in schemas.items()
    )


def docstring(text: str, indent: str, width: int = WIDTH) -> str:
    """The text as an indented docstring of one or more lines; empty without a text."""
    if not text:
        return ""
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    safe = f'{safe[:-1]}\\"' if safe.endswith('"') else safe
    lines = [line for part in safe.split("\n") for line in textwrap.wrap(part, width - len(indent)) or [""]]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 6 <= width + 10:
        return f'{indent}"""{lines[0]}"""\n'
    block = "\n".join(f"{indent}{line}".rstrip() for line in lines).lstrip()
    return f'{indent}"""{block}\n{indent}"""\n'


def _alias(description: Description, name: str, schema: Schema) -> str:
    documentation = docstring(schema.get("description", ""), "")
    return f"{name}: TypeAlias = {literal(python_type(description, schema))}\n{documentation}\n"


def _record(description: Description, name: str, schema: Schema, absent: str) -> str:
    required = schema.get("required", ())
    types = {member: python_type(description, part) for member, part in schema["properties"].items()}
    members = {
        member: type_ if member in required else f"NotRequired[{type_}{absent}]" for member, type_ in types.items()
    }
    if not all(member.isidentifier() and not keyword.iskeyword(member) for member in members):
        member_list = ", ".join(f"{literal(member)}: {literal(type_)}" for member, type_ in members.items())
        documentation = docstring(schema.get("description", ""), "")
        return f"{name} = TypedDict({literal(name)}, {{{member_list}}})\n{documentation}\n"
    fields = "".join(
        f"    {member}: {type_}\n" + docstring(schema["properties"][member].get("description", ""), "    ")
        for member, type_ in members.items()
    )
    return f"class {name}(TypedDict):\n{docstring(schema.get('description', ''), '    ')}\n{fields}\n"
