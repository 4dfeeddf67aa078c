"""No event leaves for a key or a session after the answer that confirms its end: on streams, and on sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Final

import httpx
import pytest

from tests.support.services.followers import Follower, following_socket, following_stream, marked
from tests.support.services.servers import Server, running_server

ROUNDS: Final = 12


@pytest.fixture(scope="module", params=["1", "3"], ids=["one process", "several"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("ends")
    with running_server(folder, [], extra_environment={"FACETRY_WORKERS": request.param}) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def new_key(client: httpx.Client) -> dict[str, Any]:
    answer = client.post("/apiSecret/create", params={"type": "key", "name": "ada", "scope": "event:read"})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def revoke(client: httpx.Client, key: dict[str, Any]) -> None:
    assert client.delete(f"/apiSecret/{key['id']}/delete").status_code == 204


def sign_in(server: Server, key: str) -> dict[str, str]:
    """The headers of requests in a new session."""
    answer = httpx.post(f"{server.url}/session/create", json={"key": key}, trust_env=False)
    assert answer.status_code == 201, answer.text
    name = f"facetry-session-{server.port}"
    return {"X-Facetry-Page": "1", "Cookie": f"{name}={answer.cookies[name]}"}


Case = tuple[AbstractContextManager[Follower], Callable[[], None]]
"""A client that follows events, and what ends its key or session."""


def stream_of_key(server: Server, client: httpx.Client) -> Case:
    key = new_key(client)
    return following_stream(server.url, {"Authorization": f"Bearer {key['value']}"}), lambda: revoke(client, key)


def stream_of_session(server: Server, client: httpx.Client) -> Case:
    headers = sign_in(server, new_key(client)["value"])

    def end() -> None:
        answer = httpx.delete(f"{server.url}/session/delete", headers=headers, trust_env=False)
        assert answer.status_code == 204, answer.text

    return following_stream(server.url, headers), end


def stream_of_session_of_key(server: Server, client: httpx.Client) -> Case:
    key = new_key(client)
    return following_stream(server.url, sign_in(server, key["value"])), lambda: revoke(client, key)


def front_end(server: Server, client: httpx.Client) -> Case:
    key = new_key(client)
    return following_socket(server.url, key["value"]), lambda: revoke(client, key)


@pytest.mark.parametrize(
    "make", [stream_of_key, stream_of_session, stream_of_session_of_key, front_end], ids=lambda each: each.__name__
)
def test_no_event_leaves_after_the_end(server: Server, client: httpx.Client, make: Callable[..., Case]) -> None:
    for _ in range(ROUNDS):
        following, end = make(server, client)
        with following as follower:
            follower.wait_for(marked(client))
            end()
            later = [marked(client) for _ in range(3)]
            received = follower.text_at_end()
            assert not any(each in received for each in later)


def test_events_of_others_go_on(server: Server, client: httpx.Client) -> None:
    staying, ending = new_key(client), new_key(client)
    headers = [{"Authorization": f"Bearer {key['value']}"} for key in (staying, ending)]
    with following_stream(server.url, headers[0]) as one, following_socket(server.url, staying["value"]) as two:
        with following_stream(server.url, headers[1]) as other:
            other.wait_for(marked(client))
            revoke(client, ending)
            word = marked(client)
            for follower in (one, two):
                follower.wait_for(word)
            other.text_at_end()
        revoke(client, staying)
        one.text_at_end()
        two.text_at_end()
