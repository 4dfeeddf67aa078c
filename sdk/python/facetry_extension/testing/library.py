"""What the fake service keeps in memory, and the rules of the real one that an extension can break."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

PICTURE: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""The smallest PNG: one pixel."""

MAX_TAGS: Final = 256
TAG: Final = re.compile(r"[a-zA-Z0-9\-_.:;/]{1,64}")
NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Call:
    """A request that the extension made."""

    operation: str
    """The last part of its path, such as `setTags`."""
    method: str
    path: str
    query: Mapping[str, str]
    body: Any
    """The JSON value of the body; None without one."""


@dataclass(eq=False)
class Refusal(Exception):  # noqa: N818 -- as the service has it
    """What a request is answered with instead."""

    status: int
    rule: str
    detail: str
    pointer: str | None = None


@dataclass(eq=False, slots=True)
class Picture:
    """An image, and what extensions wrote about it, by extension."""

    content: bytes
    record: dict[str, Any]
    metadata: dict[str, str]
    tags: dict[str, list[str]] = field(default_factory=dict)
    features: dict[str, list[Any]] = field(default_factory=dict)
    embeddings: dict[str, dict[str, list[float]]] = field(default_factory=dict)


class Library:
    """The images, by identifier."""

    def __init__(self) -> None:
        self.pictures: dict[str, Picture] = {}
        self.lengths: dict[tuple[str, str], int] = {}

    def add(self, content: bytes, metadata: Mapping[str, str], record: Mapping[str, Any]) -> str:
        """A new image."""
        id = str(uuid4())
        defaults = {"id": id, "name": f"{id}.png", "format": "PNG", "mimeType": "image/png", "state": "AVAILABLE"}
        size = {"sizeInBytes": len(content), "dimensions": {"width": 1, "height": 1}}
        self.pictures[id] = Picture(content, {**defaults, **size, **record}, dict(metadata))
        return id

    def picture(self, id: str) -> Picture:
        """An image. Raises `Refusal` for an unknown one."""
        if id not in self.pictures:
            raise Refusal(404, "image.unknown", "There is no image with this id.")
        return self.pictures[id]

    def set_tags(self, id: str, extension: str, values: Any, *, keep: bool) -> None:
        """Replace tags, or add to them with `keep`."""
        _require_distinct(values, "tag")
        for index, value in enumerate(values):
            if not (isinstance(value, str) and TAG.fullmatch(value)):
                raise Refusal(400, "schema.pattern", f"{value!r} is no tag.", f"/{index}")
        if keep and not values:
            raise Refusal(400, "schema.minItems", "At least one tag is needed.", "")
        kept = self.picture(id).tags.get(extension, []) if keep else []
        combined = list(dict.fromkeys([*kept, *values]))
        if len(combined) > MAX_TAGS:
            raise Refusal(400, "tag.limit" if keep else "schema.maxItems", f"At most {MAX_TAGS} tags are kept.", "")
        self.picture(id).tags[extension] = combined

    def set_features(self, id: str, extension: str, features: Any, *, keep: bool) -> None:
        """Replace features, or those of the same type and name with `keep`."""
        for index, feature in enumerate(_require_list(features)):
            if not isinstance(feature, dict) or not {"type", "format", "value"} <= feature.keys():
                raise Refusal(400, "schema.required", "A feature has a type, a format and a value.", f"/{index}")
        named = {(feature["type"], feature.get("name")) for feature in features}
        kept = self.picture(id).features.get(extension, []) if keep else []
        others = [feature for feature in kept if (feature["type"], feature.get("name")) not in named]
        self.picture(id).features[extension] = [*others, *features]

    def set_embeddings(self, id: str, extension: str, embeddings: Any) -> None:
        """Set vectors, each as long as the first of its name."""
        for index, embedding in enumerate(_require_list(embeddings)):
            self._validate(embedding, extension, f"/{index}")
        stored = self.picture(id).embeddings.setdefault(extension, {})
        for embedding in embeddings:
            self.lengths.setdefault((extension, embedding["name"]), len(embedding["values"]))
            stored[embedding["name"]] = [float(value) for value in embedding["values"]]

    def _validate(self, embedding: Any, extension: str, pointer: str) -> None:
        values = embedding.get("values") if isinstance(embedding, dict) else None
        if not isinstance(values, list) or not values or not all(isinstance(value, int | float) for value in values):
            raise Refusal(400, "schema.type", "An embedding has values, which are numbers.", f"{pointer}/values")
        if not NAME.fullmatch(str(embedding.get("name"))):
            raise Refusal(400, "schema.pattern", "The name is none of an embedding.", f"{pointer}/name")
        length = self.lengths.get((extension, embedding["name"]), len(values))
        if len(values) != length:
            raise Refusal(400, "embedding.length", f"Vectors of this name have {length} values.", f"{pointer}/values")
        if not any(values):
            raise Refusal(400, "embedding.zero", "A vector of zeros has no direction.", f"{pointer}/values")


def _require_list(value: Any) -> Iterable[Any]:
    if not isinstance(value, list):
        raise Refusal(400, "schema.type", "The body is no array.", "")
    return value


def _require_distinct(values: Any, what: str) -> None:
    seen = set()
    for value in _require_list(values):
        if str(value) in seen:
            raise Refusal(400, "schema.uniqueItems", f"The {what} {value!r} is there twice.", "")
        seen.add(str(value))
