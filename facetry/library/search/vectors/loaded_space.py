"""A space as it is held: brought to the snapshot of whoever asks, and to new files now and then."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from sqlalchemy import Connection

from facetry.library.search.vectors import difference
from facetry.library.search.vectors import row_reading as reading
from facetry.library.search.vectors.base import Piece, with_index, write_rows
from facetry.library.search.vectors.difference import Difference
from facetry.library.search.vectors.manifest import Manifest
from facetry.library.search.vectors.opening import opened
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.table import Moment, Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store import revision
from facetry.store.journal import Journal
from facetry.store.revision import OutrunError

_EARLIER: Final = 8
"""Earlier moments that are kept for readers whose snapshots were overtaken."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A view, and the first and the last revision that it is known to be right for."""

    since: int
    until: int
    view: View


class HeldSpace:
    """The vectors of a space, by default nothing; `at` opens it. Any thread may call."""

    def __init__(self, space: int, folder: Path, journal: Journal, thresholds: Thresholds) -> None:
        self.space = space
        self.folder = folder
        self._journal = journal
        self._thresholds = thresholds
        self._lock = threading.Lock()
        self._table: Table | None = None
        self._newest: _Known | None = None
        self._earlier: deque[_Known] = deque(maxlen=_EARLIER)
        self.changed = time.monotonic()
        """When a vector last came or went."""
        self.epoch = 0
        """Raised when everything was read anew: an index that was being made is then of no use."""

    @property
    def view(self) -> View | None:
        """The newest view; None when the space is not open yet."""
        newest = self._newest
        return None if newest is None else newest.view

    def at(self, connection: Connection) -> View:
        """The space at the snapshot of the connection. Raises `OutrunError`."""
        wanted = revision.current(connection)
        newest = self._newest
        if newest is not None and newest.since <= wanted <= newest.until:
            return newest.view
        with self._lock:
            newest = self._newest
            if newest is None:
                return self._open(connection, wanted)
            if wanted > newest.until:
                found = self._difference(connection, newest, wanted)
                return self._advance(connection, wanted, newest, found, self._read(connection, newest, found))
            for known in (newest, *reversed(self._earlier)):
                if known.since <= wanted <= known.until:
                    return known.view
            raise OutrunError

    def follow(self, connection: Connection) -> None:
        """Come to the snapshot of the connection if it is newer; others can ask meanwhile."""
        wanted = revision.current(connection)
        newest = self._newest
        if newest is None:
            self.at(connection)
        elif wanted > newest.until:
            found = self._difference(connection, newest, wanted)
            pieces = self._read(connection, newest, found)
            with self._lock:
                if self._newest is newest:
                    self._advance(connection, wanted, newest, found, pieces)

    def flush(self) -> None:
        """Write all living vectors to new files, and go on with these. Raises `OSError`."""
        with self._lock:
            table = self._table
            if table is None:
                return
            moment = table.moment()
        base = write_rows(self.folder, self.space, moment.length, moment.living(), moment.base)
        fresh = Table(base, moment.length)
        with self._lock:
            if self._table is not table or self._newest is None:
                return
            _catch_up(fresh, moment, table.moment())
            self._table = fresh
            self._newest = replace(self._newest, view=View(fresh.moment(), self._thresholds))
            self._earlier.clear()

    def adopt(self, manifest: Manifest, epoch: int) -> None:
        """Use the index of the manifest, whose rows are those of the base, from now on. Raises `OSError`."""
        with self._lock:
            table = self._table
            if table is None or table.base is None or self._newest is None or self.epoch != epoch:
                return
            table.base = with_index(table.base, self.folder, manifest)
            self._newest = replace(self._newest, view=View(table.moment(), self._thresholds))

    def _open(self, connection: Connection, wanted: int) -> View:
        is_first = self._newest is None  # later on, the background may be at work in the folder
        self._table = opened(connection, self.space, self.folder, self._thresholds, may_write=is_first)
        self._earlier.clear()
        self.epoch += 1
        self.changed = time.monotonic()
        view = View(self._table.moment(), self._thresholds)
        self._newest = _Known(wanted, wanted, view)
        return view

    def _difference(self, connection: Connection, newest: _Known, wanted: int) -> Difference:
        changes = self._journal.between(newest.until, wanted)
        if changes is None or difference.is_removed(self.space, changes):
            return difference.of_all(newest.view.moment, reading.every(connection, self.space))
        return difference.of_changes(connection, self.space, newest.view.moment, changes)

    def _read(self, connection: Connection, newest: _Known, found: Difference) -> list[Piece] | None:
        """The vectors that are new; None when they are not as long as those that are held."""
        if not len(found.added):
            return []
        length = newest.view.length
        if reading.length_of(connection, self.space) != length:
            return None
        return list(reading.vectors(connection, found.added, length))

    def _advance(
        self, connection: Connection, wanted: int, newest: _Known, found: Difference, pieces: list[Piece] | None
    ) -> View:
        """Take in what was found between the newest and the revision `wanted`. The caller holds the lock."""
        assert self._table is not None  # noqa: S101  # it is open
        if pieces is None:
            return self._open(connection, wanted)
        if not found:
            self._newest = _Known(newest.since, wanted, newest.view)
            return newest.view
        self._table.replace(found.changed, pieces)
        self.changed = time.monotonic()
        view = View(self._table.moment(), self._thresholds)
        self._earlier.append(newest)
        self._newest = _Known(wanted, wanted, view)
        return view


def _catch_up(fresh: Table, before: Moment, now: Moment) -> None:
    """Do to the table, which holds what was alive before, what has happened since."""
    died = np.flatnonzero(now.died[: before.size] > before.version)
    slots = np.arange(before.size, now.size)
    slots = slots[now.alive(slots)]
    if len(died) or len(slots):
        new = (now.keys_of(slots), now.images_of(slots), now.tail.taken(slots - now.split))
        fresh.replace(now.images_of(died), [new])
