"""Short searches: which ones are, where they run, and that they find what was written before them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from facetry.http.request import Request
from facetry.library import records
from facetry.library.facets import tags
from facetry.library.search import price
from facetry.library.search.search import Search
from facetry.library.search.text_vectors import NoTextVectors
from facetry.store import readers
from facetry.store.store import Store
from generated import answers, models
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.calls import call_of, never
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

TAGGED: dict[str, Any] = {"tags": {"values": ["a"]}}


def parameters(criteria: dict[str, Any], **members: Any) -> models.SearchParameters:
    return models.SearchParameters.model_validate({"filter": {"criteria": criteria}, **members})


def is_short(criteria: dict[str, Any], **members: Any) -> bool:
    search = parameters(criteria, **members)
    assert search.filter is not None
    return price.is_short(search, search.filter)


@pytest.mark.parametrize(
    "criteria", [{}, TAGGED, {"formats": ["JPEG"]}, {"any": [TAGGED, {"all": [{"formats": ["PNG"]}]}]}]
)
def test_searches_that_intersect_few_sets_are_short(criteria: dict[str, Any]) -> None:
    assert is_short(criteria)
    assert is_short(criteria, range={"take": 50})


@pytest.mark.parametrize(
    ("criteria", "members"),
    [
        (TAGGED, {"range": {"take": 51}}),
        (TAGGED, {"facets": ["tags"]}),
        ({"tags": {"values": [f"tag-{number}" for number in range(17)]}}, {}),
        ({"any": [TAGGED] * 4}, {}),
        ({"any": [{"any": [TAGGED] * 2}, {"any": [TAGGED] * 2}]}, {}),
        ({"keyword": {"text": "lighthouse", "inName": True, "inMetadata": False, "inFeatures": False}}, {}),
        ({"similarity": {"extensionId": "seer", "name": "x", "values": [1.0], "maxDistance": 2}}, {}),
        ({"duplicates": {"kind": "samePixels"}}, {}),
        ({"properties": {"width": {"minimum": 100}}}, {}),
        ({"inNoCollection": True}, {}),
        ({"states": ["MISSING"]}, {}),
        (
            {
                "all": [
                    {
                        "features": {
                            "operator": "and",
                            "conditions": [{"format": "integer", "operator": "greaterThan", "value": 1}],
                        }
                    }
                ]
            },
            {},
        ),
    ],
)
def test_searches_that_read_or_compute_more_are_not_short(criteria: dict[str, Any], members: dict[str, Any]) -> None:
    assert not is_short(criteria, **members)


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


@only_sqlite
def test_a_short_search_runs_on_the_event_loop_and_finds_what_was_written_before(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "PAUSE_SECONDS", 0.0)  # a slow first search would send the others to threads
    add_extensions(store, "seer")
    images = add_images(store, add_repository(store), [f"img_{number}.jpg" for number in range(40)])
    search = Search(store, search_indexes_of(store), NoTextVectors())
    threads: list[str] = []

    async def find() -> set[UUID]:
        prepared = await search.prepare(parameters(TAGGED, range={"take": 50}))

        def query(connection: Connection) -> answers.SearchImageIdResult:
            threads.append(threading.current_thread().name)
            return prepared.page(connection, records.ids)

        answer = await call_of(search, Request(never, {})).search(prepared, query)
        return set(map(UUID, answer["items"]))

    async def run() -> None:
        assert await find() == set()
        threads.clear()
        for number, image in enumerate(images, start=1):
            await store.write(partial(tags.replace, image=image, extension="seer", values=["a"]))
            assert await find() == set(images[:number])

    asyncio.run(run())
    assert threads.count("MainThread") > len(images) / 2, "a busy machine may send some of them to threads"
