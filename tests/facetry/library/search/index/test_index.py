"""The index answers at the snapshot of the reader, also while other threads and processes write."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library import images, records
from facetry.library.facets import tags
from facetry.library.search import facet_counts, ordering
from facetry.library.search.search import PreparedSearch
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.engines.databases import database_at
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened_store = Store(database_at(tmp_path / "library.db"))
    yield opened_store
    opened_store.close()


def search_by_tags(*values: str, operator: str = "or") -> models.SearchParameters:
    return models.SearchParameters.model_validate(
        {"filter": {"criteria": {"tags": {"values": values, "operator": operator}}}}
    )


def total_of(indexes: SearchIndexes, store: Store, parameters: models.SearchParameters) -> int:
    return store.read_now(lambda connection: searches.run(indexes, connection, parameters)).total


def fill_library(store: Store) -> list[UUID]:
    add_extensions(store, "tagger")
    ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(8)])
    for id in ids:
        store.write_now(lambda work, id=id: tags.replace(work, id, "tagger", ["a"]))  # type: ignore[misc]
    return ids


def test_writes_of_another_process_are_found(tmp_path: Path, store: Store) -> None:
    ids, indexes, other = fill_library(store), search_indexes_of(store), Store(database_at(tmp_path / "library.db"))
    try:
        assert total_of(indexes, store, search_by_tags("a")) == 8
        other.write_now(lambda work: tags.replace(work, ids[0], "tagger", ["b"]))
        assert (total_of(indexes, store, search_by_tags("a")), total_of(indexes, store, search_by_tags("b"))) == (7, 1)
        store.write_now(lambda work: tags.replace(work, ids[1], "tagger", ["b"]))
        other.write_now(lambda work: tags.replace(work, ids[2], "tagger", ["b"]))
        assert total_of(indexes, store, search_by_tags("b")) == 3
    finally:
        other.close()


def test_a_snapshot_older_than_the_index_is_renewed(store: Store) -> None:
    ids, indexes = fill_library(store), search_indexes_of(store)

    def query(connection: Connection) -> int:
        images.key_of(connection, ids[0])  # takes the snapshot
        writer = threading.Thread(
            target=store.write_now, args=(lambda work: tags.replace(work, ids[0], "tagger", ["b"]),)
        )
        writer.start()
        writer.join()
        searcher = threading.Thread(target=total_of, args=(indexes, store, search_by_tags("b")))
        searcher.start()
        searcher.join()
        return searches.run(indexes, connection, search_by_tags("b")).total

    assert store.read_now(query) == 1


def test_each_search_sees_whole_commits_while_others_write(store: Store) -> None:
    """Each commit changes the tag of all images, so that every search finds all of them or none."""
    ids, indexes, is_done = fill_library(store), search_indexes_of(store), threading.Event()
    seen: set[tuple[int, int, int]] = set()
    failures: list[BaseException] = []

    def write() -> None:
        for number in range(60):
            value = "ab"[number % 2]

            def unit(work: Work, value: str = value) -> None:
                for id in ids:
                    tags.replace(work, id, "tagger", [value])

            store.write_now(unit)
        is_done.set()

    def search() -> None:
        try:
            while not is_done.is_set():
                both = total_of(indexes, store, search_by_tags("a", "b", operator="and"))
                either = total_of(indexes, store, search_by_tags("a", "b"))
                seen.add((both, either, total_of(indexes, store, search_by_tags("a"))))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=each) for each in (write, search, search, search)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert seen <= {(0, 8, 0), (0, 8, 8)}
    assert len(seen) == 2


def test_tags_are_ordered_by_how_many_images_have_them(store: Store) -> None:
    ids, indexes = fill_library(store), search_indexes_of(store)
    add_extensions(store, "other")
    for id, values in zip(ids, (["sunset"], ["sunset", "Sun"], ["no-sun", "sunny"], []), strict=False):
        store.write_now(lambda work, id=id, values=values: tags.replace(work, id, "other", values))  # type: ignore[misc]

    def counts_of(text: str, *extension_ids: str, count: int = 20) -> list[tuple[str, str, int]]:
        counts = store.read_now(
            lambda connection: facet_counts.count_tags_containing(indexes, connection, text, extension_ids, count)
        )
        return [(each.id, each.value, each.count) for each in counts]

    sun_counts = [("other", "sunset", 2), ("other", "Sun", 1), ("other", "sunny", 1), ("other", "no-sun", 1)]
    assert counts_of("SUN") == sun_counts
    assert counts_of("", count=2) == [("tagger", "a", 8), ("other", "sunset", 2)]
    assert counts_of("sun", "tagger") == []
    assert counts_of("sun", "other", "tagger", count=1) == sun_counts[:1]
    assert counts_of("empty") == [], "the sentinel is not a tag"
    store.write_now(lambda work: tags.replace(work, ids[0], "other", []))
    assert counts_of("sunset") == [("other", "sunset", 1)]
    with pytest.raises(FaultError, match="registered"):
        counts_of("sun", "nobody")


def test_a_part_that_is_loaded_after_the_index_advanced_is_at_the_newer_revision(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another search advances the index between the filter and the sorting, which first loads the order of names."""
    ids, indexes = fill_library(store), search_indexes_of(store)
    monkeypatch.setattr(ordering, "MAX_DATABASE_SORT", 0)
    monkeypatch.setattr(ordering, "SMALL_LIBRARY_SIZE", 10**9)
    find_matches = PreparedSearch._find_matches

    def find_and_advance(*arguments: Any) -> Any:
        result = find_matches(*arguments)
        monkeypatch.setattr(PreparedSearch, "_find_matches", find_matches)
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, ids[0])]))
        (new_image,) = add_images(store, add_repository(store, "late"), ["0-late.jpg"])
        store.write_now(lambda work: tags.replace(work, new_image, "tagger", ["a"]))
        searcher = threading.Thread(
            target=store.read_now, args=(lambda each: searches.matching(indexes, each, models.SearchFilter()),)
        )
        searcher.start()
        searcher.join()
        return result

    monkeypatch.setattr(PreparedSearch, "_find_matches", find_and_advance)

    # A search for more images is not short; a short one holds the lock from the filter to the sorting.
    parameters = search_by_tags("a").model_copy(update={"range": models.SearchRange(take=101)})

    def names(connection: Connection) -> list[str]:
        keys = searches.run(indexes, connection, parameters).keys
        return [each["name"] for each in records.summaries(connection, keys)]

    rest = [f"{number}.jpg" for number in range(1, 8)]
    assert store.read_now(names) == rest
    assert store.read_now(names) == ["0-late.jpg", *rest]
