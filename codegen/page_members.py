"""Tables of the members of a schema, for pages of docs/."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from typing import Any

from codegen.annotation import component_name
from codegen.model import Description, Schema

VIEWS = "views/"
SUFFIX = ".yaml"
MAX_PATTERN = 40
"""Longer patterns are left out: descriptions say what they permit."""
_KINDS = {"views/element": "element", "views/action": "action", "ManifestEvent": "topic"}
"""The words for values of schemas that are linked; others are objects."""

Anchors = Mapping[str, str]
"""The link to the table of a schema, by its key: the name of a component, or the path of a file of views."""


def schema_of(description: Description, key: str) -> Schema | None:
    """The schema with a key; None if there is none."""
    if key.startswith(VIEWS):
        return description.bundle.files.get(key + SUFFIX)
    return description.schemas.get(key)


def member_table(description: Description, key: str, anchors: Anchors) -> str:
    """The members of an object schema: whether they are required, their types with limits, their meaning."""
    schema = schema_of(description, key) or {}
    required = schema.get("required", ())
    rows = ["| member | required | type | meaning |", "|---|---|---|---|"]
    for name, part in schema.get("properties", {}).items():
        merged, _ = _merged(description, key, part)
        kind = _type_text(description, key, part, anchors)
        default = f"; default {_code(merged['default'])}" if "default" in merged and "const" not in merged else ""
        meaning = _meaning(description, key, part, anchors)
        cells = (f"`{name}`", "yes" if name in required else "", kind + default, meaning)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows).replace("|  |", "| |")


def compact_json(value: Any, width: int = 88, indent: str = "") -> str:
    """A JSON value; what fits into a line stands on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= width or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + compact_json(item, width, inner) for item in value) + f"\n{indent}]"
    members = (
        f"{inner}{json.dumps(name, ensure_ascii=False)}: {compact_json(item, width, inner)}"
        for name, item in value.items()
    )
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


def _merged(description: Description, key: str, part: Schema) -> tuple[Schema, str]:
    """The part with what it refers to, and the key of the schema that it leads to. Its own keywords come first."""
    merged = dict(part)
    while "$ref" in merged:
        key = _target(key, merged)
        merged = {**(schema_of(description, key) or {}), **{name: merged[name] for name in merged if name != "$ref"}}
    return merged, key


def _meaning(description: Description, key: str, part: Schema, anchors: Anchors) -> str:
    """The description of a member, and that of the schema that it refers to, unless a link leads to that one."""
    own = str(part.get("description", ""))
    if "$ref" not in part or (own and _target(key, part) in anchors):
        return own
    merged, _ = _merged(description, key, {"$ref": part["$ref"]})
    return f"{own} {merged.get('description', '')}".strip()


def _target(key: str, part: Schema) -> str:
    if key.startswith(VIEWS):
        return posixpath.normpath(posixpath.join(posixpath.dirname(key), part["$ref"])).removesuffix(SUFFIX)
    return component_name(part)


def _type_text(description: Description, key: str, part: Schema, anchors: Anchors) -> str:
    merged, target = _merged(description, key, part)
    if target != key and target in anchors:
        return f"[{_KINDS.get(target, 'object')}]({anchors[target]})"
    if "const" in merged:
        return _code(merged["const"])
    if "enum" in merged:
        return "one of " + ", ".join(_code(value) for value in merged["enum"])
    if merged.get("type") == "array":
        items = _type_text(description, target, merged["items"], anchors)
        limits = _limits(merged, "minItems", "maxItems", " items")
        is_phrase = "," in items or "one of" in items
        return f"array{limits}; each {items}" if is_phrase else f"array of {_plural(items)}{limits}"
    return str(merged.get("type", "value")) + _scalar_limits(merged)


def _plural(kind: str) -> str:
    """`[object](…)` becomes `[objects](…)`."""
    return kind.replace("](", "s](", 1) if "](" in kind else f"{kind}s"


def _scalar_limits(schema: Schema) -> str:
    limits = _limits(schema, "minLength", "maxLength", " characters") + _limits(schema, "minimum", "maximum", "")
    pattern = schema.get("pattern", "")
    return f"{limits}, `{pattern}`" if pattern and len(pattern) <= MAX_PATTERN else limits


def _limits(schema: Schema, least: str, most: str, unit: str) -> str:
    if least in schema and most in schema:
        return f", {schema[least]} to {schema[most]}{unit}"
    if most in schema:
        return f", at most {schema[most]}{unit}"
    return f", at least {schema[least]}{unit}" if least in schema else ""


def _code(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f"`{text}`"
