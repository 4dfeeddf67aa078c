"""The nearest images are told in their order, and what cannot be compared is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, delete
from sqlmodel import col

from facetry.errors import FaultError
from facetry.library import embeddings, images, tags
from facetry.library import smart_collections as collections
from facetry.library.search import membership, search, similarity
from facetry.store import engine
from facetry.store.store import Store
from generated import models
from tests.support.naive_vectors import finder_of
from tests.support.stores import add_extensions, add_images, add_repository

ALIKE = {"extensionId": "seer", "name": "x", "values": [1]}
VECTORS = {"a": [1, 0], "b": [1, 0], "c": [2, 2], "d": [0, 1], "e": [-1, 0]}


class Shelf:
    """Images with vectors, and one without."""

    def __init__(self, store: Store) -> None:
        self.store = store
        add_extensions(store, "seer", "other")
        names = [*VECTORS, "plain"]
        self.ids = dict(zip(names, add_images(store, add_repository(store), names), strict=True))
        self.names = {self._key(id): name for name, id in self.ids.items()}
        for name, values in VECTORS.items():
            made = models.ImageEmbedding(name="shape", values=[float(each) for each in values])
            store.write_now(lambda work, id=self.ids[name], made=made: embeddings.replace(work, id, "seer", [made]))  # type: ignore[misc]
        self.finder = finder_of(store)

    def _key(self, id: UUID) -> int:
        return self.store.read_now(lambda connection: images.key_of(connection, id))

    def near(self, query: Callable[[Connection], similarity.Near]) -> list[tuple[str, float]]:
        return [(self.names[key], round(distance, 6)) for key, distance in self.store.read_now(query)]

    def to_image(self, image: str, **options: Any) -> list[tuple[str, float]]:
        asked = {"extension": "seer", "name": "shape", "count": 20, **options}
        return self.near(
            lambda connection: similarity.closest_to_image(self.finder, connection, self.ids[image], **asked)
        )

    def to_vector(self, *values: float, **options: Any) -> list[tuple[str, float]]:
        made = models.ImageEmbedding(name=options.pop("name", "shape"), values=list(values))
        asked = {"extension": "seer", "count": 20, **options}
        return self.near(lambda connection: similarity.closest_to(self.finder, connection, embedding=made, **asked))


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    store = Store(tmp_path / "library.db")
    yield Shelf(store)
    store.close()


def refusal(call: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(FaultError) as caught:
        call()
    return caught.value.fault.rule, caught.value.fault.pointer


def test_an_image_is_not_among_those_closest_to_it_but_its_twin_is(shelf: Shelf) -> None:
    assert shelf.to_image("a") == [("b", 0), ("c", 0.292893), ("d", 1), ("e", 2)]
    assert shelf.to_image("b", count=2) == [("a", 0), ("c", 0.292893)]


def test_none_is_further_than_asked_for_and_none_as_near_is_left_out(shelf: Shelf) -> None:
    assert shelf.to_vector(3, 0, max_distance=1) == [("a", 0), ("b", 0), ("c", 0.292893), ("d", 1)]
    assert shelf.to_vector(3, 0, max_distance=0) == [("a", 0), ("b", 0)]


def test_only_images_that_a_filter_matches_are_told(shelf: Shelf) -> None:
    store = shelf.store
    for name in ("b", "e", "plain"):
        store.write_now(lambda work, id=shelf.ids[name]: tags.replace(work, id, "seer", ["x"]))  # type: ignore[misc]
    wanted = models.SearchFilter.model_validate({"criteria": {"tags": {"values": ["x"]}}})
    assert shelf.to_image("a", within=wanted) == [("b", 0), ("e", 2)]
    assert shelf.to_vector(1, 0, within=wanted, count=1) == [("b", 0)]


def test_an_image_that_goes_while_others_are_looked_for_is_unknown(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    matching = search.matching

    def slowly(*arguments: Any) -> Any:
        gone = delete(images.Image).where(col(images.Image.id) == shelf.ids["b"].bytes)
        shelf.store.write_now(lambda work: work.connection.execute(gone).rowcount)
        engine.renew(arguments[1])
        return matching(*arguments)

    monkeypatch.setattr(search, "matching", slowly)
    with pytest.raises(FaultError) as refused:
        shelf.to_image("b", within=models.SearchFilter())
    assert refused.value.fault.rule == "image.unknown"


def test_what_cannot_be_compared_is_refused(shelf: Shelf) -> None:
    shelf.ids["gone"] = uuid4()
    assert refusal(lambda: shelf.to_image("gone"))[0] == "image.unknown"
    assert refusal(lambda: shelf.to_image("plain"))[0] == "embedding.missing"
    assert refusal(lambda: shelf.to_image("a", name="colour"))[0] == "embedding.missing"
    assert refusal(lambda: shelf.to_image("a", extension="nobody"))[0] == "extension.unknown"
    assert refusal(lambda: shelf.to_vector(1, 0, 0)) == ("embedding.length", "/values")
    assert refusal(lambda: shelf.to_vector(0, 0)) == ("embedding.zero", "/values")
    assert refusal(lambda: shelf.to_vector(1e300, 0)) == ("embedding.range", "/values/0")
    assert refusal(lambda: shelf.to_vector(1, 0, extension="nobody"))[0] == "extension.unknown"
    assert shelf.to_vector(1, 0, 0, name="colour") == [], "nothing was written there, of any length"
    assert shelf.to_vector(1, 0, extension="other") == []


@pytest.mark.parametrize(
    ("wanted", "rule", "pointer"),
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
def test_a_search_for_likeness_to_what_is_not_there_is_refused(
    shelf: Shelf, wanted: dict[str, Any], rule: str, pointer: str
) -> None:
    if wanted.get("image") == "plain":
        wanted = {**wanted, "image": str(shelf.ids["plain"])}
    asked = models.SearchParameters.model_validate({"filter": {"criteria": {"any": [{"similarity": wanted}]}}})
    told = refusal(lambda: shelf.store.read_now(lambda connection: search.run(shelf.finder, connection, asked)))
    assert told == (rule, f"/filter/criteria/any/0/{pointer}")


def nested(depth: int) -> dict[str, Any]:
    return {"all": [nested(depth - 1)]} if depth else {"formats": ["PNG"]}


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ({"criteria": nested(8)}, "search.size"),
        ({"criteria": {"any": [{"any": [{"formats": ["PNG"]}] * 16}] * 4}}, "search.size"),
        ({"criteria": {"all": [{"similarity": ALIKE}] * 9}}, "search.size"),
        ({"sorting": {"property": "distance"}}, "search.distance"),
        (
            {
                "criteria": {"none": [{"similarity": ALIKE}]},
                "sorting": {"property": "distance"},
            },
            "search.distance",
        ),
    ],
)
def test_filters_that_ask_too_much_or_for_no_distance_are_refused(
    shelf: Shelf, wanted: dict[str, Any], rule: str
) -> None:
    asked = models.SearchParameters.model_validate({"filter": wanted})
    query = lambda connection: search.run(shelf.finder, connection, asked)  # noqa: E731
    assert refusal(lambda: shelf.store.read_now(query))[0] == rule
    made = models.SearchFilter.model_validate(wanted)
    create = lambda work: collections.create(work, name="n", comment=None, wanted=made)  # noqa: E731
    assert refusal(lambda: shelf.store.write_now(create))[0] == rule


def test_the_largest_filters_are_taken(shelf: Shelf) -> None:
    for criteria in (nested(7), {"any": [{"any": [{"formats": ["PNG"]}] * 14}] * 4}):
        asked = models.SearchParameters.model_validate({"filter": {"criteria": criteria}})
        page = shelf.store.read_now(lambda connection, asked=asked: search.run(shelf.finder, connection, asked))  # type: ignore[misc]
        assert page.total == 0


def test_a_collection_that_asks_for_likeness_to_a_text_holds_no_image_by_itself(shelf: Shelf) -> None:
    """Without the extension nobody can tell what it holds, be it all but what is like the text."""
    store = shelf.store
    alike = {"similarity": {"extensionId": "seer", "name": "shape", "text": "a lighthouse"}}
    for number, criteria in enumerate((alike, {"none": [alike]}, {})):
        wanted = models.SearchFilter.model_validate({"criteria": criteria})
        store.write_now(
            lambda work, wanted=wanted, number=number: collections.create(  # type: ignore[misc]
                work, name=str(number), comment=None, wanted=wanted
            )
        )
    held = store.read_now(lambda connection: membership.containing(shelf.finder, connection, shelf.ids["a"]))
    names = [store.read_now(lambda connection, id=id: collections.require(connection, id)).name for id in held]  # type: ignore[misc]
    assert names == ["2"]
