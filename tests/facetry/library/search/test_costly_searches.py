"""Costly searches: which ones are, that cheap reads are answered beside them, and that an abandoned one ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.http.body import DisconnectedError
from facetry.http.request import Request
from facetry.library import records
from facetry.library.facets import tags
from facetry.library.search import price
from facetry.library.search.criteria import costs
from facetry.library.search.criteria.costs import Sizes
from facetry.library.search.search import PreparedSearch, Search
from facetry.library.search.text_vectors import NoTextVectors
from facetry.store import fulltext, interruption
from facetry.store.engine import raw_connection
from facetry.store.store import Store
from generated import answers, models
from generated.limits import SEARCH_PARAMETERS_MAX_WAITING
from tests.support.libraries.calls import call_of, never
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

CLIENTS = 16
LARGE = Sizes(images=100_000, features=300_000)
ALL_KINDS = ["tags", "formats", "repositories", "months"]


def keyword(text: str) -> dict[str, Any]:
    return {"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}}


def contains(text: str) -> dict[str, Any]:
    return {"format": "string", "operator": "contains", "value": text}


def nested(criteria: list[dict[str, Any]]) -> dict[str, Any]:
    """Up to 48 criteria of which one has to be met."""
    return {"any": [{"any": criteria[start : start + 16]} for start in range(0, len(criteria), 16)]}


COSTLIEST: dict[str, dict[str, Any]] = {
    "48 keywords": nested([keyword(f"word-{number}") for number in range(48)]),
    "48 short keywords": nested([keyword(chr(0x4E00 + number)) for number in range(48)]),
    "48 long keywords": nested([keyword(f"{number:02}" + "img_" * 63) for number in range(48)]),
    "conditions on features": nested(
        [{"features": {"operator": "or", "conditions": [contains(chr(97 + n)) for n in range(26)]}} for _ in range(24)]
    ),
    "tags": nested([{"tags": {"values": [f"t{group}-{n}" for n in range(256)]}} for group in range(48)]),
    "all within distances": {
        "all": [
            {"similarity": {"extensionId": "seer", "name": "x", "values": [1.0], "maxDistance": 2}} for _ in range(8)
        ]
    },
    "duplicates": nested([{"duplicates": {"kind": "samePixels"}} for _ in range(48)]),
    "in no collection": {"inNoCollection": True},
}


def parameters(criteria: dict[str, Any], **members: Any) -> models.SearchParameters:
    return models.SearchParameters.model_validate({"filter": {"criteria": criteria}, **members})


def price_of(criteria: dict[str, Any], sizes: Sizes, **members: Any) -> float:
    search = parameters(criteria, **members)
    assert search.filter is not None
    return price.estimate(search, search.filter, sizes if price.depends_on_sizes(search, search.filter) else Sizes())


@pytest.mark.parametrize("name", COSTLIEST)
def test_the_costliest_searches_are_costly_in_a_large_library(name: str) -> None:
    assert price_of(COSTLIEST[name], LARGE) >= costs.COSTLY


@pytest.mark.parametrize(
    "criteria",
    [
        {},
        {"tags": {"values": ["a", "b"]}, "formats": ["JPEG"]},
        {"any": [{"tags": {"values": ["a"]}}, {"properties": {"width": {"minimum": 100}}}]},
        keyword("lighthouse"),
        {"duplicates": {"kind": "samePixels", "of": "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"}},
    ],
)
def test_everyday_searches_are_not_costly(criteria: dict[str, Any]) -> None:
    assert price_of(criteria, LARGE, facets=ALL_KINDS) < costs.COSTLY


@pytest.mark.parametrize("text", ["a", "ab", "lighthouse"])
def test_the_price_rises_with_the_size_of_the_library_and_the_number_of_criteria(text: str) -> None:
    prices = [price_of(nested([keyword(text)] * number), LARGE) for number in (1, 2, 16, 48)]
    assert prices == sorted(set(prices))
    assert (
        price_of(keyword(text), Sizes(10, 10)) < price_of(keyword(text), LARGE) < price_of(keyword(text), Sizes(10**7))
    )


def test_the_price_of_comparisons_rises_with_their_number_and_with_the_features() -> None:
    condition = {"format": "integer", "operator": "greaterThan", "value": 3}

    def price_of_conditions(count: int, sizes: Sizes) -> float:
        return price_of({"features": {"operator": "and", "conditions": [condition] * count}}, sizes)

    prices = [price_of_conditions(count, LARGE) for count in (1, 2, 40)]
    assert prices == sorted(set(prices))
    assert price_of_conditions(2, Sizes(100, 100)) < price_of_conditions(2, LARGE)


def test_a_text_that_the_index_cannot_find_costs_a_pass_over_all_texts() -> None:
    shortest = "x" * fulltext.MIN_LENGTH
    assert price_of(keyword(shortest), LARGE) < costs.COSTLY < price_of(keyword(shortest[1:]), LARGE)
    group = {"features": {"operator": "and", "conditions": [contains(shortest)]}}
    short_group = {"features": {"operator": "and", "conditions": [contains(shortest[1:])]}}
    assert price_of(group, LARGE) < costs.COSTLY < price_of(short_group, LARGE)


def test_a_filter_that_is_too_large_is_priced_without_looking_at_all_of_it() -> None:
    assert (
        price_of({"any": [{"any": [keyword("a")] * 2_000}]}, LARGE)
        < price_of({"any": [keyword("a")] * 64}, LARGE) * 1.1
    )


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


@pytest.fixture
def search(store: Store) -> Search:
    add_extensions(store, "seer")
    images = add_images(store, add_repository(store), [f"img_{number}.jpg" for number in range(40)])
    store.write_now(lambda work: tags.replace(work, images[7], "seer", ["a"]))
    return Search(store, search_indexes_of(store), NoTextVectors())


async def count_images(search: Search, criteria: dict[str, Any]) -> int:
    """The number of images that a search finds, as a handler runs it."""
    prepared = await search.prepare(parameters(criteria, facets=ALL_KINDS, range={"skip": 2_147_483_647}))
    return await call_of(search, Request(never, {})).search(prepared, prepared.count)


def test_cheap_reads_are_answered_beside_the_costliest_searches(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "COSTLY", 1.0)  # in a library of this size, none is
    expected = {"48 long keywords": 0, "48 keywords": 0, "48 short keywords": 0, "in no collection": 40}
    expected |= dict.fromkeys(("conditions on features", "tags", "all within distances", "duplicates"), 0)

    async def run() -> None:
        names = [*COSTLIEST] * (CLIENTS // len(COSTLIEST))
        searches = [asyncio.create_task(count_images(search, COSTLIEST[name])) for name in names]
        for _ in range(20):
            assert await search.store.read(tags.distinct_tags) == [("seer", "a")]
        assert await asyncio.gather(*searches) == [expected[name] for name in names]

    asyncio.run(run())


def test_a_tag_search_is_answered_while_the_lane_of_costly_searches_is_full(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, opened = threading.Semaphore(0), threading.Event()

    def wait(connection: Connection) -> None:
        entered.release()
        opened.wait(60)
        raw_connection(connection).execute("SELECT 1")

    costly = PreparedSearch(search.indexes, models.SearchParameters(), models.SearchFilter(), is_costly=True)

    async def run() -> None:
        call = call_of(search, Request(never, {}))
        running = [asyncio.ensure_future(call.search(costly, wait)) for _ in range(SEARCH_PARAMETERS_MAX_WAITING + 2)]
        for _ in range(2):
            await asyncio.to_thread(entered.acquire, timeout=60)
        with pytest.raises(FaultError, match=r"search\.busy") as refusal:
            await call.search(costly, wait)
        assert str(SEARCH_PARAMETERS_MAX_WAITING) in refusal.value.fault.detail
        cheap = await search.prepare(parameters({"tags": {"values": ["a"]}}))
        page = await call.search(cheap, lambda connection: search_page(cheap, connection))
        assert (page["totalCount"], len(page["items"])) == (1, 1)
        opened.set()
        await asyncio.gather(*running)

    def search_page(prepared: PreparedSearch, connection: Connection) -> answers.SearchImageIdResult:
        return prepared.page(connection, records.ids)

    asyncio.run(run())


@pytest.mark.parametrize("is_costly", [False, True])
def test_a_search_ends_when_its_client_disconnects(search: Search, is_costly: bool) -> None:
    entered, ended = threading.Event(), threading.Event()

    def endless(_: Connection) -> None:
        entered.set()
        try:
            while True:
                interruption.checkpoint()
        finally:
            ended.set()

    prepared = PreparedSearch(search.indexes, models.SearchParameters(), models.SearchFilter(), is_costly=is_costly)

    async def run() -> None:
        disconnects = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await disconnects.wait()
            return {"type": "http.disconnect"}

        running = asyncio.ensure_future(call_of(search, Request(receive, {})).search(prepared, endless))
        await asyncio.to_thread(entered.wait, 60)
        disconnects.set()
        with pytest.raises(DisconnectedError):
            await running
        assert await asyncio.to_thread(ended.wait, 60)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["48 keywords", "48 short keywords", "conditions on features", "tags"])
def test_a_search_that_was_interrupted_leaves_the_indexes_whole(
    search: Search, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search is interrupted at some of its checkpoints; the indexes it began to load answer later searches."""

    async def run(interrupted_at: int) -> bool:
        checks = 0

        def is_due(self: interruption.Interruption) -> bool:
            nonlocal checks
            checks += 1
            return checks > interrupted_at

        prepared = await search.prepare(parameters({**COSTLIEST[name], "none": [{"tags": {"values": ["a"]}}]}))
        with monkeypatch.context() as patch:
            patch.setattr(interruption.Interruption, "is_due", property(is_due))
            (outcome,) = await asyncio.gather(search.store.read(prepared.count, seconds=60), return_exceptions=True)
        assert isinstance(outcome, int) or (isinstance(outcome, FaultError) and outcome.fault.rule == "store.deadline")
        return not isinstance(outcome, int)

    outcomes = []
    for interrupted_at in (0, 1, 2, 3, 5, 8, 13, 100_000):
        search = Search(search.store, search_indexes_of(search.store), NoTextVectors())
        outcomes.append(asyncio.run(run(interrupted_at)))
        assert asyncio.run(count_images(search, {"tags": {"values": ["a"]}})) == 1
    assert (outcomes[0], outcomes[-1]) == (True, False)
