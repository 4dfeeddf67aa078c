"""Records: images as the wire shows them."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
from pydantic_core import to_json

from facetry.app import description
from facetry.errors import FaultError
from facetry.library import images, records
from facetry.library.images import FileFacts, Picture
from facetry.store.store import Store
from tests.libraries import add_images, add_repository, facts, picture, temporary_store


def judged(store: Store, file: FileFacts, shot: Picture) -> dict[str, object]:
    """The record of an image as JSON, after the schema has judged it."""
    repository = add_repository(store)
    id = store.write_now(lambda work: images.insert_image(work, repository.key, file, shot))
    record = store.read_now(lambda connection: records.one(connection, id))
    validator = jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/Image", **description()})
    value: dict[str, object] = json.loads(to_json(record, by_alias=True, exclude_none=True))
    validator.validate(value)
    return value


@pytest.mark.parametrize("when", [-(10**18), 10**18])
def test_a_date_that_no_calendar_has_is_told_as_the_nearest_that_one_has(when: int) -> None:
    with temporary_store() as store:
        value = judged(store, FileFacts("a.jpg", 1, when, when, when * 1_000_000 % 2**62), picture())
    assert value["fileDates"] == dict.fromkeys(
        ("creationDate", "modificationDate"), -62135596800000 if when < 0 else 253402300799999
    )


@pytest.mark.parametrize("path", ["a b/ü%#?.jpg", "x" * 255, "deep/" * 200 + "a.png"])
def test_the_url_of_any_path_is_a_url(path: str) -> None:
    with temporary_store() as store:
        value = judged(store, facts(path), picture())
    assert str(value["url"]).startswith("file:///nowhere/pictures/")
    assert value["name"] == path.rpartition("/")[2]


def test_records_come_in_the_order_asked_for() -> None:
    with temporary_store() as store:
        ids = add_images(store, add_repository(store), ["c.jpg", "a.jpg", "b.jpg"])
        keys = [store.read_now(lambda connection, id=id: images.key_of(connection, id)) for id in ids]  # type: ignore[misc]
        keys.reverse()
        assert store.read_now(lambda connection: records.ids(connection, keys)) == ids[::-1]
        assert [each.id for each in store.read_now(lambda connection: records.full(connection, keys))] == ids[::-1]


def test_an_image_that_is_not_there_is_404() -> None:
    with temporary_store() as store:
        (id,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, id)]))
        with pytest.raises(FaultError) as caught:
            store.read_now(lambda connection: records.one(connection, id))
    assert caught.value.fault.rule == "image.unknown"
