"""The index of images follows changes of their rows: it has what an index has that is read anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store.store import Store
from tests.search_model.changing_library import ChangingLibrary
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_images, add_repository, temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as opened_store:
        yield opened_store


Groups = dict[int | str, list[int]]


def groups_of(indexes: SearchIndexes, store: Store, *, keeps_dates: bool = False) -> list[Groups]:
    """The images of each month, format and repository. `keeps_dates` reads the column of dates before."""

    def read(connection: Connection) -> list[Groups]:
        index = indexes.attributes
        with index.lock:
            indexes.refresh(connection, ())
            if keeps_dates:
                index.images.column(connection, "captured")
            groups: list[Mapping[Any, BitMap]] = [
                index.images.images_by_month(connection),
                index.images.images_by_format(connection),
                index.images.images_by_repository(connection),
            ]
            assert index.images.is_loaded("captured") is keeps_dates
            return [{value: list(keys) for value, keys in each.items() if keys} for each in groups]

    return store.read_now(read)


def changed_library(store: Store, rng: Random) -> ChangingLibrary:
    library = ChangingLibrary(store, rng)
    for _ in range(20):
        library.change()
    return library


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("keeps_dates", [False, True])
def test_groups_follow_changes(store: Store, number: int, *, keeps_dates: bool) -> None:
    rng = Random(number)
    library, indexes = changed_library(store, rng), search_indexes_of(store)
    for _ in range(40):
        for _ in range(rng.choice((1, 1, 6))):
            library.change()
        assert groups_of(indexes, store, keeps_dates=keeps_dates) == groups_of(search_indexes_of(store), store)


def test_months_are_those_of_dates_that_have_changed(store: Store) -> None:
    library, indexes = changed_library(store, Random(1)), search_indexes_of(store)

    def read_dates(connection: Connection) -> None:
        indexes.refresh(connection, ())
        indexes.attributes.images.column(connection, "captured")

    store.read_now(read_dates)
    for _ in range(40):
        library.change()
    assert groups_of(indexes, store, keeps_dates=True) == groups_of(search_indexes_of(store), store)


def test_an_image_that_is_gone_again_is_in_no_group(store: Store) -> None:
    """The journal tells its creation and its removal, and there is no row."""
    indexes, repository = search_indexes_of(store), add_repository(store)
    before = groups_of(indexes, store)
    ids = add_images(store, repository, ["a.jpg"])
    store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, id) for id in ids]))
    assert groups_of(indexes, store) == before == [{}, {}, {}]
