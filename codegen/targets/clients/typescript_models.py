"""sdk/node/src/api/models.ts: the types of JSON values on the wire."""

from __future__ import annotations

from codegen.model import Description, Schema
from codegen.targets.clients.python_types import is_record, used_components
from codegen.targets.clients.typescript_types import alias, doc_comment, header, member, typescript_type


def render(description: Description) -> str:
    """An interface for each object in requests and responses, an alias for every other component."""
    parts = [_part(description, name, schema) for name, schema in used_components(description).items()]
    summary = "What operations take and answer with: JSON values, under the names that they have on the wire."
    return header(summary) + "\n".join(parts)


def _part(description: Description, name: str, schema: Schema) -> str:
    text = doc_comment(schema.get("description", ""), "")
    if not is_record(schema):
        return text + alias(name, typescript_type(description, schema))
    required = schema.get("required", ())
    members = "".join(
        doc_comment(part.get("description", ""), "  ")
        + f"  {member(one)}{'' if one in required else '?'}: {typescript_type(description, part)};\n"
        for one, part in schema["properties"].items()
    )
    return f"{text}export interface {name} {{\n{members}}}\n"
