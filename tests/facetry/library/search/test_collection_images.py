"""The images of collections that are kept: what each filter depends on, and what is evaluated again after a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.library.facets import tags
from facetry.library.search import collection_images, compilation, membership, smart_collections
from facetry.library.search.criteria.criterion import Aspect
from facetry.library.search.filters import CompiledFilter
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.smart_collections import CollectionRecord
from facetry.store.store import Store
from generated import models
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

IMAGE = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
SPACE = {"extensionId": "tagger", "name": "x"}
IN_NAME = {"text": "jpg", "inName": True, "inMetadata": False, "inFeatures": False}
TAGGED = {"tags": {"values": ["a"]}}
WITH_NAME = {"keyword": IN_NAME}


def _not_evaluated(facet: str | None) -> dict[str, Any]:
    return {"notEvaluatedBy": {"extensionIds": ["tagger"], **({"facet": facet} if facet else {})}}


@pytest.mark.parametrize(
    ("criteria", "local", "foreign"),
    [
        ({"formats": ["JPEG"]}, "", ""),
        (WITH_NAME, "", ""),
        ({"keyword": {**IN_NAME, "inFeatures": True}}, "FEATURES", ""),
        (TAGGED, "TAGS", ""),
        ({"untaggedBy": ["tagger"]}, "TAGS", ""),
        ({"features": {"operator": "or", "conditions": []}}, "FEATURES", ""),
        (_not_evaluated("tags"), "TAGS", ""),
        (_not_evaluated("features"), "FEATURES", ""),
        (_not_evaluated("embeddings"), "VECTORS", ""),
        (_not_evaluated(None), "TAGS FEATURES VECTORS", ""),
        ({"similarity": {**SPACE, "values": [1.0]}}, "VECTORS", ""),
        ({"similarity": {**SPACE, "image": IMAGE}}, "VECTORS", "VECTORS IMAGE"),
        ({"duplicates": {"kind": "samePixels"}}, "", "IMAGE"),
        ({"states": ["MISSING"]}, "", "STATES"),
        ({"inNoCollection": True}, "", "OTHERS"),
        ({"any": [TAGGED, {"none": [{"states": ["MISSING"]}]}]}, "TAGS", "STATES"),
    ],
)
def test_what_a_filter_depends_on(criteria: dict[str, Any], local: str, foreign: str) -> None:
    search_filter = models.SearchFilter.model_validate({"criteria": criteria})
    kept = collection_images._kept(CollectionRecord(1, "name", None, search_filter, 0, 0))
    assert kept.local == {Aspect.IMAGE, *(Aspect[name] for name in local.split())}
    assert kept.foreign == {Aspect[name] for name in foreign.split()}


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


@pytest.fixture
def images(store: Store) -> list[UUID]:
    add_extensions(store, "tagger")
    ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(5)])
    for number, criteria in enumerate((TAGGED, WITH_NAME, {"duplicates": {"kind": "samePixels"}})):
        search_filter = models.SearchFilter.model_validate({"criteria": criteria})
        store.write_now(
            lambda work, number=number, search_filter=search_filter: smart_collections.create(  # type: ignore[misc]  # binds the values
                work, name=str(number), comment=None, search_filter=search_filter
            )
        )
    return ids


def _ask(store: Store, indexes: SearchIndexes, image: UUID) -> list[int]:
    return store.read_now(lambda connection: membership.collections_containing(indexes, connection, image))


def _known(store: Store, indexes: SearchIndexes, image: UUID) -> list[int] | None:
    return store.read_now(lambda connection: membership.known_collections(indexes, connection, image))


def test_a_change_evaluates_only_what_it_can_have_changed(
    store: Store, images: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    indexes, evaluated = search_indexes_of(store), list[tuple[int, int | None]]()
    compile_filters = compilation.compile_filters

    def recording(
        indexes: SearchIndexes, connection: Connection, source_filters: Sequence[models.SearchFilter]
    ) -> list[CompiledFilter]:
        evaluated.append((len(source_filters), None))
        return compile_filters(indexes, connection, source_filters)

    find_images = CompiledFilter.find_images

    def counting(self: CompiledFilter, among: Any = None) -> Any:
        evaluated.append((1, None if among is None else len(among)))
        return find_images(self, among)

    monkeypatch.setattr(compilation, "compile_filters", recording)
    monkeypatch.setattr(CompiledFilter, "find_images", counting)
    assert _known(store, indexes, images[0]) is None
    assert _ask(store, indexes, images[0]) == [2]
    assert evaluated == [(3, None), (1, None), (1, None), (1, None)]
    assert _known(store, indexes, images[1]) == [2]

    evaluated.clear()
    store.write_now(lambda work: tags.replace(work, images[0], "tagger", ["a"]))
    assert _known(store, indexes, images[1]) == [2]  # another image
    assert _known(store, indexes, images[0]) is None
    assert not evaluated
    assert _ask(store, indexes, images[0]) == [1, 2]
    assert evaluated == [(1, None), (1, 1)]  # one collection, for one image
    assert _known(store, indexes, images[0]) == [1, 2]


def test_sets_beyond_the_memory_limit_are_not_kept(
    store: Store, images: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collection_images, "MAX_BYTES", 300)  # two of three sets
    indexes = search_indexes_of(store)
    assert _ask(store, indexes, images[0]) == [2]
    assert _known(store, indexes, images[0]) is None
    assert _ask(store, indexes, images[0]) == [2]


def test_a_new_filter_counts_at_once(store: Store, images: list[UUID]) -> None:
    indexes = search_indexes_of(store)
    assert _ask(store, indexes, images[0]) == [2]
    nothing = models.SearchFilter.model_validate({"criteria": {"formats": ["PNG"]}})
    store.write_now(lambda work: smart_collections.change(work, 2, name=None, comment=None, search_filter=nothing))
    assert _ask(store, indexes, images[0]) == []
    store.write_now(lambda work: smart_collections.change(work, 2, name="other", comment=None, search_filter=None))
    assert _known(store, indexes, images[0]) == []
    store.write_now(lambda work: smart_collections.remove(work, 1))
    assert _known(store, indexes, images[0]) == []
