"""Spaces give the same answers with every engine, whatever happens to vectors and to the engine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pyroaring import BitMap

from facetry.errors import FaultError
from facetry.library.search.vectors.engines.interface import (
    SEARCH_SECONDS,
    EngineError,
    Keys,
    VectorEngine,
    Vectors,
)
from facetry.library.search.vectors.interface import Space
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.engines.vector_engines import (
    EAGER_ENGINE,
    engine_of,
    engine_spaces,
    wait_until_filled,
)
from tests.support.libraries.naive_vectors import NaiveSpaces
from tests.support.libraries.vector_spaces import (
    VectorLibrary,
    check_exact,
    check_nearest,
    check_within,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 16
ROUNDS = int(os.environ.get("VECTOR_ENGINE_ROUNDS", "4"))
IS_LONG = ROUNDS > 4
ENGINES = ["pgvector", "milvus"]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[VectorLibrary]:
    store = Store(database_at(tmp_path / "library.db"))
    yield VectorLibrary(store, LENGTH)
    store.close()


@pytest.fixture(params=ENGINES if IS_LONG else ENGINES[:1])  # Milvus Lite is slow
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorEngine]:
    with engine_of(request.param, tmp_path) as engine:
        yield engine


def naive_space(library: VectorLibrary) -> Space:
    key = library.space_key
    return library.store.read_now(lambda connection: NaiveSpaces().space_at(connection, key))


def check_like_naive(library: VectorLibrary, vectors: IndexedSpaces, rng: np.random.Generator) -> float:
    """Compare all methods with those of the naive space; returns the recall of the nearest."""
    space, naive = library.current_space(vectors), naive_space(library)
    assert (space.count, space.length, space.images()) == (naive.count, naive.length, naive.images())
    keys = np.array(naive.images().to_array(), np.uint32)
    some = BitMap(rng.choice(keys, len(keys) // 2, replace=False)) if len(keys) else BitMap()
    few = BitMap(keys[:5].tolist())
    recalls = []
    for query in clustered_vectors(rng, 3, LENGTH):
        expected = library.true_distances(query)
        for among in (None, some, few, BitMap([10**6])):
            for count, max_distance in ((10, None), (40, None), (10, 0.2), (10, 1.9), (len(keys) + 9, None)):
                hits = space.nearest(query, count, among, max_distance)
                recalls.append(check_nearest(hits, expected, count, among, max_distance))
            check_within(space.within(query, 0.3, among), expected, 0.3, among)
        wanted = np.concatenate((keys, [10**6])).astype(np.uint32)
        np.testing.assert_allclose(space.distances_of(query, wanted), naive.distances_of(query, wanted), atol=2e-12)
    return float(np.mean(recalls))


def lose_something(engine: VectorEngine, space: int, rng: np.random.Generator) -> None:
    """Take some of its vectors, or all of the space, away from the engine, and wait until it is filled again."""
    keys = engine.keys(space, LENGTH)
    assert keys is not None
    if rng.random() < 0.7:
        engine.remove(space, rng.choice(keys, len(keys) // 3, replace=False))
    else:
        engine.drop(space)

    def is_filled() -> bool:
        present = engine.keys(space, LENGTH)
        return present is not None and len(present) >= 0.9 * len(keys) and engine.state(space) is not None

    wait_for(is_filled)


def change_at_random(library: VectorLibrary, rng: np.random.Generator) -> None:
    """Add, replace and remove vectors and images."""
    library.add(clustered_vectors(rng, int(rng.integers(1, 40)), LENGTH))
    keys = rng.permutation(list(library.ids)).tolist()
    library.set_vectors(keys[:20], clustered_vectors(rng, len(keys[:20]), LENGTH))
    library.delete_images(keys[20:30])
    for key in keys[30:33]:
        library.clear_vector(key)


@pytest.mark.parametrize("name", ["embedded", *ENGINES])
def test_answers_are_those_of_the_rows_whatever_changes(library: VectorLibrary, tmp_path: Path, name: str) -> None:
    rng = np.random.default_rng(1)
    library.add(clustered_vectors(rng, 300, LENGTH))
    if name == "embedded":
        with maintained_spaces(library.store, tmp_path / "vectors") as vectors:
            wait_for_maintenance(library, vectors)
            for _ in range(4):
                change_at_random(library, rng)
                assert check_like_naive(library, vectors, rng) > 0.95
        return
    for _ in range(2):  # the engine keeps what it has
        with engine_of(name, tmp_path) as engine, engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
            progress = wait_until_filled(library, vectors)
            assert progress.recall is not None
            assert progress.recall > 0.95
            for step in range(ROUNDS):
                change_at_random(library, rng)
                assert check_like_naive(library, vectors, rng) > 0.95
                if step % 2:
                    wait_until_filled(library, vectors)
                if step % 10 == 9:
                    lose_something(engine, library.space_key, rng)
            wait_until_filled(library, vectors)
            keys = engine.keys(library.space_key, LENGTH)
            assert keys is not None
            assert len(keys) > 0.8 * library.current_space(vectors).count


def test_an_engine_that_was_emptied_is_filled_again(
    library: VectorLibrary, tmp_path: Path, engine: VectorEngine
) -> None:
    rng = np.random.default_rng(2)
    library.add(clustered_vectors(rng, 200, LENGTH))
    with engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
        wait_until_filled(library, vectors)
        space = library.space_key
        engine.remove(space, np.arange(1, 100))
        wait_for(lambda: engine.count(space) == 200)
        wait_until_filled(library, vectors)
        assert check_like_naive(library, vectors, rng) > 0.95
        engine.drop(space)
        assert check_like_naive(library, vectors, rng) > 0.95  # one by one
        wait_for(lambda: space in engine.spaces() and engine.count(space) == 200)
        wait_until_filled(library, vectors)
        assert check_like_naive(library, vectors, rng) > 0.95


def test_an_engine_that_is_too_slow_for_clients_is_filled_and_not_searched_for_them(
    library: VectorLibrary, tmp_path: Path, engine: VectorEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(7)
    library.add(clustered_vectors(rng, 200, LENGTH))
    search = engine.search

    def search_slowly(
        space: int, unit: Vectors, count: int, ef: int, *, seconds: float = SEARCH_SECONDS
    ) -> tuple[Keys, Vectors]:
        if seconds < 10.0:
            raise EngineError("Deadline Exceeded")
        return search(space, unit, count, ef, seconds=seconds)

    monkeypatch.setattr(engine, "search", search_slowly)
    with engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
        wait_until_filled(library, vectors)
        assert check_like_naive(library, vectors, rng) == 1.0


def test_vectors_of_a_later_state_of_the_library_are_found_out(
    library: VectorLibrary, tmp_path: Path, engine: VectorEngine
) -> None:
    """As after a backup was restored: new vectors get keys with which the engine has others."""
    rng = np.random.default_rng(3)
    library.add(clustered_vectors(rng, 200, LENGTH))
    with engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
        wait_until_filled(library, vectors)
        state = engine.state(library.space_key)
    other_store = Store(database_at(tmp_path / "other.db"))
    try:
        other = VectorLibrary(other_store, LENGTH)
        other.add(clustered_vectors(rng, 150, LENGTH))
        with engine_spaces(other_store, tmp_path / "other", engine) as vectors:
            wait_until_filled(other, vectors)
            assert engine.count(other.space_key) == 150
            assert check_like_naive(other, vectors, rng) > 0.95
            assert engine.state(other.space_key) != state
    finally:
        other_store.close()


def test_spaces_that_no_longer_exist_are_dropped(library: VectorLibrary, tmp_path: Path, engine: VectorEngine) -> None:
    engine.create(77, 3)
    library.add(clustered_vectors(np.random.default_rng(4), 50, LENGTH))
    with engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
        wait_until_filled(library, vectors)
        assert engine.spaces() == [library.space_key]
    assert engine.keys(77, 3) is None


def test_a_library_can_change_its_engine(library: VectorLibrary, tmp_path: Path, engine: VectorEngine) -> None:
    rng, folder = np.random.default_rng(5), tmp_path / "vectors"
    library.add(clustered_vectors(rng, 100, LENGTH))
    with maintained_spaces(library.store, folder) as vectors:
        wait_for_maintenance(library, vectors)
        assert list((folder / str(library.space_key)).glob("index.*"))
    change_at_random(library, rng)
    with engine_spaces(library.store, folder, engine) as vectors:
        wait_until_filled(library, vectors)
        assert check_like_naive(library, vectors, rng) > 0.95
        wait_for(lambda: not list((folder / str(library.space_key)).glob("index.*")))
    change_at_random(library, rng)
    with maintained_spaces(library.store, folder) as vectors:
        wait_for_maintenance(library, vectors)
        assert check_like_naive(library, vectors, rng) > 0.95


def test_dead_vectors_stay_in_the_engine_until_no_search_looks_for_them(
    library: VectorLibrary, tmp_path: Path, engine: VectorEngine
) -> None:
    rng = np.random.default_rng(6)
    keys = library.add(clustered_vectors(rng, 100, LENGTH))
    patient = replace(EAGER_ENGINE, removal_seconds=3600.0)
    with engine_spaces(library.store, tmp_path / "vectors", engine, patient) as vectors:
        wait_until_filled(library, vectors)
        old_space, query = library.current_space(vectors), clustered_vectors(rng, 1, LENGTH)[0]
        old_distances = library.true_distances(query)
        library.set_vectors(keys[:60], clustered_vectors(rng, 60, LENGTH))
        wait_for(lambda: engine.count(library.space_key) == 160)
        wait_for(lambda: vectors.progress()[0].state == "ready")
        assert engine.count(library.space_key) == 160
        assert check_nearest(old_space.nearest(query, 20), old_distances, 20) > 0.95
        assert check_like_naive(library, vectors, rng) > 0.95
    with engine_spaces(library.store, tmp_path / "vectors", engine) as vectors:
        wait_until_filled(library, vectors)
        library.add(clustered_vectors(rng, 30, LENGTH))
        wait_for(lambda: wait_until_filled(library, vectors).count == 130 and engine.count(library.space_key) == 130)


def test_a_search_is_refused_when_an_exact_pass_would_take_too_long(
    library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(7)
    library.add(clustered_vectors(rng, 100, LENGTH))
    strict = replace(EAGER_ENGINE, max_substitute_seconds=0.0, engine_check_seconds=3600.0)
    with (
        engine_of("pgvector", tmp_path) as engine,
        engine_spaces(library.store, tmp_path / "vectors", engine, strict) as vectors,
    ):
        wait_until_filled(library, vectors)
        space, query = library.current_space(vectors), clustered_vectors(rng, 1, LENGTH)[0]
        engine.drop(library.space_key)
        with pytest.raises(FaultError) as caught:
            space.nearest(query, 10)
        assert caught.value.fault.rule == "search.vector-engine"
        assert vectors.engine_failures == 1
        assert not vectors.is_engine_available
        check_within(space.within(query, 0.3), library.true_distances(query), 0.3)  # exact anyway
    lenient = replace(strict, max_substitute_seconds=1.0)
    with engine_of("pgvector", tmp_path) as engine:
        vectors = IndexedSpaces(tmp_path / "vectors", library.store, lenient, engine)
        check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)


def wait_for(condition: Callable[[], object], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
