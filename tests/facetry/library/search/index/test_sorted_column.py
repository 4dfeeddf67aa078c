"""Sorted columns and the ranks of names follow changes of images, without reading all images again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images
from facetry.library.search.index import name_ranks, sorted_column
from facetry.library.search.index.images import ImageIndex
from facetry.library.search.index.sorted_column import SortedColumn
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.libraries.stores import add_images, add_repository, file_facts, picture


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened_store = Store(database_at(tmp_path / "library.db"))
    yield opened_store
    opened_store.close()


def sorted_keys(values: dict[int, int]) -> list[int]:
    return sorted(values, key=lambda key: (values[key], key))


@pytest.mark.parametrize("max_moves", [0, 2, 1_000])
def test_a_column_is_as_if_it_was_sorted_again(max_moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorted_column, "MAX_MOVES", max_moves)
    rng = Random(max_moves)
    values = {key: rng.randrange(-5, 5) for key in range(1, 60)}
    order = sorted_keys(values)
    column = SortedColumn(np.array(order, np.uint32), np.array([values[key] for key in order], np.int64))
    for _ in range(300):
        for _ in range(rng.choice((1, 3))):
            key = rng.randrange(1, 120)
            if rng.random() < 0.4:
                values.pop(key, None)
                column.remove(BitMap([key]))
            else:
                values[key] = rng.randrange(-5, 5)
                column.set(key, values[key])
        everything = BitMap(values)
        low, high = rng.choice((None, rng.randrange(-6, 6))), rng.choice((None, rng.randrange(-6, 6)))
        in_range = BitMap(
            key for key, value in values.items() if (low is None or value >= low) and (high is None or value <= high)
        )
        assert column.in_range(everything, low, high) == in_range
        assert column.order(everything).tolist() == sorted_keys(values)


def name_order(store: Store, index: ImageIndex) -> list[int]:
    return store.read_now(
        lambda connection: index.column(connection, "name").order(index.all_images(connection)).tolist()
    )


def database_order(store: Store) -> list[int]:
    return name_order(store, ImageIndex())


def add_image(store: Store, repository: int, name: str) -> int:
    return store.write_now(
        lambda work: images.insert_image(work, repository, file_facts(f"{name}.jpg"), picture(seed=name))[0]
    )


@pytest.mark.parametrize(("direction", "max_reads"), [(1, 0), (-1, 10)])
def test_names_that_are_added_in_order_find_room(
    store: Store, direction: int, max_reads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = add_repository(store)
    add_images(store, repository, ["a.jpg", "z.jpg"])
    index = ImageIndex()
    assert name_order(store, index) == database_order(store)
    reads: list[SortedColumn] = []
    read_all = name_ranks._read_all

    def read(connection: Connection) -> SortedColumn:
        reads.append(read_all(connection))
        return reads[-1]

    monkeypatch.setattr(name_ranks, "_read_all", read)
    for number in range(100):
        key = add_image(store, repository.key, f"m{500 + direction * number}")
        store.read_now(partial(index.update, images=[key]))
        name_order(store, index)
    # A name takes an eighth of the room before its successor, so there is room for twelve that are added backwards.
    assert len(reads) <= max_reads
    assert name_order(store, index) == database_order(store)


def test_many_names_at_once_are_read_with_all_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_ranks, "MAX_CHANGES", 3)
    repository, index = add_repository(store), ImageIndex()
    add_images(store, repository, ["b.jpg", "d.jpg"])
    name_order(store, index)
    for names in (["a", "c", "e"], ["f", "g", "h", "i"]):
        keys = [add_image(store, repository.key, name) for name in names]
        store.read_now(partial(index.update, images=keys))
    assert name_order(store, index) == database_order(store)
