"""Vector spaces that follow the files of another process give the same answers as those of that process."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from facetry.errors import CoordinatorNeededError
from facetry.library import changes
from facetry.library.search.vectors.files import manifest
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.store.change_feed import ChangeFeed
from facetry.store.engines.sqlite.integrity.state import FILE_NUMBERS
from facetry.store.store import FollowingStore, Store
from facetry.system.shared_numbers import shared_numbers
from tests.support.libraries.vector_spaces import (
    EAGER,
    VectorLibrary,
    check_nearest,
    clustered_vectors,
    maintained_spaces,
    wait_for_maintenance,
)

LENGTH = 16


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, FollowingStore]]:
    numbers = shared_numbers(FILE_NUMBERS)
    store = Store(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    following = FollowingStore(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    yield store, following
    following.close()
    store.close()


@contextmanager
def following_spaces(store: FollowingStore, folder: Path) -> Iterator[FollowingSpaces]:
    vectors = FollowingSpaces(folder, store, EAGER)
    asyncio.run(vectors.begin())
    try:
        yield vectors
    finally:
        asyncio.run(vectors.stop())


def check_answers(
    library: VectorLibrary, vectors: FollowingSpaces, store: FollowingStore, rng: np.random.Generator
) -> None:
    for query in clustered_vectors(rng, 5, LENGTH):
        expected = library.true_distances(query)
        space = store.read_now(lambda connection: vectors.space_at(connection, library.space_key))
        assert check_nearest(space.nearest(query, 10), expected, 10) >= 0.8


def used_number(vectors: FollowingSpaces, space: int) -> int | None:
    used = vectors._maintenance_of(space).loaded_space.manifest
    return None if used is None else used.number


def wait_until_newest(library: VectorLibrary, vectors: FollowingSpaces, folder: Path) -> None:
    """Wait until the files that were written last are used, with their index."""
    deadline = time.monotonic() + 20
    space = library.space_key
    while vectors._maintenance_of(space).loaded_space.manifest != manifest.read(folder / str(space)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_answers_follow_writes_and_new_files(stores: tuple[Store, FollowingStore], tmp_path: Path) -> None:
    store, following = stores
    folder, rng = tmp_path / "vectors", np.random.default_rng(3)
    library = VectorLibrary(store, LENGTH)
    keys = library.add(clustered_vectors(rng, 120, LENGTH))
    with maintained_spaces(store, folder) as written, following_spaces(following, folder) as followed:
        wait_for_maintenance(library, written)
        numbers = set()
        for step in range(12):
            check_answers(library, followed, following, rng)
            keys += library.add(clustered_vectors(rng, 15, LENGTH))
            library.set_vectors(keys[step : step + 5], clustered_vectors(rng, 5, LENGTH))
            library.delete_images(keys[-3:])
            del keys[-3:]
            check_answers(library, followed, following, rng)
            if step % 3 == 2:
                wait_for_maintenance(library, written)
                wait_until_newest(library, followed, folder)
            numbers.add(used_number(followed, library.space_key))
        assert len(numbers) > 1
        with pytest.raises(CoordinatorNeededError):
            followed.progress()


def test_all_processes_map_the_same_files(stores: tuple[Store, FollowingStore], tmp_path: Path) -> None:
    store, following = stores
    folder = tmp_path / "vectors"
    library = VectorLibrary(store, LENGTH)
    library.add(clustered_vectors(np.random.default_rng(4), 120, LENGTH))
    with maintained_spaces(store, folder) as written, following_spaces(following, folder) as followed:
        wait_for_maintenance(library, written)
        following.read_now(lambda connection: followed.space_at(connection, library.space_key))
        wait_until_newest(library, followed, folder)
        names = manifest.read(folder / str(library.space_key))
        assert names is not None
        maps = Path(f"/proc/{os.getpid()}/maps").read_text()
        for name in (names.upper.name, names.lower.name, names.slots.name):
            assert str(folder / str(library.space_key) / name) in maps


@pytest.mark.parametrize("damage", ["manifest", "slots", "index", "none"])
def test_files_that_cannot_be_used_cost_no_answer(
    stores: tuple[Store, FollowingStore], tmp_path: Path, damage: str
) -> None:
    store, following = stores
    folder, rng = tmp_path / "vectors", np.random.default_rng(5)
    library = VectorLibrary(store, LENGTH)
    library.add(clustered_vectors(rng, 120, LENGTH))
    with maintained_spaces(store, folder) as written:
        wait_for_maintenance(library, written)
    space_folder = folder / str(library.space_key)
    names = manifest.read(space_folder)
    assert names is not None
    assert names.index is not None
    if damage == "manifest":
        (space_folder / manifest.NAME).write_bytes(b"{")
    elif damage != "none":
        path = space_folder / (names.slots.name if damage == "slots" else names.index.file.name)
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(data)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in space_folder.iterdir())
    with following_spaces(following, folder) as followed:
        check_answers(library, followed, following, rng)
    assert sorted((path.name, path.stat().st_mtime_ns) for path in space_folder.iterdir()) == before
