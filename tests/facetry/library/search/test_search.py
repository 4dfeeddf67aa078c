"""Search equals a naive filter, for random libraries and random filters."""

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

from facetry.errors import FaultError, Kind
from facetry.library import images, records, repositories, tags
from facetry.library import unreadable_files as unreadable
from facetry.library.images import FileFacts, Picture
from facetry.library.search import ordering, search
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.naive_vectors import finder_of
from tests.support.stores import add_extensions, add_images, add_repository, facts, temporary_store

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
class Row:
    """An image as the naive model knows it; `number` is the order of insertion."""

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


names = st.text(st.sampled_from("aAbBßéÉ_%1. "), min_size=1, max_size=5).filter(lambda name: name.strip(". "))
# Few bits, those of the sign and of the ends of words among them, so that many pairs are near.
looks = st.sets(st.sampled_from([0, 1, 31, 32, 62, 63])).map(lambda bits: sum(1 << bit for bit in bits))
rows = st.fixed_dictionaries(
    {
        "repository": st.integers(0, 1),
        "name": names,
        "format": st.sampled_from(FORMATS),
        "width": st.integers(1, 3),
        "height": st.integers(1, 3),
        "size": st.integers(0, 3),
        "when": st.integers(0, 3),
        "bytes": st.integers(0, 4),
        "pixels": st.none() | st.integers(0, 2),
        "looks": st.none() | looks,
        "state": st.sampled_from(STATES),
        "tags": st.sets(st.tuples(st.sampled_from(EXTENSIONS), st.sampled_from(TAGS)), max_size=6),
    }
)
criteria = st.fixed_dictionaries(
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


def duplicates(ids: list[UUID]) -> st.SearchStrategy[dict[str, Any]]:
    """The criterion: of one of these images, or in the whole library."""
    of = st.sampled_from(ids)
    same = st.fixed_dictionaries({"kind": st.sampled_from(["exactDuplicates", "samePixels"])}, optional={"of": of})
    near = st.fixed_dictionaries(
        {"kind": st.just("nearDuplicates"), "of": of}, optional={"maximumDistance": st.integers(0, 16)}
    )
    return same | near


sorting = st.fixed_dictionaries({"property": st.sampled_from(PROPERTIES)}, optional={"isAscending": st.booleans()})
window = st.fixed_dictionaries({}, optional={"take": st.integers(1, 7), "skip": st.integers(0, 12)})


def build(store: Store, drawn: list[dict[str, Any]]) -> list[Row]:
    add_extensions(store, *EXTENSIONS)
    made: list[Row] = []

    def unit(work: Work) -> None:
        homes = [repositories.create(work, path=Path(f"/nowhere/{n}"), name=n) for n in ("one", "two")]
        for number, each in enumerate(drawn):
            home = homes[each["repository"]]
            file = FileFacts(f"{number}/{each['name']}", each["size"], each["when"], 10 - each["when"], number)
            key, id = images.insert_image(work, home.key, file, shot(each))
            # The file of the same name in the other repository says nothing of this one.
            unreadable.mark(work, homes[1 - each["repository"]].key, file, "decode.broken", "It is broken.")
            if each["state"] == "MISSING":
                images.mark_missing(work, [key])
            if each["state"] == "UNREADABLE" or (each["state"] == "MISSING" and number % 2):
                unreadable.mark(work, home.key, file, "decode.broken", "It is broken.")
            made.append(Row(number, key, id, home.id, **{k: v for k, v in each.items() if k != "repository"}))
            for extension in EXTENSIONS:
                own = [value for owner, value in each["tags"] if owner == extension]
                if own or number % 3 == 0:
                    tags.replace(work, id, extension, own)  # some are empty: the sentinel must never match

    store.write_now(unit)
    return made


def shot(each: dict[str, Any]) -> Picture:
    def hashed(value: object) -> bytes:
        return hashlib.sha256(str(value).encode()).digest()

    pixels = None if each["pixels"] is None else hashed(each["pixels"])[:16]
    return Picture(
        each["format"], each["width"], each["height"], hashed(each["bytes"]), {}, pixels, each["looks"], None
    )


def is_duplicate(row: Row, others: list[Row], wanted: dict[str, Any]) -> bool:
    """Whether `wanted` means this image; `others` are all images, this one among them."""
    against = [each for each in others if each is not row and wanted.get("of", each.id) == each.id]
    match wanted["kind"]:
        case "exactDuplicates":
            return any(each.bytes == row.bytes for each in against)
        case "samePixels":
            return any(each.pixels == row.pixels for each in against if row.pixels is not None)
        case _:
            most = wanted.get("maximumDistance", 4)
            pairs = [(each.looks, row.looks) for each in against]
            return any((a ^ b).bit_count() <= most for a, b in pairs if a is not None and b is not None)


def matches(row: Row, rows: list[Row], wanted: dict[str, Any], origin: dict[str, Any] | None) -> bool:
    if origin is not None and (row.id if origin["kind"] == "images" else row.repository) not in origin["ids"]:
        return False
    if "formats" in wanted and row.format not in wanted["formats"]:
        return False
    if "states" in wanted and row.state not in wanted["states"]:
        return False
    if "duplicates" in wanted and not is_duplicate(row, rows, wanted["duplicates"]):
        return False
    if "keyword" in wanted and wanted["keyword"]["text"].casefold() not in row.name.casefold():
        return False
    if "tags" in wanted:
        asked = wanted["tags"]
        among = asked.get("extensionIds", EXTENSIONS)
        held = {value for extension, value in row.tags if extension in among}
        hits = [value in held for value in asked["values"]]
        return all(hits) if asked.get("operator", "or") == "and" else any(hits)
    return True


def ordered(rows: list[Row], by: dict[str, Any] | None) -> list[Row]:
    def key(row: Row) -> tuple[object, int]:
        value = {
            "name": row.name.casefold(),
            "creationDate": row.when,
            "modificationDate": 10 - row.when,
            "importDate": 0,
            "updateDate": 0,
            "binarySize": row.size,
            "width": row.width,
            "height": row.height,
        }[by["property"] if by else "name"]
        return value, row.number

    return sorted(rows, key=key, reverse=by is not None and by.get("isAscending") is False)


@given(data=st.data(), drawn=st.lists(rows, max_size=10), few=st.sampled_from([0, 2, math.inf]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_search_equals_a_naive_filter(data: st.DataObject, drawn: list[dict[str, Any]], few: float) -> None:
    """`few` moves the border between the two plans, so that both are tried on small libraries."""
    with temporary_store() as store, pytest.MonkeyPatch.context() as patch:
        made = build(store, drawn)
        patch.setattr(ordering, "SMALL", 0)
        patch.setattr(ordering, "FEW", min(few, 1000))
        finder = finder_of(store)
        for _ in range(4):
            wanted = data.draw(criteria)
            compared: bool = data.draw(st.booleans())
            if made and compared:
                wanted["duplicates"] = data.draw(duplicates([row.id for row in made]))
            origin = None
            restricted: bool = data.draw(st.booleans())
            if made and restricted:
                kind = data.draw(st.sampled_from(["images", "repositories"]))
                known = sorted({row.id if kind == "images" else row.repository for row in made})
                ids = data.draw(st.lists(st.sampled_from(known), max_size=3))
                origin = {
                    "kind": kind,
                    "ids": ids + ([uuid4()] if kind == "images" and data.draw(st.booleans()) else []),
                }
            by = data.draw(st.none() | sorting)
            page = data.draw(st.none() | window)
            asked = models.SearchParameters.model_validate(
                {
                    "filter": {"criteria": wanted, "origin": origin, "sorting": by},
                    "range": page,
                }
            )
            found = store.read_now(
                lambda connection, asked=asked: (  # type: ignore[misc]
                    (result := search.run(finder, connection, asked)).total,
                    records.ids(connection, result.keys),
                )
            )
            expected = ordered([row for row in made if matches(row, made, wanted, origin)], by)
            skip = (page or {}).get("skip", 0)
            take = (page or {}).get("take", 20)
            assert found == (len(expected), [row.id for row in expected[skip : skip + take]])
            assert asked.filter is not None
            one_by_one = store.read_now(
                lambda connection, wanted=asked.filter: {  # type: ignore[misc]
                    row.number for row in made if search.matching(finder, connection, wanted, BitMap([row.key]))[1]
                }
            )
            assert one_by_one == {row.number for row in expected}


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"filter": {"origin": {"kind": "repositories", "ids": [uuid4()]}}}, "repository.unknown"),
        ({"filter": {"criteria": {"tags": {"values": ["a"], "extensionIds": ["nobody"]}}}}, "extension.unknown"),
        ({"filter": {"criteria": {"duplicates": {"kind": "samePixels", "of": uuid4()}}}}, "image.unknown"),
        ({"collectionId": 1}, "collection.unknown"),
    ],
)
def test_what_does_not_exist_is_refused(asked: dict[str, Any], rule: str) -> None:
    parameters = models.SearchParameters.model_validate(asked)
    with temporary_store() as store:
        finder = finder_of(store)
        with pytest.raises(FaultError) as caught:
            store.read_now(lambda connection: search.run(finder, connection, parameters))
    assert caught.value.fault.rule == rule
    assert caught.value.fault.kind is Kind.BAD_PARAMETER


@pytest.mark.parametrize("few", [0, 2_000])
@pytest.mark.parametrize("wanted", [each for size in (1, 2, 3) for each in itertools.combinations(STATES, size)])
def test_states_are_told_apart(wanted: tuple[str, ...], few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image whose file is gone is missing, whatever was said of the file before."""
    monkeypatch.setattr(ordering, "SMALL", 0)
    monkeypatch.setattr(ordering, "FEW", few)
    states = {"AVAILABLE": "AVAILABLE", "gone": "MISSING", "gone and refused": "MISSING", "refused": "UNREADABLE"}
    with temporary_store() as store:
        add_extensions(store, "tagger")
        home = add_repository(store)
        ids = dict(zip(states, add_images(store, home, list(states)), strict=True))

        def unit(work: Work) -> None:
            for name, id in ids.items():
                tags.replace(work, id, "tagger", ["every"])
                if "gone" in name:
                    images.mark_missing(work, [images.key_of(work.connection, id)])
                if "refused" in name:
                    unreadable.mark(work, home.key, facts(name), "decode.broken", "It is broken.")

        store.write_now(unit)
        finder = finder_of(store)
        expected = sorted(name for name, state in states.items() if state in wanted)
        for others in ({}, {"tags": {"values": ["every"]}}, {"formats": ["JPEG"]}):
            asked = models.SearchParameters.model_validate({"filter": {"criteria": {"states": wanted, **others}}})
            page = store.read_now(lambda connection, asked=asked: search.run(finder, connection, asked))  # type: ignore[misc]
            shown = store.read_now(lambda connection, keys=page.keys: records.summaries(connection, keys))  # type: ignore[misc]
            assert ([each.name for each in shown], page.total) == (sorted(expected, key=str.casefold), len(expected))
            assert asked.filter is not None
            for name, id in ids.items():
                matching = store.read_now(
                    lambda connection, id=id, wanted=asked.filter: search.matching(  # type: ignore[misc]
                        finder, connection, wanted, BitMap([images.key_of(connection, id)])
                    )[1]
                )
                assert bool(matching) is (name in expected)


def test_a_page_beyond_the_last_match_still_tells_the_total() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        ids = add_images(store, add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
        store.write_now(lambda work: tags.replace(work, ids[1], "tagger", ["x"]))
        store.write_now(lambda work: images.mark_missing(work, [images.key_of(work.connection, ids[2])]))
        finder = finder_of(store)
        for wanted, total in (
            ({"tags": {"values": ["x"]}}, 1),
            ({"states": ["MISSING"]}, 1),
            ({"states": ["AVAILABLE"]}, 2),
            ({}, 3),
        ):
            parameters = models.SearchParameters.model_validate({"filter": {"criteria": wanted}, "range": {"skip": 9}})
            page = store.read_now(lambda connection, asked=parameters: search.run(finder, connection, asked))  # type: ignore[misc]
            assert (page.keys, page.total) == ([], total)
