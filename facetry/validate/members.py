"""Finds members of a manifest that its schema does not describe.

They are errors where the schema refuses them, and warnings elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from facetry.errors import printable_text
from facetry.schema.document import Document, pointer_token
from facetry.schema.violations import most_similar, suggest
from facetry.validate.finding import Finding

MAX_WARNINGS: Final = 20
MAX_ERRORS: Final = 100
_MAX_REMEDIES: Final = 20  # searching a similar name is slow
_ROOT: Final = "the root of the manifest"


def unknown_members(document: Document, manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Findings for members without a description, in the order of the manifest."""
    pending: list[tuple[Any, Any, str]] = [(manifest, document.content, "")]
    warnings = errors = 0
    while pending:
        value, schema, pointer = pending.pop()
        schema = document.merged_schema(schema["$ref"]) if "$ref" in schema else schema
        if isinstance(value, list) and "items" in schema:
            items = [(item, schema["items"], f"{pointer}/{index}") for index, item in enumerate(value)]
            pending.extend(reversed(items))
        properties = schema.get("properties", {})
        if not (isinstance(value, dict) and properties):
            continue
        described = [name for name in value if name in properties]
        pending.extend((value[name], properties[name], f"{pointer}/{name}") for name in reversed(described))
        is_closed = schema.get("additionalProperties") is False
        for name in value:
            if name in properties or (errors >= MAX_ERRORS if is_closed else warnings >= MAX_WARNINGS):
                continue
            errors, warnings = errors + is_closed, warnings + (not is_closed)
            remedy = _remedy(document, name, tuple(properties)) if errors + warnings <= _MAX_REMEDIES else None
            yield _finding(name, f"{pointer}/{pointer_token(name)}", remedy, is_error=is_closed)


def _finding(name: str, pointer: str, remedy: str | None, *, is_error: bool) -> Finding:
    effect = "Unknown members are refused here." if is_error else "It is stored, but has no effect."
    return Finding(
        rule="schema.additionalProperties" if is_error else "manifest.member",
        pointer=pointer,
        detail=f"The manifest schema does not define this member. {effect}",
        level="error" if is_error else "warning",
        value=printable_text(name),
        remedy=remedy,
    )


def _remedy(document: Document, name: str, siblings: tuple[str, ...]) -> str | None:
    """Where a misplaced member belongs, or the most similar member: of the same object, else of another one."""
    parents = _parents_by_name(document)
    if name in parents:
        return f"It belongs into {' or '.join(parents[name])}."
    if (remedy := suggest(name, siblings)) is not None:
        return remedy
    other = most_similar(name, list(parents))
    return None if other is None else f"Did you mean {other}? It belongs into {' or '.join(parents[other])}."


@cache
def _parents_by_name(document: Document) -> dict[str, list[str]]:
    """The names of all members that the schema describes, each with the members whose objects have it."""
    parents: dict[str, list[str]] = {}
    pending: list[tuple[Any, str]] = [(document.content, _ROOT)]
    visited: set[str] = set()
    while pending:
        schema, parent = pending.pop(0)
        if "$ref" in schema:
            if schema["$ref"] in visited:
                continue
            visited.add(schema["$ref"])
            schema = document.merged_schema(schema["$ref"])
        if "items" in schema:
            pending.append((schema["items"], parent))
        for name, child in schema.get("properties", {}).items():
            parents.setdefault(name, []).append(parent)
            pending.append((child, name))
    return parents
