"""A check of all that is kept of vectors beside the rows: whether every byte of it is what the rows say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.vectors import row_reading as reading
from facetry.library.search.vectors.base import Base, open_base
from facetry.library.search.vectors.graph import METRIC, NUMBERS, Graph
from facetry.library.search.vectors.manifest import DamagedError, read
from facetry.library.search.vectors.row_reading import Pairs
from facetry.library.search.vectors.rows import joined, query_of
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.table import Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store.engine import newest_key

SAMPLE: Final = 100
"""Vectors whose neighbours are looked for with the index and without."""
LEAST_RECALL: Final = 0.95
"""An index that finds less of these is not what it was."""

Tell = Callable[[int, int], None]
"""Is told how many vectors were compared, of how many."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be. Nothing is lost: the files are made anew of the rows."""

    space: int
    """Its key, which is the name of its folder."""
    what: str


def check(connection: Connection, folder: Path, tell: Tell = lambda *_: None) -> Iterator[Finding]:
    """Compare the files in `folder`, which nobody may change meanwhile, with the rows. What is only in the rows is none
    of its business: it is read at the next start.
    """
    spaces = reading.spaces(connection)
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.name.isascii() and path.name.isdigit() and int(path.name) not in spaces:
            yield Finding(int(path.name), "The files belong to no space.")
    for space in spaces:
        for what in _checked(connection, space, folder / str(space), tell):
            yield Finding(space, what)


def _checked(connection: Connection, space: int, folder: Path, tell: Tell) -> Iterator[str]:
    length = reading.length_of(connection, space)
    try:
        base = None if length is None else open_base(folder, space, length)
        if base is None or length is None:
            return
        written = read(folder)
    except DamagedError as error:
        yield f"The files are damaged: {error}."
        return
    pairs = reading.every(connection, space)
    yield from _compared(connection, base, pairs, tell)
    if written is not None and written.index is not None:
        if base.graph is None:
            yield f"The index {written.index.file.name} is damaged."
        else:
            yield from _searched(base, base.graph, folder, pairs)


def _compared(connection: Connection, base: Base, pairs: Pairs, tell: Tell) -> Iterator[str]:
    """Every row of the files with that of the database."""
    if (np.diff(base.keys) <= 0).any() or len(np.unique(base.images)) != len(base):
        yield "A vector is in the files twice."
        return
    if base.keys[-1] > newest_key(connection, "vector"):
        yield "The files hold vectors that the database has not given yet."
    known = pairs.keys[pairs.keys <= base.keys[-1]]
    lacking = np.setdiff1d(known, base.keys, assume_unique=True)
    shared = np.intersect1d(known, base.keys, assume_unique=True)
    wrong = compared = 0
    for keys, images, rows in reading.vectors(connection, shared, base.manifest.length):
        slots = np.searchsorted(base.keys, keys)
        same = (
            (base.images[slots] == images)
            & (base.rows.upper[slots] == rows.upper).all(1)
            & (base.rows.lower[slots] == rows.lower).all(1)
            & (base.rows.squares[slots] == rows.squares)
        )
        wrong += int(np.count_nonzero(~same))
        compared += len(keys)
        tell(compared, len(shared))
    if len(lacking):
        yield f"{len(lacking)} vectors of the database are not in the files, and should be."
    if wrong or compared < len(shared):
        yield f"{wrong + len(shared) - compared} vectors in the files are not those of the database."


def _searched(base: Base, graph: Graph, folder: Path, pairs: Pairs) -> Iterator[str]:
    """The keys in the index, and what it finds."""
    from usearch.index import Index

    index = Index(ndim=base.manifest.length, metric=METRIC, dtype=NUMBERS)
    index.view(str(folder / graph.file.file.name))
    keys: NDArray[np.int64] = np.asarray(index.keys).astype(np.int64)
    if len(keys) != graph.file.count or len(np.unique(keys)) != len(keys):
        yield "The index does not hold as many vectors as it should."
    indexed = base.keys[: base.covered]
    lacking = np.setdiff1d(np.intersect1d(indexed, pairs.keys), keys)
    if len(lacking):
        yield f"The index lacks {len(lacking)} vectors."
    elif (ef := graph.ef(10)) is not None:
        recall = _recall(base, graph, ef)
        if recall < LEAST_RECALL:
            before = graph.file.recall.share
            yield f"The index finds {recall:.1%} of the nearest; it found {before:.1%} when it was made."


def _recall(base: Base, graph: Graph, ef: int) -> float:
    """Which share of the ten nearest of some vectors the index finds among those that it holds."""
    view = View(Table(base, base.manifest.length).moment(), Thresholds(exact=len(base)))
    among = BitMap(base.images[: base.covered])
    chosen = np.random.default_rng().permutation(base.covered)[:SAMPLE]
    right = whole = 0
    for slot in chosen:
        vector = joined(base.rows.upper[slot], base.rows.lower[slot])
        truth = view.nearest(vector, 10, among).distances
        keys, _ = graph.search(query_of(vector, base.manifest.length), 10 + graph.file.count - base.covered, ef)
        slots = np.searchsorted(base.keys, keys[np.isin(keys, base.keys)])[:10]
        right += int(np.count_nonzero(view.score(vector, base.images[slots]) <= truth[-1]))
        whole += len(truth)
    return right / whole if whole else 1.0
