"""Ids for what people write, registered over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.support.extensions.packages import archive
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("ensured")
    (folder / "pictures").mkdir()
    write_pictures(folder / "pictures", 1)
    with running_server(folder, [folder / "pictures"]) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def ensure(client: httpx.Client, id: str) -> httpx.Response:
    return client.put("/extension/ensure", params={"id": id})


def test_a_person_writes_tags_under_an_id_that_was_ensured(client: httpx.Client) -> None:
    (image,) = client.post("/image/search/ids", json={}).json()["items"]
    tags, owner = f"/image/{image}/ensureTags", {"extensionId": "user"}
    assert client.put(tags, params=owner, json=["holiday"]).json()["rule"] == "extension.unknown"
    assert ensure(client, "user").json() == {"id": "user", "isNew": True}
    assert client.put(tags, params=owner, json=["holiday"]).status_code == 204
    assert ensure(client, "user").json() == {"id": "user", "isNew": False}
    assert client.get(f"/image/{image}/getAllTags").json() == [{"id": "user", "value": "holiday"}]


def test_the_id_has_no_program_and_is_announced_once(client: httpx.Client) -> None:
    ensure(client, "visitor")
    ensure(client, "visitor")
    assert [each["manifest"]["id"] for each in client.get("/extension/list").json()] == []
    events = client.get("/event/stream", params={"wait": "false"}, headers={"Last-Event-ID": "0"}).text
    assert events.count('"visitor"') == 1
    assert client.delete("/extension/visitor/unregister").status_code == 204


def test_ids_that_are_taken_are_refused(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/zip"}
    installed = client.post(
        "/extension/install", params={"state": "paused"}, content=archive("sky-tagger"), headers=headers
    )
    assert installed.is_success, installed.text
    for id in ("sky-tagger", "Sky-Tagger"):
        refused = ensure(client, id)
        assert (refused.status_code, refused.json()["rule"]) == (409, "extension.taken")
    assert client.delete("/extension/sky-tagger/uninstall").status_code == 204


def test_a_key_without_the_scope_registers_nothing(server: Server, client: httpx.Client) -> None:
    parameters = {"type": "key", "name": "tagger", "scope": "image:tag:write"}
    key = client.post("/apiSecret/create", params=parameters).json()["value"]
    with server.client(key) as other:
        assert ensure(other, "friend").status_code == 403
    assert ensure(client, "friend").json()["isNew"] is True
