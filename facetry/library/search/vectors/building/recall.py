"""Recall measurement: finds the number of candidates with which an index reaches the target recall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.vectors.base import BaseSegment
from facetry.library.search.vectors.files.manifest import CandidateCounts, Recall
from facetry.library.search.vectors.planner import extra_neighbours
from facetry.library.search.vectors.rows import join_halves, query_of
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.table import Table
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.unit_vectors import unit_query

Search = Callable[[NDArray[np.float32], int, int], NDArray[np.int64]]
"""A search of an index: the keys of the nearest of a unit vector, by their number, with so many candidates."""

EF_STEPS: Final = (
    *(32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 512),
    *(768, 1024, 1536, 2048, 3072, 4096),
)
TARGET_RECALL: Final = 0.983
"""More than the promised 0.98, because a sample only estimates the recall. The next hundredth doubles the cost: with a
million vectors, recall 0.982 took 0.42 ms, 0.985 took 0.48 ms, 0.990 took 0.71 ms and 0.995 took 1.2 ms.
"""
SAMPLE_SIZE: Final = 512
_TOLERANCE: Final = 1e-12
_NOISE_SHARE: Final = 0.5
"""Norm of the random noise, as a share of the norm of a vector, that makes a vector a far query. Like the vectors of
texts, such queries lie beside the vectors of images and need more candidates.
"""
_USUAL_QUANTILE: Final = 0.975
"""The share of the sampled vectors whose nearest neighbour is within the usual distance."""


def held_out_slots(begin: int, end: int, sample_size: int = SAMPLE_SIZE) -> NDArray[np.intp]:
    """A random sample of the slots from `begin` to `end`, ascending, to measure an index with before they are added.

    They are held out because a vector that is in the graph is found more easily than a query that is not.
    """
    count = min(sample_size, max(1, (end - begin) // 4))
    return np.sort(np.random.default_rng(end).choice(end - begin, count, replace=False)) + begin


def measure_recall(search: Search, base: BaseSegment, held_out: NDArray[np.intp], end: int) -> Recall:
    """The recall of an index over the slots before `end`, without those in `held_out`."""
    indexed_slots = np.setdiff1d(np.arange(end), held_out, assume_unique=True)
    view = SpaceView(Table(base, base.manifest.length).snapshot(), Thresholds())
    among = BitMap(base.images[indexed_slots])
    vectors = join_halves(base.vectors.upper[held_out], base.vectors.lower[held_out])

    queries = np.concatenate((vectors, _add_noise(vectors[::4])))
    truth = [view.nearest(query, 100, among).distances for query in queries]
    nearest = np.array([distances[0] for distances in truth])
    usual = float(np.quantile(nearest[: len(vectors)], _USUAL_QUANTILE))
    is_far = nearest > usual
    is_far[len(vectors) :] = True

    def measurement_of(is_selected: NDArray[np.bool_]) -> _Measurement:
        return _Measurement(
            search, base, view, queries[is_selected], [truth[index] for index in np.flatnonzero(is_selected)]
        )

    share, efs = _find_candidate_counts(measurement_of(~is_far))
    _, far_efs = _find_candidate_counts(measurement_of(is_far))
    return Recall(share, efs, far_efs, usual)


@dataclass(frozen=True, slots=True, eq=False)
class _Measurement:
    search: Search
    base: BaseSegment
    view: SpaceView
    queries: NDArray[np.float32]
    truth: list[NDArray[np.float64]]
    """The distances of the nearest neighbours of each query."""


def combined_recall(old: Recall, new: Recall, share: float) -> Recall:
    """The candidate counts that suffice for both parts of an index; `share` is the share of the old part."""
    usual = share * old.usual_distance + (1.0 - share) * new.usual_distance
    return Recall(
        min(old.share, new.share), _larger_counts(old.efs, new.efs), _larger_counts(old.far_efs, new.far_efs), usual
    )


def _larger_counts(one: CandidateCounts, other: CandidateCounts) -> CandidateCounts:
    pairs = ((one.ten, other.ten), (one.hundred, other.hundred))
    return CandidateCounts(
        *(None if first is None or second is None else max(first, second) for first, second in pairs)
    )


def _add_noise(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    noise = np.random.default_rng(len(vectors)).standard_normal(vectors.shape)
    noise *= (
        _NOISE_SHARE * np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(noise, axis=1, keepdims=True)
    )
    noisy: NDArray[np.float32] = (vectors + noise).astype(np.float32)
    return noisy


def _find_candidate_counts(measurement: _Measurement) -> tuple[float, CandidateCounts]:
    """The recall of the ten nearest, and the candidate counts that suffice for 10 and for 100 neighbours."""
    recall, ten = _find_ef(measurement, 10, 0)
    _, hundred = (0.0, None) if ten is None else _find_ef(measurement, 100, ten)
    return recall, CandidateCounts(ten, hundred)


def _find_ef(measurement: _Measurement, count: int, minimum: int) -> tuple[float, int | None]:
    """The recall and the smallest sufficient number of candidates, at least `minimum`, for `count` neighbours."""
    truth = [distances[:count] for distances in measurement.truth]
    recall = 0.0
    for ef in EF_STEPS:
        if ef < minimum or ef < count:
            continue
        correct = sum(
            _count_correct(measurement, vector, count, ef, distances)
            for vector, distances in zip(measurement.queries, truth, strict=True)
        )
        recall = correct / sum(map(len, truth))
        if recall >= TARGET_RECALL:
            return recall, ef
    return recall, None


def _count_correct(
    measurement: _Measurement, vector: NDArray[np.float32], count: int, ef: int, truth: NDArray[np.float64]
) -> int:
    """The number of neighbours found by the index that are as near as the true ones."""
    query = unit_query(query_of(vector, measurement.base.manifest.length))
    keys = measurement.search(query, count + extra_neighbours(count), ef)
    base = measurement.base
    slots = np.minimum(np.searchsorted(base.keys, keys), len(base) - 1)
    slots = slots[base.keys[slots] == keys]  # the index of another engine may have dead vectors
    distances = measurement.view.distances_of(vector, base.images[slots])
    return min(count, int(np.count_nonzero(distances <= truth[-1] + _TOLERANCE)))
