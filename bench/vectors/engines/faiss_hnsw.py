"""faiss: `IndexHNSWFlat` of 32-bit floats in memory; a filter is a bitmap that its search uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from bench.vectors.data import LENGTH, DataSet, Floats


class _Faiss:
    efforts: Sequence[int] = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    wide_efforts: Sequence[int] = (16, 32, 64, 128, 256, 512, 1024, 4096, 16384)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._path = folder / "index.faiss"
        self._data = data

    def build(self) -> None:
        index = faiss.IndexHNSWFlat(LENGTH, 16)  # by L2, whose order is that of cosine distance for normalised vectors
        index.hnsw.efConstruction = 128
        index.add(np.ascontiguousarray(self._data.vectors))
        faiss.write_index(index, str(self._path))

    def open(self) -> None:
        faiss.omp_set_num_threads(1)
        self._index = faiss.read_index(str(self._path))

    def prepare(self, tag: str | None, effort: int) -> None:
        options = {"efSearch": effort}
        if tag is None:
            self._parameters = faiss.SearchParametersHNSW(**options)
            return
        bits = np.packbits(self._data.tags[tag], bitorder="little")
        self._selector = faiss.IDSelectorBitmap(bits)  # keeps the bits alive
        self._parameters = faiss.SearchParametersHNSW(sel=self._selector, **options)

    def nearest(self, query: Floats, count: int) -> NDArray[Any]:
        neighbours: NDArray[Any] = self._index.search(query[None], count, params=self._parameters)[1][0]
        return neighbours

    def processes(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        pass


def open_engine(folder: Path, data: DataSet) -> _Faiss:
    """An index in the folder, loaded into memory."""
    return _Faiss(folder, data)
