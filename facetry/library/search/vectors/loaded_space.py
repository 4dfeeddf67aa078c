"""A loaded space: keeps the vectors of a space in memory, at the revision of each reader, and moves them into files."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from sqlalchemy import Connection

from facetry.library.search.vectors import difference, row_reading
from facetry.library.search.vectors.base import IMAGE_DTYPE, VectorBatch, with_index, with_outside_index, write_base
from facetry.library.search.vectors.difference import Difference
from facetry.library.search.vectors.files.manifest import Manifest
from facetry.library.search.vectors.neighbour_index import NeighbourIndex
from facetry.library.search.vectors.opening import open_table
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.table import Table, TableSnapshot
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store import interruption, revision
from facetry.store.engine import engine_of
from facetry.store.interruption import begin_long_work
from facetry.store.journal import Changes
from facetry.store.revision import StaleSnapshotError

_SNAPSHOT_ATTEMPTS: Final = 10
"""How often a snapshot is taken that no reader is ahead of."""

_MAX_EARLIER_VIEWS: Final = 8
"""Number of earlier views that are kept for readers with older snapshots."""


@dataclass(frozen=True, slots=True, eq=False)
class _RevisionedView:
    """A view, and the first and last revision at which it is known to be correct."""

    first_revision: int
    last_revision: int
    view: SpaceView


class LoadedSpace:
    """The vectors of a space. `view_at` loads them when it is first called. All methods are thread-safe."""

    def __init__(
        self,
        space: int,
        folder: Path,
        journal: Changes,
        thresholds: Thresholds,
        *,
        is_following: bool = False,
        has_graph: bool = True,
    ) -> None:
        """With `is_following`, another process writes the files of the space. Without `has_graph`, the index is in
        another engine, and `use_outside_index` sets it.
        """
        self._is_following = is_following
        self._has_graph = has_graph
        self.space = space
        self.folder = folder
        self._journal = journal
        self._thresholds = thresholds
        self._lock = threading.Lock()
        self._table: Table | None = None
        self._newest: _RevisionedView | None = None
        self._earlier: deque[_RevisionedView] = deque(maxlen=_MAX_EARLIER_VIEWS)
        self.changed_at = time.monotonic()
        """When a vector was last added or removed, on the monotonic clock."""
        self.epoch = 0
        """Incremented whenever all vectors are loaded again; a running index build is then useless."""

    @property
    def view(self) -> SpaceView | None:
        """The newest view; None when the space has not been loaded yet."""
        newest = self._newest
        return None if newest is None else newest.view

    def view_at(self, connection: Connection) -> SpaceView:
        """The space at the snapshot of the connection.

        Raises `StaleSnapshotError` when the snapshot is older than all views that are kept.
        """
        target_revision = revision.current(connection)
        newest = self._newest
        if newest is not None and newest.first_revision <= target_revision <= newest.last_revision:
            return newest.view
        with interruption.locked(self._lock):
            newest = self._newest
            if newest is None:
                begin_long_work()
                return self._open(connection, target_revision)
            if target_revision > newest.last_revision:
                diff = self._difference(connection, newest, target_revision)
                return self._advance(
                    connection, target_revision, newest, diff, self._read_added(connection, newest, diff)
                )
            for candidate in (newest, *reversed(self._earlier)):
                if candidate.first_revision <= target_revision <= candidate.last_revision:
                    return candidate.view
            raise StaleSnapshotError

    def refresh(self, connection: Connection) -> None:
        """Advance to the snapshot of the connection if it is newer. Readers are not blocked while rows are read."""
        target_revision = revision.current(connection)
        newest = self._newest
        if newest is None:
            self.view_at(connection)
        elif target_revision > newest.last_revision:
            diff = self._difference(connection, newest, target_revision)
            batches = self._read_added(connection, newest, diff)
            with self._lock:
                if self._newest is newest:
                    self._advance(connection, target_revision, newest, diff, batches)

    def flush(self) -> None:
        """Write all live vectors to new files, and use these from now on. Raises `OSError`.

        A few vectors without files stay in memory; then only the dead ones are dropped.
        """
        with self._lock:
            table = self._table
            if table is None:
                return
            snapshot = table.snapshot()
        if snapshot.base is None and len(snapshot.images) < self._thresholds.min_file_vectors:
            new_table = Table(None, snapshot.length)
            new_table.replace(np.empty(0, IMAGE_DTYPE), snapshot.live_batches())
        else:
            base = write_base(self.folder, self.space, snapshot.length, snapshot.live_batches(), snapshot.base)
            new_table = Table(base, snapshot.length)
        with self._lock:
            if self._table is not table or self._newest is None:
                return
            _replay_changes(new_table, snapshot, table.snapshot())
            self._table = new_table
            self._newest = replace(self._newest, view=SpaceView(new_table.snapshot(), self._thresholds))
            self._earlier.clear()

    def use_index(self, manifest: Manifest, epoch: int) -> None:
        """Use the index of the manifest, which has the same rows as the base segment, from now on.

        Does nothing when `epoch` is no longer the current one. Raises `OSError`.
        """
        with self._lock:
            table = self._table
            if table is None or table.base is None or self._newest is None or self.epoch != epoch:
                return
            table.base = with_index(table.base, self.folder, manifest, is_shared=self._is_following)
            self._newest = replace(self._newest, view=SpaceView(table.snapshot(), self._thresholds))

    def use_outside_index(self, index: NeighbourIndex | None, first_number: int, epoch: int) -> bool:
        """Use the index of another engine from now on, or none. It has the vectors of the files with that number.

        Returns False when it cannot be used, because the files are older, or `epoch` is no longer the current one.
        """
        with self._lock:
            table = self._table
            if table is None or table.base is None or self._newest is None or self.epoch != epoch:
                return False
            if table.base.manifest.number < first_number:
                return False
            table.base = with_outside_index(table.base, index)
            self._newest = replace(self._newest, view=SpaceView(table.snapshot(), self._thresholds))
            return True

    @property
    def manifest(self) -> Manifest | None:
        """The manifest of the files that are used; None without files."""
        table = self._table
        return None if table is None or table.base is None else table.base.manifest

    def use_new_files(self, connection: Connection) -> None:
        """Use the files that another process has written since, from now on. Renews the snapshot of the connection.

        Readers are not blocked meanwhile. Does nothing when they are ahead all the time; the next call may succeed.
        """
        for _ in range(_SNAPSHOT_ATTEMPTS):
            engine_of(connection).renew_snapshot(connection)
            self.refresh(connection)
            with self._lock:
                table, newest = self._table, self._newest
                if table is not None and newest is not None and newest.last_revision == revision.current(connection):
                    snapshot = table.snapshot()
                    break
        else:
            return
        new_table = self._open_table(connection, may_write=False)
        with self._lock:
            if self._table is not table or self._newest is None:
                return
            _replay_changes(new_table, snapshot, table.snapshot())
            self._table = new_table
            self._newest = replace(self._newest, view=SpaceView(new_table.snapshot(), self._thresholds))
            self._earlier.clear()

    def _open_table(self, connection: Connection, *, may_write: bool) -> Table:
        return open_table(
            connection,
            self.space,
            self.folder,
            self._thresholds,
            may_write=may_write,
            is_following=self._is_following,
            has_graph=self._has_graph,
        )

    def _open(self, connection: Connection, target_revision: int) -> SpaceView:
        is_first = self._newest is None  # later, the background thread may be writing to the folder
        may_write = is_first and not self._is_following
        self._table = self._open_table(connection, may_write=may_write)
        self._earlier.clear()
        self.epoch += 1
        self.changed_at = time.monotonic()
        view = SpaceView(self._table.snapshot(), self._thresholds)
        self._newest = _RevisionedView(target_revision, target_revision, view)
        return view

    def _difference(self, connection: Connection, newest: _RevisionedView, target_revision: int) -> Difference:
        changes = self._journal.changes_between(connection, newest.last_revision, target_revision)
        if changes is None or difference.is_removed(self.space, changes):
            begin_long_work()
            return difference.of_all_rows(newest.view.snapshot, row_reading.all_pairs(connection, self.space))
        return difference.of_changes(connection, self.space, newest.view.snapshot, changes)

    def _read_added(
        self, connection: Connection, newest: _RevisionedView, diff: Difference
    ) -> list[VectorBatch] | None:
        """The added vectors; None when their length differs from that of the loaded ones."""
        if not len(diff.added_keys):
            return []
        length = newest.view.length
        if row_reading.length_of(connection, self.space) != length:
            return None
        return list(row_reading.read_vectors(connection, diff.added_keys, length))

    def _advance(
        self,
        connection: Connection,
        target_revision: int,
        newest: _RevisionedView,
        diff: Difference,
        batches: list[VectorBatch] | None,
    ) -> SpaceView:
        """Apply the difference between the newest view and `target_revision`. The caller holds the lock.

        Loads the space again when `batches` is None.
        """
        assert self._table is not None  # noqa: S101  # the space is loaded
        if batches is None:
            return self._open(connection, target_revision)
        if not diff:
            self._newest = _RevisionedView(newest.first_revision, target_revision, newest.view)
            return newest.view
        if not self._table.has_room(batches):
            begin_long_work()
        self._table.replace(diff.changed_images, batches)
        self.changed_at = time.monotonic()
        view = SpaceView(self._table.snapshot(), self._thresholds)
        self._earlier.append(newest)
        self._newest = _RevisionedView(target_revision, target_revision, view)
        return view


def _replay_changes(table: Table, before: TableSnapshot, now: TableSnapshot) -> None:
    """Apply the changes between two snapshots to a table that contains the live vectors of the first one."""
    dead_slots = np.flatnonzero(now.deletion_versions[: before.size] > before.version)
    added_slots = np.arange(before.size, now.size)
    added_slots = added_slots[now.is_alive(added_slots)]
    if len(dead_slots) or len(added_slots):
        batch = (now.keys_of(added_slots), now.images_of(added_slots), now.tail.take(added_slots - now.tail_start))
        table.replace(now.images_of(dead_slots), [batch])
