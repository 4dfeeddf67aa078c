"""Collections: filters with a name, over HTTP; and in the store, what happens to them when what they name goes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import requests
from sqlalchemy import text, update

from facetry.errors import FaultError
from facetry.library import images, repositories, tags
from facetry.library import smart_collections as collections
from facetry.library.search import membership, search
from facetry.library.smart_collections import Collection
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.facetry.events.scripted_extensions import entries
from tests.support.naive_vectors import finder_of
from tests.support.servers import in_process
from tests.support.stores import add_extensions, add_images, add_repository, temporary_store

SUNSETS = {"criteria": {"tags": {"values": ["sunset"]}}}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[requests.Session]:
    with in_process(tmp_path) as (session, _, _):
        yield session


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def ask(session: requests.Session, method: str, path: str, status: int, body: object = None, **query: object) -> Any:
    answer = session.request(method, f"http://testserver{path}", params=query, json=body)  # type: ignore[arg-type]
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_a_collection_is_made_read_changed_and_deleted(session: requests.Session) -> None:
    made = ask(session, "POST", "/collection/create", 201, SUNSETS, name="Dusk", comment="all of them")
    assert made["filter"]["criteria"]["tags"]["values"] == ["sunset"]
    assert (made["name"], made["comment"]) == ("Dusk", "all of them")
    assert made["creationDate"] == made["modificationDate"]
    path = f"/collection/{made['id']}"
    assert ask(session, "GET", f"{path}/get", 200) == made

    named = ask(session, "PUT", f"{path}/update", 200, name="Evening", comment="")
    assert (named["name"], "comment" in named, named["filter"]) == ("Evening", False, made["filter"])
    wider = ask(session, "PUT", f"{path}/update", 200, {"sorting": {"property": "width", "isAscending": False}})
    assert (wider["name"], wider["filter"]) == ("Evening", {"sorting": {"property": "width", "isAscending": False}})
    assert ask(session, "PUT", f"{path}/update", 200) == wider  # nothing given, nothing changed

    ask(session, "DELETE", f"{path}/delete", 204)
    for method, gone in (("GET", "get"), ("PUT", "update"), ("DELETE", "delete")):
        assert ask(session, method, f"{path}/{gone}", 404)["rule"] == "collection.unknown"
    again = ask(session, "POST", "/collection/create", 201, {}, name="Evening")
    assert again["id"] > made["id"], "no number is given twice"


def test_the_list_is_by_name(session: requests.Session) -> None:
    assert ask(session, "GET", "/collection/list", 200) == []
    made = {name: ask(session, "POST", "/collection/create", 201, {}, name=name) for name in ("b", "c", "a")}
    assert ask(session, "GET", "/collection/list", 200) == [made["a"], made["b"], made["c"]]


def test_a_name_that_is_taken_is_a_conflict_and_changes_nothing(session: requests.Session) -> None:
    first = ask(session, "POST", "/collection/create", 201, {}, name="one")
    second = ask(session, "POST", "/collection/create", 201, SUNSETS, name="two")
    assert ask(session, "POST", "/collection/create", 409, {}, name="one")["rule"] == "collection.name-taken"
    told = ask(session, "PUT", f"/collection/{second['id']}/update", 409, {}, name="one")
    assert (told["rule"], told["parameter"], told["value"]) == ("collection.name-taken", "name", "one")
    assert ask(session, "GET", "/collection/list", 200) == [first, second]
    assert ask(session, "PUT", f"/collection/{first['id']}/update", 200, name="one")["name"] == "one"  # its own


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ({"origin": {"kind": "repositories", "ids": [str(uuid4())]}}, "repository.unknown"),
        ({"criteria": {"tags": {"values": ["a"], "extensionIds": ["nobody"]}}}, "extension.unknown"),
        ({"criteria": {"duplicates": {"kind": "nearDuplicates", "of": str(uuid4())}}}, "image.unknown"),
        ({"criteria": {"duplicates": {"kind": "nearDuplicates"}}}, None),
        ({"kriteria": {}}, None),
    ],
)
def test_a_filter_that_asks_for_what_is_not_there_is_not_kept(
    session: requests.Session, body: object, rule: str | None
) -> None:
    kept = ask(session, "POST", "/collection/create", 201, SUNSETS, name="kept")
    told = ask(session, "POST", "/collection/create", 400, body, name="new")
    assert rule in (None, told["rule"])
    ask(session, "PUT", f"/collection/{kept['id']}/update", 400, body)
    assert ask(session, "GET", "/collection/list", 200) == [kept]


def test_a_search_by_a_collection_that_is_not_there_is_400(session: requests.Session) -> None:
    told = ask(session, "POST", "/image/search/ids", 400, {"collectionId": 4711})
    assert (told["rule"], told["parameter"]) == ("collection.unknown", "collectionId")
    assert ask(session, "POST", "/image/search/ids", 200, {"collectionId": 4711, "filter": {}})["totalCount"] == 0


def test_an_image_that_is_not_there_is_in_no_collection(session: requests.Session) -> None:
    assert ask(session, "GET", f"/image/{uuid4()}/collectionIds", 404)["rule"] == "image.unknown"


def make(store: Store, name: str, wanted: object) -> int:
    """The number of a new collection."""
    asked = models.SearchFilter.model_validate(wanted)
    return store.write_now(lambda work: collections.create(work, name=name, comment=None, wanted=asked)).id


def found(store: Store, parameters: dict[str, object]) -> list[int]:
    asked = models.SearchParameters.model_validate(parameters)
    return store.read_now(lambda connection: search.run(finder_of(store), connection, asked)).keys


def holding(store: Store, image: UUID) -> list[int]:
    """The collections that the image is in."""
    return store.read_now(lambda connection: membership.containing(finder_of(store), connection, image))


def pinned(store: Store, id: int) -> list[str]:
    known = store.read_now(lambda connection: collections.require(connection, id))
    return [str(each) for each in known.filter.origin.ids] if known.filter.origin else []


def delete(store: Store, id: UUID) -> None:
    def unit(work: Work) -> None:
        images.remove(work, [images.key_of(work.connection, id)])
        collections.forget(work, [id])

    store.write_now(unit)


def test_an_image_is_in_the_collections_whose_search_finds_it(store: Store) -> None:
    add_extensions(store, "tagger")
    here, there = add_repository(store, "here"), add_repository(store, "there")
    ids = add_images(store, here, ["a.jpg", "b.jpg"]) + add_images(store, there, ["c.jpg"])
    store.write_now(lambda work: tags.replace(work, ids[0], "tagger", ["sunset"]))
    store.write_now(lambda work: images.mark_missing(work, [images.key_of(work.connection, ids[2])]))
    filters: list[dict[str, Any]] = [
        {},
        SUNSETS,
        {"origin": {"kind": "images", "ids": [str(ids[1]), str(ids[2])]}},
        {"origin": {"kind": "images", "ids": []}},
        {"origin": {"kind": "repositories", "ids": [str(here.id)]}, "criteria": {"formats": ["JPEG"]}},
        {"criteria": {"states": ["MISSING"]}, "sorting": {"property": "width"}},
        {"criteria": {"states": ["AVAILABLE"], "keyword": {**dict.fromkeys(PLACES, True), "text": "b"}}},
        {"criteria": {"duplicates": {"kind": "samePixels", "of": str(ids[0])}}},
    ]
    numbers = [make(store, str(number), wanted) for number, wanted in enumerate(filters)]
    for id in ids:
        key = store.read_now(lambda connection, id=id: images.key_of(connection, id))  # type: ignore[misc]
        naive = [number for number in numbers if key in found(store, {"collectionId": number})]
        assert holding(store, id) == naive
        assert numbers[0] in naive
    by_filter = [found(store, {"filter": wanted}) for wanted in filters]
    assert by_filter == [found(store, {"collectionId": number}) for number in numbers]
    assert found(store, {"collectionId": numbers[1], "filter": {}}) == by_filter[0], "the filter wins"


PLACES = ("inName", "inMetadata", "inFeatures")


def test_an_image_that_is_deleted_leaves_the_filters_that_name_it(store: Store) -> None:
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    texts = [str(id) for id in ids]
    first = make(store, "first", {"origin": {"kind": "images", "ids": texts}})
    second = make(store, "second", {"origin": {"kind": "images", "ids": [texts[2]]}, **SUNSETS})
    delete(store, ids[0])
    assert (pinned(store, first), pinned(store, second)) == (texts[1:], texts[2:])
    delete(store, ids[2])
    assert (pinned(store, first), pinned(store, second)) == ([texts[1]], [])
    assert found(store, {"collectionId": second}) == [], "an empty list selects nothing"
    assert len(found(store, {"collectionId": first})) == 1


def test_a_repository_that_is_deleted_leaves_the_filters_that_name_it(store: Store) -> None:
    here, there = add_repository(store, "here"), add_repository(store, "there")
    add_images(store, there, ["a.jpg"])
    both = make(store, "both", {"origin": {"kind": "repositories", "ids": [str(here.id), str(there.id)]}})
    one = make(store, "one", {"origin": {"kind": "repositories", "ids": [str(here.id)]}})

    def unit(work: Work) -> None:
        repositories.remove(work, here)
        collections.forget(work, [here.id])

    store.write_now(unit)
    assert (pinned(store, both), pinned(store, one)) == ([str(there.id)], [])
    assert (len(found(store, {"collectionId": both})), found(store, {"collectionId": one})) == (1, [])


def test_what_a_stored_filter_names_besides_and_is_gone_matches_nothing(store: Store) -> None:
    add_extensions(store, "tagger", "other")
    here, gone = add_repository(store, "here"), add_repository(store, "gone")
    ids = add_images(store, here, ["a.jpg", "b.jpg"])
    store.write_now(lambda work: tags.replace(work, ids[0], "tagger", ["sunset"]))
    alone = make(store, "alone", {"criteria": {"tags": {"values": ["sunset"], "extensionIds": ["other"]}}})
    either = make(store, "either", {"criteria": {"tags": {"values": ["sunset"], "extensionIds": ["other", "tagger"]}}})
    alike = make(store, "alike", {"criteria": {"duplicates": {"kind": "exactDuplicates", "of": str(ids[1])}}})
    both = make(store, "both", {"origin": {"kind": "repositories", "ids": [str(here.id), str(gone.id)]}})
    delete(store, ids[1])
    store.write_now(lambda work: work.connection.execute(text("DELETE FROM extension WHERE id = 'other'")))
    store.write_now(lambda work: repositories.remove(work, gone))
    key = store.read_now(lambda connection: images.key_of(connection, ids[0]))
    assert found(store, {"collectionId": alone}) == found(store, {"collectionId": alike}) == []
    assert found(store, {"collectionId": either}) == found(store, {"collectionId": both}) == [key]
    assert holding(store, ids[0]) == [either, both]


def test_a_stored_filter_of_another_version_is_told_and_breaks_nothing(store: Store) -> None:
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    sound, strange = make(store, "sound", {}), make(store, "strange", {})
    foreign = {"criteria": {"aura": "blue"}, "origin": {"kind": "images", "ids": [str(id)]}}
    store.write_now(
        lambda work: work.connection.execute(
            update(Collection).where(Collection.id == strange).values(filter=foreign)  # type: ignore[arg-type]
        )
    )
    known = store.read_now(lambda connection: collections.require(connection, strange))
    assert known.fault is not None
    assert "/criteria/aura" in known.fault
    assert pinned(store, strange) == []
    with pytest.raises(FaultError) as caught:
        found(store, {"collectionId": strange})
    assert (caught.value.fault.rule, caught.value.fault.value) == ("collection.filter", str(strange))
    assert holding(store, id) == [sound]
    delete(store, id)  # the id leaves this filter too
    (kept,) = store.read_now(
        lambda connection: connection.execute(text(f"SELECT filter FROM collection WHERE id = {strange}")).scalars()  # noqa: S608
    )
    assert json.loads(kept) == {"criteria": {"aura": "blue"}, "origin": {"kind": "images", "ids": []}}


@pytest.mark.parametrize("undone", ["created", "changed", "deleted"])
def test_a_change_that_was_undone_does_not_confuse_what_is_pinned(store: Store, undone: str) -> None:
    """What is pinned is remembered between units of work; a unit that fails must leave no trace in the memory."""
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    pins = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(id) for id in ids]}})
    kept = make(store, "kept", pins.model_dump())
    delete(store, ids[0])  # from here on it is remembered
    changes: dict[str, Callable[[Work], object]] = {
        "created": lambda work: collections.create(work, name="new", comment=None, wanted=pins),
        "changed": lambda work: collections.change(work, kept, name=None, comment=None, wanted=models.SearchFilter()),
        "deleted": lambda work: collections.remove(work, kept),
    }

    def unit(work: Work) -> None:
        changes[undone](work)
        collections.forget(work, [uuid4()])
        raise RuntimeError("undone")

    with pytest.raises(RuntimeError, match="undone"):
        store.write_now(unit)
    delete(store, ids[1])
    assert pinned(store, kept) == [str(ids[2])]


@pytest.mark.parametrize("remembered", [False, True])
@pytest.mark.parametrize("deleted", ["in the same commit", "afterwards"])
@pytest.mark.parametrize("written", ["created", "changed"])
def test_a_filter_that_is_written_beside_a_deletion_is_not_overlooked(
    store: Store, written: str, deleted: str, remembered: bool
) -> None:
    first, second, third = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    before = make(store, "before", {}) if written == "changed" else None
    if remembered:
        delete(store, third)
    pins = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(second)]}})

    def unit(work: Work) -> int:
        collections.forget(work, [first])  # it is learnt that nothing is pinned
        if before is None:
            made = collections.create(work, name="new", comment=None, wanted=pins)
        else:
            made = collections.change(work, before, name=None, comment=None, wanted=pins)
        if deleted == "in the same commit":
            collections.forget(work, [second])
        return made.id

    made = store.write_now(unit)
    if deleted == "afterwards":
        delete(store, second)
    assert pinned(store, made) == []


def test_forgetting_costs_nothing_to_speak_of_when_no_filter_names_an_image(store: Store) -> None:
    make(store, "sunsets", SUNSETS)
    store.write_now(lambda work: collections.forget(work, [uuid4()]))
    statements: list[str] = []

    def unit(work: Work) -> None:
        connection: Any = work.connection.connection.driver_connection
        connection.set_trace_callback(statements.append)
        collections.forget(work, [uuid4() for _ in range(500)])
        connection.set_trace_callback(None)

    store.write_now(unit)
    assert statements == []


def test_what_happens_to_collections_is_announced(store: Store) -> None:
    (image,) = add_images(store, add_repository(store), ["one.png"])
    pinned_to = models.SearchFilter(origin=models.SearchFilterOrigin(kind="images", ids=[image]))
    id = make(store, "dusk", SUNSETS)
    album = store.write_now(lambda work: collections.create(work, name="album", comment=None, wanted=pinned_to).id)
    before = [entry for entry in entries(store) if entry.topic.startswith("collection.")]
    assert [(entry.topic, entry.value()) for entry in before] == [
        ("collection.created", {"id": id}),
        ("collection.created", {"id": album}),
    ]

    def unit(work: Work) -> None:
        collections.change(work, id, name="evening", comment=None, wanted=None)
        collections.change(work, id, name=None, comment=None, wanted=None)  # which changes nothing
        collections.forget(work, [image])
        collections.forget(work, [image])
        collections.remove(work, id)

    store.write_now(unit)
    with pytest.raises(FaultError):
        store.write_now(lambda work: collections.remove(work, id))
    told = [entry for entry in entries(store) if entry.topic.startswith("collection.")][2:]
    assert [(entry.topic, entry.value()) for entry in told] == [
        ("collection.updated", {"id": id}),
        ("collection.updated", {"id": album}),
        ("collection.deleted", {"id": id}),
    ]
