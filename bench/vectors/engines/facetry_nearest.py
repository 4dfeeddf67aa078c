"""Facetry without search: queries the vectors of a library directly; a filter is a set of images."""

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

from bench.processes import KEY
from bench.searches.indexes import open_indexes
from bench.vectors import library
from bench.vectors.data import DataSet, Floats
from bench.vectors.engines import Neighbours
from bench.vectors.library import FIRST, SPACE
from facetry.library.facets import tags
from facetry.library.search.index.key_sets import union
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.service.library_database import DATABASE
from facetry.service.opening import close_library, open_library
from facetry.settings import Settings
from facetry.store.store import Store

_POLL_SECONDS: Final = 0.1


class Nearest:
    """The engine. Facetry chooses its search effort by itself, which 0 stands for."""

    efforts: Sequence[int] = (0,)
    wide_efforts: Sequence[int] = (0,)

    def __init__(self, folder: Path, data: DataSet) -> None:
        self._folder = folder
        self._data = data

    def build(self) -> None:
        """Insert the rows directly, and let the library index them as in a server."""
        library.fill(self._folder, self._data)
        asyncio.run(_build_index(self._folder, self._data.count))

    def open(self) -> None:
        """Open the store and the search indexes."""
        self._store = Store(self._folder / DATABASE)
        self._indexes = open_indexes(self._folder, self._store)

    def prepare(self, tag: str | None, effort: int) -> None:  # noqa: ARG002  # see `efforts`
        """Find the images with the tag."""
        self._among = (
            None if tag is None else self._store.read_now(lambda connection: self._images_with_tag(connection, tag))
        )

    def _images_with_tag(self, connection: Connection, tag: str) -> BitMap:
        (key,) = tags.keys_of(connection, [tag])
        return union(self._indexes.attributes.tags.images_with_tag(connection, key).values())

    def nearest(self, query: Floats, count: int) -> Neighbours:
        """The nearest images, in a snapshot of its own like every search."""

        def find(connection: Connection) -> NDArray[Any]:
            return self._indexes.vectors.space_at(connection, SPACE).nearest(query, count, self._among).images

        images = self._store.read_now(find)
        return images - FIRST

    def close(self) -> None:
        """Close the store."""
        self._store.close()


async def _build_index(folder: Path, count: int) -> None:
    opened_library, _ = open_library(Settings(data_dir=folder, api_secret=SecretStr(KEY)))
    await opened_library.vectors.begin()
    await asyncio.to_thread(wait_for_index, opened_library.vectors, count)
    await opened_library.vectors.stop()
    await close_library(opened_library)


def wait_for_index(vectors: IndexedSpaces, count: int) -> None:
    """Wait until all vectors are indexed; few vectors have no index, and each query reads them all."""
    while not any(
        each.state == "exact" or (each.state == "ready" and each.indexed_count == count) for each in vectors.progress()
    ):
        time.sleep(_POLL_SECONDS)


def open_engine(folder: Path, data: DataSet) -> Nearest:
    """A library in the folder."""
    return Nearest(folder, data)
