"""The vector spaces of a process that only reads: another process of the service writes the files and the indexes."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from facetry.errors import CoordinatorNeededError
from facetry.library.search.vectors.engines.engine_index import EngineIndex, read_record
from facetry.library.search.vectors.engines.interface import VectorEngine
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

    def __init__(
        self, folder: Path, store: Store, thresholds: Thresholds | None = None, engine: VectorEngine | None = None
    ) -> None:
        """With `engine`, it has the indexes, and another process fills it."""
        super().__init__(folder, store, thresholds, engine)
        self._retry_at: dict[int, float] = {}
        """Times on the monotonic clock before which the files of a space are not tried again."""

    def progress(self) -> NoReturn:
        """Raises `CoordinatorNeededError`: the other process builds the indexes."""
        raise CoordinatorNeededError

    def _new_space(self, space: int) -> LoadedSpace:
        folder = self._folder / str(space)
        has_graph = self._engine is None
        return LoadedSpace(space, folder, self._store.journal, self._thresholds, is_following=True, has_graph=has_graph)

    def _remove_orphaned_folders(self, space_keys: set[int]) -> None:
        """Do nothing: the folders belong to the other process."""

    def _maintain(self) -> None:
        """Use the files that the other process has written since the last time."""
        for maintenance in list(self._maintenance_by_space.values()):
            space = maintenance.loaded_space
            if self._stopping.is_set() or space.view is None or time.monotonic() < self._retry_at.get(space.space, 0.0):
                continue
            manifest, used = manifests.read_if_intact(space.folder), space.manifest
            if self._engine is not None and manifest is not None:
                manifest = replace(manifest, index=None)
            if manifest is None or manifest == used:
                self._use_engine(space)
                continue
            try:
                if self._engine is None and used is not None and manifest.number == used.number:
                    space.use_index(manifest, space.epoch)
                else:
                    self._store.read_now(space.use_new_files)
            except (OSError, DamagedError) as error:  # they may have been replaced meanwhile
                _log.warning("the vector files in %s cannot be used now: %s", space.folder, error)
            if space.manifest != manifest:
                self._retry_at[space.space] = time.monotonic() + self._thresholds.retry_seconds

    def _use_engine(self, space: LoadedSpace) -> None:
        """Use the index of the engine as far as the other process has filled and checked it."""
        if self._engine is None or self._availability is None:
            return
        record, view = read_record(space.folder), space.view
        index = None if view is None or view.snapshot.base is None else view.snapshot.base.graph
        if record is None:
            if index is not None:
                space.use_outside_index(None, 0, space.epoch)
        elif not (isinstance(index, EngineIndex) and index.state == record.state):
            engine_index = EngineIndex(self._engine, self._availability, space.space, record.state)
            space.use_outside_index(engine_index, record.number, space.epoch)
