"""The schema of manifests as one self-contained JSON Schema, made of the components."""

from __future__ import annotations

from typing import Any

from codegen.model import Description
from codegen.pointer import escape, unescape

COMPONENT = "Manifest"
"""The component that is the root. It counts as used and is held to the rules on schemas, whether or not an operation
leads there: extensions bring manifests in a file."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
IDENTIFIER = "urn:facetry:manifest:3"
_PREFIX = "#/components/schemas/"


def pointers(description: Description) -> list[str]:
    """The pointer of the root, none in a source without manifests."""
    return [f"/components/schemas/{COMPONENT}"] if COMPONENT in description.schemas else []


def bundled(description: Description) -> dict[str, Any]:
    """The root with everything that it refers to as definitions; empty without a root."""
    if not pointers(description):
        return {}
    definitions: dict[str, Any] = {}
    waiting: list[str] = []
    root = _rewritten(description.schemas[COMPONENT], waiting)
    while waiting:
        name = waiting.pop()
        if name != COMPONENT and name not in definitions:
            definitions[name] = _rewritten(description.schemas[name], waiting)
    title = {"$schema": DIALECT, "$id": IDENTIFIER, "title": COMPONENT}
    return {**title, **root, "$defs": dict(sorted(definitions.items()))}


def _rewritten(value: Any, waiting: list[str]) -> Any:
    """A copy whose references lead to definitions; their names are added to `waiting`."""
    if isinstance(value, list):
        return [_rewritten(item, waiting) for item in value]
    if not isinstance(value, dict):
        return value
    copy = {key: item if key == "examples" else _rewritten(item, waiting) for key, item in value.items()}
    reference = value.get("$ref")
    if isinstance(reference, str):
        name, _, rest = reference.removeprefix(_PREFIX).partition("/")
        waiting.append(unescape(name))
        home = "#" if unescape(name) == COMPONENT else f"#/$defs/{escape(unescape(name))}"
        copy["$ref"] = f"{home}/{rest}" if rest else home
    return copy
