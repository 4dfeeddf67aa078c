"""usearch by itself, built as Facetry builds its index: the ceiling of what Facetry can reach.

It cannot filter: more and more of the nearest are asked for, until enough of them have the tag.
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


class _Bare:
    efforts: Sequence[int] = (32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    wide_efforts: Sequence[int] = (32, 64, 128, 256, 512, 1024, 2048)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._path = folder / "index.usearch"
        self._data = data

    def build(self) -> None:
        index = Index(ndim=LENGTH, metric="cos", dtype="bf16", connectivity=16, expansion_add=128)
        index.add(np.arange(self._data.count), self._data.vectors)
        index.save(self._path)

    def open(self) -> None:
        found = Index.restore(self._path)
        assert found is not None
        self._index = found

    def prepare(self, tag: str | None, effort: int) -> None:
        self._index.expansion_search = effort  # type: ignore[misc]  # it has a setter that mypy does not see
        self._has = None if tag is None else self._data.tags[tag]
        self._share = 1.0 if self._has is None else float(self._has.mean())

    def nearest(self, query: Floats, count: int) -> NDArray[Any]:
        if self._has is None:
            return self._search(query, count)
        asked = int(1.5 * count / self._share)
        while True:
            keys = self._search(query, min(asked, self._data.count))
            found = keys[self._has[keys]]
            if len(found) >= count or asked >= self._data.count:
                best: NDArray[Any] = found[:count]
                return best
            asked *= _GROWTH

    def _search(self, query: Floats, count: int) -> NDArray[Any]:
        keys: NDArray[Any] = self._index.search(query, count).keys
        return keys

    def processes(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        pass

    def memory_usage(self) -> int:
        """Bytes, by its own account."""
        return int(self._index.memory_usage)


def open_engine(folder: Path, data: DataSet) -> _Bare:
    """An index in 16-bit brain floats, held in memory."""
    return _Bare(folder, data)
