"""Opening a space: its files, as far as they are what the rows say, and the rest from the rows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from facetry.library.search.vectors import difference
from facetry.library.search.vectors import row_reading as reading
from facetry.library.search.vectors.base import IMAGE, Base, Piece, open_base, write_rows
from facetry.library.search.vectors.difference import Difference
from facetry.library.search.vectors.manifest import DamagedError
from facetry.library.search.vectors.row_reading import Pairs
from facetry.library.search.vectors.table import Slots, Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store.engine import newest_key

_log = logging.getLogger(__name__)


def opened(connection: Connection, space: int, folder: Path, thresholds: Thresholds, *, may_write: bool) -> Table:
    """The vectors of the space at the snapshot of the connection. With `may_write` nobody else works in the folder."""
    length = reading.length_of(connection, space)
    if length is None:
        return Table(None, 0)
    pairs = reading.every(connection, space)
    table, found = _begun(connection, space, length, folder, pairs, thresholds.sample)
    new = len(found.added)
    if may_write and (new > 10 * thresholds.rows or (table.base is None and new >= thresholds.rows)):
        # Straight into files: so many would be a burden in memory, and the next start is quick.
        try:
            return Table(write_rows(folder, space, length, _all(connection, table, found), table.base), length)
        except OSError as error:
            _log.warning("the vectors cannot be written to %s; they are kept in memory: %s", folder, error)
            table = Table(table.base, length)
    if found:
        table.replace(found.changed, reading.vectors(connection, found.added, length))
    return table


def _begun(
    connection: Connection, space: int, length: int, folder: Path, pairs: Pairs, sample: int
) -> tuple[Table, Difference]:
    """A table of the files, and how the rows differ from it; an empty table on any doubt."""
    try:
        base = open_base(folder, space, length)
        if base is not None:
            table = _table(base, length)
            found = difference.of_all(table.moment(), pairs)
            _trust(connection, base, found, pairs, sample)
            return table, found
    except DamagedError as error:
        _log.warning("the vectors in %s are made anew: %s", folder, error)
    return Table(None, length), Difference(np.empty(0, IMAGE), pairs.keys, pairs.images)


def _table(base: Base, length: int) -> Table:
    try:
        return Table(base, length)
    except ValueError as error:
        raise DamagedError(str(error)) from None


def _trust(connection: Connection, base: Base, found: Difference, pairs: Pairs, sample: int) -> None:
    """Raise `DamagedError` when the files are of another library, or of a later state of this one."""
    if base.keys[-1] > newest_key(connection, "vector"):
        raise DamagedError("they hold vectors that the database has not given yet")
    if len(found.added) and found.added[0] <= base.keys[-1]:
        raise DamagedError("they lack vectors that they should hold")
    shared = np.setdiff1d(pairs.keys, found.added, assume_unique=True) if len(found.added) else pairs.keys
    if not len(shared):
        raise DamagedError("nothing that they hold is left")
    chosen = np.sort(np.random.default_rng().choice(shared, min(sample, len(shared)), replace=False))
    for slots, (_, images, rows) in _beside(base, connection, chosen):
        if not (
            len(slots) == len(images)
            and np.array_equal(base.images[slots], images)
            and np.array_equal(base.rows.upper[slots], rows.upper)
            and np.array_equal(base.rows.lower[slots], rows.lower)
            and np.array_equal(base.rows.squares[slots], rows.squares)
        ):
            raise DamagedError("they differ from the database")


def _beside(base: Base, connection: Connection, keys: NDArray[np.int64]) -> Iterator[tuple[Slots, Piece]]:
    """The slots of these keys, and what the database has of them."""
    for start in range(0, len(keys), reading.AT_ONCE):
        piece = keys[start : start + reading.AT_ONCE]
        for found in reading.vectors(connection, piece, base.manifest.length):
            yield np.searchsorted(base.keys, piece), found


def _all(connection: Connection, table: Table, found: Difference) -> Iterator[Piece]:
    """Those of the files that are alive, then the new ones."""
    table.replace(found.changed, ())
    yield from table.moment().living()
    yield from reading.vectors(connection, found.added, table.length)
