"""Names are found in whatever normal form they are, and stand in the natural order."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text
from sqlmodel import col

from facetry.library import images
from facetry.library.facets import features
from facetry.library.integrity import former_names
from facetry.library.pictures import FileFacts, Picture
from facetry.library.search import ordering
from facetry.library.search.criteria import keyword as keyword_criterion
from facetry.store import fulltext
from facetry.store.engine import connect, engine_of
from facetry.store.engines.values import IndexedText, driver_rows
from facetry.store.migrations import HEAD, current
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.engines.databases import database_at
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, file_facts

MAC = unicodedata.normalize("NFD", "Été à Žilina 각하.jpg")
TYPED = unicodedata.normalize("NFC", MAC)
IN_ORDER = ["2.jpg", "10.jpg", "a.jpg", "IMG_2.jpg", "IMG_02.jpg", "IMG_10.jpg", f"IMG_{10**300}.jpg", TYPED, "猫.jpg"]


@pytest.fixture(autouse=True)
def _full_text_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full-text index is asked although there are few images."""
    monkeypatch.setattr(keyword_criterion, "FEW_IMAGES", 0)


def found(store: Store, **search_filter: Any) -> list[str]:
    """The names of the images that a search finds, in its order."""
    parameters = models.SearchParameters.model_validate({"filter": search_filter})

    def query(connection: Connection) -> list[str]:
        keys = searches.keys(search_indexes_of(store), connection, parameters).tolist()
        names = dict(driver_rows(connection, select(col(images.Image.key), col(images.Image.name))))
        return [names[key] for key in keys]

    return store.read_now(query)


def keyword(wanted: str, place: str = "inName") -> dict[str, Any]:
    places = {each: each == place for each in ("inName", "inMetadata", "inFeatures")}
    return {"criteria": {"keyword": {"text": wanted, **places}}}


def condition(operator: str, value: str) -> dict[str, Any]:
    one = {"format": "string", "operator": operator, "value": value}
    return {"criteria": {"features": {"operator": "and", "conditions": [one]}}}


def fill(store: Store) -> None:
    """Add images whose names, metadata and features are in the other form than their queries."""
    repository = add_repository(store)
    add_extensions(store, "seer")
    add_images(store, repository, [*reversed(IN_ORDER[:-2]), IN_ORDER[-1]])

    def unit(work: Work) -> None:
        decoded = Picture("JPEG", 4, 3, b"m" * 32, {"all": f"by {MAC}"})
        _, id = images.insert_image(work, repository.key, file_facts(MAC), decoded)
        caption = models.ImageFeature(type="caption", format="string", value=MAC)
        features.replace(work, id, "seer", [caption])

    store.write_now(unit)


def assert_found(store: Store) -> None:
    for form in ("NFC", "NFD"):
        for part in ("Été", "ÉTÉ À ž", "é", "각", "하.jpg"):
            wanted = unicodedata.normalize(form, part)
            assert found(store, **keyword(wanted)) == [MAC], wanted
            assert found(store, **keyword(wanted, "inMetadata")) == [MAC]
            assert found(store, **keyword(wanted, "inFeatures")) == [MAC]
            assert found(store, **condition("contains", wanted)) == [MAC]
        assert found(store, **condition("equals", unicodedata.normalize(form, MAC))) == [MAC]
        assert found(store, **condition("different", unicodedata.normalize(form, MAC))) == []
    assert found(store, **keyword("Ete")) == []
    names = [MAC if each == TYPED else each for each in IN_ORDER]
    assert found(store, sorting={"property": "name"}) == names
    assert found(store, sorting={"property": "name", "isAscending": False}) == names[::-1]


@pytest.mark.parametrize("max_database_sort", [0, 2_000])
def test_a_name_from_a_mac_is_found_as_it_is_typed(
    tmp_path: Path, max_database_sort: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every plan of the order; the name itself stays as it is on the disk."""
    monkeypatch.setattr(ordering, "SMALL_LIBRARY_SIZE", 0)
    monkeypatch.setattr(ordering, "MAX_DATABASE_SORT", max_database_sort)
    store = Store(database_at(tmp_path / "library.db"))
    fill(store)
    assert_found(store)
    key = store.read_now(lambda connection: connection.execute(text("SELECT max(key) FROM image")).scalar_one())
    moved = FileFacts("IMG_3.jpg", 100, 0, 0, 0)
    repository = store.read_now(lambda connection: images.row_of(connection, key)["repository"])
    store.write_now(lambda work: images.move(work, key, repository, moved))
    assert found(store, **keyword("été")) == []
    assert found(store)[3:6] == ["IMG_2.jpg", "IMG_02.jpg", "IMG_3.jpg"]
    store.close()


@pytest.mark.parametrize("few_images", [0, 64])
def test_quotes_backslashes_and_line_ends_of_metadata_are_found(
    tmp_path: Path, few_images: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the full-text index, by a pass over all texts, and text by text."""
    monkeypatch.setattr(keyword_criterion, "FEW_IMAGES", few_images)
    store = Store(database_at(tmp_path / "library.db"))
    repository = add_repository(store)
    prompt = 'a "RED" boat \\(Fate\\)\nat sea'
    metadata = json.dumps({"others": {"parameters": prompt}}, separators=(",", ":"))
    picture = Picture("PNG", 4, 3, b"m" * 32, {"all": metadata})
    store.write_now(lambda work: images.insert_image(work, repository.key, file_facts("a.png"), picture))
    for wanted in ('"red"', "\\(fate\\)", "boat \\", "\nat", '"R', "\\", '"', "\n", prompt):
        assert found(store, **keyword(wanted, "inMetadata")) == ["a.png"], wanted
    for wanted in ('"parameters"', "\\n", '\\"red', "\\\\"):
        assert found(store, **keyword(wanted, "inMetadata")) == [], wanted
    store.close()


def test_a_bucket_has_the_names_that_begin_with_a_digit(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    add_images(store, add_repository(store), ["2.jpg", "10.jpg", "30.jpg", "٤.jpg", "b.jpg", MAC])
    parameters = models.SearchParameters.model_validate({"filter": {}})
    divided = store.read_now(
        lambda connection: searches.prepared(search_indexes_of(store), connection, parameters).buckets(
            connection, with_aspect_ratios=False
        )
    )
    assert divided["kind"] == "letter"
    assert [(each["value"], each["count"]) for each in divided["items"]] == [("0-9", 4), ("b", 1), ("é", 1)]
    store.close()


def make_former(connection: Connection) -> None:
    """Make a library that of the migration 0023, with texts as that version wrote them."""
    texts = {
        "name_text": "SELECT key, name FROM image",
        "metadata_text": "SELECT key, details FROM image WHERE details <> '{}'",
        "feature_text": "SELECT key, text FROM image_feature WHERE text IS NOT NULL",
    }
    for table, query in texts.items():
        former = [IndexedText(key, value.casefold(), False) for key, value in connection.execute(text(query)).all()]
        engine_of(connection).texts.put_many(connection, table, former)
    for key, name in connection.execute(text("SELECT key, name FROM image")).all():
        values = {"key": key, "name": name.casefold()}
        connection.execute(text("UPDATE image SET name_order = :name WHERE key = :key"), values)
    connection.execute(text("DROP TABLE outdated_image"))
    connection.execute(text("DROP INDEX image_by_name_key"))
    connection.execute(text("ALTER TABLE image DROP COLUMN name_key"))
    connection.execute(text("UPDATE alembic_version SET version_num = '0023'"))


def test_a_migrated_library_finds_and_sorts_its_names(tmp_path: Path) -> None:
    location = database_at(tmp_path / "library.db")
    store = Store(location)
    fill(store)
    store.write_now(lambda work: make_former(work.connection))
    store.close()
    Store(location).close()
    connection = connect(location)
    assert current(connection) == HEAD
    connection.close()
    store = Store(location)
    assert_found(store)
    store.close()


def test_names_that_a_host_of_the_former_version_has_written_are_completed(tmp_path: Path) -> None:
    store = Store(database_at(tmp_path / "library.db"))
    fill(store)

    def write_as_before(work: Work) -> None:
        work.connection.execute(text("UPDATE image SET name_key = '', name_order = 'x'"))
        for table in ("name_text", "metadata_text"):
            for key in work.connection.execute(text("SELECT key FROM image")).scalars().all():
                fulltext.remove(work.connection, table, key)

    store.write_now(write_as_before)
    assert found(store, **keyword("été")) == []
    assert store.write_now(former_names.complete_some) == len(IN_ORDER)
    assert store.write_now(former_names.complete_some) == 0
    assert_found(store)
    store.close()
