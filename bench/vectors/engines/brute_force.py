"""NumPy: compares all vectors, or all with the tag; a filter is an array of booleans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.vectors.data import DataSet, Floats


class _BruteForce:
    efforts: Sequence[int] = (1,)
    wide_efforts: Sequence[int] = (1,)

    def __init__(self, data: DataSet) -> None:
        self._data = data

    def build(self) -> None:
        pass

    def open(self) -> None:
        self._vectors: Floats = np.load(self._data.folder / "vectors.npy")  # read, not mapped

    def prepare(self, tag: str | None, effort: int) -> None:  # noqa: ARG002  # the engine is exact
        self._has = None if tag is None else self._data.tags[tag]

    def nearest(self, query: Floats, count: int) -> NDArray[Any]:
        members = None if self._has is None else np.flatnonzero(self._has)
        scores = (self._vectors if members is None else self._vectors[members]) @ query
        best = np.argpartition(scores, -count)[-count:]
        best = best[np.argsort(-scores[best])]
        return best if members is None else members[best]

    def processes(self) -> Sequence[int]:
        return ()

    def close(self) -> None:
        pass


def open_engine(folder: Path, data: DataSet) -> _BruteForce:
    """The engine; it needs no files besides the vectors."""
    return _BruteForce(data)
