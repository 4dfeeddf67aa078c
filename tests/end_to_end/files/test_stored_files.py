"""Storing, renaming, modifying and attaching files, from the view of a client of a real server."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.support.contract.reference_checks import check_exchanges
from tests.support.extensions.packages import archive
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server

BYTES = pictures.picture("JPEG", seed=1)
ANNOUNCED = {"Content-Type": "image/png"}  # published clients send this for every body


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("stored")
    (home / "pictures").mkdir()
    (home / "pictures" / "first.png").write_bytes(pictures.picture("PNG", seed=900))
    with running_server(home, [home / "pictures"]) as started:
        started.run_command("extension", "register", "maker")
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def repository(client: httpx.Client) -> str:
    return str(client.get("/repository/list").json()[0]["id"])


def store(client: httpx.Client, repository: str, data: bytes = BYTES, **wish: object) -> httpx.Response:
    url = f"/repository/{repository}/storeImage"
    return client.post(url, params={k: str(v) for k, v in wish.items()}, content=data, headers=ANNOUNCED)


def stored(client: httpx.Client, repository: str, data: bytes = BYTES, **wish: object) -> dict[str, Any]:
    answer = store(client, repository, data, **wish)
    assert answer.status_code == 201, answer.text
    image: dict[str, Any] = answer.json()
    return image


def path_of(image: dict[str, Any]) -> Path:
    return Path(httpx.URL(image["url"]).path)


def refusal(answer: httpx.Response) -> tuple[int, str, str | None]:
    problem = answer.json()
    return answer.status_code, problem["rule"], problem.get("parameter")


def test_a_posted_picture_becomes_a_file_and_an_image(server: Server, client: httpx.Client, repository: str) -> None:
    image = stored(client, repository, nameWithoutExtension="Leuchtturm", relativeDirectoryPath="2025/summer")
    assert path_of(image) == server.pictures[0] / "2025" / "summer" / "Leuchtturm.jpg"
    assert path_of(image).read_bytes() == BYTES
    assert client.get(f"/image/{image['id']}/get").json() == image
    assert client.get(f"/image/{image['id']}/download").content == BYTES
    assert client.get("/repository/getImageByUrl", params={"url": image["url"]}).json() == image
    again = store(client, repository, nameWithoutExtension="Leuchtturm", relativeDirectoryPath="2025/summer")
    assert refusal(again) == (409, "image.name-taken", "nameWithoutExtension")


def test_the_origin_of_a_stored_picture_is_returned(client: httpx.Client, repository: str) -> None:
    parent = stored(client, repository)
    headers = {"Content-Type": "application/zip"}
    assert client.post("/extension/install?state=paused", content=archive("installed"), headers=headers).is_success
    recipe = {"schemaVersion": 2, "modelTags": ["a/b:1"], "prompt": {"kind": "textual", "text": "ein Leuchtturm ü"}}
    origin = {
        "items": [{"extensionId": "maker", "value": recipe}, {"extensionId": "installed", "value": {"free": [1, None]}}]
    }
    image = stored(
        client,
        repository,
        parentId=parent["id"],
        sourceUrl="https://example.org/a.jpg",
        inceptionDate=1_000_000_000_000,
        applicationMetadata=json.dumps(origin, ensure_ascii=False),
    )
    assert (image["parentId"], image["sourceUrl"]) == (parent["id"], "https://example.org/a.jpg")
    assert image["applicationMetadata"] == origin
    assert image["name"].startswith("20010909-014640-")
    assert image["fileDates"] == {"creationDate": 1_000_000_000_000, "modificationDate": 1_000_000_000_000}


def test_application_metadata_of_an_extension_that_is_not_installed_is_refused(
    server: Server, client: httpx.Client, repository: str
) -> None:
    before = sorted(server.pictures[0].iterdir())
    text = json.dumps({"items": [{"extensionId": "maker", "value": {}}, {"extensionId": "gone", "value": {}}]})
    answer = store(client, repository, applicationMetadata=text)
    assert refusal(answer) == (400, "extension.unknown", "applicationMetadata")
    problem = answer.json()
    assert problem["value"] == "gone"
    assert "/items/1/extensionId" in problem["detail"]
    assert "facetry extension register" in problem["remedy"]
    assert sorted(server.pictures[0].iterdir()) == before


@pytest.mark.parametrize(
    ("text", "rule", "place"),
    [
        ("no json", "json.syntax", "line 1"),
        ('{"items":[],"items":[]}', "json.duplicate-key", "same key"),
        ("[" * 100 + "]" * 100, "json.depth", "text"),
        ('{"items":[NaN]}', "json.number", "text"),
        ("[]", "schema.type", ""),
        ("{}", "schema.required", "items"),
        ('{"items":[{"extensionId":"a b","value":{}}]}', "schema.pattern", "/items/0/extensionId"),
        ('{"items":[{"extensionId":"a","value":1}]}', "schema.type", "/items/0/value"),
        (
            '{"items":[{"extensionId":"a","value":{"schemaVersion":1,"prompt":{"kind":"textual","text":"x"}}}]}',
            "schema.required",
            "modelTags",
        ),
    ],
)
def test_application_metadata_is_validated_as_strictly_as_a_body(
    server: Server, client: httpx.Client, repository: str, text: str, rule: str, place: str
) -> None:
    before = sorted(server.pictures[0].iterdir())
    answer = store(client, repository, applicationMetadata=text)
    assert refusal(answer) == (400, rule, "applicationMetadata")
    assert place in answer.json()["detail"]
    assert "body" not in answer.json()["detail"]
    assert sorted(server.pictures[0].iterdir()) == before


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("nameWithoutExtension", name)
        for name in ("", ".", "..", "../a", "a/b", "a\\b", "a\0b", ".a", "a.", "a ", "a:b", "con", "a.png", "x" * 201)
    ]
    + [
        ("relativeDirectoryPath", folder)
        for folder in ("/etc", "..", "a/../../b", "a//b", ".git", "a\\b", "C:/a", "a/")
    ]
    + [
        ("parentId", "9b2f6f0c-4c55-4d0c-9a3e-0f5f2f9b7a10"),
        ("sourceUrl", "javascript:alert(1)"),
        ("inceptionDate", "-1"),
        ("inceptionDate", "99999999999999999"),
    ],
)
def test_hostile_names_and_parameters_write_nothing_outside_the_folder(
    server: Server, client: httpx.Client, repository: str, parameter: str, value: str
) -> None:
    before = sorted(server.pictures[0].rglob("*")), sorted(server.pictures[0].parent.iterdir())
    wish: dict[str, object] = {parameter: value}
    answer = store(client, repository, BYTES, **wish)
    assert answer.status_code == 400, answer.text
    assert answer.json()["parameter"] == parameter
    assert (sorted(server.pictures[0].rglob("*")), sorted(server.pictures[0].parent.iterdir())) == before


def test_two_concurrent_stores_of_one_name_give_one_201_and_one_409(server: Server, repository: str) -> None:
    for turn in range(5):
        statuses: list[int] = []
        barrier = threading.Barrier(2)

        def post(turn: int = turn, barrier: threading.Barrier = barrier, statuses: list[int] = statuses) -> None:
            with server.client() as client:
                barrier.wait()
                statuses.append(store(client, repository, nameWithoutExtension=f"race {turn}").status_code)

        threads = [threading.Thread(target=post) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [201, 409]


def test_modify_rename_and_delete(server: Server, client: httpx.Client, repository: str) -> None:
    image = stored(client, repository, pictures.picture("PNG", seed=3), nameWithoutExtension="mine")
    other = pictures.picture("PNG", seed=4, size=(20, 10))
    answer = client.put(f"/image/{image['id']}/modify", content=other, headers=ANNOUNCED)
    assert answer.status_code == 200, answer.text
    assert answer.json()["dimensions"] == {"width": 20, "height": 10}
    assert path_of(image).read_bytes() == other
    answer = client.put(f"/image/{image['id']}/modify", content=BYTES, headers=ANNOUNCED)
    assert refusal(answer) == (400, "image.format-differs", "body")
    url = f"/repository/{repository}/renameImage"
    wish = {"imageId": image["id"], "nameWithoutExtension": "yours", "relativeDirectoryPath": "deep/er"}
    answer = client.put(url, params=wish)
    assert answer.status_code == 200, answer.text
    assert path_of(answer.json()) == server.pictures[0] / "deep" / "er" / "yours.png"
    assert refusal(client.put(url, params=wish)) == (409, "image.name-taken", "nameWithoutExtension")
    assert refusal(client.put(url, params={**wish, "imageId": str(uuid4())})) == (400, "image.unknown", "imageId")
    assert refusal(client.put(f"/repository/{uuid4()}/renameImage", params=wish))[0] == 404
    assert client.delete(f"/image/{image['id']}/delete").status_code == 204
    assert not (server.pictures[0] / "deep" / "er" / "yours.png").exists()
    response = client.get("/repository/getImageByUrl", params={"url": answer.json()["url"]})
    assert refusal(response) == (400, "image.url", "url")


def test_pictures_can_be_stored_in_an_ensured_repository(client: httpx.Client) -> None:
    wish = {"technicalId": "sky-painter", "name": "Painted skies"}
    answer = client.put("/repository/ensure", params=wish)
    assert answer.status_code == 200, answer.text
    again = client.put("/repository/ensure", params={**wish, "name": "Anything"})
    assert (again.status_code, again.json()["id"]) == (200, answer.json()["id"])
    image = stored(client, answer.json()["id"])
    assert image["repositoryId"] == answer.json()["id"]
    assert path_of(image).parent.name == "sky-painter"
    response = client.put("/repository/ensure", params={"technicalId": "other", "name": "Painted skies"})
    assert refusal(response) == (409, "repository.name-taken", "name")


def test_attachments_are_downloaded_for_saving(client: httpx.Client, repository: str) -> None:
    image = stored(client, repository)
    wish = {"imageId": image["id"], "extensionId": "maker", "mimeType": "text/html"}
    page = b"<script>alert(1)</script>"
    answer = client.post("/imageAttachment/create", params=wish, content=page, headers=ANNOUNCED)
    assert answer.status_code == 201, answer.text
    uri = answer.json()
    found = client.get(f"/imageAttachment/{quote(uri, safe='')}/download")
    assert (found.status_code, found.content) == (200, page)
    assert found.headers["content-type"] == "text/html"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["content-security-policy"] == "sandbox"
    assert found.headers["content-disposition"].startswith('attachment; filename="attachment-')
    response = client.get(
        f"/imageAttachment/{quote(uri, safe='')}/download", headers={"If-None-Match": found.headers["etag"]}
    )
    assert response.status_code == 304
    wrong = client.post(
        "/imageAttachment/create", params={**wish, "mimeType": "image/png"}, content=page, headers=ANNOUNCED
    )
    assert refusal(wrong) == (400, "attachment.media-type", "mimeType")
    large = client.post("/imageAttachment/create", params=wish, content=bytes(1_048_577), headers=ANNOUNCED)
    assert large.status_code == 413
    none = client.get(f"/imageAttachment/{quote('attachment://999999', safe='')}/download")
    assert refusal(none) == (404, "attachment.unknown", "uri")
    assert client.get("/imageAttachment/nonsense/download").status_code == 400
    assert client.delete(f"/image/{image['id']}/delete").status_code == 204
    assert client.get(f"/imageAttachment/{quote(uri, safe='')}/download").status_code == 404


def test_a_final_scan_changes_nothing_and_finds_no_leftovers(
    server: Server, client: httpx.Client, repository: str
) -> None:
    assert client.put(f"/repository/{repository}/synchronize").status_code == 204
    server.wait_until_scanned()
    (activity,) = [each for each in client.get("/repository/activities").json() if each["id"] == repository]
    progress = activity["progress"]
    assert [progress[name] for name in ("added", "updated", "moved", "removed", "unreadable")] == [0] * 5
    hidden = [name for _, folders, files in os.walk(server.pictures[0]) for name in folders + files if name[0] == "."]
    assert hidden == []
    assert list((server.data_dir / "incoming").iterdir()) == []


def test_the_traffic_conforms_to_the_description(server: Server) -> None:
    count, faults = check_exchanges(server.recorder.exchanges)
    assert faults == []
    assert count > 40
