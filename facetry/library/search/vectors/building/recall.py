"""Recall: which share of the true nearest an index finds, and how many candidates it has to look at for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.vectors.base import Base
from facetry.library.search.vectors.manifest import Efs, Recall
from facetry.library.search.vectors.planner import spare
from facetry.library.search.vectors.rows import joined
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.table import Table
from facetry.library.search.vectors.thresholds import Thresholds

if TYPE_CHECKING:
    from usearch.index import Index

LADDER: Final = (
    *(32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 512),
    *(768, 1024, 1536, 2048, 3072, 4096),
)
TARGET: Final = 0.983
"""More than the 0.98 that is promised, for a sample tells it only about. The next hundredth costs as much as all
before: among a million vectors, 0.982 took 0.42 ms, 0.985 0.48 ms, 0.990 0.71 ms and 0.995 1.2 ms.
"""
SAMPLE: Final = 512
_EQUAL: Final = 1e-12
_NOISE: Final = 0.5
"""By which share of their norm vectors are moved, in any direction, to be queries from elsewhere: as those that are
made of texts, they lie a little beside the vectors of images, and are harder to answer.
"""
_USUAL: Final = 0.975
"""The share of the queries from here whose nearest neighbour is within the usual distance."""


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
    among = BitMap(base.images[inside])
    vectors = joined(base.rows.upper[outside], base.rows.lower[outside])

    queries = np.concatenate((vectors, _moved(vectors[::4])))
    truth = [view.nearest(query, 100, among).distances for query in queries]
    nearest = np.array([distances[0] for distances in truth])
    usual = float(np.quantile(nearest[: len(vectors)], _USUAL))
    is_far = nearest > usual
    is_far[len(vectors) :] = True

    def asked(which: NDArray[np.bool_]) -> _Asked:
        return _Asked(index, base, view, queries[which], [truth[place] for place in np.flatnonzero(which)], threads)

    share, efs = _efs(asked(~is_far))
    _, far_efs = _efs(asked(is_far))
    return Recall(share, efs, far_efs, usual)


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    index: Index
    base: Base
    view: View
    queries: NDArray[np.float32]
    truth: list[NDArray[np.float64]]
    """The distances of the nearest of each query."""
    threads: int


def _moved(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    noise = np.random.default_rng(len(vectors)).standard_normal(vectors.shape)
    noise *= _NOISE * np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(noise, axis=1, keepdims=True)
    moved: NDArray[np.float32] = (vectors + noise).astype(np.float32)
    return moved


def _efs(asked: _Asked) -> tuple[float, Efs]:
    """The recall of the ten nearest with the candidates that are enough, and those."""
    recall, ten = _enough(asked, 10, 0)
    _, hundred = (0.0, None) if ten is None else _enough(asked, 100, ten)
    return recall, Efs(ten, hundred)


def _enough(asked: _Asked, count: int, least: int) -> tuple[float, int | None]:
    """The recall, and the fewest candidates, not fewer than `least`, that are enough for `count` neighbours."""
    truth = [distances[:count] for distances in asked.truth]
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
    keys = asked.index.search(vector, count + spare(count), threads=asked.threads).keys.astype(np.int64)
    found = asked.view.score(vector, asked.base.images[np.searchsorted(asked.base.keys, keys)])
    return min(count, int(np.count_nonzero(found <= truth[-1] + _EQUAL)))
