"""Spaces over changing rows: each answer matches the snapshot of the reader, with files and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from pyroaring import BitMap
from sqlalchemy import Connection, text

from facetry.library import extensions
from facetry.library.facets import embeddings
from facetry.library.search.vectors import row_reading
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store import revision
from facetry.store.journal import ChangeJournal
from facetry.store.revision import StaleSnapshotError
from facetry.store.store import Store
from generated.models import ImageEmbedding
from tests.support.engines.databases import database_at, only_sqlite
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    EAGER,
    LAZY,
    NAME,
    VectorLibrary,
    check_exact,
    check_nearest,
    check_within,
    clustered_vectors,
    maintained_spaces,
    true_distances,
    wait_for_maintenance,
)

LENGTH = 24
T = TypeVar("T")


@pytest.fixture
def vector_library() -> Iterator[VectorLibrary]:
    with temporary_store() as store:
        yield VectorLibrary(store, LENGTH)


def in_thread(function: Callable[[], T]) -> T:
    """The result of the function on another thread, which has another connection."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def check_all_queries(vector_library: VectorLibrary, vectors: IndexedSpaces, rng: np.random.Generator) -> None:
    """Check every kind of query."""
    space = vector_library.current_space(vectors)
    query = clustered_vectors(rng, 1, LENGTH)[0]
    true = vector_library.true_distances(query)
    assert set(space.images()) == true.keys()
    assert (space.count, space.length) == (len(true), LENGTH)
    half = BitMap(image for image in [*true, 10**6] if rng.random() < 0.5)
    for among in (None, half):
        for limit in (None, 0.3, 1.0):
            check_nearest(space.nearest(query, 10, among, limit), true, 10, among, limit)
        check_exact(space.nearest(query, len(true) + 5, among), true, len(true) + 5, among)
        check_within(space.within(query, 0.4, among), true, 0.4, among)
    scores = space.distances_of(query, np.array([*true, 10**6], np.uint32))
    assert np.allclose(scores[:-1], list(true.values()), rtol=0, atol=2e-12)
    assert np.isnan(scores[-1])


def test_a_space_follows_its_rows_without_files(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    vectors = IndexedSpaces(tmp_path / "vectors", vector_library.store, LAZY)
    keys = vector_library.add(clustered_vectors(rng, 60, LENGTH))
    check_all_queries(vector_library, vectors, rng)
    vector_library.set_vectors(keys[:20], clustered_vectors(rng, 20, LENGTH))
    check_all_queries(vector_library, vectors, rng)
    vector_library.clear_vector(keys[3])
    vector_library.delete_images(keys[10:30])
    check_all_queries(vector_library, vectors, rng)
    new_keys = vector_library.add(clustered_vectors(rng, 30, LENGTH))
    check_all_queries(vector_library, vectors, rng)
    vector_library.delete_images(new_keys[-1:])
    assert vector_library.add(clustered_vectors(rng, 1, LENGTH)) == new_keys[-1:], "the key was not reused"
    check_all_queries(vector_library, vectors, rng)
    assert not (tmp_path / "vectors").exists()


def test_an_empty_or_missing_space_has_no_neighbours(vector_library: VectorLibrary, tmp_path: Path) -> None:
    vectors = IndexedSpaces(tmp_path, vector_library.store, EAGER)
    absent_space = vector_library.store.read_now(partial(vectors.space_at, space=77))
    assert (absent_space.count, absent_space.length, len(absent_space.images())) == (0, 0, 0)
    (key,) = vector_library.add(clustered_vectors(np.random.default_rng(1), 1, LENGTH))
    vector_library.clear_vector(key)
    space = vector_library.current_space(vectors)
    query = np.ones(LENGTH, np.float32)
    assert (space.count, space.length) == (0, LENGTH)
    assert len(space.nearest(query, 5).images) == 0
    assert len(space.within(query, 2.0).images) == 0
    assert np.isnan(space.distances_of(query, np.array([0, 1], np.uint32))).all()


def test_a_reader_gets_the_space_at_its_snapshot_or_an_error(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    keys = vector_library.add(clustered_vectors(rng, 30, LENGTH))
    space, query = vector_library.space_key, clustered_vectors(rng, 1, LENGTH)[0]

    def read_while_others_write(connection: Connection) -> None:
        own_revision = revision.current(connection)  # the snapshot begins here
        true = true_distances(connection, space, query)
        vector_library.set_vectors(keys[:5], clustered_vectors(rng, 5, LENGTH))
        vector_library.delete_images(keys[-1:])
        newer_space = in_thread(lambda: vector_library.current_space(vectors))
        assert newer_space.count == 29
        own_space = vectors.space_at(connection, space)
        assert revision.current(connection) == own_revision
        check_exact(own_space.nearest(query, 30), true, 30)

    vector_library.current_space(vectors)
    vector_library.store.read_now(read_while_others_write)

    reopened = IndexedSpaces(tmp_path, vector_library.store, LAZY)

    def read_after_newer(connection: Connection) -> None:
        revision.current(connection)
        vector_library.clear_vector(keys[0])
        in_thread(
            lambda: vector_library.current_space(reopened)
        )  # loaded at the newer revision, so that no earlier view exists
        with pytest.raises(StaleSnapshotError):
            reopened.space_at(connection, space)

    vector_library.store.read_now(read_after_newer)


def test_commits_that_do_not_change_a_space_keep_its_view_valid(vector_library: VectorLibrary, tmp_path: Path) -> None:
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    vector_library.add(clustered_vectors(np.random.default_rng(3), 5, LENGTH))
    before = vector_library.current_space(vectors)
    vector_library.store.write_now(lambda work: work.changes.append("something else"))
    assert vector_library.current_space(vectors) is before

    space = vector_library.space_key

    def query(connection: Connection) -> None:
        revision.current(connection)
        vector_library.store.write_now(lambda work: work.changes.append("something else"))
        in_thread(lambda: vector_library.current_space(vectors))
        assert vectors.space_at(connection, space) is before

    vector_library.store.read_now(query)


def test_a_gap_in_the_journal_loses_no_changes(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(4)
    vectors = IndexedSpaces(tmp_path, vector_library.store, LAZY)
    keys = vector_library.add(clustered_vectors(rng, 60, LENGTH))
    check_all_queries(vector_library, vectors, rng)
    monkeypatch.setattr(ChangeJournal, "changes_between", lambda *_: None)
    vector_library.set_vectors(keys[:5], clustered_vectors(rng, 5, LENGTH))
    vector_library.delete_images(keys[20:30])
    vector_library.add(clustered_vectors(rng, 15, LENGTH))
    check_all_queries(vector_library, vectors, rng)


def test_a_name_whose_vector_length_changes_is_loaded_again(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        keys = vector_library.add(clustered_vectors(rng, 50, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        for key in keys:
            vector_library.clear_vector(key)
        vector_library.set_vectors(keys[:30], clustered_vectors(rng, 30, 7))
        space, query = vector_library.current_space(vectors), clustered_vectors(rng, 1, 7)[0]
        assert space.length == 7
        check_exact(space.nearest(query, 30), vector_library.true_distances(query), 30)
        wait_for_maintenance(vector_library, vectors)
        check_nearest(
            vector_library.current_space(vectors).nearest(query, 10), vector_library.true_distances(query), 10
        )
    reopened = IndexedSpaces(tmp_path, vector_library.store, EAGER)
    check_nearest(vector_library.current_space(reopened).nearest(query, 10), vector_library.true_distances(query), 10)


def test_rows_with_invalid_vectors_are_left_out(vector_library: VectorLibrary, tmp_path: Path) -> None:
    """The product cannot write such rows, but a user who edits the database can."""
    rng = np.random.default_rng(6)
    keys = vector_library.add(clustered_vectors(rng, 40, LENGTH))
    invalid = {keys[0]: b"", keys[1]: bytes(LENGTH * 4), keys[2]: np.full(LENGTH, np.nan, "<f4").tobytes()}

    def corrupt(connection: Connection) -> None:
        for image, components in invalid.items():
            connection.execute(
                text("UPDATE vector SET components = :components WHERE image = :image"),
                {"components": components, "image": image},
            )

    vector_library.store.write_now(lambda work: corrupt(work.connection))
    for thresholds in (LAZY, EAGER):
        space = vector_library.current_space(IndexedSpaces(tmp_path, vector_library.store, thresholds))
        assert set(space.images()) == set(keys[3:])
    vector_library.set_vectors(keys[:2], clustered_vectors(rng, 2, LENGTH))
    space = vector_library.current_space(IndexedSpaces(tmp_path, vector_library.store, EAGER))
    assert set(space.images()) == {*keys[:2], *keys[3:]}


def test_spaces_of_many_names_do_not_mix(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    keys = vector_library.add(clustered_vectors(rng, 30, LENGTH))
    vector_library.store.write_now(lambda work: extensions.register(work, "other"))
    for key in keys[:12]:
        values = clustered_vectors(rng, 1, 3)[0].tolist()
        sent = [ImageEmbedding(name=NAME, values=values), ImageEmbedding(name="b", values=[*values[:2], 1.0, 5.0])]
        vector_library.store.write_now(
            lambda work, key=key, sent=sent: embeddings.replace(work, vector_library.ids[key], "other", sent)  # type: ignore[misc]
        )
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        check_all_queries(vector_library, vectors, rng)
        wait_for_maintenance(vector_library, vectors)
        check_all_queries(vector_library, vectors, rng)
        counts = {each.space: each.count for each in vectors.progress()}
        assert sorted(counts.values()) == [12, 12, 30]


def test_files_of_removed_spaces_are_removed(vector_library: VectorLibrary, tmp_path: Path) -> None:
    (tmp_path / "99").mkdir()
    (tmp_path / "99" / "upper.1").write_bytes(b"x")
    (tmp_path / "notes").mkdir()
    vector_library.add(clustered_vectors(np.random.default_rng(8), 30, LENGTH))
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        wait_for_maintenance(vector_library, vectors)
    assert sorted(path.name for path in tmp_path.iterdir()) == [str(vector_library.space_key), "notes"]


def test_a_space_works_after_the_store_was_closed(tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    store = Store(database_at(tmp_path / "library.db"))
    try:
        library = VectorLibrary(store, LENGTH)
        library.add(clustered_vectors(rng, 50, LENGTH))
        with maintained_spaces(store, tmp_path / "vectors") as vectors:
            wait_for_maintenance(library, vectors)
            space, query = library.current_space(vectors), clustered_vectors(rng, 1, LENGTH)[0]
            true = library.true_distances(query)
    finally:
        store.close()
    check_nearest(space.nearest(query, 10), true, 10)
    check_within(space.within(query, 0.5), true, 0.5)


@only_sqlite
def test_the_background_thread_keeps_few_pages(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector_library.add(clustered_vectors(np.random.default_rng(3), 5, LENGTH))
    sizes: list[int] = []
    space_keys = row_reading.space_keys

    def read_cache_size(connection: Connection) -> list[int]:
        sizes.append(connection.exec_driver_sql("PRAGMA cache_size").scalar_one())
        return space_keys(connection)

    monkeypatch.setattr(row_reading, "space_keys", read_cache_size)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        wait_for_maintenance(vector_library, vectors)
    assert sizes == [-2048]
