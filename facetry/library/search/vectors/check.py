"""The check of vector files and indexes: compares every byte of them with the rows of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.vectors import row_reading
from facetry.library.search.vectors.base import BaseSegment, open_base
from facetry.library.search.vectors.files.manifest import DamagedError, read
from facetry.library.search.vectors.graph import DTYPE, METRIC, Graph
from facetry.library.search.vectors.row_reading import KeyImagePairs
from facetry.library.search.vectors.rows import join_halves, query_of
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.table import Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store.engine import engine_of

SAMPLE_SIZE: Final = 100
"""Number of vectors whose neighbours are searched with the index and, for comparison, exactly."""
MIN_RECALL: Final = 0.95
"""Lowest recall of these searches that is not reported."""

ProgressCallback = Callable[[int, int], None]
"""Called with the number of vectors that have been compared, and their total number."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of the files of a space. No data is lost, because the files are rebuilt from the rows."""

    space: int
    """The key of the space, which is the name of its folder."""
    description: str


def check(connection: Connection, folder: Path, on_progress: ProgressCallback = lambda *_: None) -> Iterator[Finding]:
    """Compare the files in `folder`, which must not change during the check, with the rows.

    Vectors that were written after the files are ignored, because they are read at the next start.
    """
    spaces = row_reading.space_keys(connection)
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.name.isascii() and path.name.isdigit() and int(path.name) not in spaces:
            yield Finding(int(path.name), "The files belong to no space.")
    for space in spaces:
        for description in _check_space(connection, space, folder / str(space), on_progress):
            yield Finding(space, description)


def _check_space(connection: Connection, space: int, folder: Path, on_progress: ProgressCallback) -> Iterator[str]:
    length = row_reading.length_of(connection, space)
    try:
        base = None if length is None else open_base(folder, space, length)
        if base is None or length is None:
            return
        manifest = read(folder)
    except DamagedError as error:
        yield f"The files are damaged: {error}."
        return
    pairs = row_reading.all_pairs(connection, space)
    yield from _check_vectors(connection, base, pairs, on_progress)
    if manifest is not None and manifest.index is not None:
        if not isinstance(base.graph, Graph):
            yield f"The index {manifest.index.file.name} is damaged."
        else:
            yield from _check_index(base, base.graph, folder, pairs)


def _check_vectors(
    connection: Connection, base: BaseSegment, pairs: KeyImagePairs, on_progress: ProgressCallback
) -> Iterator[str]:
    """Compare every vector in the files with its row in the database."""
    if (np.diff(base.keys) <= 0).any() or len(np.unique(base.images)) != len(base):
        yield "The files contain a vector twice."
        return
    if base.keys[-1] > engine_of(connection).newest_key(connection, "vector"):
        yield "The files contain vectors with keys that the database has not assigned yet."
    expected_keys = pairs.keys[pairs.keys <= base.keys[-1]]
    missing_keys = np.setdiff1d(expected_keys, base.keys, assume_unique=True)
    shared_keys = np.intersect1d(expected_keys, base.keys, assume_unique=True)
    wrong_count = compared_count = 0
    for keys, images, rows in row_reading.read_vectors(connection, shared_keys, base.manifest.length):
        slots = np.searchsorted(base.keys, keys)
        is_equal = (
            (base.images[slots] == images)
            & (base.vectors.upper[slots] == rows.upper).all(1)
            & (base.vectors.lower[slots] == rows.lower).all(1)
            & (base.vectors.squared_norms[slots] == rows.squared_norms)
        )
        wrong_count += int(np.count_nonzero(~is_equal))
        compared_count += len(keys)
        on_progress(compared_count, len(shared_keys))
    if len(missing_keys):
        yield f"{len(missing_keys)} vectors of the database are missing in the files."
    if wrong_count or compared_count < len(shared_keys):
        yield f"{wrong_count + len(shared_keys) - compared_count} vectors in the files differ from the database."


def _check_index(base: BaseSegment, graph: Graph, folder: Path, pairs: KeyImagePairs) -> Iterator[str]:
    """Check the keys in the index and its recall."""
    from usearch.index import Index

    index = Index(ndim=base.manifest.length, metric=METRIC, dtype=DTYPE)
    index.view(str(folder / graph.index_file.file.name))
    keys: NDArray[np.int64] = np.asarray(index.keys).astype(np.int64)
    if len(keys) != graph.index_file.count or len(np.unique(keys)) != len(keys):
        yield "The number of vectors in the index differs from its description."
    indexed = base.keys[: base.indexed_end]
    missing_keys = np.setdiff1d(np.intersect1d(indexed, pairs.keys), keys)
    if len(missing_keys):
        yield f"{len(missing_keys)} vectors are missing in the index."
    elif (ef := graph.recall.ef(10)) is not None:
        recall = _measure_recall(base, graph, ef)
        if recall < MIN_RECALL:
            former_recall = graph.recall.share
            yield f"The recall of the index is {recall:.1%}; it was {former_recall:.1%} when it was built."


def _measure_recall(base: BaseSegment, graph: Graph, ef: int) -> float:
    """The share of the ten nearest indexed neighbours of sampled vectors that the index finds."""
    view = SpaceView(Table(base, base.manifest.length).snapshot(), Thresholds(max_exact_candidates=len(base)))
    among = BitMap(base.images[: base.indexed_end])
    sample = np.random.default_rng().permutation(base.indexed_end)[:SAMPLE_SIZE]
    correct = total = 0
    for slot in sample:
        vector = join_halves(base.vectors.upper[slot], base.vectors.lower[slot])
        truth = view.nearest(vector, 10, among).distances
        keys, _ = graph.search(query_of(vector, base.manifest.length), 10 + graph.count - base.indexed_end, ef)
        slots = np.searchsorted(base.keys, keys[np.isin(keys, base.keys)])[:10]
        correct += int(np.count_nonzero(view.distances_of(vector, base.images[slots]) <= truth[-1]))
        total += len(truth)
    return correct / total if total else 1.0
