"""The index of a large library is read beside searches and writes, and finds what a search would have read."""

from __future__ import annotations

import asyncio
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from sqlalchemy import Connection

from facetry.library.search import facet_counts
from facetry.library.search.index import background_load
from facetry.library.search.index.background_load import BackgroundLoad
from facetry.library.search.index.index import Index
from facetry.library.search.index.tags import TagIndex
from facetry.library.search.search import Page
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store.engine import connect
from facetry.store.store import Store
from generated import models
from tests.search_model.changing_library import ChangingLibrary
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import temporary_store

PARAMETERS = [
    models.SearchParameters.model_validate(
        {"filter": {"sorting": {"property": name}}, "facets": list(get_args(models.SearchFacetKind.__value__))}
    )
    for name in ("name", "modificationDate", "binarySize")
]


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as opened_store:
        yield opened_store


def pages(indexes: SearchIndexes, store: Store) -> list[Page]:
    return store.read_now(lambda c: [searches.run(indexes, c, parameters) for parameters in PARAMETERS])


@pytest.mark.parametrize("number", range(12))
def test_writes_while_it_is_read_are_found(store: Store, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_load, "MIN_IMAGES", 0)
    rng = Random(number)
    library = ChangingLibrary(store, rng)
    indexes = search_indexes_of(store)
    for _ in range(20):
        library.change()
    if number % 2:
        pages(indexes, store)
    index = indexes.attributes

    def change_after(read: background_load.Part) -> background_load.Part:
        def part(read_index: Index, connection: Connection) -> None:
            read(read_index, connection)
            for _ in range(rng.choice((0, 1, 8))):
                library.change()
            if rng.random() < 0.5:
                pages(indexes, store)

        return part

    first_parts = [part for parts in background_load._FIRST_PARTS for part in parts]
    of_one = [*first_parts, *background_load._LATER_PARTS]
    parts = [change_after(part) for part in (of_one if number % 3 else background_load._PARTS_OF_EACH_PROCESS)]
    connection = connect(store.location, query_only=True)
    try:
        background_load.load(index, connection, parts)
    finally:
        connection.close()
        connection.engine.dispose()
    for _ in range(3):
        assert pages(indexes, store) == pages(search_indexes_of(store), store)
        library.change()


def loaded(index: Index) -> tuple[bool, bool]:
    return index.images.is_loaded("name"), index.tags.set_count is not None


def test_only_a_large_library_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    library = ChangingLibrary(store, Random(1))
    for _ in range(5):
        library.change()
    index = search_indexes_of(store).attributes

    async def run() -> None:
        load = BackgroundLoad(store, index)
        load.begin()
        for thread in load._threads:
            await asyncio.to_thread(thread.join)
        await load.stop()

    asyncio.run(run())
    assert loaded(index) == (False, False)
    monkeypatch.setattr(background_load, "MIN_IMAGES", 0)
    asyncio.run(run())
    assert loaded(index) == (True, True)


@pytest.mark.parametrize("has_turns", [False, True])
def test_only_one_process_keeps_the_dates_of_all_images(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_turns: bool
) -> None:
    """Each of several processes would have its own copy of them, of 12 MB for a million images."""
    monkeypatch.setattr(background_load, "MIN_IMAGES", 0)
    ChangingLibrary(store, Random(1)).change()
    index = search_indexes_of(store).attributes
    load = BackgroundLoad(store, index, turn=tmp_path / "turn" if has_turns else None)
    load.begin()
    for thread in load._threads:
        thread.join(20)
    assert index.images.is_loaded("captured") is not has_turns
    assert index.images._images_by_month
    asyncio.run(load.stop())


def test_it_stops_at_once(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_load, "MIN_IMAGES", -1)
    index = search_indexes_of(store).attributes

    async def run() -> None:
        load = BackgroundLoad(store, index)
        load._ending.cancel()
        load.begin()
        await load.stop()

    asyncio.run(run())
    assert loaded(index) == (False, False)


def test_a_search_with_facets_waits_for_what_is_being_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_load, "MIN_IMAGES", 0)
    monkeypatch.setattr(facet_counts, "MAX_IMAGES_OF_ROWS", 0)
    library = ChangingLibrary(store, Random(2))
    while len(library.model.pictures) < 3:
        library.change()
    indexes = search_indexes_of(store)
    is_searching, reads = threading.Event(), list[threading.Thread]()
    read_tags, images_by_tag = background_load._read_tags, TagIndex.images_by_tag

    def read_late(index: Index, connection: Connection) -> None:
        assert is_searching.wait(10)
        read_tags(index, connection)

    def note_thread(self: TagIndex, connection: Connection) -> object:
        if self.set_count is None:
            reads.append(threading.current_thread())
        return images_by_tag(self, connection)

    def wait(self: Index) -> None:
        is_searching.set()
        wait_for_load(self)

    wait_for_load = Index.wait_for_background_load
    monkeypatch.setattr(background_load, "_FIRST_PARTS", ((read_late,),))
    monkeypatch.setattr(TagIndex, "images_by_tag", note_thread)
    monkeypatch.setattr(Index, "wait_for_background_load", wait)

    async def run() -> None:
        load = BackgroundLoad(store, indexes.attributes)
        load.begin()
        await asyncio.to_thread(pages, indexes, store)
        assert reads == load._threads
        await load.stop()

    asyncio.run(run())


@pytest.mark.parametrize("is_usable", [True, False])
def test_processes_read_in_turns_and_searches_wait_for_no_other_process(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_usable: bool
) -> None:
    monkeypatch.setattr(background_load, "MIN_IMAGES", 0)
    ChangingLibrary(store, Random(1)).change()
    turn = tmp_path / ("turn" if is_usable else "missing/turn")
    index = search_indexes_of(store).attributes
    other = os.open(turn, os.O_RDWR | os.O_CREAT, 0o600) if is_usable else None
    if other is not None:
        fcntl.flock(other, fcntl.LOCK_EX)
    load = BackgroundLoad(store, index, turn=turn)
    load.begin()
    (thread,) = load._threads
    if other is not None:
        thread.join(0.3)
        assert thread.is_alive()  # it waits for the turn of the other process
        assert index.background_load is None
        index.wait_for_background_load()
        os.close(other)
    thread.join(20)
    assert not thread.is_alive()
    assert index.background_load is None
    assert index.tags._is_complete
    asyncio.run(load.stop())
