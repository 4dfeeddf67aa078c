"""The index of a library, and how it follows the rows."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import groupby

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import ExtensionRemoved, FeaturesChanged, ImagesChanged, TagsChanged
from facetry.library.search.index.features import Featured
from facetry.library.search.index.images import Pictured
from facetry.library.search.index.tags import Tagged
from facetry.store.journal import Journal
from facetry.store.revision import OutrunError


class Index:
    """Pictures, tags and features as of one revision. Whoever looks into them holds `lock`."""

    def __init__(self, journal: Journal) -> None:
        self.lock = threading.Lock()
        self.pictured = Pictured()
        self.tagged = Tagged()
        self.featured = Featured()
        self._journal = journal
        self._revision: int | None = None

    def follow(self, connection: Connection, revision: int) -> None:
        """Become what the rows are at `revision`, which is that of the connection's snapshot.

        Raises `OutrunError` when it is a later one already.
        """
        if self._revision is None:
            self._revision = revision
            return
        if self._revision > revision:
            raise OutrunError
        changes = self._journal.between(self._revision, revision)
        if changes is None or any(isinstance(change, ExtensionRemoved) for change in changes):
            self.pictured, self.tagged, self.featured = Pictured(), Tagged(), Featured()
        else:
            try:
                for kind, some in groupby(changes, type):
                    self._apply(connection, kind, some)
            except BaseException:
                self._revision, self.pictured, self.tagged, self.featured = None, Pictured(), Tagged(), Featured()
                raise
        self._revision = revision

    def _apply(self, connection: Connection, kind: type, changes: Iterable[object]) -> None:
        if kind is TagsChanged:
            for change in changes:
                assert isinstance(change, TagsChanged)  # noqa: S101
                self.tagged.apply(change)
        elif kind is FeaturesChanged:
            by_extension: dict[int, set[int]] = {}
            for change in changes:
                assert isinstance(change, FeaturesChanged)  # noqa: S101
                by_extension.setdefault(change.extension, set()).add(change.image)
            self.featured.change(connection, by_extension)
        elif kind is ImagesChanged:
            self._images(connection, changes)

    def _images(self, connection: Connection, changes: Iterable[object]) -> None:
        """In their order: a key that became free may have been given again."""
        of_images = (change for change in changes if isinstance(change, ImagesChanged))
        for are_removed, some in groupby(of_images, lambda change: change.are_removed):
            keys = BitMap(key for change in some for key in change.keys)
            if are_removed:
                self.pictured.remove(keys)
                self.tagged.remove(keys)
                self.featured.remove(keys)
            else:
                self.pictured.change(connection, list(keys))
