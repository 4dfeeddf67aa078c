"""Search equals a naive filter, for random libraries and random filters."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facetry.errors import FaultError
from facetry.library import images, records, repositories, search, tags
from facetry.library.images import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.libraries import add_extensions, picture, temporary_store

EXTENSIONS = ("tagger", "other")
TAGS = ("a", "b", "c", "d")
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF")
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
    id: UUID
    repository: UUID
    name: str
    format: str
    width: int
    height: int
    size: int
    when: int
    tags: set[tuple[str, str]] = field(default_factory=set)


names = st.text(st.sampled_from("aAbBßéÉ_%1. "), min_size=1, max_size=5).filter(lambda name: name.strip(". "))
rows = st.fixed_dictionaries(
    {
        "repository": st.integers(0, 1),
        "name": names,
        "format": st.sampled_from(FORMATS),
        "width": st.integers(1, 3),
        "height": st.integers(1, 3),
        "size": st.integers(0, 3),
        "when": st.integers(0, 3),
        "tags": st.sets(st.tuples(st.sampled_from(EXTENSIONS), st.sampled_from(TAGS)), max_size=6),
    }
)
criteria = st.fixed_dictionaries(
    {},
    optional={
        "formats": st.lists(st.sampled_from(FORMATS), max_size=3, unique=True),
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
sorting = st.fixed_dictionaries({"property": st.sampled_from(PROPERTIES)}, optional={"isAscending": st.booleans()})
window = st.fixed_dictionaries({}, optional={"take": st.integers(1, 7), "skip": st.integers(0, 12)})


def build(store: Store, drawn: list[dict[str, Any]]) -> list[Row]:
    add_extensions(store, *EXTENSIONS)
    made: list[Row] = []

    def unit(work: Work) -> None:
        from pathlib import Path

        homes = [repositories.create(work, path=Path(f"/nowhere/{n}"), name=n) for n in ("one", "two")]
        for number, each in enumerate(drawn):
            home = homes[each["repository"]]
            file = FileFacts(f"{number}/{each['name']}", each["size"], each["when"], 10 - each["when"], number)
            shot = picture(each["format"], width=each["width"], height=each["height"], seed=str(number))
            id = images.insert_image(work, home.key, file, shot)
            made.append(Row(number, id, home.id, **{k: v for k, v in each.items() if k != "repository"}))
            for extension in EXTENSIONS:
                own = [value for owner, value in each["tags"] if owner == extension]
                if own or number % 3 == 0:
                    tags.replace(work, id, extension, own)  # some are empty: the sentinel must never match

    store.write_now(unit)
    return made


def matches(row: Row, wanted: dict[str, Any], origin: dict[str, Any] | None) -> bool:
    if origin is not None and (row.id if origin["kind"] == "images" else row.repository) not in origin["ids"]:
        return False
    if "formats" in wanted and row.format not in wanted["formats"]:
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
        patch.setattr(search, "FEW", min(few, 1000))
        for _ in range(4):
            wanted = data.draw(criteria)
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
                    (result := search.run(connection, asked)).total,
                    records.ids(connection, result.keys),
                )
            )
            expected = ordered([row for row in made if matches(row, wanted, origin)], by)
            skip = (page or {}).get("skip", 0)
            take = (page or {}).get("take", 20)
            assert found == (len(expected), [row.id for row in expected[skip : skip + take]])


def test_an_unknown_repository_or_extension_is_refused() -> None:
    with temporary_store() as store:
        for asked, rule in (
            ({"filter": {"origin": {"kind": "repositories", "ids": [uuid4()]}}}, "repository.unknown"),
            ({"filter": {"criteria": {"tags": {"values": ["a"], "extensionIds": ["nobody"]}}}}, "extension.unknown"),
        ):
            parameters = models.SearchParameters.model_validate(asked)
            with pytest.raises(FaultError) as caught:
                store.read_now(lambda connection, parameters=parameters: search.run(connection, parameters))  # type: ignore[misc]
            assert caught.value.fault.rule == rule
