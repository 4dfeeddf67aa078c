"""Searches find what a naive filter finds, in a library to which things happen between them.

One index follows the library all along. The long form tries 20,000 filters: `FINDING_CASES=20000`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.library import records
from facetry.library.search import membership, ordering, search
from facetry.library.search.index.index import Index
from facetry.library.search.search import Page
from facetry.library.search.search_indexes import Finder
from facetry.library.search.vectors.vectors import Vectors
from generated import models
from tests.search_model import random_filters as drawn
from tests.search_model.changing_library import Life
from tests.search_model.model import Model, Picture, facets, similarities
from tests.support.naive_vectors import finder_of
from tests.support.stores import temporary_store

CASES = int(os.environ.get("FINDING_CASES", "1500"))
SEED = int(os.environ.get("FINDING_SEED", "1"))
OF_A_LIBRARY = 250
KINDS = ("tags", "formats", "repositories", "months")


@pytest.mark.parametrize("number", range(max(CASES // OF_A_LIBRARY, 1)))
def test_searches_find_what_a_naive_filter_finds(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(f"{SEED}/{number}")
    monkeypatch.setattr(ordering, "SMALL", 0)
    monkeypatch.setattr(ordering, "FEW", chance.choice((0, 0, 3, 2_000)))  # all plans with few images
    monkeypatch.setattr(ordering, "MOST_STEPS", chance.choice((0, 5, 20_000)))
    with temporary_store() as store, TemporaryDirectory() as folder:
        life = Life(store, chance)
        finder = Finder(Index(store.journal), Vectors(Path(folder), store)) if number % 2 else finder_of(store)
        for step in range(OF_A_LIBRARY):
            happened = [life.happen() for _ in range(chance.choice((0, 0, 1, 3)))]
            wanted = drawn.search_filter(chance, life.model)
            try:
                compare(finder, life, wanted, chance)
            except AssertionError as error:
                text = json.dumps(wanted, ensure_ascii=False)
                raise AssertionError(f"seed {SEED}/{number}, step {step}, after {happened}: {text}\n{error}") from error


def compare(finder: Finder, life: Life, wanted: dict[str, Any], chance: Random) -> None:
    """One filter, of the page, the total, the facets, the distances, the stream and the collections."""
    expected = life.model.matching(wanted)
    skip, take = chance.choice((0, 0, 1, 5)), chance.choice((1, 3, 20))
    asked = {"filter": wanted, "range": {"skip": skip, "take": take}, "facets": list(KINDS)}
    parameters = models.SearchParameters.model_validate(asked)
    everything = models.SearchParameters.model_validate({"filter": wanted})

    def query(connection: Connection) -> tuple[Page, list[str], list[int]]:
        page = search.run(finder, connection, parameters)
        ids = [str(id) for id in records.ids(connection, page.keys)]
        return page, ids, search.keys(finder, connection, everything).tolist()

    page, ids, keys = life.store.read_now(query)
    assert page.total == len(expected)
    shown = expected[skip : skip + take]
    assert ids == [each.id for each in shown]
    assert keys == [each.key for each in expected]
    _compare_distances(life.model, page, shown, wanted)
    _compare_facets(page, expected)
    if life.model.pictures and chance.random() < 0.1:
        _compare_collections(finder, life, chance.choice(list(life.model.pictures.values())))


def _compare_distances(model: Model, page: Page, shown: list[Picture], wanted: dict[str, Any]) -> None:
    expected = [model.distance(each, wanted) for each in shown]
    if not similarities(wanted.get("criteria", {})):
        assert page.distances is None
    else:
        assert page.distances == pytest.approx(expected, abs=1e-12)


def _compare_facets(page: Page, expected: list[Picture]) -> None:
    counted = facets(expected)
    told = page.facets
    assert told is not None
    assert told.tags is not None
    assert told.formats is not None
    assert told.repositories is not None
    assert told.months is not None
    assert [(each.id, each.value, each.count) for each in told.tags] == counted["tags"]
    assert [(each.value, each.count) for each in told.formats] == counted["formats"]
    assert [(str(each.id), each.count) for each in told.repositories] == counted["repositories"]
    assert [(each.value, each.count) for each in told.months] == counted["months"]


def _compare_collections(finder: Finder, life: Life, picture: Picture) -> None:
    held = life.store.read_now(lambda connection: membership.containing(finder, connection, UUID(picture.id)))
    model = life.model
    assert held == sorted(id for id, each in model.collections.items() if model.matches(picture, each))
