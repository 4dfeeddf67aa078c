"""Keys that are revoked with the key that created them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.support.services.servers import Server, running_server


def created(client: httpx.Client, name: str, **parameters: str) -> Any:
    answer = client.post("/apiSecret/create", params={"type": "key", "name": name, **parameters})
    assert answer.status_code == 201, answer.text
    return answer.json()


def status(server: Server, key: Any) -> int:
    """The status that a request with the key gets."""
    with server.client(key["value"]) as client:
        return client.get("/apiSecret/self").status_code


def test_keys_end_with_their_creator_by_choice(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, server.client() as master:
        first = created(master, "first")
        with server.client(first["value"]) as client:
            ending = created(client, "ending", endsWithCreator="true")
            staying = created(client, "staying")
        with server.client(ending["value"]) as client:
            last = created(client, "last", endsWithCreator="true")
        listed = {each["name"]: each.get("creatorId") for each in master.get("/apiSecret/list").json()}
        assert listed == {"first": None, "ending": first["id"], "staying": None, "last": ending["id"]}
        assert master.get(f"/apiSecret/{last['id']}/get").json()["creatorId"] == ending["id"]
        assert [status(server, key) for key in (first, ending, staying, last)] == [200] * 4

        assert master.delete(f"/apiSecret/{first['id']}/delete").status_code == 204
        assert [status(server, key) for key in (first, ending, staying, last)] == [401, 401, 200, 401]
        assert [each["name"] for each in master.get("/apiSecret/list").json()] == ["staying"]
    with running_server(tmp_path, []) as server:
        assert [status(server, key) for key in (first, ending, staying, last)] == [401, 401, 200, 401]


def test_revoking_a_key_leaves_its_creator(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, server.client() as master:
        first = created(master, "first")
        with server.client(first["value"]) as client:
            ending = created(client, "ending", endsWithCreator="true")
            assert client.delete(f"/apiSecret/{ending['id']}/delete").status_code == 204
        assert [status(server, key) for key in (first, ending)] == [200, 401]


def test_no_key_ends_with_the_master_key(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, server.client() as master:
        answer = master.post("/apiSecret/create", params={"type": "key", "name": "k", "endsWithCreator": "true"})
        assert (answer.status_code, answer.json()["rule"]) == (400, "apiSecret.master-creator")
        assert master.get("/apiSecret/list").json() == []
