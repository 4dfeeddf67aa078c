"""Changes: what units of work tell those that keep something in memory beside the rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ImagesChanged:
    """The images with these keys were made or changed, or removed with all their facets; a key may be given again."""

    keys: tuple[int, ...]
    are_removed: bool = False


@dataclass(frozen=True, slots=True)
class TagsChanged:
    """The tags of an extension on an image, by their keys; the extension has looked at the image, in any case."""

    image: int
    extension: int
    added: tuple[int, ...]
    removed: tuple[int, ...]
    is_tagged: bool
    """Whether there is any now."""


@dataclass(frozen=True, slots=True)
class FeaturesChanged:
    """The features of an extension on an image."""

    image: int
    extension: int


@dataclass(frozen=True, slots=True)
class VectorsChanged:
    """The vector of an image in a space was set or removed."""

    space: int
    image: int


@dataclass(frozen=True, slots=True)
class ExtensionRemoved:
    """An extension is gone with all that it wrote, and so are its spaces of vectors; their keys may be given again."""

    extension: int
    spaces: tuple[int, ...]
