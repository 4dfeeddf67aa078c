"""The index of a library, which follows the rows of the database by the change journal."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import ExtensionRemoved, FacetsRemoved, FeaturesChanged, ImagesChanged, TagsChanged
from facetry.library.search.index.features import FeatureIndex
from facetry.library.search.index.images import ImageIndex
from facetry.library.search.index.tags import TagIndex
from facetry.store.interruption import begin_long_work, checkpoint
from facetry.store.journal import Changes
from facetry.store.revision import StaleSnapshotError

MAX_SHORT_CHANGES: Final = 100
"""Largest number of changes that a short read applies."""

_WAIT_SECONDS: Final = 0.05


class Index:
    """Images, tags and features at one revision of the library. Every access requires `lock`."""

    def __init__(self, journal: Changes) -> None:
        self.lock = threading.Lock()
        self.images = ImageIndex()
        self.tags = TagIndex()
        self.features = FeatureIndex()
        self.journal = journal
        self.background_load: threading.Event | None = None
        """Set when what facet counts need was read in the background; None when it is not being read."""
        self._revision: int | None = None

    def refresh(self, connection: Connection, revision: int) -> None:
        """Bring the index to `revision`, which is the revision of the connection's snapshot.

        Raises `StaleSnapshotError` when the index is already at a later revision.
        """
        if self._revision is None:
            self._revision = revision
            return
        if self._revision > revision:
            raise StaleSnapshotError
        changes = self.journal.changes_between(connection, self._revision, revision)
        if changes is None or any(isinstance(change, ExtensionRemoved) for change in changes):
            self.images, self.tags, self.features = ImageIndex(), TagIndex(), FeatureIndex()
        else:
            if len(changes) > MAX_SHORT_CHANGES:
                begin_long_work()
            try:
                for kind, group in groupby(changes, type):
                    self._apply(connection, kind, group)
            except BaseException:
                self._revision, self.images, self.tags, self.features = None, ImageIndex(), TagIndex(), FeatureIndex()
                raise
        self._revision = revision

    def wait_for_background_load(self) -> None:
        """Wait until nothing is being read in the background: to read the same once more would take longer.

        Raises `ReadInterruptedError` when the read of this thread has to end.
        """
        event = self.background_load
        if event is not None:
            begin_long_work()
            while not event.wait(_WAIT_SECONDS):
                checkpoint()

    def adopt(self, other: Index) -> None:
        """Take over what `other`, an index at the same revision that nobody else uses, has read and this one has not.

        The caller holds the lock of this index.
        """
        self.images.adopt(other.images)
        self.tags.adopt(other.tags)

    def _apply(self, connection: Connection, change_type: type, changes: Iterable[object]) -> None:
        if change_type is TagsChanged:
            for change in changes:
                assert isinstance(change, TagsChanged)  # noqa: S101
                self.tags.apply(change)
        elif change_type is FeaturesChanged:
            by_extension: dict[int, set[int]] = {}
            for change in changes:
                assert isinstance(change, FeaturesChanged)  # noqa: S101
                by_extension.setdefault(change.extension, set()).add(change.image)
            self.features.update(connection, by_extension)
        elif change_type is FacetsRemoved:
            self.tags.kept_counts.forget()  # rows are gone that are still in the sets, until the extension is
        elif change_type is ImagesChanged:
            self._apply_image_changes(connection, changes)

    def _apply_image_changes(self, connection: Connection, changes: Iterable[object]) -> None:
        """Apply the changes in their order, because a key that became free may have been assigned again."""
        image_changes = (change for change in changes if isinstance(change, ImagesChanged))
        for are_removed, group in groupby(image_changes, lambda change: change.are_removed):
            keys = BitMap(key for change in group for key in change.keys)
            if are_removed:
                self.images.remove(keys)
                self.tags.remove(keys)
                self.features.remove(keys)
            else:
                self.images.update(connection, list(keys))
