"""The images of collections that are kept are those that a naive filter finds, in a library that changes at random.

The long form makes 5,000 changes: `COLLECTION_STEPS=5000`.
"""

from __future__ import annotations

import os
import threading
from random import Random
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.library.search import collection_images, compilation, membership, smart_collections
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store import journal, revision
from generated import models
from tests.search_model import random_filters
from tests.search_model.changing_library import ChangingLibrary
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import temporary_store

STEPS = int(os.environ.get("COLLECTION_STEPS", "100"))
SEED = int(os.environ.get("SEARCH_SEED", "1"))
STEPS_OF_A_LIBRARY = 100
COLLECTIONS = 15
IN_NO_COLLECTION: dict[str, Any] = {"criteria": {"inNoCollection": True}}


def change_collection(library: ChangingLibrary) -> None:
    """Give a random collection another filter."""
    if library.model.collections:
        id = library.rng.choice(list(library.model.collections))
        search_filter = random_filters.search_filter(library.rng, library.model)
        model_filter = models.SearchFilter.model_validate(search_filter)
        library.store.write_now(
            lambda work: smart_collections.change(work, id, name=None, comment=None, search_filter=model_filter)
        )
        library.model.collections[id] = search_filter


def compare(indexes: SearchIndexes, library: ChangingLibrary, rng: Random) -> None:
    """Compare the collections of a random image, and sometimes those of all images, with the model."""
    model = library.model
    pictures = list(model.pictures.values())
    for picture in pictures if rng.random() < 0.1 else rng.sample(pictures, min(1, len(pictures))):
        expected = sorted(id for id, each in model.collections.items() if model.matches(picture, each))
        id = UUID(picture.id)
        known = library.store.read_now(lambda connection, id=id: membership.known_collections(indexes, connection, id))  # type: ignore[misc]  # binds the loop's value
        assert known in (None, expected)
        found = library.store.read_now(
            lambda connection, id=id: membership.collections_containing(indexes, connection, id)  # type: ignore[misc]  # binds the loop's value
        )
        assert found == expected
    if rng.random() < 0.3:
        search = models.SearchFilter.model_validate(IN_NO_COLLECTION)
        matching = library.store.read_now(lambda connection: searches.matching(indexes, connection, search))
        assert set(matching) == {each.key for each in model.matching(IN_NO_COLLECTION)}


@pytest.mark.parametrize("number", range(max(STEPS // STEPS_OF_A_LIBRARY, 1)))
def test_kept_images_of_collections_are_those_of_a_naive_filter(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"{SEED}/{number}")
    monkeypatch.setattr(collection_images, "MAX_BYTES", rng.choice((0, 1_000, 10**6)))
    monkeypatch.setattr(collection_images, "_MAX_LOG", rng.choice((0, 2, 64)))
    monkeypatch.setattr(compilation, "BATCH_SIZE", rng.choice((1, 4, 64)))
    monkeypatch.setattr(journal, "MAX_CHANGES", rng.choice((3, 50_000)))  # the journal often does not connect
    with temporary_store() as store:
        library = ChangingLibrary(store, rng)
        for _ in range(20):
            library.change()
        indexes = search_indexes_of(store)
        for step in range(STEPS_OF_A_LIBRARY):
            while len(library.model.collections) < COLLECTIONS:
                library._create_collection(next(iter(library.model.pictures.values())))
            changes = [library.change() for _ in range(rng.choice((0, 1, 1, 3)))]
            if rng.random() < 0.1:
                change_collection(library)
                changes.append("change_collection")
            try:
                compare(indexes, library, rng)
            except AssertionError as error:
                raise AssertionError(f"seed {SEED}/{number}, step {step}, after {changes}: {error}") from error


def test_threads_that_ask_while_images_change_get_the_answer_of_their_snapshot() -> None:
    """A collection has an image exactly if the image has a tag, in each snapshot."""
    rng = Random(SEED)
    with temporary_store() as store:
        library = ChangingLibrary(store, rng)
        for _ in range(30):
            library.change()
        tagged = models.SearchFilter.model_validate({"criteria": {"tags": {"values": ["a"]}}})
        for number in range(5):
            store.write_now(
                lambda work, number=number: smart_collections.create(  # type: ignore[misc]  # binds the loop's value
                    work, name=f"tagged {number}", comment=None, search_filter=tagged
                )
            )
        indexes, ended, faults = search_indexes_of(store), threading.Event(), list[object]()
        first = set(library.model.pictures)

        def ask(connection: Connection) -> None:
            found = compilation.evaluate(indexes, connection, None, lambda each: each.filter == tagged)
            (right,) = compilation.compile_filters(indexes, connection, [tagged])
            compiled_at = revision.current(connection)
            again = compilation.known_images(indexes, connection, None, lambda each: each.filter == tagged)
            expected = right.find_images()
            is_same_snapshot = revision.current(connection) == compiled_at
            if is_same_snapshot and again is not None and any(each.images != expected for each in again.values()):
                faults.append(("known", expected, again))
            if len(found) < 5:
                faults.append(("missing", found))

        def run() -> None:
            while not ended.is_set():
                store.read_now(ask)

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(150):
            library._tags(library.model.pictures[rng.choice(sorted(first))])
        ended.set()
        for thread in threads:
            thread.join()
        assert not faults
        final = store.read_now(
            lambda connection: compilation.evaluate(indexes, connection, None, lambda each: each.filter == tagged)
        )
        assert len(final) == 5
        expected = {each.key for each in library.model.pictures.values() if any("a" in t for t in each.tags.values())}
        assert all(set(each.images) == expected for each in final.values())
