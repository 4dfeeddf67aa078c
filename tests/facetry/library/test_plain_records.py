"""Records and pages that are built as JSON values have the same bytes as those that are made of models."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

import jsonschema_rs
import pytest
from pydantic_core import to_json
from sqlalchemy import Connection

from facetry.http.json_answer import json_answer
from facetry.library import extensions, images, records, unreadable_files
from facetry.library.facets import features, tags
from facetry.library.images import Origin
from facetry.library.pictures import Picture
from facetry.service.http_application import description
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.answers import received
from tests.support.libraries import model_records
from tests.support.libraries.stores import add_extensions, add_repository, file_facts, temporary_store

EXTENSIONS = ("tagger", "Other-2", "seer.x")
IMAGES = 70
TEXTS = (
    "plain",
    'quotes " and \\\\ / slashes',
    "controls \x01 \x1f \x7f \t\n\r\b\f",
    "灯台 \U0001f5fc \u2028 é <&>",
    "x" * 300_000,
)
JSON_TEXTS = ('{"a":[1,2.50,null,"\\\\u00e9"]}', json.dumps({"deep": [{"b": list(range(5_000))}]}), "[]")
RECIPE = {"schemaVersion": 2, "modelTags": ["a/b:1"], "prompt": {"kind": "textual", "text": "dusk"}, "aspectRatio": 1.5}
INTEGERS = (0, 1, -3, 2**53 - 1, 2**63, 2**64, -(2**63) - 1025, 10**300)
FLOATS = (0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 1.5e17, 1e21, 1e22, 1e-5, 1e-7, 5e-324, -1.7976931348623157e308)


def model_text(value: object) -> bytes:
    """The JSON text of models."""
    return to_json(value, by_alias=True, exclude_none=True, inf_nan_mode="null")


def random_feature(rng: random.Random) -> models.ImageFeature:
    type, format, value = rng.choice(
        [
            ("caption", "string", rng.choice(TEXTS)),
            ("other", "json", rng.choice(JSON_TEXTS)),
            ("recipe", "json", json.dumps(RECIPE)),
            ("metadata", "integer", rng.choice(INTEGERS)),
            ("physics", "float", rng.choice([*FLOATS, random_float(rng)])),
            ("other", "boolean", rng.random() < 0.5),
            ("other", "xml", "<a>é</a>"),
            ("other", "yaml", "a: [1, 2]\n"),
            ("other", "markdown", "# é\n"),
        ]
    )
    name = rng.choice([None, "name", "N-1"])
    return models.ImageFeature.model_construct(type=type, format=format, name=name, value=value)


def random_float(rng: random.Random) -> float:
    while True:
        value: float = struct.unpack("d", rng.randbytes(8))[0]
        if abs(value) < 1e308:
            return value


def random_image(rng: random.Random, number: int) -> tuple[Picture, Origin]:
    blocks = {name: rng.choice(TEXTS[:4]) for name in ("xmp", "all", "unknown", "exif", "others") if rng.random() < 0.5}
    picture = Picture(
        rng.choice(["JPEG", "PNG", "HEIF"]),
        rng.randrange(1, 9_000),
        rng.randrange(1, 9_000),
        rng.randbytes(32),
        blocks,
        pixel_hash=rng.choice([None, rng.randbytes(16)]),
        perceptual_hash=rng.choice([None, 0, rng.getrandbits(64)]),
        placeholder=rng.choice([None, rng.randbytes(21)]),
    )
    statements = {
        "items": [
            {"extensionId": "painter", "value": RECIPE},
            {"extensionId": "x", "value": {"any": [None, 1e16, 1.0, {"é": None}]}},
        ],
        "kept": {"a": None, "b": [1, 2**60, "é"]},
        "nothing": None,
    }
    return picture, Origin(
        UUID(bytes=rng.randbytes(16)) if number % 3 == 0 else None,
        "https://example.org/a%20b.jpg" if number % 4 == 0 else None,
        json.dumps(statements) if number % 5 == 0 else None,
    )


def fill(store: Store, rng: random.Random) -> list[int]:
    """Images of two repositories, in all states, some without any facet; returns their keys."""
    add_extensions(store, *EXTENSIONS)
    repositories = [add_repository(store), add_repository(store, "ü & co")]

    def add(work: Work, number: int) -> int:
        picture, origin = random_image(rng, number)
        path = rng.choice(["", "folder/", "a b/ü%#?/"]) + f"{number}é~.jpg"
        repository = rng.choice(repositories)
        key, id = images.insert_image(work, repository.key, file_facts(path, size=2**40 + number), picture, origin)
        for extension in rng.sample(EXTENSIONS, rng.randrange(4)):
            values = rng.sample(["cat", "dog", "a.b:c", "x/y;z", "Cat", "0"], rng.randrange(5))
            tags.replace(work, id, extension, values)
            features.replace(work, id, extension, [random_feature(rng) for _ in range(rng.randrange(6))])
        if number % 6 == 0:
            unreadable_files.mark(work, repository.key, file_facts(path), "decode.broken", 'The "data" ends early.')
        if number % 7 == 0:
            images.mark_missing(work, [key])
        return key

    return [store.write_now(partial(add, number=number)) for number in range(IMAGES)]


@pytest.fixture(scope="module")
def library() -> Iterator[tuple[Store, list[int]]]:
    with temporary_store() as store:
        yield store, fill(store, random.Random(16))


def pages(keys: list[int]) -> Iterator[list[int]]:
    """Pages of every length around a power of two, in random order."""
    rng = random.Random(1)
    for length in (1, 2, 3, 4, 5, 50, 64, 65, len(keys)):
        yield rng.sample(keys, length)


def test_summaries_and_full_records(library: tuple[Store, list[int]]) -> None:
    store, keys = library

    def compare(connection: Connection) -> None:
        for page in pages(keys):
            expected = [model_records.summary(connection, key) for key in page]
            assert json_answer(records.summaries(connection, page)) == model_text(expected)
            assert json_answer(records.ids(connection, page)) == model_text([each.id for each in expected])
            full = [model_records.full_record(connection, key) for key in page]
            assert json_answer(records.full_records(connection, page)) == model_text(full)

    store.read_now(compare)


def test_the_records_are_valid(library: tuple[Store, list[int]]) -> None:
    store, keys = library
    for schema, read in (("Image", records.full_records), ("ImageSummary", records.summaries)):
        validator = jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{schema}", **description()})
        for record in received(store.read_now(partial(read, keys=keys))):
            validator.validate(record)


def test_the_records_of_one_image(library: tuple[Store, list[int]]) -> None:
    store, keys = library

    def compare(connection: Connection, key: int) -> None:
        expected = model_records.full_record(connection, key)
        assert json_answer(records.require(connection, expected.id)) == model_text(expected)
        assert json_answer(records.require_metadata(connection, expected.id)) == model_text(expected.metadata)
        assert json_answer(tags.of_image(connection, expected.id)) == model_text(expected.tags)
        assert json_answer(features.of_image(connection, key)) == model_text(expected.features)

    for key in keys:
        store.read_now(partial(compare, key=key))


@pytest.mark.parametrize("names", [None, [], ["tagger"], ["seer.x", "tagger"], list(EXTENSIONS)])
def test_pages_of_tags_and_features(library: tuple[Store, list[int]], names: list[str] | None) -> None:
    store, keys = library

    def compare(connection: Connection) -> None:
        extension_keys = None if names is None else [extensions.require(connection, name) for name in names]
        for page in pages(keys):
            expected: list[Any] = []
            for id, key in zip(records.ids(connection, page), page, strict=True):
                listed = model_records.tags(connection, key, names)
                expected.append(models.ExtensionImageTagsAttribute(id=UUID(id), tags=listed, attribute=listed))
            assert json_answer(tags.of_images(connection, page, extension_keys)) == model_text(expected)
            by_key = features.of_images(connection, page, extension_keys)
            for key in page:
                assert json_answer(by_key[key]) == model_text(model_records.features(connection, key, names))

    store.read_now(compare)


def test_pages_without_images(library: tuple[Store, list[int]]) -> None:
    store, _ = library

    def read(connection: Connection) -> list[object]:
        functions = (records.ids, records.summaries, records.full_records, tags.of_images)
        return [*(function(connection, []) for function in functions), features.of_images(connection, [])]

    assert store.read_now(read) == [[], [], [], [], {}]
