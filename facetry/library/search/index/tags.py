"""The index of tags: the images that have a tag, by the extension that has set it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import TagsChanged
from facetry.library.facets import tag_sets
from facetry.library.search.index.kept_counts import KeptCounts
from facetry.store.interruption import begin_long_work

MAX_SINGLE_READS: Final = 100
"""Largest number of tags that are loaded one by one; for more, all tags are loaded at once."""


class TagIndex:
    """Images by tag and extension. A tag is loaded when it is first needed, or all tags are loaded at once."""

    def __init__(self) -> None:
        self._by_tag: dict[int, dict[int, BitMap]] = {}
        self._is_complete = False
        self._tagged_images: dict[int, BitMap] = {}
        self._evaluated_images: dict[int, BitMap] = {}
        self.kept_counts = KeptCounts()
        """Counts of the tags in sets of images, complete since the images of all tags are loaded."""

    def images_with_tag(self, connection: Connection, tag: int) -> Mapping[int, BitMap]:
        """The images with the tag of this key, by the key of the extension."""
        by_extension = self._by_tag.get(tag)
        if by_extension is None:
            by_extension = {}
            if not self._is_complete:
                begin_long_work()
                by_extension = tag_sets.with_tags(connection, [tag]).get(tag, {})
            self._by_tag[tag] = by_extension
        return by_extension

    def images_by_tag(self, connection: Connection) -> Mapping[int, Mapping[int, BitMap]]:
        """The images with each tag, by the key of the tag, then by that of the extension."""
        if not self._is_complete:
            begin_long_work()
            self._by_tag, self._is_complete = tag_sets.with_tags(connection), True
        return self._by_tag

    @property
    def set_count(self) -> int | None:
        """The number of sets in `images_by_tag`; None when these are not loaded."""
        return sum(map(len, self._by_tag.values())) if self._is_complete else None

    def images_with_tags(self, connection: Connection, tags: Collection[int]) -> Mapping[int, Mapping[int, BitMap]]:
        """The images with each of these tags, by the key of the tag, then by that of the extension."""
        if self._is_complete or len(tags) > MAX_SINGLE_READS:
            by_tag = self.images_by_tag(connection)
            return {tag: by_tag[tag] for tag in tags if tag in by_tag}
        missing = [tag for tag in tags if tag not in self._by_tag]
        if missing:
            begin_long_work()
            loaded = tag_sets.with_tags(connection, missing)
            self._by_tag.update((tag, loaded.get(tag, {})) for tag in missing)
        return {tag: self._by_tag[tag] for tag in tags}

    def tagged_by(self, connection: Connection, extension: int) -> BitMap:
        """The images with any tag of the extension."""
        images = self._tagged_images.get(extension)
        if images is None:
            begin_long_work()
            images = tag_sets.of_extension(connection, extension, only_tagged=True)
            self._tagged_images[extension] = images
        return images

    def evaluated_by(self, connection: Connection, extension: int) -> BitMap:
        """The images that the extension has evaluated: it set their tags, or recorded that there are none."""
        images = self._evaluated_images.get(extension)
        if images is None:
            begin_long_work()
            images = self._evaluated_images[extension] = tag_sets.of_extension(connection, extension)
        return images

    def adopt(self, other: TagIndex) -> None:
        """Take over the images of all tags from `other`, if they are not loaded here; both are at the same revision."""
        if other._is_complete and not self._is_complete:
            self._by_tag, self._is_complete = other._by_tag, True

    def apply(self, change: TagsChanged) -> None:
        """Apply a change of the tags of one image."""
        self.kept_counts.change(change.image, ((tag, change.extension) for tag in change.removed), -1)
        self.kept_counts.change(change.image, ((tag, change.extension) for tag in change.added), 1)
        for tag in change.removed:
            if (holders := self._by_tag.get(tag, {}).get(change.extension)) is not None:
                holders.discard(change.image)
        for tag in change.added:
            if self._is_complete or tag in self._by_tag:
                self._by_tag.setdefault(tag, {}).setdefault(change.extension, BitMap()).add(change.image)
        if (tagged := self._tagged_images.get(change.extension)) is not None:
            (tagged.add if change.is_tagged else tagged.discard)(change.image)
        if (evaluated := self._evaluated_images.get(change.extension)) is not None:
            evaluated.add(change.image)

    def remove(self, images: BitMap) -> None:
        """Remove these images with all their tags."""
        self.kept_counts.forget()
        for by_extension in (*self._by_tag.values(), self._tagged_images, self._evaluated_images):
            for holders in by_extension.values():
                holders -= images
