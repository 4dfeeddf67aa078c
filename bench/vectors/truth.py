"""The truth: the exact nearest neighbours, by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_BLOCK: Final = 50_000


def nearest(
    vectors: NDArray[np.float32], queries: NDArray[np.float32], tags: NDArray[np.bool_], count: int
) -> NDArray[np.int32]:
    """For all vectors, then for those of each row of `tags`: the `count` nearest to each query by cosine distance,
    nearest first, [1 + tags, queries, count]. All vectors are normalised.
    """
    best = np.full((1 + len(tags), len(queries), count), -1, np.int32)
    scores = np.full(best.shape, -np.inf, np.float32)
    for start in range(0, len(vectors), _BLOCK):
        found = queries @ vectors[start : start + _BLOCK].T
        _keep(best[0], scores[0], found, np.arange(start, start + found.shape[1]))
        for place, has in enumerate(tags[:, start : start + _BLOCK], start=1):
            members = np.flatnonzero(has)
            if len(members):
                _keep(best[place], scores[place], found[:, members], members + start)
    return best


def _keep(
    best: NDArray[np.int32], scores: NDArray[np.float32], found: NDArray[np.float32], members: NDArray[Any]
) -> None:
    """Let the better ones of `found` take the places of those in `best`."""
    count = best.shape[1]
    if len(members) > count:
        places = np.argpartition(found, -count, axis=1)[:, -count:]
        candidates = np.concatenate([best, members[places]], axis=1)
        ranks = np.concatenate([scores, np.take_along_axis(found, places, axis=1)], axis=1)
    else:
        candidates = np.concatenate([best, np.broadcast_to(members, found.shape)], axis=1)
        ranks = np.concatenate([scores, found], axis=1)
    order = np.argsort(-ranks, axis=1, kind="stable")[:, :count]
    best[:] = np.take_along_axis(candidates, order, axis=1)
    scores[:] = np.take_along_axis(ranks, order, axis=1)


def recall(found: Sequence[int] | NDArray[Any], wanted: NDArray[np.int32]) -> float:
    """The share of the wanted images that are among those found."""
    return len(set(map(int, found)) & set(wanted.tolist())) / len(wanted)
