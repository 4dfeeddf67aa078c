"""Facetry with a vector engine outside of its process: the vectors alone, as in `facetry_nearest`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from pydantic import SecretStr

from bench.processes import KEY
from bench.vectors import library
from bench.vectors.data import DataSet
from bench.vectors.engines.facetry_nearest import Nearest, wait_for_index
from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.service.data_folder import VECTORS
from facetry.service.library_database import DATABASE
from facetry.service.vector_engines import open_engine
from facetry.settings import Settings
from facetry.store.store import Store


class EngineServer(Protocol):
    """The program that has the engine."""

    def start(self) -> str:
        """Start it if it is not running. Returns its address for `FACETRY_VECTORS_URL`."""
        ...

    def processes(self) -> Sequence[int]:
        """The ids of its processes."""
        ...

    def stop(self) -> None:
        """Stop it."""
        ...


class OutsideNearest(Nearest):
    """The engine. Facetry fills it, checks it at the start, and chooses its search effort."""

    def __init__(self, folder: Path, data: DataSet, server: Callable[[Path], EngineServer]) -> None:
        super().__init__(folder / "library", data)
        self._server = server(folder)

    def build(self) -> None:
        """Insert the rows directly, and let the library fill the engine as in a server."""
        self._folder.mkdir()
        library.fill(self._folder, self._data)
        self.open()

    def open(self) -> None:
        """Start the server, open the store, and wait until the engine is filled and checked."""
        settings = Settings(
            data_dir=self._folder, api_secret=SecretStr(KEY), vectors_url=SecretStr(self._server.start())
        )
        self._store = Store(self._folder / DATABASE)
        self._spaces = IndexedSpaces(self._folder / VECTORS, self._store, engine=open_engine(settings))
        self._indexes = SearchIndexes(Index(self._store.journal), self._spaces)
        asyncio.run(self._spaces.begin())
        wait_for_index(self._spaces, self._data.count)

    def processes(self) -> Sequence[int]:
        """The processes of the server."""
        return self._server.processes()

    def close(self) -> None:
        """Close the store and stop the server."""
        asyncio.run(self._spaces.stop())
        super().close()
        self._server.stop()
