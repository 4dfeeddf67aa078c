"""The vector spaces of a library, and the background thread that keeps them up to date with the rows."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import threading
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library.search.vectors import row_reading
from facetry.library.search.vectors.engines.availability import Availability
from facetry.library.search.vectors.engines.engine_maintenance import EngineMaintenance
from facetry.library.search.vectors.engines.interface import EngineError, VectorEngine
from facetry.library.search.vectors.graph_maintenance import GraphMaintenance
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.maintenance import Maintenance
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store import revision
from facetry.store.revision import StaleSnapshotError
from facetry.store.store import Store

_PAUSE_SECONDS: Final = 0.05
"""Pause between two rounds of the background thread, so that commits in quick succession are handled together."""

_log = logging.getLogger(__name__)


class IndexedSpaces:
    """All spaces of a library (implements `Spaces`). The rows of the store are the truth; `folder` is a cache."""

    def __init__(
        self, folder: Path, store: Store, thresholds: Thresholds | None = None, engine: VectorEngine | None = None
    ) -> None:
        """With `engine`, it has the indexes; else they are in files of the folder."""
        self._engine = engine
        self._availability = None if engine is None else Availability(engine.name)
        self._folder = folder
        self._store = store
        self._thresholds = thresholds or Thresholds()
        self._maintenance_by_space: dict[int, Maintenance[Any]] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def space_at(self, connection: Connection, space: int) -> SpaceView:
        """The space with this key at the snapshot of the connection; an empty one when it does not exist."""
        return self._maintenance_of(space).loaded_space.view_at(connection)

    def progress(self) -> list[SpaceProgress]:
        """The state of each loaded space: one that was used since the start, or loaded by the background thread."""
        with self._lock:
            spaces = sorted(self._maintenance_by_space.items())
        return [progress for _, maintenance in spaces if (progress := maintenance.progress()) is not None]

    @property
    def engine_failures(self) -> int | None:
        """Number of failed calls of the engine since the start; None without an engine."""
        return None if self._availability is None else self._availability.failure_count

    @property
    def is_engine_available(self) -> bool:
        """Whether the engine has answered the last call; True without an engine."""
        return self._availability is None or self._availability.is_available

    async def begin(self) -> None:
        """Start the background thread, which follows the commits and maintains files and indexes."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="facetry-vectors", daemon=True)
            self._thread.start()

    async def stop(self) -> None:
        """Stop the background thread."""
        if self._thread is not None:
            self._stopping.set()
            self._store.journal.wake()
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        if self._engine is not None:
            self._engine.close()

    def _maintenance_of(self, space: int) -> Maintenance[Any]:
        maintenance = self._maintenance_by_space.get(space)
        if maintenance is None:
            with self._lock:
                maintenance = self._maintenance_by_space.get(space)
                if maintenance is None:
                    maintenance = self._new_maintenance(self._new_space(space))
                    self._maintenance_by_space[space] = maintenance
        return maintenance

    def _new_space(self, space: int) -> LoadedSpace:
        folder, has_graph = self._folder / str(space), self._engine is None
        return LoadedSpace(space, folder, self._store.journal, self._thresholds, has_graph=has_graph)

    def _new_maintenance(self, space: LoadedSpace) -> Maintenance[Any]:
        if self._engine is None or self._availability is None:
            return GraphMaintenance(space, self._thresholds)
        return EngineMaintenance(space, self._thresholds, self._engine, self._availability)

    def _run(self) -> None:
        seen_revision = -1
        while not self._stopping.is_set():
            try:
                if seen_revision < 0:
                    self._store.read_now(self._store.engine.limit_cache)  # this thread reads each row once
                    self._open_all()
                seen_revision = self._store.read_now(self._refresh)
                self._maintain()
            except FaultError as error:  # such as damage of the database, which is in the log already
                _log.warning("the vectors are not maintained now: %s", error.fault.detail)
            except Exception:
                # Searches work without this thread; they then apply the changes themselves, which makes them slower.
                _log.exception("the maintenance of the vectors failed; the next attempt follows later")
                self._stopping.wait(self._thresholds.retry_seconds)
            self._stopping.wait(min(_PAUSE_SECONDS, self._thresholds.poll_seconds))
            self._store.journal.wait_for_newer(max(seen_revision, 0), self._thresholds.poll_seconds, self._stopping)
        for maintenance in list(self._maintenance_by_space.values()):
            maintenance.stop()

    def _open_all(self) -> None:
        """Load every space, one after the other, and remove the files of spaces that no longer exist."""
        space_keys = self._store.read_now(row_reading.space_keys)
        self._remove_orphaned_folders(set(space_keys))
        for space in space_keys:
            if self._stopping.is_set():
                return
            try:
                self._store.read_now(self._maintenance_of(space).loaded_space.view_at)
            except StaleSnapshotError:
                continue  # another thread has loaded it at a newer revision

    def _remove_orphaned_folders(self, space_keys: set[int]) -> None:
        if self._engine is not None:
            try:
                for space in set(self._engine.spaces()) - space_keys:
                    self._engine.drop(space)
            except EngineError as error:
                _log.warning("%s cannot be reached; vectors are compared one by one: %s", self._engine.name, error)
        try:
            folders = list(self._folder.iterdir())
        except OSError:
            return
        for folder in folders:
            if re.fullmatch("[0-9]+", folder.name) and int(folder.name) not in space_keys and folder.is_dir():
                shutil.rmtree(folder, ignore_errors=True)

    def _refresh(self, connection: Connection) -> int:
        for maintenance in list(self._maintenance_by_space.values()):
            if maintenance.loaded_space.view is not None:
                maintenance.loaded_space.refresh(connection)
        return revision.current(connection)

    def _maintain(self) -> None:
        maintenances = list(self._maintenance_by_space.values())
        for maintenance in maintenances:
            if self._stopping.is_set():
                return
            maintenance.run_once(can_build=not any(other.is_building for other in maintenances))
