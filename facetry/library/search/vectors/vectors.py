"""The vectors of a library, space by space, and the thread that keeps them up with the rows."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import threading
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.library.search.vectors import row_reading as reading
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import HeldSpace
from facetry.library.search.vectors.maintenance import Upkeep
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store import revision
from facetry.store.revision import OutrunError
from facetry.store.store import Store

_PAUSE: Final = 0.05
"""Seconds between two looks at the journal, so that commits in quick succession are followed together."""

_log = logging.getLogger(__name__)


class Vectors:
    """All spaces of a library (`Spaces`): the rows of its store are the truth, the files in `folder` a cache."""

    def __init__(self, folder: Path, store: Store, thresholds: Thresholds | None = None) -> None:
        self._folder = folder
        self._store = store
        self._thresholds = thresholds or Thresholds()
        self._spaces: dict[int, Upkeep] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def at(self, connection: Connection, space: int) -> View:
        """See `Spaces.at`."""
        return self._space(space).held.at(connection)

    def progress(self) -> list[SpaceProgress]:
        """See `Spaces.progress`."""
        with self._lock:
            spaces = sorted(self._spaces.items())
        return [told for _, upkeep in spaces if (told := upkeep.progress()) is not None]

    async def begin(self) -> None:
        """See `Spaces.begin`."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="facetry-vectors", daemon=True)
            self._thread.start()

    async def stop(self) -> None:
        """See `Spaces.stop`."""
        if self._thread is not None:
            self._stopping.set()
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _space(self, space: int) -> Upkeep:
        found = self._spaces.get(space)
        if found is None:
            with self._lock:
                found = self._spaces.get(space)
                if found is None:
                    held = HeldSpace(space, self._folder / str(space), self._store.journal, self._thresholds)
                    found = self._spaces[space] = Upkeep(held, self._thresholds)
        return found

    def _run(self) -> None:
        seen = -1
        while not self._stopping.is_set():
            try:
                if seen < 0:
                    self._open()
                seen = self._store.read_now(self._follow)
                self._tend()
            except Exception:
                # Searches go on without this thread, at the cost of catching up themselves.
                _log.exception("the vectors could not be kept up")
                self._stopping.wait(self._thresholds.retry_seconds)
            self._stopping.wait(min(_PAUSE, self._thresholds.poll_seconds))
            self._store.journal.wait(max(seen, 0), self._thresholds.poll_seconds)
        for upkeep in list(self._spaces.values()):
            upkeep.end()

    def _open(self) -> None:
        """Open every space, one after the other, and remove the files of those that are no more."""
        known = self._store.read_now(reading.spaces)
        self._sweep(set(known))
        for space in known:
            if self._stopping.is_set():
                return
            try:
                self._store.read_now(self._space(space).held.at)
            except OutrunError:
                continue  # somebody else has opened it

    def _sweep(self, known: set[int]) -> None:
        try:
            folders = list(self._folder.iterdir())
        except OSError:
            return
        for folder in folders:
            if re.fullmatch("[0-9]+", folder.name) and int(folder.name) not in known:
                shutil.rmtree(folder, ignore_errors=True)

    def _follow(self, connection: Connection) -> int:
        for upkeep in list(self._spaces.values()):
            if upkeep.held.view is not None:
                upkeep.held.follow(connection)
        return revision.current(connection)

    def _tend(self) -> None:
        spaces = list(self._spaces.values())
        for upkeep in spaces:
            if self._stopping.is_set():
                return
            upkeep.tend(may_build=not any(each.is_building for each in spaces))
