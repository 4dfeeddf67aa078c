"""The images of the naive model, with their facets as plain values."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

EXTENSIONS = ("tagger", "seer", "other")


@dataclass(slots=True)
class Feature:
    """A feature as an extension wrote it."""

    type: str
    format: str
    name: str | None
    value: str | float | bool


@dataclass(slots=True)
class Picture:
    """An image with its facets. An extension that has not evaluated the image has no entry in the dictionaries."""

    key: int
    id: str
    name: str
    format: str
    width: int
    height: int
    size: int
    repository: str
    file_created: int
    file_modified: int
    created: int
    modified: int
    metadata: str
    date_in_metadata: int | None
    content_hash: bytes
    pixel_hash: bytes | None
    perceptual_hash: int | None  # 64 bits, without a sign
    is_missing: bool = False
    is_unreadable: bool = False
    tags: dict[str, set[str]] = field(default_factory=dict)
    features: dict[str, list[Feature]] = field(default_factory=dict)
    vectors: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    @property
    def captured(self) -> int:
        return self.file_created if self.date_in_metadata is None else self.date_in_metadata

    def features_by_extension(self) -> list[tuple[str, Feature]]:
        """All features, each with the extension that wrote it."""
        return [(extension, each) for extension, features in self.features.items() for each in features]


def folded(text: str) -> str:
    """The text as it is compared without regard to case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
