"""The vector spaces of a process that only reads: another process of the service writes the files and the indexes."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import NoReturn

from facetry.errors import CoordinatorNeededError
from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.store import Store

_log = logging.getLogger(__name__)


class FollowingSpaces(IndexedSpaces):
    """All spaces of a library (implements `Spaces`), in the files of another process. Its files are mapped as they are,
    so that all processes have them in memory once.
    """

    def __init__(self, folder: Path, store: Store, thresholds: Thresholds | None = None) -> None:
        super().__init__(folder, store, thresholds)
        self._retry_at: dict[int, float] = {}
        """Times on the monotonic clock before which the files of a space are not tried again."""

    def progress(self) -> NoReturn:
        """Raises `CoordinatorNeededError`: the other process builds the indexes."""
        raise CoordinatorNeededError

    def _new_space(self, space: int) -> LoadedSpace:
        folder = self._folder / str(space)
        return LoadedSpace(space, folder, self._store.journal, self._thresholds, is_following=True)

    def _remove_orphaned_folders(self, space_keys: set[int]) -> None:
        """Do nothing: the folders belong to the other process."""

    def _maintain(self) -> None:
        """Use the files that the other process has written since the last time."""
        for maintenance in list(self._maintenance_by_space.values()):
            space = maintenance.loaded_space
            if self._stopping.is_set() or space.view is None or time.monotonic() < self._retry_at.get(space.space, 0.0):
                continue
            manifest, used = manifests.read_if_intact(space.folder), space.manifest
            if manifest is None or manifest == used:
                continue
            try:
                if used is not None and manifest.number == used.number:
                    space.use_index(manifest, space.epoch)
                else:
                    self._store.read_now(space.use_new_files)
            except (OSError, DamagedError) as error:  # they may have been replaced meanwhile
                _log.warning("the vector files in %s cannot be used now: %s", space.folder, error)
            if space.manifest != manifest:
                self._retry_at[space.space] = time.monotonic() + self._thresholds.retry_seconds
