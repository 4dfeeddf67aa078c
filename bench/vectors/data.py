"""The data set: clustered vectors, held-out queries, tags, and the exact answers, made once and kept.

The vectors are made to be as hard as embeddings of pictures are: clusters of very unequal sizes in a subspace of 96
dimensions, each spread out in 24 dimensions of its own, a little noise in all 512, and a common mean. At a million,
the local intrinsic dimension is about 13 (maximum likelihood over 100 neighbours), the participation ratio 32, and
two vectors are 0.78 apart on average.
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
"""How many neighbours are asked for, of which recall is told."""
SHARES: Final = {"50": 0.5, "10": 0.1, "1": 0.01, "0.1": 0.001}
"""Of the images that have a tag, by what its name ends in: percent."""
FILTERS: Final = tuple(f"{manner}-{share}" for manner in ("random", "clustered") for share in SHARES)
"""Names of the tags: some images by chance, or all images of some clusters."""

Floats = NDArray[np.float32]

_CLUSTERS: Final = 2_000
_COMMON_DIMENSIONS: Final = 96
_OWN_DIMENSIONS: Final = 24
_SPREAD: Final = 0.75
_NOISE: Final = 0.008
_MEAN: Final = 0.63
_BLOCK: Final = 20_000


@dataclass(frozen=True)
class DataSet:
    """`count` vectors; those of the images 0, 1, 2 and so on. Arrays are read when they are first asked for."""

    folder: Path
    count: int

    @cached_property
    def vectors(self) -> Floats:
        """Normalised, [count, LENGTH], mapped into memory."""
        return self._array("vectors", is_mapped=True)

    @cached_property
    def queries(self) -> Floats:
        """Normalised, [QUERIES, LENGTH]; no two are in `vectors`."""
        return self._array("queries")

    @cached_property
    def tags(self) -> Mapping[str, NDArray[np.bool_]]:
        """Of each tag, which images have it."""
        return dict(zip(FILTERS, self._array("tags"), strict=True))

    @cached_property
    def nearest(self) -> Mapping[str | None, NDArray[np.int32]]:
        """Of each tag, and of None for all images: the nearest images to each query, nearest first."""
        return dict(zip((None, *FILTERS), self._array("nearest"), strict=True))

    def _array(self, name: str, *, is_mapped: bool = False) -> NDArray[Any]:
        array: NDArray[Any] = np.load(self.folder / f"{name}.npy", mmap_mode="r" if is_mapped else None)
        return array


def made(folder: Path, count: int) -> DataSet:
    """The data set below `folder`, made when it is not there (a minute and 2.1 GB for a million)."""
    complete = folder / f"vectors-{count}"
    if not complete.exists():
        making = folder / f"vectors-{count}.making"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        print(f"making {count:,} vectors in {complete}…", flush=True)
        _make(making, count)
        making.rename(complete)
    return DataSet(complete, count)


def _make(folder: Path, count: int) -> None:
    chance = np.random.default_rng(count)
    clusters = chance.choice(_CLUSTERS, count + QUERIES, p=_zipf())
    vectors = np.lib.format.open_memmap(folder / "vectors.npy", "w+", np.float32, (count, LENGTH))
    queries = np.empty((QUERIES, LENGTH), np.float32)
    for members, found in _vectors(chance, clusters):
        stored = members < count
        vectors[members[stored]] = found[stored]
        queries[members[~stored] - count] = found[~stored]
    vectors.flush()
    tags = np.array([*_random(chance, count), *_clustered(chance, clusters[:count])])
    np.save(folder / "queries.npy", queries)
    np.save(folder / "tags.npy", tags)
    np.save(folder / "nearest.npy", truth.nearest(vectors, queries, tags, NEAREST))


def _zipf() -> NDArray[np.float64]:
    weights = 1 / np.arange(1, _CLUSTERS + 1)
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def _vectors(chance: Generator, clusters: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], Floats]]:
    """The members of one cluster after the other, and their vectors."""
    axes = np.linalg.qr(chance.standard_normal((LENGTH, _COMMON_DIMENSIONS)))[0].T
    common = _spectrum(_COMMON_DIMENSIONS, 0.5)[:, None] * axes
    own = _spectrum(_OWN_DIMENSIONS, 0.7)[:, None] * _SPREAD
    mean = chance.standard_normal(LENGTH)
    mean *= _MEAN / np.linalg.norm(mean)
    order = np.argsort(clusters, kind="stable")
    starts = np.searchsorted(clusters[order], np.arange(_CLUSTERS + 1))
    for begin, end in itertools.pairwise(starts):
        centre = (mean + chance.standard_normal(_COMMON_DIMENSIONS) @ common).astype(np.float32)
        directions = chance.standard_normal((_OWN_DIMENSIONS, LENGTH))
        directions *= own / np.linalg.norm(directions, axis=1, keepdims=True)
        for start in range(begin, end, _BLOCK):
            members = order[start : min(start + _BLOCK, end)]
            found = chance.standard_normal((len(members), _OWN_DIMENSIONS), np.float32) @ directions.astype(np.float32)
            found += centre
            found += chance.standard_normal(found.shape, np.float32) * np.float32(_NOISE)
            yield members, found / np.linalg.norm(found, axis=1, keepdims=True)


def _spectrum(dimensions: int, decay: float) -> NDArray[np.float64]:
    scales = np.arange(1, dimensions + 1) ** -decay
    return scales / np.linalg.norm(scales)


def _random(chance: Generator, count: int) -> Iterator[NDArray[np.bool_]]:
    for share in SHARES.values():
        has = np.zeros(count, np.bool_)
        has[chance.choice(count, round(count * share), replace=False)] = True
        yield has


def _clustered(chance: Generator, clusters: NDArray[np.int64]) -> Iterator[NDArray[np.bool_]]:
    """Whole clusters in any order, but for those that would make the tag too common."""
    sizes = np.bincount(clusters, minlength=_CLUSTERS)
    for share in SHARES.values():
        wanted, held = len(clusters) * share, 0
        chosen = np.zeros(_CLUSTERS, np.bool_)
        for cluster in chance.permutation(_CLUSTERS):
            if held + sizes[cluster] <= wanted * 1.01:
                chosen[cluster] = True
                held += sizes[cluster]
        yield chosen[clusters]
