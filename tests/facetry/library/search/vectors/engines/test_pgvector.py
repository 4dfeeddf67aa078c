"""pgvector: what it stores, and a server that stops, hangs or is no server."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from facetry.library.search.vectors.engines.interface import EngineError
from facetry.library.search.vectors.engines.pgvector import PgvectorEngine
from facetry.store.engine import DatabaseUrl
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.engines.postgresql import Cluster
from tests.support.engines.vector_engines import (
    EAGER_ENGINE,
    engine_of,
    engine_spaces,
    new_pgvector_cluster,
    new_pgvector_database,
    wait_until_filled,
)
from tests.support.libraries.vector_spaces import VectorLibrary, check_exact, check_nearest, clustered_vectors

LENGTH = 16
CALM = replace(EAGER_ENGINE, engine_check_seconds=3600.0)


def unit_vectors(rng: np.random.Generator, count: int, length: int) -> NDArray[np.float32]:
    vectors = rng.standard_normal((count, length))
    units: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return units


@pytest.fixture
def library(tmp_path: Path) -> Iterator[VectorLibrary]:
    store = Store(database_at(tmp_path / "library.db"))
    yield VectorLibrary(store, LENGTH)
    store.close()


@contextmanager
def own_server() -> Iterator[tuple[Cluster, PgvectorEngine]]:
    cluster = new_pgvector_cluster()
    engine = PgvectorEngine(new_pgvector_database(cluster), "test")
    try:
        yield cluster, engine
    finally:
        engine.close()
        cluster.remove()


@pytest.mark.parametrize("name", ["pgvector", "milvus"])
def test_what_is_put_is_found_until_it_is_removed(tmp_path: Path, name: str) -> None:
    rng = np.random.default_rng(1)
    vectors = unit_vectors(rng, 300, 8)
    keys = np.arange(300) * 7 + 2**33
    with engine_of(name, tmp_path) as engine:
        assert engine.keys(3, 8) is None
        assert engine.state(3) is None
        engine.create(3, 8)
        engine.put(3, keys[:200], vectors[:200])
        engine.build(3, lambda: False)
        engine.put(3, keys[200:], vectors[200:])
        assert engine.count(3) == 300
        np.testing.assert_array_equal(engine.keys(3, 8), keys)
        assert engine.keys(3, 9) is None, "another length"
        engine.remove(3, keys[:50])
        np.testing.assert_array_equal(engine.keys(3, 8), keys[50:])
        found, stored = engine.vectors(3, keys[48:52])
        np.testing.assert_array_equal(found, keys[50:52])
        np.testing.assert_allclose(stored, vectors[50:52], atol=1e-3)
        for place in (60, 250):
            near, distances = engine.search(3, vectors[place], 5, 64)
            assert near[0] == keys[place]
            true = np.sort(1 - vectors[50:] @ vectors[place])[:5]
            np.testing.assert_allclose(np.sort(distances), true, atol=2e-3)
        assert len(engine.search(3, vectors[0], 2000, 3000)[0]) == 250, "more than pgvector examines at once"
        assert engine.spaces() == [3]
        engine.create(3, 4)
        assert engine.count(3) == 0
        engine.drop(3)
        engine.drop(3)
        assert engine.spaces() == []


def test_libraries_in_one_database_do_not_mix(tmp_path: Path) -> None:
    with own_server() as (cluster, _):
        database = new_pgvector_database(cluster)
        one, other = PgvectorEngine(database, "one"), PgvectorEngine(database, "other")
        one.create(1, 8)
        one.put(1, np.arange(10), unit_vectors(np.random.default_rng(2), 10, 8))
        other.create(1, 8)
        other.drop(1)
        assert one.count(1) == 10
        assert other.spaces() == []
        one.close()
        other.close()


def test_a_server_that_stops_stops_no_search(library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    library.add(clustered_vectors(rng, 200, LENGTH))
    query = clustered_vectors(rng, 1, LENGTH)[0]
    with own_server() as (cluster, engine), engine_spaces(library.store, tmp_path / "v", engine, CALM) as vectors:
        wait_until_filled(library, vectors)
        check_nearest(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
        assert vectors.engine_failures == 0
        cluster.stop(signal.SIGQUIT)
        for _ in range(3):
            check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
        assert vectors.engine_failures == 1, "it is not asked again at once"
        assert not vectors.is_engine_available
        cluster.start()
        deadline = time.monotonic() + 20
        while not vectors.is_engine_available:
            check_nearest(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_server_that_hangs_costs_some_seconds_once(library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    library.add(clustered_vectors(rng, 100, LENGTH))
    query = clustered_vectors(rng, 1, LENGTH)[0]
    with own_server() as (cluster, engine), engine_spaces(library.store, tmp_path / "v", engine, CALM) as vectors:
        wait_until_filled(library, vectors)
        library.current_space(vectors).nearest(query, 10)
        with cluster.paused():
            begin = time.monotonic()
            check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
            assert time.monotonic() - begin > 1.5
            durations = []
            for _ in range(3):
                begin = time.monotonic()
                check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
                durations.append(time.monotonic() - begin)
            assert min(durations) < 1


def test_a_service_starts_without_its_engine(library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    library.add(clustered_vectors(rng, 100, LENGTH))
    engine = PgvectorEngine(DatabaseUrl(f"postgresql://user:s3cret-word@127.0.0.1:1/none?host={tmp_path}"), "test")
    with pytest.raises(EngineError) as caught:
        engine.spaces()
    assert "s3cret-word" not in str(caught.value)
    with engine_spaces(library.store, tmp_path / "v", engine) as vectors:
        query = clustered_vectors(rng, 1, LENGTH)[0]
        check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)


def test_a_space_that_is_too_long_for_the_index_is_compared_one_by_one(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    try:
        library, rng = VectorLibrary(store, 4_096), np.random.default_rng(6)
        library.add(clustered_vectors(rng, 30, 4_096))
        with engine_of("pgvector", tmp_path) as engine, engine_spaces(store, tmp_path / "v", engine) as vectors:
            query = clustered_vectors(rng, 1, 4_096)[0]
            time.sleep(0.3)
            check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)
            assert engine.spaces() == []
            (progress,) = vectors.progress()
            assert progress.state == "exact"
    finally:
        store.close()
