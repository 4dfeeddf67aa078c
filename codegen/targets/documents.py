"""generated/schemas/: the schemas of files that the commands write and read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from codegen.documents import DIALECT
from codegen.model import Description

NAMES = ("backup-manifest-1", "library-export-1")
_SOURCE = "../schemas/"
_COMPONENTS = "#/components/schemas/"
_DEFINITIONS = "#/$defs/"


def _render(name: str) -> Callable[[Description], str]:
    def render(description: Description) -> str:
        schema = _bundled(description, description.bundle.documents.get(name, {"$schema": DIALECT}))
        return json.dumps(schema, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    return render


def _bundled(description: Description, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with the components that it refers to, each as a definition."""
    pending: list[str] = []
    root: dict[str, Any] = _rewritten(schema, pending)
    definitions: dict[str, Any] = {}
    while pending:
        name = pending.pop()
        if name not in definitions:
            definitions[name] = _rewritten(description.schemas[name], pending)
    return {**root, "$defs": {**root.get("$defs", {}), **dict(sorted(definitions.items()))}} if definitions else root


def _rewritten(value: Any, pending: list[str]) -> Any:
    """A copy with references to definitions, whose names are added to `pending`."""
    if isinstance(value, list):
        return [_rewritten(item, pending) for item in value]
    if not isinstance(value, Mapping):
        return value
    copy = {
        key: item if key == "examples" else _rewritten(item, pending)
        for key, item in value.items()
        if not key.startswith("x-")  # members of this project
    }
    reference = value.get("$ref")
    if isinstance(reference, str):
        name = reference.removeprefix(_SOURCE).removesuffix(".yaml").removeprefix(_COMPONENTS)
        if name != reference:
            pending.append(name)
            copy["$ref"] = _DEFINITIONS + name
    return copy


TARGETS: Mapping[str, Callable[[Description], str]] = {f"schemas/{name}.schema.json": _render(name) for name in NAMES}
