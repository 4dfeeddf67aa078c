"""The data set: clustered vectors, held-out queries, tags, and exact answers, generated once.

The vectors are as difficult to search as embeddings of pictures. They form clusters of very unequal sizes in a subspace
of 96 dimensions. Each cluster extends in 24 dimensions of its own, with a little noise in all 512 and a common mean.
With a million vectors, the local intrinsic dimension is about 13 (maximum likelihood over 100 neighbours), the
participation ratio is 32, and the mean distance of two vectors is 0.78.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from bench.vectors import truth

LENGTH: Final = 512
QUERIES: Final = 1_000
NEAREST: Final = 10
"""Number of neighbours of each query, which recall refers to."""
SHARES: Final = {"50": 0.5, "10": 0.1, "1": 0.01, "0.1": 0.001}
"""Shares of images with a tag, by the percentage that its name ends in."""
FILTERS: Final = tuple(f"{manner}-{share}" for manner in ("random", "clustered") for share in SHARES)
"""Names of the tags: on random images, or on all images of some clusters."""

Floats = NDArray[np.float32]

_CLUSTERS: Final = 2_000
_COMMON_DIMENSIONS: Final = 96
_OWN_DIMENSIONS: Final = 24
_SPREAD: Final = 0.75
_NOISE: Final = 0.008
_MEAN: Final = 0.63
_BATCH_SIZE: Final = 20_000


@dataclass(frozen=True)
class DataSet:
    """`count` vectors, one for each of the images 0, 1, 2 and so on. Arrays are loaded when they are first used."""

    folder: Path
    count: int

    @cached_property
    def vectors(self) -> Floats:
        """Normalised, [count, LENGTH], mapped into memory."""
        return self._array("vectors", is_mapped=True)

    @cached_property
    def queries(self) -> Floats:
        """Normalised, [QUERIES, LENGTH]; none is in `vectors`."""
        return self._array("queries")

    @cached_property
    def tags(self) -> Mapping[str, NDArray[np.bool_]]:
        """For each tag, whether each image has it."""
        return dict(zip(FILTERS, self._array("tags"), strict=True))

    @cached_property
    def nearest(self) -> Mapping[str | None, NDArray[np.int32]]:
        """For each tag, and for None (all images): the nearest images of each query, nearest first."""
        return dict(zip((None, *FILTERS), self._array("nearest"), strict=True))

    def _array(self, name: str, *, is_mapped: bool = False) -> NDArray[Any]:
        array: NDArray[Any] = np.load(self.folder / f"{name}.npy", mmap_mode="r" if is_mapped else None)
        return array


def load_data_set(folder: Path, count: int) -> DataSet:
    """The data set below `folder`, generated when it does not exist (a minute and 2.1 GB for a million)."""
    data_folder = folder / f"vectors-{count}"
    if not data_folder.exists():
        partial_folder = folder / f"vectors-{count}.making"
        shutil.rmtree(partial_folder, ignore_errors=True)
        partial_folder.mkdir(parents=True)
        print(f"making {count:,} vectors in {data_folder}…", flush=True)
        _make(partial_folder, count)
        partial_folder.rename(data_folder)
    return DataSet(data_folder, count)


def _make(folder: Path, count: int) -> None:
    rng = np.random.default_rng(count)
    clusters = rng.choice(_CLUSTERS, count + QUERIES, p=_zipf())
    vectors = np.lib.format.open_memmap(folder / "vectors.npy", "w+", np.float32, (count, LENGTH))
    queries = np.empty((QUERIES, LENGTH), np.float32)
    for members, cluster_vectors in _cluster_vectors(rng, clusters):
        stored = members < count
        vectors[members[stored]] = cluster_vectors[stored]
        queries[members[~stored] - count] = cluster_vectors[~stored]
    vectors.flush()
    tags = np.array([*_random_tags(rng, count), *_clustered_tags(rng, clusters[:count])])
    np.save(folder / "queries.npy", queries)
    np.save(folder / "tags.npy", tags)
    np.save(folder / "nearest.npy", truth.nearest(vectors, queries, tags, NEAREST))


def _zipf() -> NDArray[np.float64]:
    weights = 1 / np.arange(1, _CLUSTERS + 1)
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def _cluster_vectors(rng: Generator, clusters: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], Floats]]:
    """The members of each cluster, in batches, and their vectors."""
    axes = np.linalg.qr(rng.standard_normal((LENGTH, _COMMON_DIMENSIONS)))[0].T
    common = _spectrum(_COMMON_DIMENSIONS, 0.5)[:, None] * axes
    own = _spectrum(_OWN_DIMENSIONS, 0.7)[:, None] * _SPREAD
    mean = rng.standard_normal(LENGTH)
    mean *= _MEAN / np.linalg.norm(mean)
    order = np.argsort(clusters, kind="stable")
    starts = np.searchsorted(clusters[order], np.arange(_CLUSTERS + 1))
    for begin, end in itertools.pairwise(starts):
        centre = (mean + rng.standard_normal(_COMMON_DIMENSIONS) @ common).astype(np.float32)
        directions = rng.standard_normal((_OWN_DIMENSIONS, LENGTH))
        directions *= own / np.linalg.norm(directions, axis=1, keepdims=True)
        for start in range(begin, end, _BATCH_SIZE):
            members = order[start : min(start + _BATCH_SIZE, end)]
            block = rng.standard_normal((len(members), _OWN_DIMENSIONS), np.float32) @ directions.astype(np.float32)
            block += centre
            block += rng.standard_normal(block.shape, np.float32) * np.float32(_NOISE)
            yield members, block / np.linalg.norm(block, axis=1, keepdims=True)


def _spectrum(dimensions: int, decay: float) -> NDArray[np.float64]:
    scales = np.arange(1, dimensions + 1) ** -decay
    return scales / np.linalg.norm(scales)


def _random_tags(rng: Generator, count: int) -> Iterator[NDArray[np.bool_]]:
    for share in SHARES.values():
        has_tag = np.zeros(count, np.bool_)
        has_tag[rng.choice(count, round(count * share), replace=False)] = True
        yield has_tag


def _clustered_tags(rng: Generator, clusters: NDArray[np.int64]) -> Iterator[NDArray[np.bool_]]:
    """Tags of whole clusters, chosen at random, without clusters that would make the tag too common."""
    sizes = np.bincount(clusters, minlength=_CLUSTERS)
    for share in SHARES.values():
        target, total = len(clusters) * share, 0
        is_chosen = np.zeros(_CLUSTERS, np.bool_)
        for cluster in rng.permutation(_CLUSTERS):
            if total + sizes[cluster] <= target * 1.01:
                is_chosen[cluster] = True
                total += sizes[cluster]
        yield is_chosen[clusters]
