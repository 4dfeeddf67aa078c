"""sdk/node/src/api/models.ts: the values of the wire as they are, for the type checker."""

from __future__ import annotations

from codegen.model import Description, Schema
from codegen.targets.sdk_node_types import alias, header, member, told, typed
from codegen.targets.sdk_types import is_record, used


def render(description: Description) -> str:
    """An interface for each record that an operation takes or answers with, an alias for everything else."""
    parts = [_part(description, name, schema) for name, schema in used(description).items()]
    summary = "What operations take and answer with: JSON values, under the names that they have on the wire."
    return header(summary) + "\n".join(parts)


def _part(description: Description, name: str, schema: Schema) -> str:
    text = told(schema.get("description", ""), "")
    if not is_record(schema):
        return text + alias(name, typed(description, schema))
    needed = schema.get("required", ())
    members = "".join(
        told(part.get("description", ""), "  ")
        + f"  {member(one)}{'' if one in needed else '?'}: {typed(description, part)};\n"
        for one, part in schema["properties"].items()
    )
    return f"{text}export interface {name} {{\n{members}}}\n"
