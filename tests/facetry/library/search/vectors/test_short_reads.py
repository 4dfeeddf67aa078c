"""Short reads of vectors: what takes long, or waits for another thread, ends them before anything has changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from facetry.library.search.vectors import difference, space_view
from facetry.library.search.vectors.interface import Space
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.interruption import ReadInterruptedError, short
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    LAZY,
    Matrix,
    VectorLibrary,
    check_exact,
    check_nearest,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 32
SECONDS = 60.0
"""No short read of these tests takes too long by the clock."""


@pytest.fixture
def vector_library() -> Iterator[VectorLibrary]:
    with temporary_store() as store:
        yield VectorLibrary(store, LENGTH)


def vectors_of(count: int, seed: int = 1) -> Matrix:
    return clustered_vectors(np.random.default_rng(seed), count, LENGTH)


def is_short(read: Callable[[], object]) -> bool:
    """Whether a short read can do this."""
    try:
        with short(SECONDS):
            read()
    except ReadInterruptedError:
        return False
    return True


def test_a_space_is_not_loaded_in_a_short_read(vector_library: VectorLibrary, tmp_path: Path) -> None:
    vector_library.add(vectors_of(5))
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    assert not is_short(lambda: vector_library.current_space(vectors))
    assert vector_library.current_space(vectors).count == 5
    assert is_short(lambda: vector_library.current_space(vectors))


def test_a_short_read_applies_few_changes(vector_library: VectorLibrary, tmp_path: Path) -> None:
    keys = vector_library.add(vectors_of(100))
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    vector_library.current_space(vectors)
    for count, expected in ((1, True), (difference._SHORT_COUNT, True), (difference._SHORT_COUNT + 1, False)):
        vector_library.set_vectors(keys[:count], vectors_of(count, seed=count))
        assert is_short(lambda: vector_library.current_space(vectors)) == expected
        query = vectors_of(1, seed=7)[0]
        check_exact(vector_library.current_space(vectors).nearest(query, 9), vector_library.true_distances(query), 9)


def test_a_short_read_does_not_enlarge_the_tables(vector_library: VectorLibrary, tmp_path: Path) -> None:
    (key,) = vector_library.add(vectors_of(1))
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    vector_library.current_space(vectors)
    ended = 0
    for number in range(600):  # slots, of which the table has room for 256, then for 512
        vector_library.set_vectors([key], vectors_of(1, seed=number))
        if not is_short(lambda: vector_library.current_space(vectors)):
            ended += 1
            vector_library.current_space(vectors)
    assert ended == 2
    query = vectors_of(1, seed=599)[0]
    check_exact(vector_library.current_space(vectors).nearest(query, 1), vector_library.true_distances(query), 1)


def test_a_short_read_does_not_wait_for_another_thread(vector_library: VectorLibrary, tmp_path: Path) -> None:
    keys = vector_library.add(vectors_of(5))
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    vector_library.current_space(vectors)
    vector_library.set_vectors(keys[:1], vectors_of(1))
    loaded_space = vectors._maintenance_of(vector_library.space_key).loaded_space
    acquired, released = threading.Event(), threading.Event()

    def hold() -> None:
        with loaded_space._lock:
            acquired.set()
            assert released.wait(SECONDS)

    thread = threading.Thread(target=hold)
    thread.start()
    assert acquired.wait(SECONDS)
    assert not is_short(lambda: vector_library.current_space(vectors))
    released.set()
    thread.join()
    assert is_short(lambda: vector_library.current_space(vectors))


@pytest.mark.parametrize("search", ["exact", "index"])
def test_a_short_read_compares_few_vectors(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, search: str
) -> None:
    vector_library.add(vectors_of(300))
    query = vectors_of(1, seed=3)[0]
    true = vector_library.true_distances(query)

    def check(space: Space, name: str) -> None:
        assert is_short(lambda: check_nearest(space.nearest(query, 10), true, 10))
        monkeypatch.setattr(space_view, name, 1)
        assert not is_short(lambda: space.nearest(query, 10))
        check_nearest(space.nearest(query, 10), true, 10)

    if search == "exact":
        vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
        check(vector_library.current_space(vectors), "_SHORT_ROWS")
        return
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        wait_for_maintenance(vector_library, vectors)
        check(vector_library.current_space(vectors), "_SHORT_EF")


def test_long_vectors_count_more(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector_library.add(vectors_of(10))
    space = vector_library.current_space(IndexedSpaces(tmp_path, vector_library.store, LAZY))
    query = vectors_of(1, seed=3)[0]
    monkeypatch.setattr(space_view, "_SHORT_ROWS", 19)
    assert is_short(lambda: space.nearest(query, 5))
    monkeypatch.setattr(space_view, "_SHORT_LENGTH", LENGTH // 2)
    assert not is_short(lambda: space.nearest(query, 5))
