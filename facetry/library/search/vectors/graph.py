"""The graph of nearest neighbours over a base ("HNSW"), as a read-only view of a file.

What is known of the library that keeps it: it does not check its files, so they are checked before; its search has no
filter and no radius; an index lets one search in at a time, so there are a few views of one file; and searching
while it is changed loses results, so nothing that is searched is ever changed.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors.manifest import IndexFile
from facetry.library.search.vectors.rows import Query

if TYPE_CHECKING:
    from usearch.index import Index

METRIC: Final = "cos"
NUMBERS: Final = "bf16"
CONNECTIVITY: Final = 16
EXPANSION_ADD: Final = 128
_MOST_LANES: Final = 4


class Graph:
    """An index that is searched."""

    def __init__(self, path: Path, file: IndexFile, length: int) -> None:
        """View the index at `path`, whose bytes are known to be those that were written. Raises `OSError`."""
        from usearch.index import Index  # not for a library without an index

        self.file = file
        lanes = []
        for _ in range(max(1, min(_MOST_LANES, os.cpu_count() or 1))):
            index = Index(ndim=length, metric=METRIC, dtype=NUMBERS, enable_key_lookups=False)
            try:
                index.view(str(path))
            except (RuntimeError, ValueError) as error:
                raise OSError(f"{path}: {error}") from None
            lanes.append((threading.Lock(), index))
        self._lanes = tuple(lanes)
        self._turn = 0

    def __len__(self) -> int:
        return len(self._lanes[0][1])

    def search(self, query: Query, count: int, ef: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Up to `count` keys of vectors with rough distances, nearest first, after a look at `ef` candidates."""
        lock, index = self._lane()
        try:
            index.expansion_search = ef  # type: ignore[misc]  # it has a setter of a kind that mypy does not see
            found = index.search(query.single[0], count, threads=1)
        finally:
            lock.release()
        return found.keys.view(np.int64), found.distances

    def _lane(self) -> tuple[threading.Lock, Index]:
        """A view that nobody else has now, whose lock the caller has to release."""
        for lane in self._lanes:
            if lane[0].acquire(blocking=False):
                return lane
        self._turn = (self._turn + 1) % len(self._lanes)
        lane = self._lanes[self._turn]
        lane[0].acquire()
        return lane

    def ef(self, count: int, is_far: bool = False) -> int | None:
        """How many candidates to look at for so many neighbours, of a query from elsewhere if `is_far`; None when no
        number is known to be enough.
        """
        efs = self.file.recall.far_efs if is_far else self.file.recall.efs
        ten, hundred = efs.ten, efs.hundred
        if count <= 10:
            return ten
        if ten is None or hundred is None:
            return None
        if count >= 100:
            return hundred * count // 100
        return ten + max(0, hundred - ten) * (count - 10) // 90
