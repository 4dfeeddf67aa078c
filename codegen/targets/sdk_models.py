"""sdk/python/facetry_extension/api/models.py: the values of the wire as they are, for the type checker."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Mapping

from codegen.annotation import literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, Schema
from codegen.targets.sdk_types import is_record, typed, used

WIDTH = 110


def render(description: Description) -> str:
    """A TypedDict for each record that an operation takes or answers with, an alias for everything else."""
    return formatted(
        header("What operations take and answer with: JSON values, under the names that they have on the wire.")
        + "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        + values(description, used(description))
    )


def values(description: Description, schemas: Mapping[str, Schema]) -> str:
    """The types of some components, in their order."""
    return "".join(
        _record(description, name, schema) if is_record(schema) else _alias(description, name, schema)
        for name, schema in schemas.items()
    )


def docstring(text: str, indent: str, width: int = WIDTH) -> str:
    """The text as a docstring, on one line or several; nothing when there is no text."""
    if not text:
        return ""
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    safe = f'{safe[:-1]}\\"' if safe.endswith('"') else safe
    lines = [line for part in safe.split("\n") for line in textwrap.wrap(part, width - len(indent)) or [""]]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 6 <= width + 10:
        return f'{indent}"""{lines[0]}"""\n'
    whole = "\n".join(f"{indent}{line}".rstrip() for line in lines).lstrip()
    return f'{indent}"""{whole}\n{indent}"""\n'


def _alias(description: Description, name: str, schema: Schema) -> str:
    told = docstring(schema.get("description", ""), "")
    return f"{name}: TypeAlias = {literal(typed(description, schema))}\n{told}\n"


def _record(description: Description, name: str, schema: Schema) -> str:
    needed = schema.get("required", ())
    kinds = {member: typed(description, part) for member, part in schema["properties"].items()}
    members = {member: kind if member in needed else f"NotRequired[{kind}]" for member, kind in kinds.items()}
    if not all(member.isidentifier() and not keyword.iskeyword(member) for member in members):
        listed = ", ".join(f"{literal(member)}: {literal(kind)}" for member, kind in members.items())
        told = docstring(schema.get("description", ""), "")
        return f"{name} = TypedDict({literal(name)}, {{{listed}}})\n{told}\n"
    fields = "".join(
        f"    {member}: {kind}\n" + docstring(schema["properties"][member].get("description", ""), "    ")
        for member, kind in members.items()
    )
    return f"class {name}(TypedDict):\n{docstring(schema.get('description', ''), '    ')}\n{fields}\n"
