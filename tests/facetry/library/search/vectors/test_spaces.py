"""Spaces over rows that change: each answer is that of the reader's snapshot, with files and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import embeddings, extensions
from facetry.library.search.vectors.vectors import Vectors
from facetry.store import revision
from facetry.store.engine import raw
from facetry.store.journal import Journal
from facetry.store.revision import OutrunError
from facetry.store.store import Store
from generated.models import ImageEmbedding
from tests.support.stores import temporary_store
from tests.support.vector_spaces import (
    EAGER,
    LAZY,
    NAME,
    Shelf,
    check_exact,
    check_nearest,
    check_within,
    clustered,
    settled,
    tended,
    truth,
)

LENGTH = 24
T = TypeVar("T")


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with temporary_store() as store:
        yield Shelf(store, LENGTH)


def in_thread(function: Callable[[], T]) -> T:
    """What the function returns on another thread, which has another connection."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def check(shelf: Shelf, vectors: Vectors, chance: np.random.Generator) -> None:
    """Ask whatever can be asked."""
    space = shelf.ask(vectors)
    query = clustered(chance, 1, LENGTH)[0]
    true = shelf.truth(query)
    assert set(space.images()) == true.keys()
    assert (space.count, space.length) == (len(true), LENGTH)
    some = BitMap(image for image in [*true, 10**6] if chance.random() < 0.5)
    for among in (None, some):
        for limit in (None, 0.3, 1.0):
            check_nearest(space.nearest(query, 10, among, limit), true, 10, among, limit)
        check_exact(space.nearest(query, len(true) + 5, among), true, len(true) + 5, among)
        check_within(space.within(query, 0.4, among), true, 0.4, among)
    scores = space.score(query, np.array([*true, 10**6], np.uint32))
    assert np.allclose(scores[:-1], list(true.values()), rtol=0, atol=2e-12)
    assert np.isnan(scores[-1])


def test_a_space_follows_its_rows_without_files(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    vectors = Vectors(tmp_path / "vectors", shelf.store, LAZY)
    keys = shelf.add(clustered(chance, 60, LENGTH))
    check(shelf, vectors, chance)
    shelf.set(keys[:20], clustered(chance, 20, LENGTH))
    check(shelf, vectors, chance)
    shelf.clear(keys[3])
    shelf.delete(keys[10:30])
    check(shelf, vectors, chance)
    again = shelf.add(clustered(chance, 30, LENGTH))
    check(shelf, vectors, chance)
    shelf.delete(again[-1:])
    assert shelf.add(clustered(chance, 1, LENGTH)) == again[-1:], "the key was not given again"
    check(shelf, vectors, chance)
    assert not (tmp_path / "vectors").exists()


def test_a_space_that_is_empty_or_not_there(shelf: Shelf, tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, shelf.store, EAGER)
    nothing = shelf.store.read_now(partial(vectors.at, space=77))
    assert (nothing.count, nothing.length, len(nothing.images())) == (0, 0, 0)
    (key,) = shelf.add(clustered(np.random.default_rng(1), 1, LENGTH))
    shelf.clear(key)
    space = shelf.ask(vectors)
    query = np.ones(LENGTH, np.float32)
    assert (space.count, space.length) == (0, LENGTH)
    assert len(space.nearest(query, 5).images) == 0
    assert len(space.within(query, 2.0).images) == 0
    assert np.isnan(space.score(query, np.array([0, 1], np.uint32))).all()


def test_a_reader_gets_the_space_of_its_snapshot_or_is_told(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(2)
    vectors = Vectors(tmp_path, shelf.store, LAZY)
    keys = shelf.add(clustered(chance, 30, LENGTH))
    space, query = shelf.space, clustered(chance, 1, LENGTH)[0]

    def held_up(connection: Connection) -> None:
        at = revision.current(connection)  # the snapshot begins here
        true = truth(connection, space, query)
        shelf.set(keys[:5], clustered(chance, 5, LENGTH))
        shelf.delete(keys[-1:])
        newer = in_thread(lambda: shelf.ask(vectors))
        assert newer.count == 29
        mine = vectors.at(connection, space)
        assert revision.current(connection) == at
        check_exact(mine.nearest(query, 30), true, 30)

    shelf.ask(vectors)
    shelf.store.read_now(held_up)

    fresh = Vectors(tmp_path, shelf.store, LAZY)

    def too_late(connection: Connection) -> None:
        revision.current(connection)
        shelf.clear(keys[0])
        in_thread(lambda: shelf.ask(fresh))  # opened at the newer revision: it never was what it was before
        with pytest.raises(OutrunError):
            fresh.at(connection, space)

    shelf.store.read_now(too_late)


def test_commits_that_do_not_touch_a_space_do_not_outrun_its_readers(shelf: Shelf, tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, shelf.store, LAZY)
    shelf.add(clustered(np.random.default_rng(3), 5, LENGTH))
    before = shelf.ask(vectors)
    shelf.store.write_now(lambda work: work.changes.append("something else"))
    assert shelf.ask(vectors) is before

    space = shelf.space

    def query(connection: Connection) -> None:
        revision.current(connection)
        shelf.store.write_now(lambda work: work.changes.append("something else"))
        in_thread(lambda: shelf.ask(vectors))
        assert vectors.at(connection, space) is before

    shelf.store.read_now(query)


def test_a_journal_that_has_forgotten_is_no_loss(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(4)
    vectors = Vectors(tmp_path, shelf.store, LAZY)
    keys = shelf.add(clustered(chance, 60, LENGTH))
    check(shelf, vectors, chance)
    monkeypatch.setattr(Journal, "between", lambda *_: None)
    shelf.set(keys[:5], clustered(chance, 5, LENGTH))
    shelf.delete(keys[20:30])
    shelf.add(clustered(chance, 15, LENGTH))
    check(shelf, vectors, chance)


def test_a_name_that_is_measured_anew_begins_anew(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    with tended(shelf.store, tmp_path) as vectors:
        keys = shelf.add(clustered(chance, 50, LENGTH))
        settled(shelf, vectors)
        for key in keys:
            shelf.clear(key)
        shelf.set(keys[:30], clustered(chance, 30, 7))
        space, query = shelf.ask(vectors), clustered(chance, 1, 7)[0]
        assert space.length == 7
        check_exact(space.nearest(query, 30), shelf.truth(query), 30)
        settled(shelf, vectors)
        check_nearest(shelf.ask(vectors).nearest(query, 10), shelf.truth(query), 10)
    again = Vectors(tmp_path, shelf.store, EAGER)
    check_nearest(shelf.ask(again).nearest(query, 10), shelf.truth(query), 10)


def test_rows_that_are_no_vectors_are_left_out(shelf: Shelf, tmp_path: Path) -> None:
    """Nobody can write such rows; whoever edits the database may."""
    chance = np.random.default_rng(6)
    keys = shelf.add(clustered(chance, 40, LENGTH))
    odd = {keys[0]: b"", keys[1]: bytes(LENGTH * 4), keys[2]: np.full(LENGTH, np.nan, "<f4").tobytes()}

    def spoil(connection: Connection) -> None:
        for image, components in odd.items():
            raw(connection).execute("UPDATE vector SET components = ? WHERE image = ?", [components, image])

    shelf.store.write_now(lambda work: spoil(work.connection))
    for thresholds in (LAZY, EAGER):
        space = shelf.ask(Vectors(tmp_path, shelf.store, thresholds))
        assert set(space.images()) == set(keys[3:])
    shelf.set(keys[:2], clustered(chance, 2, LENGTH))
    space = shelf.ask(Vectors(tmp_path, shelf.store, EAGER))
    assert set(space.images()) == {*keys[:2], *keys[3:]}


def test_spaces_of_many_names_do_not_mix(shelf: Shelf, tmp_path: Path) -> None:
    chance = np.random.default_rng(7)
    keys = shelf.add(clustered(chance, 30, LENGTH))
    shelf.store.write_now(lambda work: extensions.register(work, "other"))
    for key in keys[:12]:
        values = clustered(chance, 1, 3)[0].tolist()
        sent = [ImageEmbedding(name=NAME, values=values), ImageEmbedding(name="b", values=[*values[:2], 1.0, 5.0])]
        shelf.store.write_now(lambda work, key=key, sent=sent: embeddings.replace(work, shelf.ids[key], "other", sent))  # type: ignore[misc]
    with tended(shelf.store, tmp_path) as vectors:
        check(shelf, vectors, chance)
        settled(shelf, vectors)
        check(shelf, vectors, chance)
        told = {each.space: each.count for each in vectors.progress()}
        assert sorted(told.values()) == [12, 12, 30]


def test_files_of_spaces_that_are_no_more_are_removed(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "99").mkdir()
    (tmp_path / "99" / "upper.1").write_bytes(b"x")
    (tmp_path / "notes").mkdir()
    shelf.add(clustered(np.random.default_rng(8), 30, LENGTH))
    with tended(shelf.store, tmp_path) as vectors:
        settled(shelf, vectors)
    assert sorted(path.name for path in tmp_path.iterdir()) == [str(shelf.space), "notes"]


def test_the_store_is_not_needed_any_more_once_a_space_was_given(tmp_path: Path) -> None:
    chance = np.random.default_rng(9)
    store = Store(tmp_path / "library.db")
    try:
        shelf = Shelf(store, LENGTH)
        shelf.add(clustered(chance, 50, LENGTH))
        with tended(store, tmp_path / "vectors") as vectors:
            settled(shelf, vectors)
            space, query = shelf.ask(vectors), clustered(chance, 1, LENGTH)[0]
            true = shelf.truth(query)
    finally:
        store.close()
    check_nearest(space.nearest(query, 10), true, 10)
    check_within(space.within(query, 0.5), true, 0.5)
