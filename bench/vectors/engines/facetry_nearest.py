"""Facetry: the vectors of a library, asked by themselves; a filter is a set of images."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray
from pydantic import SecretStr
from pyroaring import BitMap
from sqlalchemy import Connection

from bench import search_indexes as finding
from bench.processes import KEY
from bench.vectors import library
from bench.vectors.data import DataSet, Floats
from bench.vectors.engines import Answer
from bench.vectors.library import FIRST, SPACE
from facetry.app import DATABASE, close_library, open_library
from facetry.library import tags
from facetry.library.search.index.key_sets import union
from facetry.library.search.vectors.vectors import Vectors
from facetry.settings import Settings
from facetry.store.store import Store

_POLL_SECONDS: Final = 0.1


class Nearest:
    """How hard it searches is its own choice: 0 stands for that."""

    efforts: Sequence[int] = (0,)
    wide_efforts: Sequence[int] = (0,)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._folder = folder
        self._data = data
        self._store: Store | None = None

    def build(self) -> None:
        """Fill the tables by hand, and let the library index them as it does when it is served."""
        library.fill(self._folder, self._data)
        asyncio.run(_index(self._folder, self._data.count))

    def open(self) -> None:
        """Read what is needed for the first answer."""
        self._store = Store(self._folder / DATABASE)
        self._finder = finding.finder(self._folder, self._store)

    def prepare(self, tag: str | None, effort: int) -> None:  # noqa: ARG002  # see `efforts`
        """Find the images with the tag."""
        self._among = None if tag is None else self._read().read_now(lambda connection: self._holders(connection, tag))

    def _holders(self, connection: Connection, tag: str) -> BitMap:
        (key,) = tags.keys_of(connection, [tag])
        return union(self._finder.index.tagged.of(connection, key).values())

    def nearest(self, query: Floats, count: int) -> Answer:
        """On a snapshot of its own, as every search has."""

        def found(connection: Connection) -> NDArray[Any]:
            return self._finder.vectors.at(connection, SPACE).nearest(query, count, self._among).images

        images = self._read().read_now(found)
        return images - FIRST

    def _read(self) -> Store:
        assert self._store is not None
        return self._store

    def processes(self) -> Sequence[int]:
        """None: all is done by this one."""
        return ()

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()


async def _index(folder: Path, count: int) -> None:
    opened, _ = open_library(Settings(data_dir=folder, api_secret=SecretStr(KEY)))
    await opened.vectors.begin()
    await asyncio.to_thread(_await_index, opened.vectors, count)
    await opened.vectors.stop()
    await close_library(opened)


def _await_index(vectors: Vectors, count: int) -> None:
    while not any(each.state == "ready" and each.indexed == count for each in vectors.progress()):
        time.sleep(_POLL_SECONDS)


def open_engine(folder: Path, data: DataSet) -> Nearest:
    """A library in the folder."""
    return Nearest(folder, data)
