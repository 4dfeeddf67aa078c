"""The index: what it finds, with filters and without, while vectors come and go and new indexes take its place."""

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
from facetry.library.search.vectors.building.build import Build
from facetry.library.search.vectors.files import Writing
from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.manifest import Efs, Recall
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.revision import OutrunError
from tests.support.stores import temporary_store
from tests.support.vector_spaces import (
    EAGER,
    Matrix,
    Shelf,
    Truth,
    check_exact,
    check_nearest,
    check_within,
    clustered,
    settled,
    tended,
    truth,
)

LENGTH = 32
GOOD = 0.99
NONE = Efs(None, None)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with temporary_store() as store:
        yield Shelf(store, LENGTH)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many neighbours each search of an index asks for."""
    asked: list[int] = []
    search = Graph.search

    def counted(self: Graph, query: object, count: int, ef: int) -> object:
        asked.append(count)
        return search(self, query, count, ef)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "search", counted)
    return asked


def recall(shelf: Shelf, vectors: Vectors, chance: np.random.Generator, among: BitMap | None = None) -> float:
    """Over some queries; each answer may lack nothing but nearer ones."""
    space = shelf.ask(vectors)
    shares = []
    for query in clustered(chance, 25, LENGTH):
        true = shelf.truth(query)
        shares.append(check_nearest(space.nearest(query, 10, among), true, 10, among))
        check_nearest(space.nearest(query, 40, among, 0.6), true, 40, among, 0.6)
    return float(np.mean(shares))


def test_an_index_is_made_and_finds(shelf: Shelf, tmp_path: Path, searches: list[int]) -> None:
    chance = np.random.default_rng(1)
    with tended(shelf.store, tmp_path) as vectors:
        keys = shelf.add(clustered(chance, 400, LENGTH))
        told = settled(shelf, vectors)
        assert (told.count, told.indexed, told.tail, told.dead, told.state) == (400, 400, 0, 0, "ready")
        assert told.recall is not None
        assert told.recall > GOOD
        assert recall(shelf, vectors, chance) > GOOD
        assert searches
        half, few = BitMap(keys[::2]), BitMap(keys[:100])
        for among in (half, few, BitMap([*keys[::3], 10**6])):
            searches.clear()
            assert recall(shelf, vectors, chance, among) > GOOD
            assert searches
    fresh = Vectors(tmp_path, shelf.store, EAGER)
    searches.clear()
    assert recall(shelf, fresh, chance) > GOOD
    assert searches, "the index was not used again after a start"


def test_a_filter_that_lies_elsewhere_is_answered_all_the_same(
    shelf: Shelf, tmp_path: Path, searches: list[int]
) -> None:
    """Half of the images are as far from the query as can be, and only these are asked for."""
    chance = np.random.default_rng(2)
    near = np.abs(clustered(chance, 200, LENGTH)) + np.float32(0.001)
    with tended(shelf.store, tmp_path) as vectors:
        shelf.add(near)
        far = BitMap(shelf.add(-np.abs(clustered(chance, 200, LENGTH)) - np.float32(0.001)))
        settled(shelf, vectors)
        space, query = shelf.ask(vectors), near[0]
        searches.clear()
        check_exact(space.nearest(query, 10, far), shelf.truth(query), 10, far)
        assert searches
        assert searches == sorted(searches)


def test_too_few_that_are_near_enough_are_looked_for_among_all(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(3)
    with tended(shelf.store, tmp_path) as vectors:
        shelf.add(clustered(chance, 300, LENGTH))
        settled(shelf, vectors)
        space = shelf.ask(vectors)
        search = Graph.search

        def blind(self: Graph, query: object, count: int, ef: int) -> object:
            """An index that does not find the nearest."""
            keys, near = search(self, query, count + 7, ef)  # type: ignore[arg-type]
            return keys[7:], near[7:]

        monkeypatch.setattr(Graph, "search", blind)
        query = clustered(chance, 1, LENGTH)[0]
        true = shelf.truth(query)
        limit = sorted(true.values())[8] + 1e-9
        check_exact(space.nearest(query, 10, None, limit), true, 10, None, limit)
        check_within(space.within(query, limit), true, limit)


def test_what_comes_and_goes_is_seen_at_once_and_taken_into_the_index(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(4)
    with tended(shelf.store, tmp_path) as vectors:
        keys = shelf.add(clustered(chance, 200, LENGTH))
        settled(shelf, vectors)
        for step in range(12):
            shelf.set(list(chance.permutation(keys)[:15]), clustered(chance, 15, LENGTH))
            keys += shelf.add(clustered(chance, 20, LENGTH))
            gone = [int(key) for key in chance.permutation(keys)[:10]]
            shelf.delete(gone[:5])
            for key in gone[5:]:
                shelf.clear(key)
            keys = [key for key in keys if key not in gone]
            assert recall(shelf, vectors, chance, None if step % 2 else BitMap(keys[::2])) > GOOD
        told = settled(shelf, vectors)
        assert told.count == len(keys)
        assert told.dead < len(keys) / 2
        index = _graph(shelf, vectors).file
        assert index.count >= len(keys) * 0.8
    again = Vectors(tmp_path, shelf.store, EAGER)
    assert recall(shelf, again, chance) > GOOD


def test_an_index_goes_on_from_the_last_one_until_it_is_worn(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    with tended(shelf.store, tmp_path) as vectors:
        keys = shelf.add(clustered(chance, 200, LENGTH))
        settled(shelf, vectors)
        assert _graph(shelf, vectors).file.made == 200
        shelf.add(clustered(chance, 50, LENGTH))
        settled(shelf, vectors)
        file = _graph(shelf, vectors).file
        assert (file.made, file.churn, file.count) == (200, 50, 250)
        for _ in range(2):
            shelf.set(keys[:150], clustered(chance, 150, LENGTH))
            settled(shelf, vectors)
            assert recall(shelf, vectors, chance) > GOOD
        shelf.set(keys[:20], clustered(chance, 20, LENGTH))
        assert recall(shelf, vectors, chance) > GOOD
        settled(shelf, vectors)
        assert _graph(shelf, vectors).file.made == 250, "it was never made anew"


def test_searches_go_on_while_files_change(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(6)
    keys = shelf.add(clustered(chance, 300, LENGTH))
    queries = clustered(chance, 20, LENGTH)
    done = threading.Event()
    faults: list[BaseException] = []
    answered = [0]

    def search(vectors: Vectors, seed: int) -> None:
        def ask(connection: Connection, query: Matrix) -> tuple[View, Truth]:
            return vectors.at(connection, 1), truth(connection, 1, query)

        mine = np.random.default_rng(seed)
        try:
            while not done.is_set():
                query = queries[int(mine.integers(len(queries)))]

                try:
                    space, true = shelf.store.read_now(partial(ask, query=query))
                except OutrunError:
                    continue
                check_nearest(space.nearest(query, 10), true, 10)
                check_within(space.within(query, 0.4), true, 0.4)
                answered[0] += 1
        except BaseException as error:
            faults.append(error)

    with tended(shelf.store, tmp_path) as vectors:
        assert shelf.space == 1
        shelf.ask(vectors)
        threads = [threading.Thread(target=search, args=(vectors, seed)) for seed in range(3)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline and not faults:
            shelf.set([int(key) for key in chance.permutation(keys)[:20]], clustered(chance, 20, LENGTH))
            shelf.delete(keys[:3])
            keys = keys[3:] + shelf.add(clustered(chance, 3, LENGTH))
            time.sleep(0.02)
        done.set()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]
    assert answered[0] > 50


def test_a_process_that_dies_is_started_again(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[Build] = []
    original = Build.__init__

    def killed(self: Build, *arguments: object, **named: object) -> None:
        original(self, *arguments, **named)  # type: ignore[arg-type]
        if len(begun) < 2:
            os.kill(self._process.pid, signal.SIGSEGV)
        begun.append(self)

    monkeypatch.setattr(Build, "__init__", killed)
    chance = np.random.default_rng(7)
    hasty = replace(EAGER, retry_seconds=0.05)
    with tended(shelf.store, tmp_path, hasty) as vectors:
        shelf.add(clustered(chance, 100, LENGTH))
        assert settled(shelf, vectors).state == "ready"
        assert recall(shelf, vectors, chance) > GOOD
    assert len(begun) >= 3
    assert "no index of the vectors" in caplog.text


def test_a_disk_that_is_full_stops_no_search(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chance = np.random.default_rng(8)
    caplog.set_level(logging.WARNING)
    is_full = threading.Event()
    is_full.set()
    write = Writing.write

    def limited(self: Writing, data: object) -> None:
        if is_full.is_set():
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, data)  # type: ignore[arg-type]

    monkeypatch.setattr(Writing, "write", limited)
    hasty = replace(EAGER, retry_seconds=0.05)
    shelf.add(clustered(chance, 120, LENGTH))
    with tended(shelf.store, tmp_path, hasty) as vectors:
        assert recall(shelf, vectors, chance) == 1.0
        shelf.add(clustered(chance, 60, LENGTH))
        time.sleep(0.3)
        assert recall(shelf, vectors, chance) == 1.0
        assert not list(tmp_path.rglob("*.[0-9]*")), "what was begun is left"
        is_full.clear()
        assert settled(shelf, vectors).indexed >= 120
        assert recall(shelf, vectors, chance) > GOOD
    assert "No space left on device" in caplog.text


def test_an_index_that_never_finds_enough_is_not_asked(shelf: Shelf, tmp_path: Path, searches: list[int]) -> None:
    chance = np.random.default_rng(9)
    with tended(shelf.store, tmp_path) as vectors:
        shelf.add(clustered(chance, 100, LENGTH))
        settled(shelf, vectors)
        space = shelf.ask(vectors)
        assert isinstance(space, View)
        base = space.moment.base
        assert base is not None
        assert base.graph is not None
        base.graph.file = replace(base.graph.file, recall=Recall(0.5, NONE, NONE, 1.0))
        searches.clear()
        query = clustered(chance, 1, LENGTH)[0]
        check_exact(space.nearest(query, 10), shelf.truth(query), 10)
        assert not searches


def test_queries_from_elsewhere_are_asked_again_with_more_candidates(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(12)
    efs: list[int] = []
    search = Graph.search

    def noted(self: Graph, query: object, count: int, ef: int) -> object:
        efs.append(ef)
        return search(self, query, count, ef)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "search", noted)
    with tended(shelf.store, tmp_path) as vectors:
        made = clustered(chance, 400, LENGTH)
        shelf.add(made)
        settled(shelf, vectors)
        graph = _graph(shelf, vectors)
        graph.file = replace(graph.file, recall=Recall(0.99, Efs(16, 100), Efs(250, 300), 0.05))
        space = shelf.ask(vectors)
        efs.clear()
        space.nearest(made[7], 10)
        assert efs == [16]
        efs.clear()
        far = chance.standard_normal(LENGTH).astype(np.float32)
        assert min(shelf.truth(far).values()) > 0.05
        check_nearest(space.nearest(far, 10), shelf.truth(far), 10)
        assert efs == [16, 250]
        graph.file = replace(graph.file, recall=Recall(0.99, Efs(16, 100), NONE, 0.05))
        check_exact(space.nearest(far, 10), shelf.truth(far), 10)


def test_the_background_ends_at_once_in_the_middle_of_a_build(shelf: Shelf, tmp_path: Path) -> None:
    shelf.add(clustered(np.random.default_rng(10), 2000, 64)[:, :LENGTH])
    with tended(shelf.store, tmp_path) as vectors:
        while not any(each.state == "building" for each in vectors.progress()):
            time.sleep(0.005)
        begin = time.monotonic()
    assert time.monotonic() - begin < 2
    with tended(shelf.store, tmp_path) as vectors:
        assert settled(shelf, vectors).indexed == 2000


@pytest.mark.parametrize(
    ("qualified", "size", "is_taken"), [(100_000, 100_000, True), (5_000, 100_000, False), (60_000, 100_000, True)]
)
def test_the_planner_takes_what_is_quicker(qualified: int, size: int, is_taken: bool) -> None:
    class Known(Graph):
        def __init__(self) -> None:
            pass

        def ef(self, count: int, is_far: bool = False) -> int | None:
            return max(64, 4 * count if is_far else 2 * count)

    question = planner.Question(10, qualified, size, size, size, is_filtered=qualified < size)
    assert (planner.first(question, Known(), Thresholds()) is not None) == is_taken


def _graph(shelf: Shelf, vectors: Vectors) -> Graph:
    space = shelf.ask(vectors)
    assert isinstance(space, View)
    assert space.moment.base is not None
    assert space.moment.base.graph is not None
    return space.moment.base.graph
