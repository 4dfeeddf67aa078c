"""The HNSW graph over a base segment, as a read-only view of an index of usearch in memory or in a file.

The limits of usearch determine the design. It does not verify its files, so they are verified before. Its search has
neither filter nor radius. An index serves one search at a time, so there are several views of one copy. A search during
a change loses results, so a graph that is searched never changes.
"""

from __future__ import annotations

import os
import threading
from contextlib import nullcontext
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors.files.manifest import IndexFile, Recall
from facetry.library.search.vectors.files.memory_copies import memory_copy
from facetry.library.search.vectors.files.private_copies import path_of, private_copy
from facetry.library.search.vectors.rows import Query
from facetry.library.search.vectors.unit_vectors import max_error, unit_query
from facetry.store.interruption import begin_long_work

if TYPE_CHECKING:
    from usearch.index import Index

METRIC: Final = "ip"
DTYPE: Final = "bf16"
CONNECTIVITY: Final = 16
EXPANSION_ADD: Final = 128
_MAX_VIEWS: Final = 4


_CANDIDATE_COST: Final = 3.3
"""Cost of each candidate that a search examines, in the microseconds of `planner.py`."""


class Graph:
    """A read-only HNSW index over the vectors of a base segment (implements `NeighbourIndex`)."""

    def __init__(self, folder: Path, index_file: IndexFile, length: int, *, is_shared: bool = False) -> None:
        """Open views of a copy of the index, or with `is_shared` of the file itself, which other processes map as well.

        Raises `OSError`, and `DamagedError` for a wrong checksum.
        """
        from usearch.index import Index  # imported late, because a library without an index does not need it

        self.index_file = index_file
        views = []
        # The checksum is verified first, because reading a damaged index can crash the process.
        memory = None if is_shared else memory_copy(folder, index_file.file)
        file = private_copy(folder, index_file.file, is_shared=is_shared) if memory is None else nullcontext(memory)
        with file as source:
            for _ in range(max(1, min(_MAX_VIEWS, os.cpu_count() or 1))):
                index = Index(ndim=length, metric=METRIC, dtype=DTYPE, enable_key_lookups=False)
                try:
                    index.view(path_of(source) if isinstance(source, FileIO) else source)  # type: ignore[arg-type]  # mypy knows no buffers but bytes
                except (RuntimeError, ValueError) as error:
                    raise OSError(f"{folder / index_file.file.name}: {error}") from None
                views.append((threading.Lock(), index))
        self._views = tuple(views)
        self._memory = memory  # the views do not keep it, but they read it
        self._next_view = 0

    def __len__(self) -> int:
        return len(self._views[0][1])

    @property
    def newest(self) -> int:
        """The greatest key up to which the index is complete."""
        return self.index_file.newest

    @property
    def count(self) -> int:
        """Number of vectors in the index, including dead ones."""
        return self.index_file.count

    @property
    def recall(self) -> Recall:
        """The measured recall."""
        return self.index_file.recall

    def max_error(self, length: int) -> float:
        """The maximum difference between a rough distance and the true one; None when nothing bounds it."""
        return max_error(length)

    def cost(self, ef: int) -> float:
        """The cost of a search with so many candidates, in the microseconds of `planner.py`."""
        return _CANDIDATE_COST * ef

    def search(self, query: Query, count: int, ef: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Up to `count` keys of vectors, nearest first; `ef` candidates are examined.

        The distances that belong to them are rough, by at most `unit_vectors.max_error`.
        """
        unit = unit_query(query)
        lock, index = self._acquire_view()
        try:
            index.expansion_search = ef  # type: ignore[misc]  # mypy does not recognise the setter
            matches = index.search(unit, count, threads=1)
        finally:
            lock.release()
        return matches.keys.view(np.int64), matches.distances

    def _acquire_view(self) -> tuple[threading.Lock, Index]:
        """A view that no other thread uses, with its lock, which the caller has to release."""
        for view in self._views:
            if view[0].acquire(blocking=False):
                return view
        begin_long_work()  # the other searches may take long
        self._next_view = (self._next_view + 1) % len(self._views)
        view = self._views[self._next_view]
        view[0].acquire()
        return view
