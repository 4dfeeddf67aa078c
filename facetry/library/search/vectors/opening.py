"""Opening of a space: loads its files if they match the rows, and all other vectors from the rows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from facetry.library.search.vectors import difference, row_reading
from facetry.library.search.vectors.base import IMAGE_DTYPE, BaseSegment, VectorBatch, open_base, write_base
from facetry.library.search.vectors.difference import Difference
from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.library.search.vectors.row_reading import KeyImagePairs
from facetry.library.search.vectors.table import Slots, Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store.engine import engine_of

_REPLACED_ATTEMPTS: Final = 3
"""How often files are opened again that another process has replaced while they were being opened."""

_log = logging.getLogger(__name__)


def open_table(
    connection: Connection,
    space: int,
    folder: Path,
    thresholds: Thresholds,
    *,
    may_write: bool,
    is_following: bool = False,
    has_graph: bool = True,
) -> Table:
    """The vectors of the space at the snapshot of the connection.

    With `may_write`, new files may be written to the folder, which no other thread uses then. With `is_following`,
    another process writes the files, and may replace them meanwhile. Without `has_graph`, indexes in
    files are left out.
    """
    length = row_reading.length_of(connection, space)
    if length is None:
        return Table(None, 0)
    pairs = row_reading.all_pairs(connection, space)
    manifest = manifests.read_if_intact(folder) if is_following else None

    def table_from_files() -> tuple[Table, Difference]:
        try:
            base = open_base(folder, space, length, is_shared=is_following, has_graph=has_graph)
            if base is not None:
                table = _make_table(base, length)
                diff = difference.of_all_rows(table.snapshot(), pairs)
                _require_matching_files(connection, base, diff, pairs, thresholds.sample_size)
                return table, diff
        except DamagedError as error:
            _log.warning("the vector files in %s are unusable and will be rebuilt: %s", folder, error)
        return Table(None, length), Difference(np.empty(0, IMAGE_DTYPE), pairs.keys, pairs.images)

    table, diff = table_from_files()
    attempts = _REPLACED_ATTEMPTS if is_following and table.base is None else 0
    while attempts and manifests.read_if_intact(folder) != manifest:
        manifest, attempts = manifests.read_if_intact(folder), attempts - 1
        table, diff = table_from_files()
    added_count = len(diff.added_keys)
    if may_write and (
        added_count > 10 * thresholds.min_file_vectors
        or (table.base is None and added_count >= thresholds.min_file_vectors)
    ):
        # A large number of vectors goes straight into files, which saves memory and makes the next start fast.
        try:
            return Table(write_base(folder, space, length, _all_batches(connection, table, diff), table.base), length)
        except OSError as error:
            _log.warning("the vectors cannot be written to %s and stay in memory: %s", folder, error)
            table = Table(table.base, length)
    if diff:
        table.replace(diff.changed_images, row_reading.read_vectors(connection, diff.added_keys, length))
    return table


def _make_table(base: BaseSegment, length: int) -> Table:
    try:
        return Table(base, length)
    except ValueError as error:
        raise DamagedError(str(error)) from None


def _require_matching_files(
    connection: Connection, base: BaseSegment, diff: Difference, pairs: KeyImagePairs, sample_size: int
) -> None:
    """Raise `DamagedError` for files of another library, or of a later state of this one (a restored backup)."""
    if base.keys[-1] > engine_of(connection).newest_key(connection, "vector"):
        raise DamagedError("they contain vectors with keys that the database has not assigned yet")
    if len(diff.added_keys) and diff.added_keys[0] <= base.keys[-1]:
        raise DamagedError("vectors of the database are missing in them")
    shared_keys = np.setdiff1d(pairs.keys, diff.added_keys, assume_unique=True) if len(diff.added_keys) else pairs.keys
    if not len(shared_keys):
        raise DamagedError("the database contains none of their vectors")
    sample = np.sort(np.random.default_rng().choice(shared_keys, min(sample_size, len(shared_keys)), replace=False))
    for slots, (_, images, rows) in _slots_with_rows(base, connection, sample):
        if not (
            len(slots) == len(images)
            and np.array_equal(base.images[slots], images)
            and np.array_equal(base.vectors.upper[slots], rows.upper)
            and np.array_equal(base.vectors.lower[slots], rows.lower)
            and np.array_equal(base.vectors.squared_norms[slots], rows.squared_norms)
        ):
            raise DamagedError("their vectors differ from the database")


def _slots_with_rows(
    base: BaseSegment, connection: Connection, keys: NDArray[np.int64]
) -> Iterator[tuple[Slots, VectorBatch]]:
    """The slots of these keys with their rows in the database, in batches."""
    for start in range(0, len(keys), row_reading.BATCH_SIZE):
        batch_keys = keys[start : start + row_reading.BATCH_SIZE]
        for batch in row_reading.read_vectors(connection, batch_keys, base.manifest.length):
            yield np.searchsorted(base.keys, batch_keys), batch


def _all_batches(connection: Connection, table: Table, diff: Difference) -> Iterator[VectorBatch]:
    """The live vectors of the files, then the added ones, in batches."""
    table.replace(diff.changed_images, ())
    yield from table.snapshot().live_batches()
    yield from row_reading.read_vectors(connection, diff.added_keys, table.length)
