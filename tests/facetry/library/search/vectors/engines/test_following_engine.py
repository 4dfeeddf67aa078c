"""Processes that follow search the engine that another process fills."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import numpy as np

from facetry.library import changes
from facetry.library.search.vectors.engines.engine_index import EngineIndex, read_record
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.library.search.vectors.space_view import SpaceView
from facetry.store.change_feed import ChangeFeed
from facetry.store.engines.sqlite.integrity.state import FILE_NUMBERS
from facetry.store.store import FollowingStore, Store
from facetry.system.shared_numbers import shared_numbers
from tests.support.engines.vector_engines import EAGER_ENGINE, engine_of, engine_spaces, wait_until_filled
from tests.support.libraries.vector_spaces import VectorLibrary, check_nearest, clustered_vectors

LENGTH = 16


def test_a_follower_searches_the_engine_as_far_as_it_is_filled(tmp_path: Path) -> None:
    numbers, rng, folder = shared_numbers(FILE_NUMBERS), np.random.default_rng(1), tmp_path / "vectors"
    store = Store(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    following = FollowingStore(tmp_path / "library.db", ChangeFeed(changes.TYPES), numbers)
    library = VectorLibrary(store, LENGTH)
    library.add(clustered_vectors(rng, 150, LENGTH))
    with engine_of("pgvector", tmp_path) as engine, engine_of("pgvector", tmp_path) as followed_engine:
        followed = FollowingSpaces(folder, following, EAGER_ENGINE, followed_engine)
        asyncio.run(followed.begin())
        with engine_spaces(store, folder, engine) as filled:
            newest = 0
            for _ in range(3):
                wait_until_filled(library, filled)
                index = wait_for_index(followed, following, library, newest)
                assert index.state == engine.state(library.space_key)
                newest = index.newest
                keys = list(library.ids)
                library.set_vectors(keys[:15], clustered_vectors(rng, 15, LENGTH))
                library.add(clustered_vectors(rng, 40, LENGTH))
                for query in clustered_vectors(rng, 4, LENGTH):
                    space = following.read_now(lambda connection: followed.space_at(connection, 1))
                    hits = space.nearest(query, 10)
                    assert check_nearest(hits, library.true_distances(query), 10) > 0.8
            wait_until_filled(library, filled)
        asyncio.run(followed.stop())
    assert read_record(folder / "1") is not None
    following.close()
    store.close()


def wait_for_index(
    vectors: FollowingSpaces, store: FollowingStore, library: VectorLibrary, newer_than: int
) -> EngineIndex:
    deadline = time.monotonic() + 20
    while True:
        space = store.read_now(lambda connection: vectors.space_at(connection, 1))
        assert isinstance(space, SpaceView)
        index = None if space.snapshot.base is None else space.snapshot.base.graph
        if isinstance(index, EngineIndex) and index.newest > newer_than:
            return index
        assert time.monotonic() < deadline
        time.sleep(0.02)
