"""The vector index reaches its recall, with and without filters, while vectors change and indexes are replaced."""

from __future__ import annotations

import errno
import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search.vectors import planner
from facetry.library.search.vectors.building.build import IndexBuild
from facetry.library.search.vectors.files.atomic_files import FileWriter
from facetry.library.search.vectors.files.manifest import CandidateCounts, Recall
from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.revision import StaleSnapshotError
from tests.support.libraries.stores import temporary_store
from tests.support.libraries.vector_spaces import (
    EAGER,
    Distances,
    Matrix,
    VectorLibrary,
    check_exact,
    check_nearest,
    check_within,
    clustered_vectors,
    maintained_spaces,
    true_distances,
    wait_for_maintenance,
)

LENGTH = 32
MIN_RECALL = 0.99
NO_COUNTS = CandidateCounts(None, None)


@pytest.fixture
def vector_library() -> Iterator[VectorLibrary]:
    with temporary_store() as store:
        yield VectorLibrary(store, LENGTH)


@pytest.fixture
def neighbour_counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of neighbours that each search of an index requests."""
    counts: list[int] = []
    search = Graph.search

    def count_and_search(self: Graph, query: object, count: int, ef: int) -> object:
        counts.append(count)
        return search(self, query, count, ef)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "search", count_and_search)
    return counts


def measure_recall(
    vector_library: VectorLibrary, vectors: IndexedSpaces, rng: np.random.Generator, among: BitMap | None = None
) -> float:
    """The mean recall over some queries; apart from its recall, every answer has to be correct."""
    space = vector_library.current_space(vectors)
    shares = []
    for query in clustered_vectors(rng, 25, LENGTH):
        true = vector_library.true_distances(query)
        shares.append(check_nearest(space.nearest(query, 10, among), true, 10, among))
        check_nearest(space.nearest(query, 40, among, 0.6), true, 40, among, 0.6)
    return float(np.mean(shares))


def test_an_index_is_built_and_used_with_and_without_filters(
    vector_library: VectorLibrary, tmp_path: Path, neighbour_counts: list[int]
) -> None:
    rng = np.random.default_rng(1)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        keys = vector_library.add(clustered_vectors(rng, 400, LENGTH))
        progress = wait_for_maintenance(vector_library, vectors)
        assert (progress.count, progress.indexed_count, progress.tail_count, progress.dead_count, progress.state) == (
            400,
            400,
            0,
            0,
            "ready",
        )
        assert progress.recall is not None
        assert progress.recall > MIN_RECALL
        assert measure_recall(vector_library, vectors, rng) > MIN_RECALL
        assert neighbour_counts
        half, few = BitMap(keys[::2]), BitMap(keys[:100])
        for among in (half, few, BitMap([*keys[::3], 10**6])):
            neighbour_counts.clear()
            assert measure_recall(vector_library, vectors, rng, among) > MIN_RECALL
            assert neighbour_counts
    reopened = IndexedSpaces(tmp_path, vector_library.store, EAGER)
    neighbour_counts.clear()
    assert measure_recall(vector_library, reopened, rng) > MIN_RECALL
    assert neighbour_counts, "the index was not used after a restart"


def test_a_filter_that_matches_only_distant_images_is_answered_exactly(
    vector_library: VectorLibrary, tmp_path: Path, neighbour_counts: list[int]
) -> None:
    """Half of the images are as far from the query as possible, and the filter matches only these."""
    rng = np.random.default_rng(2)
    near = np.abs(clustered_vectors(rng, 200, LENGTH)) + np.float32(0.001)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        vector_library.add(near)
        far = BitMap(vector_library.add(-np.abs(clustered_vectors(rng, 200, LENGTH)) - np.float32(0.001)))
        wait_for_maintenance(vector_library, vectors)
        space, query = vector_library.current_space(vectors), near[0]
        neighbour_counts.clear()
        check_exact(space.nearest(query, 10, far), vector_library.true_distances(query), 10, far)
        assert neighbour_counts
        assert neighbour_counts == sorted(neighbour_counts)


def test_too_few_hits_within_the_maximum_distance_lead_to_an_exact_pass(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(3)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        vector_library.add(clustered_vectors(rng, 300, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        space = vector_library.current_space(vectors)
        search = Graph.search

        def blind(self: Graph, query: object, count: int, ef: int) -> object:
            """Search without the seven nearest vectors."""
            keys, near = search(self, query, count + 7, ef)  # type: ignore[arg-type]
            return keys[7:], near[7:]

        monkeypatch.setattr(Graph, "search", blind)
        query = clustered_vectors(rng, 1, LENGTH)[0]
        true = vector_library.true_distances(query)
        limit = sorted(true.values())[8] + 1e-9
        check_exact(space.nearest(query, 10, None, limit), true, 10, None, limit)
        check_within(space.within(query, limit), true, limit)


def test_changes_are_visible_at_once_and_are_indexed_later(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        keys = vector_library.add(clustered_vectors(rng, 200, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        for step in range(12):
            vector_library.set_vectors(list(rng.permutation(keys)[:15]), clustered_vectors(rng, 15, LENGTH))
            keys += vector_library.add(clustered_vectors(rng, 20, LENGTH))
            removed_keys = [int(key) for key in rng.permutation(keys)[:10]]
            vector_library.delete_images(removed_keys[:5])
            for key in removed_keys[5:]:
                vector_library.clear_vector(key)
            keys = [key for key in keys if key not in removed_keys]
            assert measure_recall(vector_library, vectors, rng, None if step % 2 else BitMap(keys[::2])) > MIN_RECALL
        progress = wait_for_maintenance(vector_library, vectors)
        assert progress.count == len(keys)
        assert progress.dead_count < len(keys) / 2
        index = _graph(vector_library, vectors).index_file
        assert index.count >= len(keys) * 0.8
    reopened = IndexedSpaces(tmp_path, vector_library.store, EAGER)
    assert measure_recall(vector_library, reopened, rng) > MIN_RECALL


def test_an_index_is_extended_until_a_full_rebuild_is_due(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        keys = vector_library.add(clustered_vectors(rng, 200, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        assert _graph(vector_library, vectors).index_file.made == 200
        vector_library.add(clustered_vectors(rng, 50, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        file = _graph(vector_library, vectors).index_file
        assert (file.made, file.churn, file.count) == (200, 50, 250)
        for _ in range(2):
            vector_library.set_vectors(keys[:150], clustered_vectors(rng, 150, LENGTH))
            wait_for_maintenance(vector_library, vectors)
            assert measure_recall(vector_library, vectors, rng) > MIN_RECALL
        vector_library.set_vectors(keys[:20], clustered_vectors(rng, 20, LENGTH))
        assert measure_recall(vector_library, vectors, rng) > MIN_RECALL
        wait_for_maintenance(vector_library, vectors)
        assert _graph(vector_library, vectors).index_file.made == 250, "it was never rebuilt completely"


def test_searches_work_while_files_are_replaced(vector_library: VectorLibrary, tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    keys = vector_library.add(clustered_vectors(rng, 300, LENGTH))
    queries = clustered_vectors(rng, 20, LENGTH)
    done = threading.Event()
    failures: list[BaseException] = []
    answer_count = [0]

    def search(vectors: IndexedSpaces, seed: int) -> None:
        def read(connection: Connection, query: Matrix) -> tuple[SpaceView, Distances]:
            return vectors.space_at(connection, 1), true_distances(connection, 1, query)

        thread_rng = np.random.default_rng(seed)
        try:
            while not done.is_set():
                query = queries[int(thread_rng.integers(len(queries)))]

                try:
                    space, true = vector_library.store.read_now(partial(read, query=query))
                except StaleSnapshotError:
                    continue
                check_nearest(space.nearest(query, 10), true, 10)
                check_within(space.within(query, 0.4), true, 0.4)
                answer_count[0] += 1
        except BaseException as error:
            failures.append(error)

    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        assert vector_library.space_key == 1
        vector_library.current_space(vectors)
        threads = [threading.Thread(target=search, args=(vectors, seed)) for seed in range(3)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline and not failures:
            vector_library.set_vectors(
                [int(key) for key in rng.permutation(keys)[:20]], clustered_vectors(rng, 20, LENGTH)
            )
            vector_library.delete_images(keys[:3])
            keys = keys[3:] + vector_library.add(clustered_vectors(rng, 3, LENGTH))
            time.sleep(0.02)
        done.set()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
    assert answer_count[0] > 50


def test_a_build_process_that_crashes_is_started_again(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    builds: list[IndexBuild] = []
    start = IndexBuild.__init__

    def start_and_kill(self: IndexBuild, *arguments: object, **named: object) -> None:
        start(self, *arguments, **named)  # type: ignore[arg-type]
        if len(builds) < 2:
            os.kill(self._process.pid, signal.SIGSEGV)
        builds.append(self)

    monkeypatch.setattr(IndexBuild, "__init__", start_and_kill)
    rng = np.random.default_rng(7)
    impatient = replace(EAGER, retry_seconds=0.05)
    with maintained_spaces(vector_library.store, tmp_path, impatient) as vectors:
        vector_library.add(clustered_vectors(rng, 100, LENGTH))
        assert wait_for_maintenance(vector_library, vectors).state == "ready"
        assert measure_recall(vector_library, vectors, rng) > MIN_RECALL
    assert len(builds) >= 3
    assert "could not be built" in caplog.text


def test_a_full_disk_does_not_stop_searches(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rng = np.random.default_rng(8)
    caplog.set_level(logging.WARNING)
    is_full = threading.Event()
    is_full.set()
    write = FileWriter.write

    def write_or_fail(self: FileWriter, data: object) -> None:
        if is_full.is_set():
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, data)  # type: ignore[arg-type]

    monkeypatch.setattr(FileWriter, "write", write_or_fail)
    impatient = replace(EAGER, retry_seconds=0.05)
    vector_library.add(clustered_vectors(rng, 120, LENGTH))
    with maintained_spaces(vector_library.store, tmp_path, impatient) as vectors:
        assert measure_recall(vector_library, vectors, rng) == 1.0
        vector_library.add(clustered_vectors(rng, 60, LENGTH))
        time.sleep(0.3)
        assert measure_recall(vector_library, vectors, rng) == 1.0
        assert not list(tmp_path.rglob("*.[0-9]*")), "partial files were left behind"
        is_full.clear()
        assert wait_for_maintenance(vector_library, vectors).indexed_count >= 120
        assert measure_recall(vector_library, vectors, rng) > MIN_RECALL
    assert "No space left on device" in caplog.text


def test_an_index_that_never_reaches_the_target_recall_is_not_used(
    vector_library: VectorLibrary, tmp_path: Path, neighbour_counts: list[int]
) -> None:
    rng = np.random.default_rng(9)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        vector_library.add(clustered_vectors(rng, 100, LENGTH))
        wait_for_maintenance(vector_library, vectors)
        space = vector_library.current_space(vectors)
        assert isinstance(space, SpaceView)
        base = space.snapshot.base
        assert base is not None
        assert base.graph is not None
        assert isinstance(base.graph, Graph)
        base.graph.index_file = replace(base.graph.index_file, recall=Recall(0.5, NO_COUNTS, NO_COUNTS, 1.0))
        neighbour_counts.clear()
        query = clustered_vectors(rng, 1, LENGTH)[0]
        check_exact(space.nearest(query, 10), vector_library.true_distances(query), 10)
        assert not neighbour_counts


def test_far_queries_are_repeated_with_more_candidates(
    vector_library: VectorLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(12)
    efs: list[int] = []
    search = Graph.search

    def record_and_search(self: Graph, query: object, count: int, ef: int) -> object:
        efs.append(ef)
        return search(self, query, count, ef)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "search", record_and_search)
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        matrix = clustered_vectors(rng, 400, LENGTH)
        vector_library.add(matrix)
        wait_for_maintenance(vector_library, vectors)
        graph = _graph(vector_library, vectors)
        graph.index_file = replace(
            graph.index_file, recall=Recall(0.99, CandidateCounts(16, 100), CandidateCounts(250, 300), 0.05)
        )
        space = vector_library.current_space(vectors)
        efs.clear()
        space.nearest(matrix[7], 10)
        assert efs == [16]
        efs.clear()
        far = rng.standard_normal(LENGTH).astype(np.float32)
        assert min(vector_library.true_distances(far).values()) > 0.05
        check_nearest(space.nearest(far, 10), vector_library.true_distances(far), 10)
        assert efs == [16, 250]
        graph.index_file = replace(graph.index_file, recall=Recall(0.99, CandidateCounts(16, 100), NO_COUNTS, 0.05))
        check_exact(space.nearest(far, 10), vector_library.true_distances(far), 10)


def test_the_background_thread_stops_at_once_during_a_build(vector_library: VectorLibrary, tmp_path: Path) -> None:
    vector_library.add(clustered_vectors(np.random.default_rng(10), 2000, 64)[:, :LENGTH])
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        while not any(each.state == "building" for each in vectors.progress()):
            time.sleep(0.005)
        begin = time.monotonic()
    assert time.monotonic() - begin < 2
    with maintained_spaces(vector_library.store, tmp_path) as vectors:
        assert wait_for_maintenance(vector_library, vectors).indexed_count == 2000


@pytest.mark.parametrize(
    ("qualifying_count", "vector_count", "uses_index"),
    [(100_000, 100_000, True), (5_000, 100_000, False), (60_000, 100_000, True)],
)
def test_the_planner_chooses_the_cheaper_plan(qualifying_count: int, vector_count: int, uses_index: bool) -> None:
    class StubGraph(Graph):
        def __init__(self) -> None:
            pass

        @property
        def recall(self) -> Recall:
            return Recall(1.0, CandidateCounts(64, 200), CandidateCounts(64, 400), 1.0)

    statistics = planner.QueryStatistics(
        10, qualifying_count, vector_count, vector_count, vector_count, is_filtered=qualifying_count < vector_count
    )
    assert (planner.plan_first(statistics, StubGraph(), Thresholds()) is not None) == uses_index


def _graph(vector_library: VectorLibrary, vectors: IndexedSpaces) -> Graph:
    space = vector_library.current_space(vectors)
    assert isinstance(space, SpaceView)
    assert space.snapshot.base is not None
    assert isinstance(space.snapshot.base.graph, Graph)
    return space.snapshot.base.graph
