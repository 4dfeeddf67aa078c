"""generated/*.json and generated/schemas/: the bundled descriptions, and the schemas of documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from codegen import manifest
from codegen.copies import rewritten
from codegen.documents import DIALECT
from codegen.model import Description

DOCUMENTS = ("backup-manifest-1", "library-export-1")
"""The schemas of files that the commands write and read."""
_SOURCE = "../schemas/"
_COMPONENTS = "#/components/schemas/"


def _with_bare_references(part: dict[str, Any]) -> dict[str, Any]:
    """The part; a reference in it has no members beside it, which AsyncAPI ignores: they stand beside an `allOf`."""
    if isinstance(part.get("$ref"), str) and len(part) > 1:
        reference = {"$ref": part.pop("$ref")}
        part["allOf"] = [reference, *part.get("allOf", ())]
    return part


def _document(description: Description, name: str) -> dict[str, Any]:
    """The schema of a file with the components that it refers to, each as a definition."""
    pending: list[str] = []

    def change(part: dict[str, Any]) -> dict[str, Any]:
        reference = part.get("$ref")
        if isinstance(reference, str):
            component = reference.removeprefix(_SOURCE).removesuffix(".yaml").removeprefix(_COMPONENTS)
            if component != reference:
                pending.append(component)
                part["$ref"] = f"#/$defs/{component}"
        return {key: value for key, value in part.items() if not key.startswith("x-")}  # members of this project

    root: dict[str, Any] = rewritten(description.bundle.documents.get(name, {"$schema": DIALECT}), change)
    definitions: dict[str, Any] = {}
    while pending:
        component = pending.pop()
        if component not in definitions:
            definitions[component] = rewritten(description.schemas[component], change)
    return {**root, "$defs": {**root.get("$defs", {}), **dict(sorted(definitions.items()))}} if definitions else root


def _target(content: Callable[[Description], Any]) -> Callable[[Description], str]:
    return lambda description: json.dumps(content(description), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


TARGETS: Mapping[str, Callable[[Description], str]] = {
    "openapi.json": _target(lambda description: description.document),
    "asyncapi.json": _target(lambda description: rewritten(description.bundle.events, _with_bare_references)),
    "schemas/manifest-v3.schema.json": _target(manifest.bundle),
    "schemas/view-document-1.0.schema.json": _target(lambda description: description.bundle.views),
    **{f"schemas/{name}.schema.json": _target(partial(_document, name=name)) for name in DOCUMENTS},
}
"""The files with everything that they refer to, in the order of the source."""
