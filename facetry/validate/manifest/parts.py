"""The parts of a manifest, which may be of any JSON type, and the words that they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from facetry.errors import printable_text
from facetry.schema.edits import Edit
from facetry.validate.finding import Finding

JsonObject = Mapping[str, Any]

RUNTIME_MACROS: Final[Mapping[str, str]] = {"${node}": "node", "${python}": "python", "${venvPython}": "python"}
"""Macros for the program of a runtime, and the name of that runtime."""
FOLDER_MACRO: Final = "${extensionDirectoryPath}"
VALUE_MACROS: Final = ("${extensionId}", FOLDER_MACRO, "${webServicesBaseUrl}")
"""The other macros, which need no runtime."""
CAPABILITY_TOPICS: Final[Mapping[str, str]] = {
    "image.tags": "image.computeTags",
    "image.features": "image.computeFeatures",
    "image.embeddings": "image.computeEmbeddings",
    "text.embeddings": "text.computeEmbeddings",
}
"""The topic of the event that requests the results of a capability."""
EMBEDDING_CAPABILITIES: Final = ("image.embeddings", "text.embeddings")
"""The capabilities whose results are vectors."""
COMMAND_TOPICS: Final[Mapping[str, str]] = {
    "Process": "process.runCommand",
    "Images": "image.runCommand",
    "Image": "image.runCommand",
}
"""The topic of the event that delivers a command, by the entity of the command."""


def finding(
    name: str,
    pointer: str,
    detail: str,
    value: object = None,
    *,
    remedy: str | None = None,
    level: Literal["error", "warning"] = "error",
    edit: Edit | None = None,
) -> Finding:
    """A finding with the rule `manifest.<name>`."""
    return Finding(
        rule=f"manifest.{name}",
        pointer=pointer,
        detail=detail,
        level=level,
        value=None if value is None else printable_text(str(value)),
        remedy=remedy,
        edit=edit,
    )


def indexed_objects(value: Any) -> Iterator[tuple[int, JsonObject]]:
    """The objects of an array, with their indexes."""
    return ((index, item) for index, item in enumerate(items_of(value)) if isinstance(item, dict))


def indexed_texts(value: Any) -> Iterator[tuple[int, str]]:
    """The texts of an array, with their indexes."""
    return ((index, item) for index, item in enumerate(items_of(value)) if isinstance(item, str))


def items_of(value: Any) -> list[Any]:
    """The items of what should be an array."""
    return value if isinstance(value, list) else []


def member_of(value: Any, name: str) -> Any:
    """A member of what should be an object."""
    return value.get(name) if isinstance(value, dict) else None


def instructions_of(manifest: JsonObject) -> list[tuple[str, JsonObject]]:
    """(pointer, object) of each item of the instructions."""
    return [(f"/instructions/{number}", item) for number, item in indexed_objects(manifest.get("instructions"))]


def commands_of(item: JsonObject, pointer: str) -> list[tuple[str, JsonObject]]:
    """(pointer, object) of each command of instructions at a pointer."""
    return [(f"{pointer}/commands/{index}", command) for index, command in indexed_objects(item.get("commands"))]
