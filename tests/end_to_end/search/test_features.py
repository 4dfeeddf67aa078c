"""Features over HTTP, byte by byte: the form that existing clients can read, and the round trip of values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from facetry.validate import views
from tests.contract.documents.schema_documents import examples_of
from tests.support.imaging.pictures import write_pictures
from tests.support.services.server_databases import rows_of
from tests.support.services.servers import Server, running_server

EXTENSION: Final = "sky-captioner"
RECIPE: Final = {
    "schemaVersion": 2,
    "modelTags": ["example/painter:1.0"],
    "prompt": {"kind": "instructions", "value": {"steps": 30, "seed": None}},
    "unknown": {"kept": [1, None]},
}
TEXTS: Final = {
    "string": ' A "gull"\r\n\t\u2028灯台 \U0001f5fc e\u0301 ',
    "json": '{ "b": 1.0, "a": "\\u00e9",\n "c": 10000000000000000000 }',
    "yaml": "# kept\na:   1.0\n\n",
    "xml": "<?xml version='1.0'?>\n<a  b = 'c' ></a>\n",
    "html": "<script>alert(1)</script>",
    "markdown": "\n\n*a*  \n",
    "ui": '{ "schemaVersion": "1.0",\n "elements": [{"type": "string", "value": "\\u00e9"}] }',
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("features")
    write_pictures(directory / "pictures", 2, formats=("PNG",))
    with running_server(directory, [directory / "pictures"]) as running:
        running.run_command("extension", "register", EXTENSION)
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def image(client: httpx.Client) -> str:
    id: str = client.post("/image/search/ids", json={"range": {"take": 1}}).json()["items"][0]
    return id


def put(client: httpx.Client, image: str, body: str | list[dict[str, Any]], operation: str = "set") -> httpx.Response:
    """A write of features, with the body as JSON text where its spelling matters."""
    content = body if isinstance(body, str) else json.dumps(body)
    return client.put(
        f"/image/{image}/{operation}Features",
        params={"extensionId": EXTENSION},
        content=content.encode(),
        headers={"Content-Type": "application/json"},
    )


def doors(client: httpx.Client, image: str) -> list[httpx.Response]:
    """Every response that contains the features of an image."""
    origin = {"filter": {"origin": {"kind": "images", "ids": [image]}}}
    return [
        client.get(f"/image/{image}/getFeatures", params={"extensionId": EXTENSION}),
        client.get(f"/image/{image}/getAllFeatures"),
        client.get(f"/image/{image}/get"),
        client.post("/image/search/images", json=origin),
        client.post("/image/search/features", json=origin),
    ]


def test_integers_have_no_fraction_part_in_any_response(client: httpx.Client, image: str) -> None:
    inputs = ["3", "3.0", "-0.5", "1e3", "9007199254740991", "true"]
    formats = ["integer", "integer", "float", "integer", "integer", "boolean"]
    features = [
        f'{{"type":"metadata","format":"{format}","name":"n{number}","value":{value}}}'
        for number, (value, format) in enumerate(zip(inputs, formats, strict=True))
    ]
    assert put(client, image, f"[{','.join(features)}]").status_code == 204
    outputs = ["3", "3", "-0.5", "1000", "9007199254740991", "true"]
    for answer in doors(client, image):
        times = 2 if "search/features" in str(answer.url) else 1
        values = re.findall(r'"name":"n\d","value":([^}]*)}', answer.text)
        assert values == outputs * times, answer.url


def test_texts_are_returned_as_they_were_written(client: httpx.Client, image: str) -> None:
    features = [{"type": "other", "format": format, "value": text} for format, text in TEXTS.items()]
    assert put(client, image, features).status_code == 204
    assert doors(client, image)[0].json() == features
    assert doors(client, image)[2].json()["features"] == [{"id": EXTENSION, **each} for each in features]


def test_recipes_are_returned_with_undescribed_members(client: httpx.Client, image: str) -> None:
    view = {"type": "recipe", "format": "ui", "value": TEXTS["ui"]}
    no_recipe = {"type": "metadata", "format": "json", "value": json.dumps(RECIPE)}
    recipe = {"type": "recipe", "format": "json", "value": json.dumps(RECIPE)}
    assert put(client, image, [view, no_recipe, recipe]).status_code == 204
    assert client.get(f"/image/{image}/getAllRecipes").json() == [RECIPE]


def test_the_sentinel_is_never_shown(server: Server, client: httpx.Client, image: str) -> None:
    assert put(client, image, []).status_code == 204
    for answer in doors(client, image):
        assert EXTENSION not in answer.text
    assert client.get("/repository/featureNames").json() == []
    assert rows_of(server.data_dir, "SELECT count(*) FROM image_feature") == [(1,)]


def test_extension_ids_restrict_the_features_and_not_the_images(
    client: httpx.Client, server: Server, image: str
) -> None:
    server.run_command("extension", "register", "silent")
    assert put(client, image, [{"type": "caption", "format": "string", "value": "A gull"}]).status_code == 204
    for extension, count in ((EXTENSION, 1), ("silent", 0)):
        page = client.post("/image/search/features", params={"extensionIds": extension}, json={}).json()
        assert page["totalCount"] == 2
        (item,) = [each for each in page["items"] if each["id"] == image]
        assert len(item["features"]) == len(item["attribute"]) == count
    unknown = client.post("/image/search/features", params={"extensionIds": "nobody"}, json={})
    assert (unknown.status_code, unknown.json()["rule"]) == (400, "extension.unknown")


def test_a_refusal_has_a_pointer_and_changes_nothing(client: httpx.Client, image: str) -> None:
    valid = [{"type": "caption", "format": "string", "value": "A gull"}]
    assert put(client, image, valid).status_code == 204
    for format, text in (("json", "{"), ("yaml", "a: ["), ("xml", "<a>"), ("ui", "{}"), ("binary", "attachment://7")):
        for operation in ("set", "ensure"):
            refused = put(client, image, [*valid, {"type": "other", "format": format, "value": text}], operation)
            assert (refused.status_code, refused.json()["pointer"]) == (400, "/1/value")
    assert doors(client, image)[0].json() == valid


def test_documents_with_warnings_survive_byte_for_byte(client: httpx.Client, image: str) -> None:
    """An element of an unknown type is kept as it is, with its members, its numbers and its white space."""
    strange = '{ "elements" : [ {"type":"star-map", "at": 1.50, "\\u0061":[ ]} ],\r\n "schemaVersion":"1.0" }'
    texts = [strange, *(path.read_text(encoding="utf-8") for path in examples_of("views", "warned"))]
    assert all(views.findings(text.encode()) for text in texts)
    features = [{"type": "other", "format": "ui", "value": text} for text in texts]
    assert put(client, image, features).status_code == 204
    assert [each["value"] for each in doors(client, image)[0].json()] == texts


@pytest.mark.parametrize(("folder", "type", "format"), [("views", "other", "ui"), ("recipes", "recipe", "json")])
def test_documents_are_refused_with_their_own_rules(
    client: httpx.Client, image: str, folder: str, type: str, format: str
) -> None:
    """Every invalid example is refused with the rule of its folder, which is what `facetry validate` says."""
    for path in examples_of(folder, "invalid"):
        feature = {"type": type, "format": format, "value": path.read_bytes().decode()}
        refused = put(client, image, [feature]).json()
        assert (refused["status"], refused["rule"], refused["pointer"]) == (400, path.parent.name, "/0/value"), path
        assert refused["rule"].startswith("json.") or "The fault is at " in refused["detail"]


def test_an_attachment_is_deleted_with_its_feature(client: httpx.Client, image: str) -> None:
    uri = client.post(
        "/imageAttachment/create",
        params={"imageId": image, "extensionId": EXTENSION, "mimeType": "application/octet-stream"},
        content=b"a mask",
        headers={"Content-Type": "application/octet-stream"},
    ).json()
    there = f"/imageAttachment/{uri.replace(':', '%3A').replace('/', '%2F')}/download"
    assert put(client, image, [{"type": "annotation", "format": "binary", "value": uri}]).status_code == 204
    assert client.get(there).content == b"a mask"
    assert put(client, image, []).status_code == 204
    assert client.get(there).status_code == 404
