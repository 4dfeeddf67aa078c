"""Changes: facts that a unit of work passes to the indexes in memory when it commits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ImagesChanged:
    """The images with these keys were added or changed, or were removed with all their facets. Keys may be reused."""

    keys: tuple[int, ...]
    are_removed: bool = False


@dataclass(frozen=True, slots=True)
class TagsChanged:
    """The tags of an extension on an image were written, by their keys. Even without tags, the image counts as
    processed.
    """

    image: int
    extension: int
    added: tuple[int, ...]
    removed: tuple[int, ...]
    is_tagged: bool
    """Whether the image has at least one tag of the extension now."""


@dataclass(frozen=True, slots=True)
class FeaturesChanged:
    """The features of an extension on an image changed."""

    image: int
    extension: int


@dataclass(frozen=True, slots=True)
class VectorsChanged:
    """The vector of an image in a space was set or removed."""

    space: int
    image: int


@dataclass(frozen=True, slots=True)
class ExtensionRemoved:
    """An extension was removed with everything that it wrote, including its vector spaces. Their keys may be reused."""

    extension: int
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FacetsRemoved:
    """The removal of an extension has begun, or has removed a part of what the extension wrote."""

    extension: int


@dataclass(frozen=True, slots=True)
class StatesChanged:
    """Images became missing, unreadable or available."""


@dataclass(frozen=True, slots=True)
class CollectionsChanged:
    """The collections with these ids were created, changed or removed."""

    ids: tuple[int, ...]


TYPES: Final = (
    ImagesChanged,
    TagsChanged,
    FeaturesChanged,
    VectorsChanged,
    ExtensionRemoved,
    FacetsRemoved,
    StatesChanged,
    CollectionsChanged,
)
"""The types of all changes, for the change feed."""
