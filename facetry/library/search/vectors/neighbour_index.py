"""The interface of an index of nearest neighbours over a base segment, whether in this process or in another engine."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors.files.manifest import IndexFile, Recall
from facetry.library.search.vectors.rows import Query


class IndexUnavailableError(Exception):
    """The index cannot be searched now, because another program has it; the message says why."""


class NeighbourIndex(Protocol):
    """An index of the vectors of a space. Any thread may search it.

    It has all vectors with keys up to `newest` that are alive. It may have others: dead ones, and newer ones.
    """

    @property
    def newest(self) -> int:
        """The greatest key up to which the index is complete."""

    @property
    def count(self) -> int:
        """Number of vectors in the index, including dead ones."""

    @property
    def recall(self) -> Recall:
        """The measured recall."""

    @property
    def index_file(self) -> IndexFile | None:
        """The file of the index; None for an index of another engine."""

    def search(self, query: Query, count: int, ef: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Up to `count` keys of vectors, nearest first, with rough distances; `ef` candidates are examined.

        Raises `IndexUnavailableError`, and ends a short read if the search may take long.
        """

    def max_error(self, length: int) -> float | None:
        """The maximum difference between a rough distance and the true one; None when nothing bounds it."""

    def cost(self, ef: int) -> float:
        """The cost of a search with so many candidates, in the microseconds of `planner.py`."""
