"""Search returns what a naive filter in Python returns, for random libraries and random filters."""

from __future__ import annotations

import hashlib
import itertools
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyroaring import BitMap

from facetry.errors import FaultError, FaultKind
from facetry.library import images, records, repositories, unreadable_files
from facetry.library.facets import tags
from facetry.library.pictures import FileFacts, Picture
from facetry.library.search import ordering
from facetry.schema.text_forms import folded, name_key
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, file_facts, temporary_store

EXTENSIONS = ("tagger", "other")
TAGS = ("a", "b", "c", "d")
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF")
STATES = ("AVAILABLE", "MISSING", "UNREADABLE")
PROPERTIES = (
    "name",
    "creationDate",
    "modificationDate",
    "importDate",
    "updateDate",
    "binarySize",
    "width",
    "height",
)


@dataclass
class ImageRow:
    """An image in the naive model; `number` is its position in the order of insertion."""

    number: int
    key: int
    id: UUID
    repository: UUID
    name: str
    format: str
    width: int
    height: int
    size: int
    when: int
    bytes: int
    pixels: int | None
    looks: int | None
    state: str
    tags: set[tuple[str, str]] = field(default_factory=set)


image_names = st.text(st.sampled_from("aAbBßéÉ_%1. "), min_size=1, max_size=5).filter(lambda name: name.strip(". "))
# Few bits, among them the sign bit and the ends of 32-bit words, so that many pairs are near.
perceptual_hashes = st.sets(st.sampled_from([0, 1, 31, 32, 62, 63])).map(lambda bits: sum(1 << bit for bit in bits))
image_rows = st.fixed_dictionaries(
    {
        "repository": st.integers(0, 1),
        "name": image_names,
        "format": st.sampled_from(FORMATS),
        "width": st.integers(1, 3),
        "height": st.integers(1, 3),
        "size": st.integers(0, 3),
        "when": st.integers(0, 3),
        "bytes": st.integers(0, 4),
        "pixels": st.none() | st.integers(0, 2),
        "looks": st.none() | perceptual_hashes,
        "state": st.sampled_from(STATES),
        "tags": st.sets(st.tuples(st.sampled_from(EXTENSIONS), st.sampled_from(TAGS)), max_size=6),
    }
)
search_criteria = st.fixed_dictionaries(
    {},
    optional={
        "formats": st.lists(st.sampled_from(FORMATS), max_size=3, unique=True),
        "states": st.lists(st.sampled_from(STATES), min_size=1, max_size=3, unique=True),
        "keyword": st.fixed_dictionaries(
            {
                "text": st.text(st.sampled_from("aAbBßéÉ_%1s"), max_size=2),
                "inName": st.just(True),
                "inMetadata": st.booleans(),
                "inFeatures": st.booleans(),
            }
        ),
        "tags": st.fixed_dictionaries(
            {"values": st.lists(st.sampled_from([*TAGS, "never"]), min_size=1, max_size=3)},
            optional={
                "operator": st.sampled_from(["or", "and"]),
                "extensionIds": st.lists(st.sampled_from(EXTENSIONS), min_size=1, max_size=2),
            },
        ),
    },
)


def duplicate_criteria(ids: list[UUID]) -> st.SearchStrategy[dict[str, Any]]:
    """Criteria for duplicates of one of these images, or in the whole library."""
    of = st.sampled_from(ids)
    same = st.fixed_dictionaries({"kind": st.sampled_from(["exactDuplicates", "samePixels"])}, optional={"of": of})
    near = st.fixed_dictionaries(
        {"kind": st.just("nearDuplicates"), "of": of}, optional={"maximumDistance": st.integers(0, 16)}
    )
    return same | near


sortings = st.fixed_dictionaries({"property": st.sampled_from(PROPERTIES)}, optional={"isAscending": st.booleans()})
page_ranges = st.fixed_dictionaries({}, optional={"take": st.integers(1, 7), "skip": st.integers(0, 12)})


def fill_library(store: Store, row_values: list[dict[str, Any]]) -> list[ImageRow]:
    add_extensions(store, *EXTENSIONS)
    rows: list[ImageRow] = []

    def unit(work: Work) -> None:
        repository_list = [repositories.create(work, path=Path(f"/nowhere/{n}"), name=n) for n in ("one", "two")]
        for number, values in enumerate(row_values):
            repository = repository_list[values["repository"]]
            file = FileFacts(f"{number}/{values['name']}", values["size"], values["when"], 10 - values["when"], number)
            key, id = images.insert_image(work, repository.key, file, picture_of(values))
            # An unreadable file of the same name in the other repository must not affect this image.
            unreadable_files.mark(
                work, repository_list[1 - values["repository"]].key, file, "decode.broken", "It is broken."
            )
            if values["state"] == "MISSING":
                images.mark_missing(work, [key])
            if values["state"] == "UNREADABLE" or (values["state"] == "MISSING" and number % 2):
                unreadable_files.mark(work, repository.key, file, "decode.broken", "It is broken.")
            rows.append(
                ImageRow(number, key, id, repository.id, **{k: v for k, v in values.items() if k != "repository"})
            )
            for extension in EXTENSIONS:
                own = [value for owner, value in values["tags"] if owner == extension]
                if own or number % 3 == 0:
                    tags.replace(
                        work, id, extension, own
                    )  # some lists are empty, so the sentinel tag is stored, which must never match

    store.write_now(unit)
    return rows


def picture_of(values: dict[str, Any]) -> Picture:
    def digest_of(value: object) -> bytes:
        return hashlib.sha256(str(value).encode()).digest()

    pixels = None if values["pixels"] is None else digest_of(values["pixels"])[:16]
    return Picture(
        values["format"],
        values["width"],
        values["height"],
        digest_of(values["bytes"]),
        {},
        pixels,
        values["looks"],
        None,
    )


def is_duplicate(row: ImageRow, others: list[ImageRow], criterion: dict[str, Any]) -> bool:
    """Whether the image meets the criterion; `others` are all images, including this one."""
    candidates = [each for each in others if each is not row and criterion.get("of", each.id) == each.id]
    match criterion["kind"]:
        case "exactDuplicates":
            return any(each.bytes == row.bytes for each in candidates)
        case "samePixels":
            return any(each.pixels == row.pixels for each in candidates if row.pixels is not None)
        case _:
            limit = criterion.get("maximumDistance", 4)
            pairs = [(each.looks, row.looks) for each in candidates]
            return any((a ^ b).bit_count() <= limit for a, b in pairs if a is not None and b is not None)


def matches(
    row: ImageRow, rows: list[ImageRow], filter_criteria: dict[str, Any], origin: dict[str, Any] | None
) -> bool:
    if origin is not None and (row.id if origin["kind"] == "images" else row.repository) not in origin["ids"]:
        return False
    if "formats" in filter_criteria and row.format not in filter_criteria["formats"]:
        return False
    if "states" in filter_criteria and row.state not in filter_criteria["states"]:
        return False
    if "duplicates" in filter_criteria and not is_duplicate(row, rows, filter_criteria["duplicates"]):
        return False
    if "keyword" in filter_criteria and folded(filter_criteria["keyword"]["text"]) not in folded(row.name):
        return False
    if "tags" in filter_criteria:
        tag_criterion = filter_criteria["tags"]
        extension_ids = tag_criterion.get("extensionIds", EXTENSIONS)
        values = {value for extension, value in row.tags if extension in extension_ids}
        hits = [value in values for value in tag_criterion["values"]]
        return all(hits) if tag_criterion.get("operator", "or") == "and" else any(hits)
    return True


def sort_rows(rows: list[ImageRow], sorting: dict[str, Any] | None) -> list[ImageRow]:
    def key(row: ImageRow) -> tuple[object, int]:
        value = {
            "name": name_key(row.name),
            "creationDate": row.when,
            "modificationDate": 10 - row.when,
            "importDate": 0,
            "updateDate": 0,
            "binarySize": row.size,
            "width": row.width,
            "height": row.height,
        }[sorting["property"] if sorting else "name"]
        return value, row.number

    return sorted(rows, key=key, reverse=sorting is not None and sorting.get("isAscending") is False)


@given(
    data=st.data(), row_values=st.lists(image_rows, max_size=10), max_database_sort=st.sampled_from([0, 2, math.inf])
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_search_equals_a_naive_filter(
    data: st.DataObject, row_values: list[dict[str, Any]], max_database_sort: float
) -> None:
    """`max_database_sort` selects between the two ways to sort, so that small libraries test both."""
    with temporary_store() as store, pytest.MonkeyPatch.context() as patch:
        rows = fill_library(store, row_values)
        patch.setattr(ordering, "SMALL_LIBRARY_SIZE", 0)
        patch.setattr(ordering, "MAX_DATABASE_SORT", min(max_database_sort, 1000))
        indexes = search_indexes_of(store)
        for _ in range(4):
            criteria = data.draw(search_criteria)
            has_duplicates: bool = data.draw(st.booleans())
            if rows and has_duplicates:
                criteria["duplicates"] = data.draw(duplicate_criteria([row.id for row in rows]))
            origin = None
            has_origin: bool = data.draw(st.booleans())
            if rows and has_origin:
                kind = data.draw(st.sampled_from(["images", "repositories"]))
                candidates = sorted({row.id if kind == "images" else row.repository for row in rows})
                ids = data.draw(st.lists(st.sampled_from(candidates), max_size=3))
                origin = {
                    "kind": kind,
                    "ids": ids + ([uuid4()] if kind == "images" and data.draw(st.booleans()) else []),
                }
            sorting = data.draw(st.none() | sortings)
            page = data.draw(st.none() | page_ranges)
            parameters = models.SearchParameters.model_validate(
                {
                    "filter": {"criteria": criteria, "origin": origin, "sorting": sorting},
                    "range": page,
                }
            )
            actual = store.read_now(
                lambda connection, parameters=parameters: (  # type: ignore[misc]
                    (result := searches.run(indexes, connection, parameters)).total,
                    records.ids(connection, result.keys),
                )
            )
            expected = sort_rows([row for row in rows if matches(row, rows, criteria, origin)], sorting)
            skip = (page or {}).get("skip", 0)
            take = (page or {}).get("take", 20)
            assert actual == (len(expected), [str(row.id) for row in expected[skip : skip + take]])
            assert parameters.filter is not None
            one_by_one = store.read_now(
                lambda connection, search_filter=parameters.filter: {  # type: ignore[misc]
                    row.number
                    for row in rows
                    if searches.matching(indexes, connection, search_filter, BitMap([row.key]))
                }
            )
            assert one_by_one == {row.number for row in expected}


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ({"filter": {"origin": {"kind": "repositories", "ids": [uuid4()]}}}, "repository.unknown"),
        ({"filter": {"criteria": {"tags": {"values": ["a"], "extensionIds": ["nobody"]}}}}, "extension.unknown"),
        ({"filter": {"criteria": {"duplicates": {"kind": "samePixels", "of": uuid4()}}}}, "image.unknown"),
        ({"collectionId": 1}, "collection.unknown"),
    ],
)
def test_a_filter_that_names_something_unknown_is_refused(body: dict[str, Any], rule: str) -> None:
    parameters = models.SearchParameters.model_validate(body)
    with temporary_store() as store:
        indexes = search_indexes_of(store)
        with pytest.raises(FaultError) as caught:
            store.read_now(lambda connection: searches.run(indexes, connection, parameters))
    assert caught.value.fault.rule == rule
    assert caught.value.fault.kind is FaultKind.BAD_PARAMETER


@pytest.mark.parametrize("max_database_sort", [0, 2_000])
@pytest.mark.parametrize("wanted_states", [each for size in (1, 2, 3) for each in itertools.combinations(STATES, size)])
def test_a_filter_by_states_matches_only_images_in_these_states(
    wanted_states: tuple[str, ...], max_database_sort: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An image whose file is gone is missing, even if the file was unreadable before."""
    monkeypatch.setattr(ordering, "SMALL_LIBRARY_SIZE", 0)
    monkeypatch.setattr(ordering, "MAX_DATABASE_SORT", max_database_sort)
    states = {"AVAILABLE": "AVAILABLE", "gone": "MISSING", "gone and refused": "MISSING", "refused": "UNREADABLE"}
    with temporary_store() as store:
        add_extensions(store, "tagger")
        repository = add_repository(store)
        ids = dict(zip(states, add_images(store, repository, list(states)), strict=True))

        def unit(work: Work) -> None:
            for name, id in ids.items():
                tags.replace(work, id, "tagger", ["every"])
                if "gone" in name:
                    images.mark_missing(work, [images.key_of(work.connection, id)])
                if "refused" in name:
                    unreadable_files.mark(work, repository.key, file_facts(name), "decode.broken", "It is broken.")

        store.write_now(unit)
        indexes = search_indexes_of(store)
        expected = sorted(name for name, state in states.items() if state in wanted_states)
        for other_criteria in ({}, {"tags": {"values": ["every"]}}, {"formats": ["JPEG"]}):
            parameters = models.SearchParameters.model_validate(
                {"filter": {"criteria": {"states": wanted_states, **other_criteria}}}
            )
            page = store.read_now(
                lambda connection, parameters=parameters: searches.run(indexes, connection, parameters)  # type: ignore[misc]
            )
            summaries = store.read_now(lambda connection, keys=page.keys: records.summaries(connection, keys))  # type: ignore[misc]
            assert ([each["name"] for each in summaries], page.total) == (
                sorted(expected, key=name_key),
                len(expected),
            )
            assert parameters.filter is not None
            for name, id in ids.items():
                matching = store.read_now(
                    lambda connection, id=id, search_filter=parameters.filter: searches.matching(  # type: ignore[misc]
                        indexes, connection, search_filter, BitMap([images.key_of(connection, id)])
                    )
                )
                assert bool(matching) is (name in expected)


def test_a_page_beyond_the_last_match_still_has_the_total_count() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
        store.write_now(lambda work: tags.replace(work, ids[1], "tagger", ["x"]))
        store.write_now(lambda work: images.mark_missing(work, [images.key_of(work.connection, ids[2])]))
        indexes = search_indexes_of(store)
        for criteria, total in (
            ({"tags": {"values": ["x"]}}, 1),
            ({"states": ["MISSING"]}, 1),
            ({"states": ["AVAILABLE"]}, 2),
            ({}, 3),
        ):
            parameters = models.SearchParameters.model_validate(
                {"filter": {"criteria": criteria}, "range": {"skip": 9}}
            )
            page = store.read_now(
                lambda connection, parameters=parameters: searches.run(indexes, connection, parameters)  # type: ignore[misc]
            )
            assert (page.keys, page.total) == ([], total)
