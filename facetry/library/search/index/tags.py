"""Tagged: which images have a tag, by the extension that gave it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.changes import TagsChanged
from facetry.library.search.index.key_sets import as_set
from facetry.library.tags import ImageTag, visible
from facetry.store.engine import columns, packed, unpacked

MANY: Final = 100
"""Rather than so many tags one by one, all are read at once."""


class Tagged:
    """Each tag is read when it is first asked for, or all of them at once."""

    def __init__(self) -> None:
        self._by_tag: dict[int, dict[int, BitMap]] = {}
        self._is_complete = False
        self._tagged: dict[int, BitMap] = {}
        self._evaluated: dict[int, BitMap] = {}

    def of(self, connection: Connection, tag: int) -> Mapping[int, BitMap]:
        """The images with the tag of this key, by the key of the extension."""
        known = self._by_tag.get(tag)
        if known is None:
            known = self._by_tag[tag] = {}
            if not self._is_complete:
                rows = (
                    select(col(ImageTag.extension), packed(col(ImageTag.image)))
                    .where(col(ImageTag.tag) == tag)
                    .group_by(col(ImageTag.extension))
                )
                known.update((extension, as_set(unpacked(keys))) for extension, keys in connection.execute(rows))
        return known

    def every(self, connection: Connection) -> Mapping[int, Mapping[int, BitMap]]:
        """The images with each tag, by the key of the tag, then by that of the extension."""
        if not self._is_complete:
            rows = (
                select(col(ImageTag.tag), col(ImageTag.extension), packed(col(ImageTag.image)))
                .where(visible())
                .group_by(col(ImageTag.tag), col(ImageTag.extension))
            )
            known: dict[int, dict[int, BitMap]] = {}
            for tag, extension, keys in connection.execute(rows):
                known.setdefault(tag, {})[extension] = as_set(unpacked(keys))
            self._by_tag, self._is_complete = known, True
        return self._by_tag

    def some(self, connection: Connection, tags: Collection[int]) -> Mapping[int, Mapping[int, BitMap]]:
        """The same for these tags."""
        if self._is_complete or len(tags) > MANY:
            every = self.every(connection)
            return {tag: every[tag] for tag in tags if tag in every}
        return {tag: self.of(connection, tag) for tag in tags}

    def tagged_by(self, connection: Connection, extension: int) -> BitMap:
        """The images with any tag of the extension."""
        known = self._tagged.get(extension)
        if known is None:
            known = self._tagged[extension] = self._images(connection, extension, only_tagged=True)
        return known

    def evaluated_by(self, connection: Connection, extension: int) -> BitMap:
        """The images that the extension gave tags, or found to have none."""
        known = self._evaluated.get(extension)
        if known is None:
            known = self._evaluated[extension] = self._images(connection, extension, only_tagged=False)
        return known

    def apply(self, change: TagsChanged) -> None:
        """Follow what happened to the tags of one image."""
        for tag in change.removed:
            if (holders := self._by_tag.get(tag, {}).get(change.extension)) is not None:
                holders.discard(change.image)
        for tag in change.added:
            if self._is_complete or tag in self._by_tag:
                self._by_tag.setdefault(tag, {}).setdefault(change.extension, BitMap()).add(change.image)
        if (tagged := self._tagged.get(change.extension)) is not None:
            (tagged.add if change.is_tagged else tagged.discard)(change.image)
        if (evaluated := self._evaluated.get(change.extension)) is not None:
            evaluated.add(change.image)

    def remove(self, images: BitMap) -> None:
        """These are gone, with their tags."""
        for by_extension in (*self._by_tag.values(), self._tagged, self._evaluated):
            for holders in by_extension.values():
                holders -= images

    def _images(self, connection: Connection, extension: int, *, only_tagged: bool) -> BitMap:
        rows = select(col(ImageTag.image)).where(col(ImageTag.extension) == extension).distinct()
        return as_set(columns(connection, rows.where(visible()) if only_tagged else rows)[0])
