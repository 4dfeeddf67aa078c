"""Records: images in the form that responses have."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from uuid import uuid4

import jsonschema_rs
import pytest

from facetry.errors import FaultError
from facetry.library import images, records, unreadable_files
from facetry.library.images import Origin
from facetry.library.pictures import FileFacts, Picture
from facetry.service.http_application import description
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.answers import received
from tests.support.libraries.stores import add_images, add_repository, file_facts, picture, temporary_store


def valid_record(store: Store, file: FileFacts, shot: Picture, origin: Origin | None = None) -> dict[str, object]:
    """The record of an image as JSON, after validation by the schema."""
    repository = add_repository(store)
    id = store.write_now(lambda work: images.insert_image(work, repository.key, file, shot, origin)[1])
    record = store.read_now(lambda connection: records.require(connection, id))
    validator = jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/Image", **description()})
    value: dict[str, object] = received(record)
    validator.validate(value)
    return value


@pytest.mark.parametrize("milliseconds", [-(10**18), 10**18])
def test_a_date_out_of_range_becomes_the_nearest_valid_one(milliseconds: int) -> None:
    with temporary_store() as store:
        value = valid_record(
            store, FileFacts("a.jpg", 1, milliseconds, milliseconds, milliseconds * 1_000_000 % 2**62), picture()
        )
    assert value["fileDates"] == dict.fromkeys(
        ("creationDate", "modificationDate"), -62135596800000 if milliseconds < 0 else 253402300799999
    )


@pytest.mark.parametrize("path", ["a b/ü%#?.jpg", "x" * 255, "deep/" * 200 + "a.png"])
def test_the_url_of_any_path_is_valid(path: str) -> None:
    with temporary_store() as store:
        value = valid_record(store, file_facts(path), picture())
    assert str(value["url"]).startswith("file:///nowhere/pictures/")
    assert value["name"] == path.rpartition("/")[2]


def test_a_record_has_the_hashes_and_the_origin() -> None:
    recipe = {"schemaVersion": 2, "modelTags": ["a/b:1"], "prompt": {"kind": "textual", "text": "dusk"}}
    metadata = {"items": [{"extensionId": "painter", "value": recipe}, {"extensionId": "x", "value": {"any": [None]}}]}
    parent = uuid4()
    origin = Origin(parent, "https://example.org/a.jpg", json.dumps(metadata))
    shot = replace(
        picture(), pixel_hash=bytes(range(16)), perceptual_hash=0xF0E1D2C3B4A59687, placeholder=b"\xfb\xff\x00"
    )
    with temporary_store() as store:
        value = valid_record(store, file_facts("a.jpg"), shot, origin)
    assert value["hashes"] == {
        "content": shot.content_hash.hex(),
        "pixels": "000102030405060708090a0b0c0d0e0f",
        "perceptual": "f0e1d2c3b4a59687",
    }
    assert value["placeholder"] == "+/8A"
    assert (value["parentId"], value["sourceUrl"]) == (str(parent), "https://example.org/a.jpg")
    assert value["applicationMetadata"] == metadata


def test_unknown_values_are_absent_from_a_record() -> None:
    with temporary_store() as store:
        value = valid_record(store, file_facts("a.jpg"), replace(picture(), perceptual_hash=0))
    assert value["hashes"] == {"content": picture().content_hash.hex(), "perceptual": "0" * 16}
    assert value["state"] == "AVAILABLE"
    assert not value.keys() & {"placeholder", "parentId", "sourceUrl", "applicationMetadata", "stateReason"}


def test_a_record_has_the_state_of_the_file_with_its_reason() -> None:
    with temporary_store() as store:
        repository = add_repository(store)
        other = add_repository(store, "other")
        here, lost, broken = add_images(store, repository, ["here.jpg", "gone.jpg", "broken.jpg"])

        def unit(work: Work) -> None:
            unreadable_files.mark(work, other.key, file_facts("here.jpg"), "decode.broken", "Not this one.")
            for name in ("broken.jpg", "gone.jpg"):
                unreadable_files.mark(work, repository.key, file_facts(name), "decode.broken", "The data ends early.")
            images.mark_missing(work, [images.key_of(work.connection, lost)])

        store.write_now(unit)
        found = [
            store.read_now(lambda connection, id=id: records.require(connection, id))  # type: ignore[misc]
            for id in (here, lost, broken)
        ]
        keys = [store.read_now(lambda connection, id=id: images.key_of(connection, id)) for id in (here, lost, broken)]  # type: ignore[misc]
        summaries = store.read_now(lambda connection: records.summaries(connection, keys))
    assert [each["state"] for each in found] == ["AVAILABLE", "MISSING", "UNREADABLE"]
    assert [each["state"] for each in summaries] == [each["state"] for each in found]
    reasons = [each.get("stateReason") for each in found]
    assert reasons[0] is None
    assert re.fullmatch(r"The file has not been found since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.", reasons[1] or "")
    assert reasons[2] == "The data ends early."


def test_records_are_in_the_order_of_the_keys() -> None:
    with temporary_store() as store:
        ids = add_images(store, add_repository(store), ["c.jpg", "a.jpg", "b.jpg"])
        keys = [store.read_now(lambda connection, id=id: images.key_of(connection, id)) for id in ids]  # type: ignore[misc]
        keys.reverse()
        expected = [str(id) for id in reversed(ids)]
        assert store.read_now(lambda connection: records.ids(connection, keys)) == expected
        found = store.read_now(lambda connection: records.full_records(connection, keys))
        assert [each["id"] for each in found] == expected


def test_an_unknown_image_is_404() -> None:
    with temporary_store() as store:
        (id,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, id)]))
        with pytest.raises(FaultError) as caught:
            store.read_now(lambda connection: records.require(connection, id))
    assert caught.value.fault.rule == "image.unknown"
