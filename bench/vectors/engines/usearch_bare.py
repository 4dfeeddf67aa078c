"""usearch alone, with the parameters of Facetry's index: the upper limit of what Facetry can reach.

It has no filters, so more and more neighbours are requested until enough of them have the tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from usearch.index import Index

from bench.vectors.data import LENGTH, DataSet, Floats

_GROWTH = 4


class _Usearch:
    efforts: Sequence[int] = (32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    wide_efforts: Sequence[int] = (32, 64, 128, 256, 512, 1024, 2048)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._path = folder / "index.usearch"
        self._data = data

    def build(self) -> None:
        index = Index(ndim=LENGTH, metric="ip", dtype="bf16", connectivity=16, expansion_add=128)
        index.add(np.arange(self._data.count), self._data.vectors)
        index.save(self._path)

    def open(self) -> None:
        matches = Index.restore(self._path)
        assert matches is not None
        self._index = matches

    def prepare(self, tag: str | None, effort: int) -> None:
        self._index.expansion_search = effort  # type: ignore[misc]  # it has a setter that mypy does not see
        self._has = None if tag is None else self._data.tags[tag]
        self._share = 1.0 if self._has is None else float(self._has.mean())

    def nearest(self, query: Floats, count: int) -> NDArray[Any]:
        if self._has is None:
            return self._search(query, count)
        neighbour_count = int(1.5 * count / self._share)
        while True:
            keys = self._search(query, min(neighbour_count, self._data.count))
            matches = keys[self._has[keys]]
            if len(matches) >= count or neighbour_count >= self._data.count:
                best: NDArray[Any] = matches[:count]
                return best
            neighbour_count *= _GROWTH

    def _search(self, query: Floats, count: int) -> NDArray[Any]:
        keys: NDArray[Any] = self._index.search(query, count).keys
        return keys

    def close(self) -> None:
        pass


def open_engine(folder: Path, data: DataSet) -> _Usearch:
    """An index in 16-bit brain floats, held in memory."""
    return _Usearch(folder, data)
