"""A key or a session that has ended is refused by each process, from the answer on that confirms the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest

from facetry.validate.manifest.permissions import DEFAULT_SCOPES
from tests.support.extensions.extension_keys import key_of
from tests.support.extensions.packages import archive
from tests.support.services.process_connections import ProcessConnections, connected_to_each
from tests.support.services.servers import Server, running_server

COUNT: Final = 3
ROUNDS: Final = 20
SELF: Final = "/apiSecret/self"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = {"FACETRY_WORKERS": str(COUNT)}
    with running_server(tmp_path_factory.mktemp("credentials"), [], extra_environment=environment) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def each_process(server: Server) -> Iterator[ProcessConnections]:
    with connected_to_each(server, COUNT) as connections:
        yield connections


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def new_key(client: httpx.Client, **query: str) -> dict[str, Any]:
    answer = client.post("/apiSecret/create", params={"type": "key", "name": "ada", **query})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def sign_in(server: Server, key: str) -> dict[str, str]:
    """The headers of requests in a new session."""
    answer = httpx.post(f"{server.url}/session/create", json={"key": key}, trust_env=False)
    assert answer.status_code == 201, answer.text
    name = f"facetry-session-{server.port}"
    return {"X-Facetry-Page": "1", "Cookie": f"{name}={answer.cookies[name]}", "Host": f"127.0.0.1:{server.port}"}


def test_a_revoked_key_is_refused_by_each_process_at_once(
    client: httpx.Client, each_process: ProcessConnections
) -> None:
    for _ in range(ROUNDS):
        key = new_key(client)
        for _ in range(2):
            assert each_process.statuses(key["value"]) == {200}
        assert client.delete(f"/apiSecret/{key['id']}/delete").status_code == 204
        assert each_process.statuses(key["value"]) == {401}


def test_a_revoked_key_writes_through_no_process(client: httpx.Client, each_process: ProcessConnections) -> None:
    """Each API process finds the principal of these writes by itself."""
    path, body = f"/image/{uuid4()}/setTags?extensionId=tagger", b'["cat"]'
    for _ in range(ROUNDS // 4):
        key = new_key(client, scope="image:tag:write")
        headers = {**bearer(key["value"]), "Content-Type": "application/json"}
        pids = each_process.processes.api_processes
        answers = [each_process.ask(pid, "PUT", path, headers, body) for pid in pids]
        assert [(status, answer["rule"]) for status, answer in answers] == [(404, "image.unknown")] * COUNT
        assert client.delete(f"/apiSecret/{key['id']}/delete").status_code == 204
        answers = [each_process.ask(pid, "PUT", path, headers, body) for pid in pids]
        assert [status for status, _ in answers] == [401] * COUNT


def test_keys_that_a_revoked_key_has_made_end_with_it(
    server: Server, client: httpx.Client, each_process: ProcessConnections
) -> None:
    maker = new_key(client, scope="apisecret:write,image:read")
    with server.client(maker["value"]) as other:
        made = new_key(other, scope="image:read", endsWithCreator="true")
    assert each_process.statuses(made["value"]) == {200}
    client.delete(f"/apiSecret/{maker['id']}/delete")
    assert each_process.statuses(made["value"]) == {401}


def test_a_key_is_revoked_through_each_process(client: httpx.Client, each_process: ProcessConnections) -> None:
    for pid in each_process.processes.api_processes:
        key = new_key(client)
        assert each_process.statuses(key["value"]) == {200}
        master = {"Authorization": str(client.headers["Authorization"])}
        assert each_process.ask(pid, "DELETE", f"/apiSecret/{key['id']}/delete", master) == (204, None)
        assert each_process.statuses(key["value"]) == {401}


@pytest.mark.parametrize("ends_key", [False, True])
def test_a_session_that_ended_is_refused_by_each_process_at_once(
    server: Server, client: httpx.Client, each_process: ProcessConnections, ends_key: bool
) -> None:
    for _ in range(ROUNDS // 4):
        key = new_key(client)
        session, other = sign_in(server, key["value"]), sign_in(server, key["value"])
        for headers in (session, other):
            assert {status for status, _ in each_process.ask_all("GET", SELF, headers)} == {200}
        if ends_key:
            assert client.delete(f"/apiSecret/{key['id']}/delete").status_code == 204
        else:
            pid = each_process.processes.api_processes[-1]
            assert each_process.ask(pid, "DELETE", "/session/delete", session)[0] == 204
        for status, answer in each_process.ask_all("GET", SELF, session):
            assert (status, answer["rule"]) == (401, "session.ended")
        remaining = {status for status, _ in each_process.ask_all("GET", SELF, other)}
        assert remaining == ({401} if ends_key else {200})


def test_changed_grants_hold_in_each_process_at_once(
    server: Server, client: httpx.Client, each_process: ProcessConnections
) -> None:
    installed = client.post(
        "/extension/install",
        params={"state": "enabled"},
        content=archive("storing"),
        headers={"Content-Type": "application/zip"},
    )
    assert installed.status_code == 201, installed.text
    key = key_of(server, "storing")
    for grants in (["repository:image:store"], [], ["repository:image:store"]):
        assert each_process.statuses(key) == {200}
        assert client.put("/extension/storing/setGrants", params={"grant": grants}).status_code == 200
        assert each_process.statuses(key) == {401}, "the key of the former scopes ends before the answer"
        key = key_of(server, "storing", other_than=key)
        for status, answer in each_process.ask_all("GET", SELF, bearer(key)):
            assert status == 200
            assert set(answer["scopes"]) == DEFAULT_SCOPES.union(grants)
    assert client.delete("/extension/storing/uninstall").status_code in (200, 202, 204)
    assert each_process.statuses(key) == {401}


def test_the_master_key_that_was_replaced_is_refused_by_each_process(tmp_path: Path) -> None:
    """The operator's own key cannot be replaced while the service runs; a new one counts after the next start."""
    environment = {"FACETRY_WORKERS": str(COUNT)}
    keys = []
    for _ in range(2):
        with running_server(tmp_path, [], extra_environment=environment) as server:
            keys.append(server.key)
            with connected_to_each(server, COUNT) as each_process:
                assert each_process.statuses(keys[-1]) == {200}
                assert [each_process.statuses(key) for key in keys[:-1]] == [{401}] * len(keys[:-1])
