"""Collections: named filters over HTTP; and in the store, the effect of deleting what they refer to."""

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
from facetry.library import images, repositories
from facetry.library.facets import tags
from facetry.library.search import membership, smart_collections
from facetry.library.search.smart_collections import Collection
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.facetry.events.scripted_extensions import logged_events
from tests.support.engines.databases import only_sqlite
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store
from tests.support.services.servers import in_process_application

SUNSETS = {"criteria": {"tags": {"values": ["sunset"]}}}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[requests.Session]:
    with in_process_application(tmp_path) as (session, _, _):
        yield session


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


def request(
    session: requests.Session, method: str, path: str, status: int, body: object = None, **query: object
) -> Any:
    answer = session.request(method, f"http://testserver{path}", params=query, json=body)  # type: ignore[arg-type]
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_a_collection_is_created_read_changed_and_deleted(session: requests.Session) -> None:
    collection = request(session, "POST", "/collection/create", 201, SUNSETS, name="Dusk", comment="all of them")
    assert collection["filter"]["criteria"]["tags"]["values"] == ["sunset"]
    assert (collection["name"], collection["comment"]) == ("Dusk", "all of them")
    assert collection["creationDate"] == collection["modificationDate"]
    path = f"/collection/{collection['id']}"
    assert request(session, "GET", f"{path}/get", 200) == collection

    renamed = request(session, "PUT", f"{path}/update", 200, name="Evening", comment="")
    assert (renamed["name"], "comment" in renamed, renamed["filter"]) == ("Evening", False, collection["filter"])
    wider = request(session, "PUT", f"{path}/update", 200, {"sorting": {"property": "width", "isAscending": False}})
    assert (wider["name"], wider["filter"]) == ("Evening", {"sorting": {"property": "width", "isAscending": False}})
    assert request(session, "PUT", f"{path}/update", 200) == wider  # without parameters nothing changes

    request(session, "DELETE", f"{path}/delete", 204)
    for method, operation in (("GET", "get"), ("PUT", "update"), ("DELETE", "delete")):
        assert request(session, method, f"{path}/{operation}", 404)["rule"] == "collection.unknown"
    again = request(session, "POST", "/collection/create", 201, {}, name="Evening")
    assert again["id"] > collection["id"], "no number is given twice"


def test_the_list_is_ordered_by_name(session: requests.Session) -> None:
    assert request(session, "GET", "/collection/list", 200) == []
    collections = {
        name: request(session, "POST", "/collection/create", 201, {}, name=name) for name in ("b 10", "C", "b 9", "a")
    }
    assert request(session, "GET", "/collection/list", 200) == [collections[name] for name in ("a", "b 9", "b 10", "C")]


def test_an_existing_name_is_409_and_changes_nothing(session: requests.Session) -> None:
    first = request(session, "POST", "/collection/create", 201, {}, name="one")
    second = request(session, "POST", "/collection/create", 201, SUNSETS, name="two")
    assert request(session, "POST", "/collection/create", 409, {}, name="one")["rule"] == "collection.name-taken"
    answer = request(session, "PUT", f"/collection/{second['id']}/update", 409, {}, name="one")
    assert (answer["rule"], answer["parameter"], answer["value"]) == ("collection.name-taken", "name", "one")
    assert request(session, "GET", "/collection/list", 200) == [first, second]
    assert request(session, "PUT", f"/collection/{first['id']}/update", 200, name="one")["name"] == "one"  # its own


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
def test_a_filter_with_unknown_references_is_refused(session: requests.Session, body: object, rule: str | None) -> None:
    existing = request(session, "POST", "/collection/create", 201, SUNSETS, name="kept")
    answer = request(session, "POST", "/collection/create", 400, body, name="new")
    assert rule in (None, answer["rule"])
    request(session, "PUT", f"/collection/{existing['id']}/update", 400, body)
    assert request(session, "GET", "/collection/list", 200) == [existing]


def test_a_search_in_an_unknown_collection_is_400(session: requests.Session) -> None:
    answer = request(session, "POST", "/image/search/ids", 400, {"collectionId": 4711})
    assert (answer["rule"], answer["pointer"]) == ("collection.unknown", "/collectionId")
    assert request(session, "POST", "/image/search/ids", 200, {"collectionId": 4711, "filter": {}})["totalCount"] == 0


def test_the_collections_of_an_unknown_image_are_404(session: requests.Session) -> None:
    assert request(session, "GET", f"/image/{uuid4()}/collectionIds", 404)["rule"] == "image.unknown"


def create_collection(store: Store, name: str, document: object) -> int:
    """The id of a new collection."""
    search_filter = models.SearchFilter.model_validate(document)
    return store.write_now(
        lambda work: smart_collections.create(work, name=name, comment=None, search_filter=search_filter)
    ).id


def search_keys(store: Store, parameters: dict[str, object]) -> list[int]:
    search_parameters = models.SearchParameters.model_validate(parameters)
    return store.read_now(lambda connection: searches.run(search_indexes_of(store), connection, search_parameters)).keys


def containing_collections(store: Store, image: UUID) -> list[int]:
    """The collections that contain the image."""
    return store.read_now(
        lambda connection: membership.collections_containing(search_indexes_of(store), connection, image)
    )


def origin_ids(store: Store, id: int) -> list[str]:
    record = store.read_now(lambda connection: smart_collections.require(connection, id))
    return [str(each) for each in record.filter.origin.ids] if record.filter.origin else []


def delete_image(store: Store, id: UUID) -> None:
    def unit(work: Work) -> None:
        images.remove(work, [images.key_of(work.connection, id)])
        smart_collections.remove_references(work, [id])

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
    numbers = [create_collection(store, str(number), search_filter) for number, search_filter in enumerate(filters)]
    for id in ids:
        key = store.read_now(lambda connection, id=id: images.key_of(connection, id))  # type: ignore[misc]
        naive = [number for number in numbers if key in search_keys(store, {"collectionId": number})]
        assert containing_collections(store, id) == naive
        assert numbers[0] in naive
    by_filter = [search_keys(store, {"filter": search_filter}) for search_filter in filters]
    assert by_filter == [search_keys(store, {"collectionId": number}) for number in numbers]
    assert search_keys(store, {"collectionId": numbers[1], "filter": {}}) == by_filter[0], "the filter wins"


PLACES = ("inName", "inMetadata", "inFeatures")


def test_a_deleted_image_is_removed_from_the_filters_that_refer_to_it(store: Store) -> None:
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    texts = [str(id) for id in ids]
    first = create_collection(store, "first", {"origin": {"kind": "images", "ids": texts}})
    second = create_collection(store, "second", {"origin": {"kind": "images", "ids": [texts[2]]}, **SUNSETS})
    delete_image(store, ids[0])
    assert (origin_ids(store, first), origin_ids(store, second)) == (texts[1:], texts[2:])
    delete_image(store, ids[2])
    assert (origin_ids(store, first), origin_ids(store, second)) == ([texts[1]], [])
    assert search_keys(store, {"collectionId": second}) == [], "an empty list selects nothing"
    assert len(search_keys(store, {"collectionId": first})) == 1


def test_a_deleted_repository_is_removed_from_the_filters_that_refer_to_it(store: Store) -> None:
    here, there = add_repository(store, "here"), add_repository(store, "there")
    add_images(store, there, ["a.jpg"])
    both = create_collection(store, "both", {"origin": {"kind": "repositories", "ids": [str(here.id), str(there.id)]}})
    one = create_collection(store, "one", {"origin": {"kind": "repositories", "ids": [str(here.id)]}})

    def unit(work: Work) -> None:
        repositories.remove(work, here)
        smart_collections.remove_references(work, [here.id])

    store.write_now(unit)
    assert (origin_ids(store, both), origin_ids(store, one)) == ([str(there.id)], [])
    assert (len(search_keys(store, {"collectionId": both})), search_keys(store, {"collectionId": one})) == (1, [])


def test_other_deleted_references_of_a_stored_filter_match_nothing(store: Store) -> None:
    add_extensions(store, "tagger", "other")
    here, removed = add_repository(store, "here"), add_repository(store, "gone")
    ids = add_images(store, here, ["a.jpg", "b.jpg"])
    store.write_now(lambda work: tags.replace(work, ids[0], "tagger", ["sunset"]))
    alone = create_collection(store, "alone", {"criteria": {"tags": {"values": ["sunset"], "extensionIds": ["other"]}}})
    either = create_collection(
        store, "either", {"criteria": {"tags": {"values": ["sunset"], "extensionIds": ["other", "tagger"]}}}
    )
    alike = create_collection(
        store, "alike", {"criteria": {"duplicates": {"kind": "exactDuplicates", "of": str(ids[1])}}}
    )
    both = create_collection(
        store, "both", {"origin": {"kind": "repositories", "ids": [str(here.id), str(removed.id)]}}
    )
    delete_image(store, ids[1])
    store.write_now(lambda work: work.connection.execute(text("DELETE FROM extension WHERE id = 'other'")))
    store.write_now(lambda work: repositories.remove(work, removed))
    key = store.read_now(lambda connection: images.key_of(connection, ids[0]))
    assert search_keys(store, {"collectionId": alone}) == search_keys(store, {"collectionId": alike}) == []
    assert search_keys(store, {"collectionId": either}) == search_keys(store, {"collectionId": both}) == [key]
    assert containing_collections(store, ids[0]) == [either, both]


def test_a_stored_filter_of_another_version_is_reported_and_breaks_nothing(store: Store) -> None:
    (id,) = add_images(store, add_repository(store), ["a.jpg"])
    sound, strange = create_collection(store, "sound", {}), create_collection(store, "strange", {})
    foreign = {"criteria": {"aura": "blue"}, "origin": {"kind": "images", "ids": [str(id)]}}
    store.write_now(
        lambda work: work.connection.execute(
            update(Collection).where(Collection.id == strange).values(filter=foreign)  # type: ignore[arg-type]
        )
    )
    record = store.read_now(lambda connection: smart_collections.require(connection, strange))
    assert record.fault is not None
    assert "/criteria/aura" in record.fault
    assert origin_ids(store, strange) == []
    with pytest.raises(FaultError) as caught:
        search_keys(store, {"collectionId": strange})
    assert (caught.value.fault.rule, caught.value.fault.value) == ("collection.filter", str(strange))
    assert containing_collections(store, id) == [sound]
    delete_image(store, id)  # the id is removed from this filter too
    query = text("SELECT CAST(filter AS TEXT) FROM collection WHERE id = :strange")
    (stored,) = store.read_now(lambda connection: connection.execute(query, {"strange": strange}).scalars())
    assert json.loads(stored) == {"criteria": {"aura": "blue"}, "origin": {"kind": "images", "ids": []}}


@pytest.mark.parametrize("undone", ["created", "changed", "deleted"])
def test_a_rolled_back_change_does_not_corrupt_the_cached_references(store: Store, undone: str) -> None:
    """References are cached between units of work; a unit that fails must leave no trace in the cache."""
    ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    pins = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(id) for id in ids]}})
    existing = create_collection(store, "kept", pins.model_dump())
    delete_image(store, ids[0])  # from here on the references are cached
    changes: dict[str, Callable[[Work], object]] = {
        "created": lambda work: smart_collections.create(work, name="new", comment=None, search_filter=pins),
        "changed": lambda work: smart_collections.change(
            work, existing, name=None, comment=None, search_filter=models.SearchFilter()
        ),
        "deleted": lambda work: smart_collections.remove(work, existing),
    }

    def unit(work: Work) -> None:
        changes[undone](work)
        smart_collections.remove_references(work, [uuid4()])
        raise RuntimeError("undone")

    with pytest.raises(RuntimeError, match="undone"):
        store.write_now(unit)
    delete_image(store, ids[1])
    assert origin_ids(store, existing) == [str(ids[2])]


@pytest.mark.parametrize("remembered", [False, True])
@pytest.mark.parametrize("deleted", ["in the same commit", "afterwards"])
@pytest.mark.parametrize("written", ["created", "changed"])
def test_a_filter_written_in_the_transaction_of_a_deletion_is_updated(
    store: Store, written: str, deleted: str, remembered: bool
) -> None:
    first, second, third = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
    before = create_collection(store, "before", {}) if written == "changed" else None
    if remembered:
        delete_image(store, third)
    pins = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(second)]}})

    def unit(work: Work) -> int:
        smart_collections.remove_references(work, [first])  # caches that no filter has references
        if before is None:
            written_record = smart_collections.create(work, name="new", comment=None, search_filter=pins)
        else:
            written_record = smart_collections.change(work, before, name=None, comment=None, search_filter=pins)
        if deleted == "in the same commit":
            smart_collections.remove_references(work, [second])
        return written_record.id

    written_record = store.write_now(unit)
    if deleted == "afterwards":
        delete_image(store, second)
    assert origin_ids(store, written_record) == []


@only_sqlite
def test_removing_references_is_cheap_when_no_filter_refers_to_an_image(store: Store) -> None:
    create_collection(store, "sunsets", SUNSETS)
    store.write_now(lambda work: smart_collections.remove_references(work, [uuid4()]))
    statements: list[str] = []

    def unit(work: Work) -> None:
        connection: Any = work.connection.connection.driver_connection
        connection.set_trace_callback(statements.append)
        smart_collections.remove_references(work, [uuid4() for _ in range(500)])
        connection.set_trace_callback(None)

    store.write_now(unit)
    assert statements == []


def test_changes_of_collections_are_announced(store: Store) -> None:
    (image,) = add_images(store, add_repository(store), ["one.png"])
    pinned_to = models.SearchFilter(origin=models.SearchFilterOrigin(kind="images", ids=[image]))
    id = create_collection(store, "dusk", SUNSETS)
    album = store.write_now(
        lambda work: smart_collections.create(work, name="album", comment=None, search_filter=pinned_to).id
    )
    before = [entry for entry in logged_events(store) if entry.topic.startswith("collection.")]
    assert [(entry.topic, entry.value()) for entry in before] == [
        ("collection.created", {"id": id}),
        ("collection.created", {"id": album}),
    ]

    def unit(work: Work) -> None:
        smart_collections.change(work, id, name="evening", comment=None, search_filter=None)
        smart_collections.change(work, id, name=None, comment=None, search_filter=None)  # which changes nothing
        smart_collections.remove_references(work, [image])
        smart_collections.remove_references(work, [image])
        smart_collections.remove(work, id)

    store.write_now(unit)
    with pytest.raises(FaultError):
        store.write_now(lambda work: smart_collections.remove(work, id))
    answer = [entry for entry in logged_events(store) if entry.topic.startswith("collection.")][2:]
    assert [(entry.topic, entry.value()) for entry in answer] == [
        ("collection.updated", {"id": id}),
        ("collection.updated", {"id": album}),
        ("collection.deleted", {"id": id}),
    ]
