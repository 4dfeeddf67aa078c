"""The nearest images are returned in order of distance, and queries that cannot be compared are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, delete
from sqlmodel import col

from facetry.errors import FaultError
from facetry.library import images
from facetry.library.facets import embeddings, tags
from facetry.library.search import membership, similarity, smart_collections
from facetry.library.search.search import PreparedSearch
from facetry.store.engine import engine_of
from facetry.store.store import Store
from generated import models
from tests.support.engines.databases import database_at
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository

SIMILARITY = {"extensionId": "seer", "name": "x", "values": [1]}
VECTORS = {"a": [1, 0], "b": [1, 0], "c": [2, 2], "d": [0, 1], "e": [-1, 0]}


class SimilarityLibrary:
    """A library of images with vectors, and one image without."""

    def __init__(self, store: Store) -> None:
        self.store = store
        add_extensions(store, "seer", "other")
        names = [*VECTORS, "plain"]
        self.ids = dict(zip(names, add_images(store, add_repository(store), names), strict=True))
        self.names = {self._key(id): name for name, id in self.ids.items()}
        for name, values in VECTORS.items():
            embedding = models.ImageEmbedding(name="shape", values=[float(each) for each in values])
            store.write_now(
                lambda work, id=self.ids[name], embedding=embedding: embeddings.replace(work, id, "seer", [embedding])  # type: ignore[misc]
            )
        self.indexes = search_indexes_of(store)

    def _key(self, id: UUID) -> int:
        return self.store.read_now(lambda connection: images.key_of(connection, id))

    def named_neighbours(self, query: Callable[[Connection], similarity.Neighbours]) -> list[tuple[str, float]]:
        return [(self.names[key], round(distance, 6)) for key, distance in self.store.read_now(query)]

    def within(self, criteria: models.SearchFilter) -> PreparedSearch:
        return PreparedSearch(self.indexes, models.SearchParameters(), criteria)

    def nearest_to_image(self, image: str, **options: Any) -> list[tuple[str, float]]:
        arguments = {"extension": "seer", "name": "shape", "count": 20, **options}
        return self.named_neighbours(
            lambda connection: similarity.nearest_to_image(self.indexes, connection, self.ids[image], **arguments)
        )

    def nearest_to_vector(self, *values: float, **options: Any) -> list[tuple[str, float]]:
        embedding = models.ImageEmbedding(name=options.pop("name", "shape"), values=list(values))
        arguments = {"extension": "seer", "count": 20, **options}
        return self.named_neighbours(
            lambda connection: similarity.nearest_to_vector(self.indexes, connection, embedding=embedding, **arguments)
        )


@pytest.fixture
def similarity_library(tmp_path: Path) -> Iterator[SimilarityLibrary]:
    store = Store(database_at(tmp_path / "library.db"))
    yield SimilarityLibrary(store)
    store.close()


def refusal_of(call: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(FaultError) as caught:
        call()
    return caught.value.fault.rule, caught.value.fault.pointer


@pytest.mark.parametrize(("image", "other"), [("a", "b"), ("b", "a")])
def test_an_image_is_not_among_its_own_neighbours(
    similarity_library: SimilarityLibrary, image: str, other: str
) -> None:
    expected = [(other, 0.0), ("c", 0.292893), ("d", 1.0), ("e", 2.0)]
    for count in range(1, 6):
        assert similarity_library.nearest_to_image(image, count=count) == expected[:count]
    everything = similarity_library.within(models.SearchFilter())
    assert similarity_library.nearest_to_image(image, count=2, within=everything) == expected[:2]


def test_an_image_is_not_its_own_neighbour_but_an_image_with_an_equal_vector_is(
    similarity_library: SimilarityLibrary,
) -> None:
    assert similarity_library.nearest_to_image("a") == [("b", 0), ("c", 0.292893), ("d", 1), ("e", 2)]
    assert similarity_library.nearest_to_image("b", count=2) == [("a", 0), ("c", 0.292893)]


def test_a_maximum_distance_includes_all_images_at_that_distance_and_none_beyond(
    similarity_library: SimilarityLibrary,
) -> None:
    assert similarity_library.nearest_to_vector(3, 0, max_distance=1) == [("a", 0), ("b", 0), ("c", 0.292893), ("d", 1)]
    assert similarity_library.nearest_to_vector(3, 0, max_distance=0) == [("a", 0), ("b", 0)]


def test_only_images_that_the_filter_matches_are_returned(similarity_library: SimilarityLibrary) -> None:
    store = similarity_library.store
    for name in ("b", "e", "plain"):
        store.write_now(lambda work, id=similarity_library.ids[name]: tags.replace(work, id, "seer", ["x"]))  # type: ignore[misc]
    search_filter = models.SearchFilter.model_validate({"criteria": {"tags": {"values": ["x"]}}})
    within = similarity_library.within(search_filter)
    assert similarity_library.nearest_to_image("a", within=within) == [("b", 0), ("e", 2)]
    assert similarity_library.nearest_to_vector(1, 0, within=within, count=1) == [("b", 0)]


def test_a_query_image_that_is_removed_during_the_search_is_unknown(
    similarity_library: SimilarityLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    matching = PreparedSearch.matching

    def delete_and_match(*arguments: Any) -> Any:
        deletion = delete(images.Image).where(col(images.Image.id) == similarity_library.ids["b"].bytes)
        similarity_library.store.write_now(lambda work: work.connection.execute(deletion).rowcount)
        engine_of(arguments[1]).renew_snapshot(arguments[1])
        return matching(*arguments)

    monkeypatch.setattr(PreparedSearch, "matching", delete_and_match)
    with pytest.raises(FaultError) as refused:
        similarity_library.nearest_to_image("b", within=similarity_library.within(models.SearchFilter()))
    assert refused.value.fault.rule == "image.unknown"


def test_a_query_without_a_comparable_vector_is_refused(similarity_library: SimilarityLibrary) -> None:
    similarity_library.ids["gone"] = uuid4()
    assert refusal_of(lambda: similarity_library.nearest_to_image("gone"))[0] == "image.unknown"
    assert refusal_of(lambda: similarity_library.nearest_to_image("plain"))[0] == "embedding.missing"
    assert refusal_of(lambda: similarity_library.nearest_to_image("a", name="colour"))[0] == "embedding.missing"
    assert refusal_of(lambda: similarity_library.nearest_to_image("a", extension="nobody"))[0] == "extension.unknown"
    assert refusal_of(lambda: similarity_library.nearest_to_vector(1, 0, 0)) == ("embedding.length", "/values")
    assert refusal_of(lambda: similarity_library.nearest_to_vector(0, 0)) == ("embedding.zero", "/values")
    assert refusal_of(lambda: similarity_library.nearest_to_vector(1e300, 0)) == ("embedding.range", "/values/0")
    assert refusal_of(lambda: similarity_library.nearest_to_vector(1, 0, extension="nobody"))[0] == "extension.unknown"
    assert similarity_library.nearest_to_vector(1, 0, 0, name="colour") == [], (
        "a name without embeddings accepts a query of any length"
    )
    assert similarity_library.nearest_to_vector(1, 0, extension="other") == []


@pytest.mark.parametrize(
    ("criterion", "rule", "pointer"),
    [
        ({"extensionId": "nobody", "name": "shape", "values": [1]}, "extension.unknown", "similarity/extensionId"),
        ({"extensionId": "seer", "name": "shape", "values": [1]}, "embedding.length", "similarity/values"),
        ({"extensionId": "seer", "name": "shape", "values": [0, 0]}, "embedding.zero", "similarity/values"),
        ({"extensionId": "seer", "name": "shape", "values": [1, 1e39]}, "embedding.range", "similarity/values/1"),
        (
            {"extensionId": "seer", "name": "shape", "image": "9b2f6f0c-4c55-4d0c-9a3e-0f5f2f9b7a10"},
            "image.unknown",
            "similarity/image",
        ),
        ({"extensionId": "seer", "name": "shape", "image": "plain"}, "embedding.missing", "similarity/image"),
    ],
)
def test_a_similarity_criterion_without_a_comparable_vector_is_refused(
    similarity_library: SimilarityLibrary, criterion: dict[str, Any], rule: str, pointer: str
) -> None:
    if criterion.get("image") == "plain":
        criterion = {**criterion, "image": str(similarity_library.ids["plain"])}
    parameters = models.SearchParameters.model_validate({"filter": {"criteria": {"any": [{"similarity": criterion}]}}})
    refusal = refusal_of(
        lambda: similarity_library.store.read_now(
            lambda connection: searches.run(similarity_library.indexes, connection, parameters)
        )
    )
    assert refusal == (rule, f"/filter/criteria/any/0/{pointer}")


def nested_criteria(depth: int) -> dict[str, Any]:
    return {"all": [nested_criteria(depth - 1)]} if depth else {"formats": ["PNG"]}


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ({"criteria": nested_criteria(8)}, "search.size"),
        ({"criteria": {"any": [{"any": [{"formats": ["PNG"]}] * 16}] * 4}}, "search.size"),
        ({"criteria": {"all": [{"similarity": SIMILARITY}] * 9}}, "search.size"),
        ({"sorting": {"property": "distance"}}, "search.distance"),
        (
            {
                "criteria": {"none": [{"similarity": SIMILARITY}]},
                "sorting": {"property": "distance"},
            },
            "search.distance",
        ),
    ],
)
def test_filters_that_are_too_large_or_sort_by_a_missing_distance_are_refused(
    similarity_library: SimilarityLibrary, body: dict[str, Any], rule: str
) -> None:
    parameters = models.SearchParameters.model_validate({"filter": body})
    query = lambda connection: searches.run(similarity_library.indexes, connection, parameters)  # noqa: E731
    assert refusal_of(lambda: similarity_library.store.read_now(query))[0] == rule
    search_filter = models.SearchFilter.model_validate(body)
    create = lambda work: smart_collections.create(work, name="n", comment=None, search_filter=search_filter)  # noqa: E731
    assert refusal_of(lambda: similarity_library.store.write_now(create))[0] == rule


def test_filters_at_the_size_limits_are_accepted(similarity_library: SimilarityLibrary) -> None:
    for criteria in (nested_criteria(7), {"any": [{"any": [{"formats": ["PNG"]}] * 14}] * 4}):
        parameters = models.SearchParameters.model_validate({"filter": {"criteria": criteria}})
        page = similarity_library.store.read_now(
            lambda connection, parameters=parameters: searches.run(similarity_library.indexes, connection, parameters)  # type: ignore[misc]
        )
        assert page.total == 0


def test_a_collection_with_similarity_to_a_text_contains_no_image_without_the_extension(
    similarity_library: SimilarityLibrary,
) -> None:
    """The text has no vector without the extension, so the content is unknown, also if the criterion is negated."""
    store = similarity_library.store
    text_criterion = {"similarity": {"extensionId": "seer", "name": "shape", "text": "a lighthouse"}}
    for number, criteria in enumerate((text_criterion, {"none": [text_criterion]}, {})):
        search_filter = models.SearchFilter.model_validate({"criteria": criteria})
        store.write_now(
            lambda work, search_filter=search_filter, number=number: smart_collections.create(  # type: ignore[misc]
                work, name=str(number), comment=None, search_filter=search_filter
            )
        )
    collection_ids = store.read_now(
        lambda connection: membership.collections_containing(
            similarity_library.indexes, connection, similarity_library.ids["a"]
        )
    )
    names = [
        store.read_now(lambda connection, id=id: smart_collections.require(connection, id)).name  # type: ignore[misc]
        for id in collection_ids
    ]
    assert names == ["2"]
