"""The schemas that the package publishes: the bundled documents, and each component as a schema of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from facetry.schema import generated_files

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_COMPONENTS: Final = "#/components/schemas/"
_DEFINITIONS: Final = "#/$defs/"


@dataclass(frozen=True, slots=True)
class PublishedDocument:
    """A bundled document: its name, its file in `generated`, the path where a service serves it, and its contents."""

    name: str
    file: str
    path: str
    summary: str

    def read(self) -> bytes:
        """The bytes of the file."""
        return generated_files.read(self.file)


MANIFEST: Final = PublishedDocument(
    "manifest-v3",
    "schemas/manifest-v3.schema.json",
    "/schemas/manifest-v3.schema.json",
    "The JSON Schema of manifests (manifest.json).",
)
VIEW_DOCUMENT: Final = PublishedDocument(
    "view-document-1.0",
    "schemas/view-document-1.0.schema.json",
    "/schemas/view-document-1.0.schema.json",
    "The JSON Schema of view documents.",
)
BACKUP_MANIFEST: Final = PublishedDocument(
    "backup-manifest-1",
    "schemas/backup-manifest-1.schema.json",
    "/schemas/backup-manifest-1.schema.json",
    "The JSON Schema of manifests of backups.",
)
LIBRARY_EXPORT: Final = PublishedDocument(
    "library-export-1",
    "schemas/library-export-1.schema.json",
    "/schemas/library-export-1.schema.json",
    "The JSON Schema of the lines of an exported library.",
)
DOCUMENTS: Final = (
    MANIFEST,
    VIEW_DOCUMENT,
    PublishedDocument("openapi", "openapi.json", "/openapi.json", "The OpenAPI 3.1 description of the operations."),
    PublishedDocument(
        "asyncapi", "asyncapi.json", "/asyncapi.json", "The AsyncAPI 3.0 description of the events and the socket."
    ),
    BACKUP_MANIFEST,
    LIBRARY_EXPORT,
)


@cache
def component_summaries() -> dict[str, str]:
    """The names of all component schemas, each with the first sentence of its description."""
    return {name: _first_sentence(schema.get("description", "")) for name, schema in sorted(_components().items())}


def component_schema(name: str) -> dict[str, Any]:
    """A component as a self-contained JSON Schema: what it refers to is in `$defs`. Raises `KeyError`."""
    components = _components()
    pending: list[str] = []
    root = _rewrite(components[name], pending)
    definitions: dict[str, Any] = {}
    while pending:
        found = pending.pop()
        if found not in definitions:
            definitions[found] = _rewrite(components[found], pending)
    schema = {"$schema": DIALECT, "$id": f"urn:facetry:schema:{name}", "title": name, **root}
    return {**schema, "$defs": dict(sorted(definitions.items()))} if definitions else schema


def _rewrite(value: Any, pending: list[str]) -> Any:
    """A copy with references to definitions, whose names are added to `pending`."""
    if isinstance(value, list):
        return [_rewrite(item, pending) for item in value]
    if isinstance(value, Mapping):
        return {key: item if key == "examples" else _rewrite(item, pending) for key, item in value.items()}
    if isinstance(value, str) and value.startswith(_COMPONENTS):
        steps = value.removeprefix(_COMPONENTS)
        pending.append(steps.partition("/")[0])
        return _DEFINITIONS + steps
    return value


def _first_sentence(text: str) -> str:
    paragraph, _, _ = text.partition("\n")
    head, end, _ = paragraph.partition(". ")
    return head + "." if end else paragraph


@cache
def _components() -> dict[str, Any]:
    description = json.loads(generated_files.read("openapi.json"))
    components: dict[str, Any] = description["components"]["schemas"]
    return components
