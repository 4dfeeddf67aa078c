"""Refusals over HTTP: their status, and the place that they name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
import requests

from tests.support.extensions.packages import answering_archive
from tests.support.imaging import pictures
from tests.support.services.servers import running_server

TAGGER: Final = "sky-tagger"
PAUSED: Final = "cloud-namer"
NO_COLLECTION: Final = 4_711
OF_THE_TAGGER: Final = {"extensionId": TAGGER, "name": "semantic"}


class Site:
    """A server over one image, with a registered and a paused extension, and a client of it."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        (self.image,) = self.answer("POST", "/image/search/ids", body={}).json()["items"]

    def answer(self, method: str, path: str, *, body: Any = None, **query: Any) -> httpx.Response:
        return self.client.request(method, path, params=query, json=body)

    def refusal(self, method: str, path: str, *, body: Any = None, **query: Any) -> tuple[int, str, str | None]:
        """The status, the rule, and the place: a parameter, or a JSON Pointer into the body."""
        answer = self.answer(method, path, body=body, **query)
        problem = answer.json()
        assert not {"parameter", "pointer"} <= problem.keys(), answer.text
        return answer.status_code, problem["rule"], problem.get("parameter", problem.get("pointer"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory = tmp_path_factory.mktemp("refusals")
    pictures.write_pictures(directory / "pictures", 1)
    with running_server(directory, [directory / "pictures"]) as server, server.client() as client:
        server.run_command("extension", "register", TAGGER)
        archive, headers = answering_archive(PAUSED), {"Content-Type": "application/zip"}
        installed = client.post("/extension/install", params={"state": "paused"}, content=archive, headers=headers)
        assert installed.status_code == 201, installed.text
        yield Site(client)


def test_a_paused_extension_has_one_status(site: Site) -> None:
    """400 wherever an enabled extension is needed, on the parameter that names it."""
    by_id = (400, "extension.paused", "id")
    for action in ("synchronize", "retry", "restart"):
        assert site.refusal("PUT", f"/extension/{PAUSED}/{action}") == by_id, action
    warm_up = {"commandId": "warm-up"}
    assert site.refusal("POST", f"/extension/{PAUSED}/runCommand", **warm_up) == by_id
    assert site.refusal("PUT", f"/extension/{PAUSED}/runProcessCommand", **warm_up) == by_id
    name_clouds: dict[str, Any] = {"body": {"search": {}}, "commandId": "name-clouds"}
    assert site.refusal("PUT", f"/extension/{PAUSED}/runImageCommand", **name_clouds) == by_id
    on_image = site.refusal("PUT", f"/image/{site.image}/runCommand", extensionId=PAUSED, commandId="name-clouds")
    assert on_image == (400, "extension.paused", "extensionId")
    for path, body in ((f"/image/{site.image}/runCapabilities", None), ("/image/search/runCapabilities", {})):
        refusal = site.refusal("PUT", path, body=body, extensionIds=PAUSED)
        assert refusal == (400, "extension.paused", "extensionIds"), path


def test_closest_images_names_the_image_of_the_path(site: Site) -> None:
    refusal = site.refusal("GET", f"/image/{site.image}/closestImages", **OF_THE_TAGGER)
    assert refusal == (400, "embedding.missing", "id")


def test_an_unknown_collection_in_a_body_is_a_pointer(site: Site) -> None:
    body = {"collectionId": NO_COLLECTION}
    in_body = (400, "collection.unknown", "/collectionId")
    for door in ("ids", "summaries", "images", "mediaUrls", "tags", "features", "idStream"):
        assert site.refusal("POST", f"/image/search/{door}", body=body) == in_body, door
    assert site.refusal("PUT", "/image/search/runCapabilities", body=body) == in_body
    for path in (f"/extension/{PAUSED}/runCommand", f"/extension/{PAUSED}/runImageCommand"):
        method = "PUT" if path.endswith("runImageCommand") else "POST"
        refusal = site.refusal(method, path, body={"search": body}, commandId="name-clouds")
        assert refusal == (400, "collection.unknown", "/search/collectionId"), path
    filtered = {"search": {"filter": {"criteria": {"untaggedBy": ["nobody"]}}}}
    refusal = site.refusal("POST", f"/extension/{PAUSED}/runCommand", body=filtered, commandId="name-clouds")
    assert refusal == (400, "extension.unknown", "/search/filter/criteria/untaggedBy/0")


def test_an_unknown_collection_in_the_query_is_a_parameter(site: Site) -> None:
    in_query = (400, "collection.unknown", "collectionId")
    closest: dict[str, Any] = {**OF_THE_TAGGER, "collectionId": NO_COLLECTION}
    assert site.refusal("GET", f"/image/{site.image}/closestImages", **closest) == in_query
    assert site.refusal("GET", "/image/textToImages", text="dusk", **closest) == in_query


@pytest.mark.parametrize("text", ["0", "0.0", "-1e0", "1000.5", "1001"])
def test_a_number_is_quoted_as_it_was_sent(site: Site, text: str) -> None:
    answer = site.answer("GET", f"/image/{site.image}/closestImages", **OF_THE_TAGGER, count=text)
    assert (answer.status_code, answer.json()["value"]) == (400, text)


def test_an_empty_list_of_extensions_is_absent_not_empty_text(site: Site) -> None:
    """A list without items sends nothing and means all extensions; `extensionIds=` names an id of no characters."""
    empty_id = (400, "schema.minLength", "extensionIds")
    for door in ("tags", "features"):
        assert site.answer("POST", f"/image/search/{door}", body={}).status_code == 200
        assert site.refusal("POST", f"/image/search/{door}", body={}, extensionIds="") == empty_id
    for path, body in ((f"/image/{site.image}/runCapabilities", None), ("/image/search/runCapabilities", {})):
        assert site.refusal("PUT", path, body=body, extensionIds="") == empty_id


def test_an_unused_name_is_missing_for_an_image_and_empty_otherwise(site: Site) -> None:
    vector = {"name": "never-used", "values": [1, 0]}
    nearest = site.answer("PUT", "/image/closestEmbeddingsImages", body=vector, extensionId=TAGGER)
    assert (nearest.status_code, nearest.json()) == (200, [])
    query = {"extensionId": TAGGER, "name": "never-used"}
    refusal = site.refusal("GET", f"/image/{site.image}/closestImages", **query)
    assert refusal == (400, "embedding.missing", "id")


def test_a_record_has_the_features_and_tags_of_every_extension(site: Site) -> None:
    caption = {"type": "caption", "format": "string", "value": "A lighthouse."}
    image, owner = f"/image/{site.image}", {"extensionId": TAGGER}
    assert site.answer("PUT", f"{image}/setFeatures", body=[caption], **owner).status_code == 204
    assert site.answer("PUT", f"{image}/setTags", body=["lighthouse"], **owner).status_code == 204
    record = site.answer("GET", f"{image}/get").json()
    assert (record["features"], record["tags"]) == (
        [{"id": TAGGER, **caption}],
        [{"id": TAGGER, "value": "lighthouse"}],
    )
    assert {"state", "placeholder", "hashes", "metadata"} <= record.keys()


def test_the_case_of_a_uuid_does_not_matter(site: Site) -> None:
    """Requests may write ids in upper case, answers are in lower case."""
    image, upper = site.image, site.image.upper()
    assert image != upper, "a UUID of this version has a letter in one of a million"
    record = site.answer("GET", f"/image/{image}/get").json()
    upper_answer = site.answer("GET", f"/image/{upper}/get")
    assert (upper_answer.status_code, upper_answer.json()) == (200, record)
    assert (
        site.answer("GET", f"/repository/{record['repositoryId'].upper()}/get").json()["id"] == record["repositoryId"]
    )
    escaped = "".join(f"\\u{ord(character):04x}" for character in upper)
    origins = [{"kind": "images", "ids": [upper]}, {"kind": "repositories", "ids": [record["repositoryId"].upper()]}]
    bodies = [json.dumps({"filter": {"origin": origin}}) for origin in origins]
    bodies.append(f'{{"filter": {{"origin": {{"kind": "images", "ids": ["{escaped}"]}}}}}}')
    for body in bodies:
        found = site.client.post("/image/search/ids", content=body, headers={"Content-Type": "application/json"})
        assert (found.status_code, found.json()["items"]) == (200, [image]), body
    kept = site.answer("POST", "/collection/create", body={"origin": origins[0]}, name="upper").json()
    assert kept["filter"]["origin"]["ids"] == [image]
    assert kept["id"] in site.answer("GET", f"/image/{upper}/collectionIds").json()


def test_bytes_do_not_depend_on_the_case_of_a_uuid(site: Site) -> None:
    image, upper = site.image, site.image.upper()
    first, second = (site.answer("GET", f"/image/{id}/download", width=32) for id in (image, upper))
    assert (first.headers["etag"], first.content) == (second.headers["etag"], second.content)
    urls = [site.answer("GET", f"/image/{id}/mediaUrl").json() for id in (image, upper)]
    assert urls[0] == urls[1]
    shown = [httpx.get(url, trust_env=False) for url in (urls[0]["url"], urls[0]["url"].replace(image, upper))]
    assert [answer.status_code for answer in shown] == [200, 200]
    assert shown[0].headers["etag"] == shown[1].headers["etag"]
    attachment = site.client.post(
        "/imageAttachment/create",
        params={"imageId": upper, "extensionId": TAGGER, "mimeType": "application/octet-stream"},
        content=b"bytes",
        headers={"Content-Type": "application/octet-stream"},
    )
    assert attachment.status_code == 201, attachment.text


def test_ids_that_differ_in_case_are_duplicates(site: Site) -> None:
    body = {"imageIds": [site.image, site.image.upper()]}
    refusal = site.refusal("POST", f"/extension/{PAUSED}/runCommand", body=body, commandId="name-clouds")
    assert refusal == (400, "schema.uniqueItems", "/imageIds/1")
    escaped = "".join(f"\\u{ord(character):04x}" for character in site.image.upper())
    answer = site.client.post(
        f"/extension/{PAUSED}/runCommand",
        params={"commandId": "name-clouds"},
        content=f'{{"imageIds": ["{site.image}", "{escaped}"]}}',
        headers={"Content-Type": "application/json"},
    )
    assert (answer.status_code, answer.json()["rule"]) == (400, "schema.uniqueItems")


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        ("POST", "/repository/create", {"type": "file", "name": "long"}),
        ("PUT", "/repository/{id}/update", {}),
        ("GET", "/repository/getImageByUrl", {}),
    ],
)
def test_an_address_longer_than_a_head_is_a_refusal_of_the_description(
    site: Site, method: str, path: str, query: dict[str, str]
) -> None:
    """Percent-encoding makes up to twelve bytes of each character that the description permits."""
    (repository,) = site.client.get("/repository/list").json()
    parameters = {**query, "url": "file:///" + "\N{MUSICAL SYMBOL G CLEF}" * 6_000}
    address = f"{site.client.base_url}{path.format(id=repository['id'])}"
    headers = {"Authorization": site.client.headers["authorization"]}
    answer = requests.request(method, address, params=parameters, headers=headers, timeout=10)  # httpx refuses it
    status, rule = answer.status_code, answer.json()["rule"]
    assert (status, rule) == (431, "http.head")
    assert str(status) in site.client.get("/openapi.json").json()["paths"][path][method.lower()]["responses"]
