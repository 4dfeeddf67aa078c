"""hnswlib: 32-bit floats in memory; a filter is a function that is called for each image that the search visits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hnswlib
import numpy as np
from numpy.typing import NDArray

from bench.vectors.data import LENGTH, DataSet, Floats


class _Hnswlib:
    efforts: Sequence[int] = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    wide_efforts: Sequence[int] = (16, 32, 64, 128, 256, 512, 1024)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._path = folder / "index.hnswlib"
        self._data = data
        self._index = hnswlib.Index(space="cosine", dim=LENGTH)
        self._filter: Callable[[int], bool] | None = None

    def build(self) -> None:
        self._index.init_index(max_elements=self._data.count, M=16, ef_construction=128)
        self._index.add_items(self._data.vectors, np.arange(self._data.count))
        self._index.save_index(str(self._path))

    def open(self) -> None:
        self._index.load_index(str(self._path))
        self._index.set_num_threads(1)

    def prepare(self, tag: str | None, effort: int) -> None:
        self._index.set_ef(effort)
        # The method of a list is the fastest function in Python.
        self._filter = None if tag is None else self._data.tags[tag].tolist().__getitem__

    def nearest(self, query: Floats, count: int) -> NDArray[Any]:
        neighbours: NDArray[Any] = self._index.knn_query(query, count, num_threads=1, filter=self._filter)[0][0]
        return neighbours

    def close(self) -> None:
        pass


def open_engine(folder: Path, data: DataSet) -> _Hnswlib:
    """An index in the folder, loaded into memory."""
    return _Hnswlib(folder, data)
