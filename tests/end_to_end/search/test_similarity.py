"""Similarity over HTTP: the nearest images, texts in filters and in collections, and streams of ids."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import requests

from facetry.library.search import text_vectors
from handlers import image_search
from tests.support.extensions.text_vector_server import vector_of_text
from tests.support.imaging import pictures
from tests.support.services.servers import in_process_application

EXTENSION: Final = "sky-seer"
NAME: Final = "semantic"
WHOSE: Final[dict[str, Any]] = {"extensionId": EXTENSION, "name": NAME}
VECTORS: Final = ([3, 4, 0], [1, 0, 0], [4, 3, 0], [-1, 0, 0])
SORTED: Final = {"property": "distance", "isAscending": True}
COUNT: Final = len(VECTORS) + 1  # the last one has no vector


class Site:
    """A library of a few images, and a client of it."""

    def __init__(self, session: requests.Session) -> None:
        self.session = session
        self.images: list[str] = []

    def ask(self, method: str, path: str, status: int = 200, body: Any = None, **query: Any) -> Any:
        answer = self.session.request(method, f"http://testserver{path}", params=query, json=body)
        assert answer.status_code == status, answer.text
        if "json" not in answer.headers.get("content-type", "") or "ndjson" in answer.headers["content-type"]:
            return answer.text
        return answer.json()

    def found(self, criteria: object, **more: object) -> Any:
        return self.ask("POST", "/image/search/ids", body={"filter": {"criteria": criteria, **more}})


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "pictures"
    pictures.write_pictures(folder, COUNT)
    with in_process_application(tmp_path, (EXTENSION,)) as (session, _, _):
        site = Site(session)
        query = {"type": "file", "name": "all", "url": folder.as_uri()}
        site.ask("POST", "/repository/create", 201, **query)
        while len(site.images) < COUNT:
            site.images = site.ask("POST", "/image/search/ids", body={})["items"]
        for image, values in zip(site.images, VECTORS, strict=False):
            site.ask(
                "PUT", f"/image/{image}/setEmbeddings", 204, [{"name": NAME, "values": values}], extensionId=EXTENSION
            )
        yield site


def test_the_nearest_images_of_an_image(site: Site) -> None:
    path = f"/image/{site.images[1]}/closestImages"
    neighbours = site.ask("GET", path, **WHOSE)
    assert [each["image"]["id"] for each in neighbours] == [site.images[2], site.images[0], site.images[3]]
    assert [each["distance"] for each in neighbours] == pytest.approx([0.2, 0.4, 2])
    assert site.ask("GET", path, **WHOSE, count="2.0", maxDistance=0.3) == neighbours[:1]
    assert site.ask("GET", path, 400, **WHOSE, count="2.5")["rule"] == "schema.multipleOf"
    assert site.ask("GET", f"/image/{site.images[4]}/closestImages", 400, **WHOSE)["rule"] == "embedding.missing"
    assert site.ask("GET", path, 400, extensionId="nobody", name=NAME)["rule"] == "extension.unknown"
    origin = {"origin": {"kind": "images", "ids": [site.images[0], site.images[4]]}}
    album = site.ask("POST", "/collection/create", 201, origin, name="album")["id"]
    assert site.ask("GET", path, **WHOSE, collectionId=album) == neighbours[1:2]
    assert site.ask("GET", path, 400, **WHOSE, collectionId=album + 1)["rule"] == "collection.unknown"


def test_the_nearest_images_of_a_vector(site: Site) -> None:
    path, vector = "/image/closestEmbeddingsImages", {"name": NAME, "values": [0, 1, 0]}
    neighbours = site.ask("PUT", path, body=vector, extensionId=EXTENSION, count=1)
    assert [(each["image"]["id"], each["distance"]) for each in neighbours] == [(site.images[0], pytest.approx(0.2))]
    assert site.ask("PUT", path, body={**vector, "name": "never-used"}, extensionId=EXTENSION) == []
    for values, rule in (([1, 2], "length"), ([0, 0, 0], "zero"), ([1e39, 0, 0], "range")):
        refusal = site.ask("PUT", path, 400, {**vector, "values": values}, extensionId=EXTENSION)
        assert (refusal["rule"], refusal["pointer"].startswith("/values")) == (f"embedding.{rule}", True)


def test_the_nearest_images_of_a_text(site: Site) -> None:
    query = vector_of_text("dusk", 3)
    neighbours = site.ask("GET", "/image/textToImages", text="dusk", **WHOSE)
    distances = [each["distance"] for each in neighbours]
    dots = [sum(x * y for x, y in zip(query, vector, strict=True)) for vector in VECTORS]
    lengths = [math.hypot(*query) * math.hypot(*vector) for vector in VECTORS]
    assert distances == pytest.approx(sorted(1 - dot / length for dot, length in zip(dots, lengths, strict=True)))
    similarity = {**WHOSE, "text": "dusk"}
    found = site.found({"similarity": similarity}, sorting={"property": "distance"})
    assert found["items"] == [each["image"]["id"] for each in neighbours]
    assert found["distances"] == distances


def test_text_criteria_of_collections_are_resolved(site: Site) -> None:
    search_filter = {"criteria": {"any": [{"similarity": {**WHOSE, "text": "dusk"}}]}, "sorting": SORTED}
    collection = site.ask("POST", "/collection/create", 201, search_filter, name="like dusk")
    assert collection["filter"] == search_filter
    direct = site.ask("POST", "/image/search/ids", body={"filter": search_filter})
    assert site.ask("POST", "/image/search/ids", body={"collectionId": collection["id"]}) == direct
    assert site.ask("POST", "/collection/preview", body=search_filter) == {"totalCount": len(VECTORS)}
    assert (
        site.ask("GET", f"/image/{site.images[0]}/collectionIds") == []
    )  # this operation sends no text to an extension
    assert site.found({"inNoCollection": True})["totalCount"] == COUNT


def test_a_refused_filter_sends_no_request_to_an_extension(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(*_: object) -> list[float]:
        raise AssertionError

    monkeypatch.setattr("tests.support.extensions.text_vector_server.StubTextVectors.vector", asked)
    like = {"similarity": {**WHOSE, "text": "dusk"}}
    for criteria, rule in (
        ({"any": [like] * 9}, "search.size"),
        ({**like, "untaggedBy": ["nobody"]}, "extension.unknown"),
        ({"similarity": {**like["similarity"], "extensionId": "nobody"}}, "extension.unknown"),
    ):
        body = {"filter": {"criteria": criteria}}
        refusal = site.ask("POST", "/image/search/ids", 400, body)
        assert (refusal["rule"], refusal["pointer"].startswith("/filter/criteria/")) == (rule, True)
        refusal = site.ask("POST", "/collection/preview", 400, {"criteria": criteria})
        assert (refusal["rule"], refusal["pointer"].startswith("/criteria/")) == (rule, True)


def test_similarity_to_a_text_without_a_running_extension_is_503(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = text_vectors.NoTextVectors()
    monkeypatch.setattr(
        "tests.support.extensions.text_vector_server.StubTextVectors.vector", lambda _, *text: nobody.vector(*text)
    )
    body = {"filter": {"criteria": {"none": [{"similarity": {**WHOSE, "text": "dusk"}}]}}}
    for door in ("ids", "summaries", "images", "mediaUrls", "tags", "features", "idStream"):
        assert site.ask("POST", f"/image/search/{door}", 503, body)["rule"] == "embedding.source"
    assert site.ask("POST", "/collection/preview", 503, body["filter"])["rule"] == "embedding.source"
    assert site.ask("GET", "/image/textToImages", 503, text="dusk", **WHOSE)["rule"] == "embedding.source"


def test_a_stream_contains_every_id_in_order(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_search, "IDS_AT_ONCE", 2)
    path = "/image/search/idStream"
    lines = site.ask("POST", path, body={}).splitlines()
    assert [json.loads(line) for line in lines] == site.images
    sorting = {"sorting": {"property": "name", "isAscending": False}}
    window = {"range": {"take": 2, "skip": 1}}
    assert site.ask("POST", path, body={"filter": sorting, **window}) == "".join(
        f'"{image}"\n' for image in site.images[::-1][1:3]
    )
    assert site.ask("POST", path, body={"filter": {"criteria": {"formats": ["HEIF"], "none": [{}]}}}) == ""


def test_the_state_of_the_indexes(site: Site) -> None:
    site.found({"similarity": {**WHOSE, "image": site.images[0]}})
    (index,) = site.ask("GET", "/repository/embeddingsIndexes")
    assert index == {"id": EXTENSION, **WHOSE, "length": 3, "count": 4, "indexedCount": 0, "state": "exact"}
