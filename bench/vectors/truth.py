"""The truth: the exact nearest neighbours, by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_BATCH_SIZE: Final = 50_000


def nearest(
    vectors: NDArray[np.float32], queries: NDArray[np.float32], tags: NDArray[np.bool_], count: int
) -> NDArray[np.int32]:
    """The `count` nearest vectors to each query by cosine distance, nearest first, [1 + tags, queries, count].

    The first entry is for all vectors, the others for the vectors of each row of `tags`. Vectors are normalised.
    """
    best = np.full((1 + len(tags), len(queries), count), -1, np.int32)
    scores = np.full(best.shape, -np.inf, np.float32)
    for start in range(0, len(vectors), _BATCH_SIZE):
        products = queries @ vectors[start : start + _BATCH_SIZE].T
        _merge(best[0], scores[0], products, np.arange(start, start + products.shape[1]))
        for place, has_tag in enumerate(tags[:, start : start + _BATCH_SIZE], start=1):
            members = np.flatnonzero(has_tag)
            if len(members):
                _merge(best[place], scores[place], products[:, members], members + start)
    return best


def _merge(
    best: NDArray[np.int32], scores: NDArray[np.float32], products: NDArray[np.float32], members: NDArray[Any]
) -> None:
    """Replace worse entries of `best` by better ones of `products`."""
    count = best.shape[1]
    if len(members) > count:
        columns = np.argpartition(products, -count, axis=1)[:, -count:]
        candidates = np.concatenate([best, members[columns]], axis=1)
        ranks = np.concatenate([scores, np.take_along_axis(products, columns, axis=1)], axis=1)
    else:
        candidates = np.concatenate([best, np.broadcast_to(members, products.shape)], axis=1)
        ranks = np.concatenate([scores, products], axis=1)
    order = np.argsort(-ranks, axis=1, kind="stable")[:, :count]
    best[:] = np.take_along_axis(candidates, order, axis=1)
    scores[:] = np.take_along_axis(ranks, order, axis=1)


def recall(products: Sequence[int] | NDArray[Any], nearest_images: NDArray[np.int32]) -> float:
    """The share of the wanted images that are among those found."""
    return len(set(map(int, products)) & set(nearest_images.tolist())) / len(nearest_images)
