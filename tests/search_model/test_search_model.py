"""Searches find what a naive filter finds, in a library that changes between them.

The same index serves all searches of a library. The long form compares 20,000 filters: `SEARCH_CASES=20000`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, get_args
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.library import records
from facetry.library.search import buckets, facet_counts, membership, ordering
from facetry.library.search.index import kept_counts, name_ranks, sorted_column
from facetry.library.search.index.index import Index
from facetry.library.search.search import Page
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.vectors import IndexedSpaces
from generated import answers, models
from tests.search_model import random_filters
from tests.search_model.changing_library import ChangingLibrary
from tests.search_model.model import Model, buckets_of, facets, similarities
from tests.search_model.picture import Picture
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import temporary_store

CASES = int(os.environ.get("SEARCH_CASES", "750"))
SEED = int(os.environ.get("SEARCH_SEED", "1"))
CASES_OF_A_LIBRARY = 250
KINDS = get_args(models.SearchFacetKind.__value__)


@pytest.mark.parametrize("number", range(max(CASES // CASES_OF_A_LIBRARY, 1)))
def test_searches_find_what_a_naive_filter_finds(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"{SEED}/{number}")
    monkeypatch.setattr(ordering, "SMALL_LIBRARY_SIZE", 0)
    monkeypatch.setattr(
        ordering, "MAX_DATABASE_SORT", rng.choice((0, 0, 3, 2_000))
    )  # every plan is used although there are few images
    monkeypatch.setattr(ordering, "MAX_NAME_INDEX_STEPS", rng.choice((0, 5, 20_000)))
    monkeypatch.setattr(ordering, "STEPS_OF_SORT", rng.choice((0, 1, 100)))
    monkeypatch.setattr(ordering, "FEW_STEPS", rng.choice((0, 1_000)))
    monkeypatch.setattr(name_ranks, "MAX_CHANGES", rng.choice((0, 2, 500)))
    monkeypatch.setattr(facet_counts, "SMALL_LIBRARY_SIZE", 0)
    monkeypatch.setattr(facet_counts, "MAX_IMAGES_OF_ROWS", rng.choice((0, 5, 2_000)))
    monkeypatch.setattr(facet_counts, "MAX_COUNTS", rng.choice((0, 20_000, 20_000)))
    monkeypatch.setattr(kept_counts, "MAX_DIFFERENCES", rng.choice((0, 1, 5, 200)))
    monkeypatch.setattr(facet_counts, "_ROWS_COST", rng.choice((0, 1, 1e9)))
    monkeypatch.setattr(facet_counts, "MAX_TAGS", rng.choice((3, 100)))
    monkeypatch.setattr(buckets, "MAX_LETTERS", rng.choice((2, 3, 256)))
    monkeypatch.setattr(buckets, "MAX_IMAGES", rng.choice((1, 3, 1_000)))
    monkeypatch.setattr(sorted_column, "MAX_MOVES", rng.choice((0, 2, 500)))
    with temporary_store() as store, TemporaryDirectory() as folder:
        library = ChangingLibrary(store, rng)
        finder = (
            SearchIndexes(Index(store.journal), IndexedSpaces(Path(folder), store))
            if number % 2
            else search_indexes_of(store)
        )
        for step in range(CASES_OF_A_LIBRARY):
            changes = [library.change() for _ in range(rng.choice((0, 0, 1, 3)))]
            search_filter = random_filters.search_filter(rng, library.model)
            try:
                compare(finder, library, search_filter, rng)
            except AssertionError as error:
                text = json.dumps(search_filter, ensure_ascii=False)
                raise AssertionError(f"seed {SEED}/{number}, step {step}, after {changes}: {text}\n{error}") from error


def compare(finder: SearchIndexes, library: ChangingLibrary, search_filter: dict[str, Any], rng: Random) -> None:
    """Compare the results of one filter: page, total, facets, distances, stream of ids, buckets, and collections."""
    expected = library.model.matching(search_filter)
    skip, take = rng.choice((0, 0, 1, 5)), rng.choice((1, 3, 20))
    sent = {"filter": search_filter, "range": {"skip": skip, "take": take}, "facets": list(KINDS)}
    parameters = models.SearchParameters.model_validate(sent)
    without_facets = models.SearchParameters.model_validate({"filter": search_filter, "range": sent["range"]})
    everything = models.SearchParameters.model_validate({"filter": search_filter})
    with_ratios = rng.random() < 0.5

    def query(connection: Connection) -> tuple[Page, list[str], list[int], answers.SearchBucketsResult]:
        page = searches.run(finder, connection, parameters)
        short_page = searches.run(finder, connection, without_facets)
        assert (short_page.keys, short_page.total) == (page.keys, page.total)
        ids = [str(id) for id in records.ids(connection, page.keys)]
        divided = searches.prepared(finder, connection, everything).buckets(connection, with_aspect_ratios=with_ratios)
        return page, ids, searches.keys(finder, connection, everything).tolist(), divided

    page, ids, keys, divided = library.store.read_now(query)
    assert page.total == len(expected)
    shown = expected[skip : skip + take]
    assert ids == [each.id for each in shown]
    assert keys == [each.key for each in expected]
    _compare_distances(library.model, page, shown, search_filter)
    _compare_facets(page, expected)
    sizes = (buckets.MAX_LETTERS, buckets.MAX_IMAGES)
    assert divided == buckets_of(expected, search_filter, *sizes, with_ratios=with_ratios)
    if library.model.pictures and rng.random() < 0.1:
        _compare_collections(finder, library, rng.choice(list(library.model.pictures.values())))


def _compare_distances(model: Model, page: Page, shown: list[Picture], search_filter: dict[str, Any]) -> None:
    expected = [model.distance(each, search_filter) for each in shown]
    if not similarities(search_filter.get("criteria", {})):
        assert page.distances is None
    else:
        assert page.distances == pytest.approx(expected, abs=1e-12)


def _compare_facets(page: Page, expected: list[Picture]) -> None:
    assert page.facets is not None
    counts = page.facets.model_dump(mode="json", exclude_none=True)
    expected_counts = facets(expected)
    expected_counts["tags"] = expected_counts["tags"][: facet_counts.MAX_TAGS]
    assert {kind: [tuple(each.values()) for each in counts[kind]] for kind in counts} == expected_counts


def _compare_collections(finder: SearchIndexes, library: ChangingLibrary, picture: Picture) -> None:
    containing = library.store.read_now(
        lambda connection: membership.collections_containing(finder, connection, UUID(picture.id))
    )
    model = library.model
    assert containing == sorted(id for id, each in model.collections.items() if model.matches(picture, each))
