"""Vector engines behind a common interface."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol, cast

from numpy.typing import NDArray

from bench.vectors.data import DataSet, Floats

RIVALS: Final = ("usearch_bare", "hnsw_lib")
"""The rivals: modules of this package with a function `open_engine`."""
OURS: Final = ("facetry_nearest", "facetry_search")
"""The modules for Facetry: the vectors alone, and a whole search."""


Neighbours = Sequence[int] | NDArray[Any]


class Engine(Protocol):
    """An index in a folder. Images are identified by their numbers in the data set."""

    efforts: Sequence[int]
    """The search efforts, ascending: `ef` or the equivalent of the engine; one value if it chooses by itself."""
    wide_efforts: Sequence[int]
    """The search efforts with a filter."""

    def build(self) -> None:
        """Build the index in the folder."""
        ...

    def open(self) -> None:
        """Open the index for queries."""
        ...

    def prepare(self, tag: str | None, effort: int) -> None:
        """Set the tag and the effort of the queries that follow; not part of their time."""
        ...

    def nearest(self, query: Floats, count: int) -> Neighbours:
        """The images nearest to the query among those with the prepared tag, nearest first."""
        ...

    def close(self) -> None:
        """Close the opened index."""
        ...


class EngineFactory(Protocol):
    """Creates an engine that is neither built nor open."""

    def __call__(self, folder: Path, data: DataSet) -> Engine: ...


def installed(names: Sequence[str]) -> Sequence[str]:
    """The engines whose packages are installed; the others are named in a line of output."""
    found = {name: _is_installed(name) for name in names}
    missing = [name for name, is_there in found.items() if not is_there]
    if missing:
        print(f"not compared, because packages of the extra `rivals` are missing: {', '.join(missing)}", flush=True)
    return [name for name, is_there in found.items() if is_there]


def _is_installed(name: str) -> bool:
    try:
        importlib.import_module(f"bench.vectors.engines.{name}")
    except ModuleNotFoundError:
        return False
    return True


def create_engine(name: str, folder: Path, data: DataSet) -> Engine:
    """The engine of the module `name`."""
    return cast("EngineFactory", importlib.import_module(f"bench.vectors.engines.{name}").open_engine)(folder, data)
