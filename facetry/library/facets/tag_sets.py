"""Tag sets: the images that have a tag of an extension, as one compressed bitmap for each tag and extension.

An index of the rows by tag would change a page for each tag of a write, anywhere in the index. Here triggers of
`image_tag` append to a log of changes. A tag set is its stored bitmap with the changes of the log, in which the last
entry about an image decides. So the log may be applied to a bitmap that already has a part of it, and merging
(`tag_set_merging`) may store one bitmap after the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection, Select, UniqueConstraint, select
from sqlmodel import Field, SQLModel, col

from facetry.store.engine import engine_of

SENTINEL_KEY: Final = 0
"""The key of the reserved tag, which says that an extension has found no tags."""

MAX_TAGS_PER_QUERY: Final = 1_000
"""Number of tags from which all tag sets are read: a statement has a limited number of values."""

TagSets = dict[int, dict[int, BitMap]]
"""The images by the key of the tag, then by that of the extension."""


class TagSet(SQLModel, table=True):
    """The images with a tag of an extension, without the changes of the log. It has at least one."""

    __tablename__ = "tag_set"
    __table_args__ = (UniqueConstraint("tag", "extension", name="tag_set_once"),)

    key: int | None = Field(default=None, primary_key=True)
    tag: int
    extension: int
    size: int  # number of images
    images: bytes  # the portable serialization of roaring bitmaps


class TagChange(SQLModel, table=True):
    """An entry of the log: a tag of an extension was added to an image, or removed. Triggers write it."""

    __tablename__ = "tag_change"

    key: int | None = Field(default=None, primary_key=True)
    tag: int
    extension: int
    image: int
    is_added: bool


@dataclass(frozen=True, slots=True)
class SetChange:
    """What entries of the log do to one tag set."""

    tag: int
    extension: int
    added: BitMap
    removed: BitMap

    def apply(self, images: BitMap | None) -> BitMap:
        """The images with the change; changes `images`, which is None for an empty set."""
        if images is None:
            return self.added.copy()
        images |= self.added
        images -= self.removed
        return images


def with_tags(connection: Connection, tags: Collection[int] | None = None) -> TagSets:
    """The tag sets of these tags, or of all tags but the sentinel. Tags without images may be missing."""
    is_wanted = _is_visible if tags is None else lambda row: row.tag.in_(tags)
    return _read(connection, is_wanted)


def of_extension(connection: Connection, extension: int, *, only_tagged: bool = False) -> BitMap:
    """The images whose tags the extension has written; with `only_tagged`, those for which it found at least one."""
    sets = _read(
        connection,
        lambda row: (row.extension == extension) & _is_visible(row) if only_tagged else row.extension == extension,
    )
    return BitMap.union(BitMap(), *(images for by_extension in sets.values() for images in by_extension.values()))


def pairs(connection: Connection) -> set[tuple[int, int]]:
    """The keys of every tag, except the sentinel, and extension that some image has."""
    rows = connection.execute(
        select(col(TagSet.tag), col(TagSet.extension), col(TagSet.size)).where(_is_visible(TagSet))
    )
    sizes = {(tag, extension): size for tag, extension, size in rows}
    uncertain: set[int] = set()
    for change in changes(connection, select(TagChange).where(_is_visible(TagChange))):
        pair = (change.tag, change.extension)
        if change.added:
            sizes[pair] = len(change.added)
        elif sizes.get(pair, 0) <= len(change.removed):
            sizes.pop(pair, None)
            uncertain.add(change.tag)
    wanted = uncertain if len(uncertain) <= MAX_TAGS_PER_QUERY else None
    for tag, by_extension in (with_tags(connection, wanted) if uncertain else {}).items():
        sizes |= {(tag, extension): len(images) for extension, images in by_extension.items() if images}
    return set(sizes)


def changes(connection: Connection, entries: Select[Any]) -> Iterator[SetChange]:
    """What the entries of the log that `entries` selects do to each tag set, ordered by tag and extension."""
    entry = entries.subquery().c
    query = select(entry.tag, entry.extension, entry.image, entry.key, entry.is_added)
    columns = engine_of(connection).integer_columns(connection, query)
    if not len(columns[0]):
        return
    order = np.lexsort([columns[index] for index in (3, 2, 1, 0)])
    tags, extensions, images, _, are_added = (column[order] for column in columns)
    is_last = np.append(_differ(tags, extensions, images), True)  # the last entry about an image decides
    tags, extensions, images, are_added = (column[is_last] for column in (tags, extensions, images, are_added))
    starts = [0, *(np.flatnonzero(_differ(tags, extensions)) + 1), len(tags)]
    for start, end in pairwise(starts):
        is_added = are_added[start:end] != 0
        members = images[start:end]
        yield SetChange(
            int(tags[start]), int(extensions[start]), _bitmap(members[is_added]), _bitmap(members[~is_added])
        )


def _read(connection: Connection, is_wanted: Any) -> TagSets:
    sets: TagSets = {}
    stored = select(col(TagSet.tag), col(TagSet.extension), col(TagSet.images)).where(is_wanted(TagSet))
    for tag, extension, images in connection.execute(stored):
        sets.setdefault(tag, {})[extension] = BitMap.deserialize(images)
    for change in changes(connection, select(TagChange).where(is_wanted(TagChange))):
        by_extension = sets.setdefault(change.tag, {})
        by_extension[change.extension] = change.apply(by_extension.get(change.extension))
    return sets


def _is_visible(row: type[TagSet] | type[TagChange]) -> Any:
    return col(row.tag) != SENTINEL_KEY


def _differ(*columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each row differs from the next one."""
    differences: NDArray[np.bool_] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return differences


def _bitmap(keys: NDArray[np.int64]) -> BitMap:
    return BitMap(array("I", keys.astype(np.uint32).tobytes()))
