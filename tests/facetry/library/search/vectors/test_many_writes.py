"""What a reader pays after many writes: it reads the rows that changed since the last one, and copies nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection

from facetry.library.search.vectors import maintenance, row_reading, table
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.journal import ChangeJournal
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import EAGER, LAZY, VectorLibrary, check_exact, maintained_spaces

LENGTH = 8
WRITES = 1_200
STEP = 3
"""Commits between two readers."""


class Costs:
    """What readers have done since `reset`."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.changes = self.pairs = self.vectors = self.copied = 0


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Costs:
    """Counts the changes, rows and vectors that readers read, and the elements of arrays that they copy."""
    counted = Costs()
    changes_between, pairs_of_images = ChangeJournal.changes_between, row_reading.pairs_of_images
    read_vectors, extended = row_reading.read_vectors, table._extended

    def count_changes(self: ChangeJournal, connection: Connection, first: int, last: int) -> list[object] | None:
        changes = changes_between(self, connection, first, last)
        counted.changes += len(changes or ())
        return changes

    def count_pairs(connection: Connection, space: int, images: Any) -> Any:
        counted.pairs += len(images)
        return pairs_of_images(connection, space, images)

    def count_vectors(connection: Connection, keys: Any, length: int) -> Any:
        counted.vectors += len(keys)
        return read_vectors(connection, keys, length)

    def count_copies(array: Any, count: int) -> Any:
        counted.copied += len(array)
        return extended(array, count)

    monkeypatch.setattr(ChangeJournal, "changes_between", count_changes)
    monkeypatch.setattr(row_reading, "pairs_of_images", count_pairs)
    monkeypatch.setattr(row_reading, "read_vectors", count_vectors)
    monkeypatch.setattr(table, "_extended", count_copies)
    return counted


def test_a_reader_pays_for_what_changed_since_the_last_one(
    costs: Costs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        keys = library.add(rng.standard_normal((50, LENGTH)).astype(np.float32))
        vectors = IndexedSpaces(tmp_path, store, LAZY)
        library.current_space(vectors)
        monkeypatch.setattr(row_reading, "all_pairs", None)  # to read all rows again is an error from now on
        copied = 0
        for _ in range(WRITES // STEP):
            for key in rng.choice(keys, STEP, replace=False).tolist():
                library.set_vectors([key], rng.standard_normal((1, LENGTH)).astype(np.float32))
            costs.reset()
            library.current_space(vectors)
            assert (costs.changes, costs.pairs, costs.vectors) == (STEP, STEP, STEP)
            copied += costs.copied
            costs.reset()
            library.current_space(vectors)
            assert (costs.changes, costs.pairs, costs.vectors, costs.copied) == (0, 0, 0, 0)
        # Six arrays double their room when they are full, so each slot is copied about once in all.
        assert copied <= 6 * 2 * (WRITES + len(keys))
        query = rng.standard_normal(LENGTH).astype(np.float32)
        check_exact(library.current_space(vectors).nearest(query, 10), library.true_distances(query), 10)


def test_writes_elsewhere_cost_a_reader_nothing_but_their_changes(costs: Costs, tmp_path: Path) -> None:
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        vectors = IndexedSpaces(tmp_path, store, LAZY)
        library.add(np.eye(LENGTH, dtype=np.float32))
        view = library.current_space(vectors)
        for _ in range(20):
            store.write_now(lambda work: work.changes.append("something else"))
        costs.reset()
        assert library.current_space(vectors) is view
        assert (costs.changes, costs.pairs, costs.vectors, costs.copied) == (20, 0, 0, 0)


@pytest.mark.parametrize(("count", "has_files"), [(8, False), (60, True)])
def test_dead_vectors_do_not_pile_up_while_writes_go_on(
    count: int, has_files: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "_FILES_REST", 0.1)
    rng = np.random.default_rng(2)
    never_quiet = replace(EAGER, min_index_vectors=10**9, quiet_seconds=1e9)
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        keys = library.add(rng.standard_normal((count, LENGTH)).astype(np.float32))
        with maintained_spaces(store, tmp_path, never_quiet) as vectors:
            for _ in range(6):
                for key in keys:
                    library.set_vectors([key], rng.standard_normal((1, LENGTH)).astype(np.float32))
                _wait(library, vectors, lambda progress: progress.dead_count <= max(5, 0.2 * count))
            query = rng.standard_normal(LENGTH).astype(np.float32)
            check_exact(library.current_space(vectors).nearest(query, 5), library.true_distances(query), 5)
        assert bool(list(tmp_path.rglob("manifest*"))) == has_files


def test_files_that_took_long_are_not_written_again_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "_FILES_REST", 1e9)  # as if each update had taken so much longer
    updates: list[LoadedSpace] = []
    flush = LoadedSpace.flush

    def count_update(loaded_space: LoadedSpace) -> None:
        flush(loaded_space)
        updates.append(loaded_space)

    monkeypatch.setattr(LoadedSpace, "flush", count_update)
    rng = np.random.default_rng(4)
    never_quiet = replace(EAGER, min_index_vectors=10**9, quiet_seconds=1e9)
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        keys = library.add(rng.standard_normal((60, LENGTH)).astype(np.float32))
        with maintained_spaces(store, tmp_path, never_quiet) as vectors:
            library.current_space(vectors)
            library.set_vectors(keys[:20], rng.standard_normal((20, LENGTH)).astype(np.float32))
            _wait(library, vectors, lambda _: bool(updates))
            library.set_vectors(keys[:20], rng.standard_normal((20, LENGTH)).astype(np.float32))
            _wait(library, vectors, lambda progress: progress.dead_count == 20)
            time.sleep(20 * never_quiet.poll_seconds)
            assert (vectors.progress()[0].dead_count, len(updates)) == (20, 1)


def test_new_vectors_are_indexed_while_writes_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_FILES_REST", "_INDEX_REST"):
        monkeypatch.setattr(maintenance, name, 0.1)  # on a busy machine, a build takes so long that its rest would too
    rng = np.random.default_rng(3)
    never_quiet = replace(EAGER, quiet_seconds=1e9, forced_tail_share=1e9, dead_share=1.0)
    with temporary_store() as store:
        library = VectorLibrary(store, LENGTH)
        keys = library.add(rng.standard_normal((40, LENGTH)).astype(np.float32))
        with maintained_spaces(store, tmp_path, never_quiet) as vectors:
            _wait(library, vectors, lambda progress: progress.indexed_count == 40)
            library.add(rng.standard_normal((20, LENGTH)).astype(np.float32))
            _wait(library, vectors, lambda progress: progress.indexed_count == 60)
            for _ in range(2):  # the second time makes half of what is written to files superfluous
                library.set_vectors(keys[:6], rng.standard_normal((6, LENGTH)).astype(np.float32))
                library.current_space(vectors)  # or what nobody has seen would never be among the vectors
            _wait(library, vectors, lambda progress: progress.tail_count == 0 and progress.indexed_count == 60)


def _wait(library: VectorLibrary, vectors: IndexedSpaces, is_done: Callable[[SpaceProgress], bool]) -> None:
    deadline = time.monotonic() + 60
    while True:
        library.current_space(vectors)
        (progress,) = vectors.progress()
        if is_done(progress):
            return
        assert time.monotonic() < deadline, progress
        time.sleep(0.02)
