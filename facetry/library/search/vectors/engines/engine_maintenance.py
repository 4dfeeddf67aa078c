"""Maintenance of a space whose index is in an engine: fills the engine, and checks that it has what it was given."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

import numpy as np

from facetry.library.search.vectors.base import KEY_DTYPE, BaseSegment
from facetry.library.search.vectors.engines.availability import Availability
from facetry.library.search.vectors.engines.engine_index import (
    RECORD_NAME,
    EngineIndex,
    EngineRecord,
    remove_record,
    write_record,
)
from facetry.library.search.vectors.engines.filling import Contents, EngineFill
from facetry.library.search.vectors.engines.interface import EngineError, Keys, VectorEngine
from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.maintenance import BuildError, Maintenance
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.thresholds import Thresholds

_STOP_SECONDS: Final = 5.0
"""Maximum time for the end of a check, which does nothing that has to be completed."""

_log = logging.getLogger(__name__)


class EngineMaintenance(Maintenance[Contents]):
    """Keeps the files of one space, and its index in an engine, up to date."""

    def __init__(
        self, loaded_space: LoadedSpace, thresholds: Thresholds, engine: VectorEngine, availability: Availability
    ) -> None:
        super().__init__(loaded_space, thresholds)
        self._engine = engine
        self._availability = availability
        self._contents: Contents | None = None
        """What the engine has; None when that has to be read and checked."""
        self._dead_since: dict[int, float] = {}
        """Keys of dead vectors in the engine, and times on the monotonic clock when they were found to be dead."""
        self._check: _Check | None = None
        self._checked_at = time.monotonic()
        self._has_removed_record = False

    def run_once(self, *, can_build: bool) -> None:
        """Do one step of the maintenance that is due."""
        if not self._has_removed_record:
            self._remove_record()  # what a former process has verified may have changed since
        if self._contents is not None and not self.is_building:
            self._poll_check(self._contents)
        super().run_once(can_build=can_build)

    def stop(self) -> None:
        """Cancel the running index build."""
        super().stop()
        if self._check is not None:
            self._check.wait_for_end()

    def _can_index(self, length: int) -> bool:
        return length <= self._engine.max_length

    def _must_build(self, view: SpaceView) -> bool:
        base = view.snapshot.base
        if base is None or len(base) < self._thresholds.min_index_vectors:
            return False
        if not self._can_index(base.manifest.length):
            return False
        if base.graph is None or self._contents is None:
            return True
        if self._is_behind(base):
            return True
        return self._is_heavy(base.graph, base.indexed_end) and (not self._dead_since or len(self._removable()) > 0)

    def _start_build(self, base: BaseSegment) -> EngineFill:
        known = self._contents
        if known is not None and known.length != base.manifest.length:
            known = None
        if known is None:
            self._stop_searching()
        else:
            self._note_dead(np.setdiff1d(known.keys, base.keys, assume_unique=True))
        return EngineFill(self._engine, self.loaded_space.space, base, known, self._removable())

    def _note_dead(self, dead: Keys) -> None:
        now = time.monotonic()
        self._dead_since = {key: self._dead_since.get(key, now) for key in dead.tolist()}

    def _removable(self) -> Keys:
        """The dead keys that no search looks for any more."""
        limit = time.monotonic() - self._thresholds.removal_seconds
        return np.array([key for key, since in self._dead_since.items() if since <= limit], KEY_DTYPE)

    def _on_failure(self, error: BuildError) -> None:
        _log.warning(
            "%s could not be filled with the vectors of space %d; the next attempt follows later: %s",
            self._engine.name,
            self.loaded_space.space,
            error,
        )
        self._contents = None  # a call whose outcome is unknown may have changed it

    def _use_index(self, index: Contents) -> None:
        self._contents = index
        self._checked_at = time.monotonic()
        view = self.loaded_space.view
        if view is None or view.snapshot.base is None:
            return
        self._note_dead(np.setdiff1d(index.keys, view.snapshot.base.keys, assume_unique=True))
        space, state = self.loaded_space.space, index.state
        engine_index = EngineIndex(self._engine, self._availability, space, state)
        if self.loaded_space.use_outside_index(engine_index, index.number, self._build_epoch):
            write_record(self.loaded_space.folder, EngineRecord(index.number, state))
            self._availability.succeeded()

    def _index_file_names(self) -> list[str]:
        return [RECORD_NAME]

    def _clean_up(self) -> None:
        view = self.loaded_space.view
        base = None if view is None else view.snapshot.base
        stored = manifests.read_if_intact(self.loaded_space.folder)
        if base is not None and stored is not None and stored.index is not None:
            manifests.write(self.loaded_space.folder, base.manifest)  # without the graph, which is removed now
        super()._clean_up()

    def _stop_searching(self) -> None:
        """Compare vectors one by one until the engine is known to have them all."""
        self._remove_record()
        self.loaded_space.use_outside_index(None, 0, self.loaded_space.epoch)

    def _remove_record(self) -> None:
        try:
            remove_record(self.loaded_space.folder)
        except OSError as error:
            _log.warning("a file in %s cannot be removed: %s", self.loaded_space.folder, error)
        self._has_removed_record = True

    def _poll_check(self, contents: Contents) -> None:
        """Compare now and then what the engine says with what it was given."""
        if self._check is None:
            if time.monotonic() >= self._checked_at + self._thresholds.engine_check_seconds:
                self._check = _Check(self._engine, self.loaded_space.space, contents)
            return
        if self._check.is_running:
            return
        check, self._check, self._checked_at = self._check, None, time.monotonic()
        if check.error is not None:
            self._availability.failed(check.error)
        elif not check.is_same:
            _log.warning(
                "%s has lost vectors of space %d and is filled again", self._engine.name, self.loaded_space.space
            )
            self._contents = None
            self._stop_searching()
        else:
            self._availability.succeeded()


class _Check:
    """A thread that asks the engine what it has."""

    def __init__(self, engine: VectorEngine, space: int, contents: Contents) -> None:
        self._engine, self._space, self._contents = engine, space, contents
        self.error: EngineError | None = None
        self.is_same = False
        self._thread = threading.Thread(target=self._run, name="facetry-vector-check", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def wait_for_end(self) -> None:
        self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        try:
            recorded = self._engine.state(self._space)
            self.is_same = (
                recorded is not None
                and recorded.generation == self._contents.state.generation
                and self._engine.count(self._space) == len(self._contents.keys)
            )
        except EngineError as error:
            self.error = error
