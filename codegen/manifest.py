"""Bundles the schema of manifests into one self-contained JSON Schema."""

from __future__ import annotations

from typing import Any

from codegen.copies import rewritten
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

    def change(part: dict[str, Any]) -> dict[str, Any]:
        if isinstance(part.get("$ref"), str):
            name = unescape(part["$ref"].removeprefix(_PREFIX))
            pending.append(name)
            part["$ref"] = "#" if name == COMPONENT else f"#/$defs/{escape(name)}"
        return part

    root = rewritten(description.schemas[COMPONENT], change)
    while pending:
        name = pending.pop()
        if name != COMPONENT and name not in definitions:
            definitions[name] = rewritten(description.schemas[name], change)
    title = {"$schema": DIALECT, "$id": IDENTIFIER, "title": COMPONENT}
    return {**title, **root, "$defs": dict(sorted(definitions.items()))}
