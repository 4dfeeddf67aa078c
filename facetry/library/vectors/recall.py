"""Recall: which share of the true nearest an index finds, and how many candidates it has to look at for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.vectors.base import Base
from facetry.library.vectors.rows import joined
from facetry.library.vectors.table import Table
from facetry.library.vectors.thresholds import Thresholds
from facetry.library.vectors.view import View

if TYPE_CHECKING:
    from usearch.index import Index

LADDER: Final = (
    *(48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 512),
    *(768, 1024, 1536, 2048, 3072, 4096),
)
TARGET: Final = 0.986
"""More than the 0.98 that is promised, for a sample tells it only about. The next hundredth costs as much as all
before: among a million vectors, 0.983 took 0.45 ms, 0.988 0.55 ms, 0.993 0.73 ms and 0.997 1.2 ms.
"""
SAMPLE: Final = 256
_EQUAL: Final = 1e-12
_NOISE: Final = 0.5
"""By which share of their norm half of the vectors are moved, in any direction: queries that come from elsewhere, as
those made of texts do, lie a little beside the vectors of images, and are harder to answer.
"""


@dataclass(frozen=True, slots=True)
class Recall:
    """How well an index finds."""

    ten: float
    """The share of the ten nearest that it found, looking at `efs[0]` candidates or, if that is None, at the most."""
    efs: tuple[int | None, int | None]
    """The candidates that are enough for 10 and for 100 neighbours; None where no number was."""


def held_out(begin: int, end: int) -> NDArray[np.intp]:
    """Some slots, ascending, of those from `begin` to `end`, which are to be added to an index: what to measure it with
    before it has them. A vector that is in a graph is found more easily than one that is not, as queries are.
    """
    count = min(SAMPLE, max(1, (end - begin) // 4))
    return np.sort(np.random.default_rng(end).choice(end - begin, count, replace=False)) + begin


def measured(index: Index, base: Base, outside: NDArray[np.intp], end: int, threads: int) -> Recall:
    """The recall of an index over the slots before `end` without those in `outside`, some of which may be later."""
    inside = np.setdiff1d(np.arange(end), outside, assume_unique=True)
    view = View(Table(base, base.manifest.length).moment(), Thresholds())
    asked = _Asked(index, base, view, _queries(base, outside), BitMap(base.images[inside]), threads)
    truth = [view.nearest(query, 100, asked.among).distances for query in asked.queries]
    recall, ten = _enough(asked, truth, 10, 0)
    _, hundred = (0.0, None) if ten is None else _enough(asked, truth, 100, ten)
    return Recall(recall, (ten, hundred))


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    index: Index
    base: Base
    view: View
    queries: NDArray[np.float32]
    among: BitMap
    threads: int


def _queries(base: Base, slots: NDArray[np.intp]) -> NDArray[np.float32]:
    """The vectors in the slots, every second one moved."""
    vectors = joined(base.rows.upper[slots], base.rows.lower[slots])
    noise = np.random.default_rng(len(base)).standard_normal(vectors.shape)
    noise *= _NOISE * np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(noise, axis=1, keepdims=True)
    noise[::2] = 0.0
    queries: NDArray[np.float32] = (vectors + noise).astype(np.float32)
    return queries


def _enough(asked: _Asked, nearest: Sequence[NDArray[np.float64]], count: int, least: int) -> tuple[float, int | None]:
    """The recall, and the fewest candidates, not fewer than `least`, that are enough for `count` neighbours; `nearest`
    are the true distances of those of each query.
    """
    truth = [distances[:count] for distances in nearest]
    recall = 0.0
    for ef in LADDER:
        if ef < least or ef < count:
            continue
        asked.index.expansion_search = ef  # type: ignore[misc]  # it has a setter of a kind that mypy does not see
        right = sum(
            _right(asked, vector, count, distances) for vector, distances in zip(asked.queries, truth, strict=True)
        )
        recall = right / sum(map(len, truth))
        if recall >= TARGET:
            return recall, ef
    return recall, None


def _right(asked: _Asked, vector: NDArray[np.float32], count: int, truth: NDArray[np.float64]) -> int:
    """How many of the neighbours that the index finds are as near as the true ones."""
    keys = asked.index.search(vector, count, threads=asked.threads).keys.astype(np.int64)
    found = asked.view.score(vector, asked.base.images[np.searchsorted(asked.base.keys, keys)])
    return int(np.count_nonzero(found <= truth[-1] + _EQUAL))
