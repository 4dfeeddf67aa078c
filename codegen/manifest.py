"""Bundles the schema of manifests into one self-contained JSON Schema."""

from __future__ import annotations

from typing import Any

from codegen.model import Description
from codegen.pointer import escape, unescape

COMPONENT = "Manifest"
"""The root component. It counts as used and has to keep the rules on schemas even if no operation refers to it, because
extensions contain manifests as files."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
IDENTIFIER = "urn:facetry:manifest:3"
_PREFIX = "#/components/schemas/"


def pointers(description: Description) -> list[str]:
    """The pointer of the root; empty in a source without manifests."""
    return [f"/components/schemas/{COMPONENT}"] if COMPONENT in description.schemas else []


def bundle(description: Description) -> dict[str, Any]:
    """The root, with everything that it refers to as definitions; empty without a root."""
    if not pointers(description):
        return {}
    definitions: dict[str, Any] = {}
    pending: list[str] = []
    root = _rewrite(description.schemas[COMPONENT], pending)
    while pending:
        name = pending.pop()
        if name != COMPONENT and name not in definitions:
            definitions[name] = _rewrite(description.schemas[name], pending)
    title = {"$schema": DIALECT, "$id": IDENTIFIER, "title": COMPONENT}
    return {**title, **root, "$defs": dict(sorted(definitions.items()))}


def _rewrite(value: Any, pending: list[str]) -> Any:
    """A copy with references to definitions, whose names are added to `pending`."""
    if isinstance(value, list):
        return [_rewrite(item, pending) for item in value]
    if not isinstance(value, dict):
        return value
    copy = {key: item if key == "examples" else _rewrite(item, pending) for key, item in value.items()}
    reference = value.get("$ref")
    if isinstance(reference, str):
        name = unescape(reference.removeprefix(_PREFIX))
        pending.append(name)
        copy["$ref"] = "#" if name == COMPONENT else f"#/$defs/{escape(name)}"
    return copy
