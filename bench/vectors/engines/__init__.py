"""Engines: what finds the nearest vectors, each behind the same few methods."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol, cast

from numpy.typing import NDArray

from bench.vectors.data import DataSet, Floats

RIVALS: Final = ("brute_force", "usearch_bare", "hnsw_lib", "faiss_hnsw", "chroma_embedded", "lance", "postgres")
"""Modules of this package, each of which has `open_engine`."""
OURS: Final = ("facetry_nearest", "facetry_search")
"""The same for Facetry: vectors asked by themselves, and by a search."""


Answer = Sequence[int] | NDArray[Any]


class Engine(Protocol):
    """An index that lies in a folder. Images are told by their numbers in the data set."""

    efforts: Sequence[int]
    """How hard it may search, in ascending order: `ef`, or what the engine has instead; one value if it is exact."""
    wide_efforts: Sequence[int]
    """The same with a filter."""

    def build(self) -> None:
        """Make the index and keep it in the folder; `close` follows."""
        ...

    def open(self) -> None:
        """Make ready for queries."""
        ...

    def prepare(self, tag: str | None, effort: int) -> None:
        """What the queries that follow have in common; it is not part of their time."""
        ...

    def nearest(self, query: Floats, count: int) -> Answer:
        """The images nearest to the query, of those that have the tag prepared, nearest first."""
        ...

    def processes(self) -> Sequence[int]:
        """Processes besides this one that do its work, by their ids, each with all that descend from it."""
        ...

    def close(self) -> None:
        """End what it has started."""
        ...


class Opener(Protocol):
    """Gives an engine that is neither built nor open."""

    def __call__(self, folder: Path, data: DataSet) -> Engine: ...


def engine(name: str, folder: Path, data: DataSet) -> Engine:
    """The engine that the module `name` holds."""
    return cast("Opener", importlib.import_module(f"bench.vectors.engines.{name}").open_engine)(folder, data)
