"""Callers without a valid key are refused at once, whatever they send, and by each number of processes alike."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator
from typing import Final
from uuid import UUID

import pytest

from tests.support.services.servers import HOST, IS_CLUSTER, Server, running_server
from tests.support.services.service_processes import wait_for_processes

COUNT: Final = 2
SECONDS: Final = 5.0
"""How long an answer is waited for: less than the server waits for a body."""
IMAGE: Final = UUID(int=1)
SET_FEATURES: Final = f"PUT /image/{IMAGE}/setFeatures?extensionId=tagger"
SET_TAGS: Final = f"PUT /image/{IMAGE}/setTags?extensionId=tagger"
STORE: Final = "POST /repository/1/storeImage?path=a.png"
JSON: Final = "Content-Type: application/json"
PROMISED: Final = f"{JSON}\r\nContent-Length: 2"
WRONG_KEY: Final = "Authorization: Bearer fct_wrong"
ENDED_SESSION: Final = f"X-Facetry-Page: 1\r\nCookie: facetry-session-80={'a' * 43}"
REQUESTS: Final = {
    "no key, no body": (SET_FEATURES, JSON, "", 401),
    "no key, a body": (SET_FEATURES, PROMISED, "[]", 401),
    "no key, a body that does not come": (SET_FEATURES, PROMISED, "", 401),
    "no key, half of a body": (SET_FEATURES, PROMISED, "[", 401),
    "no key, a call": (SET_TAGS, PROMISED, "", 401),
    "no key, an upload": (STORE, "Content-Type: image/png\r\nTransfer-Encoding: chunked", "", 401),
    "no key, a body that is awaited": (STORE, "Content-Length: 9\r\nExpect: 100-continue", "", 401),
    "no key, a deletion": (f"DELETE /image/{IMAGE}/delete", "Content-Length: 0", "", 401),
    "no key, an installation": ("POST /extension/install", "Content-Length: 9", "", 401),
    "no key, another origin": (SET_FEATURES, f"{PROMISED}\r\nOrigin: http://friend.example", "", 401),
    "a wrong key": (SET_FEATURES, f"{PROMISED}\r\n{WRONG_KEY}", "", 401),
    "a wrong key, a body": (SET_FEATURES, f"{PROMISED}\r\n{WRONG_KEY}", "[]", 401),
    "a wrong key, a call": (SET_TAGS, f"{PROMISED}\r\n{WRONG_KEY}", "", 401),
    "two keys": (SET_FEATURES, f"{PROMISED}\r\n{WRONG_KEY}\r\nX-API-KEY: another", "", 400),
    "another scheme": (SET_FEATURES, f"{PROMISED}\r\nAuthorization: Basic eDp5", "", 401),
    "an ended session": (SET_FEATURES, f"{PROMISED}\r\n{ENDED_SESSION}", "", 401),
    "no operation": ("PUT /image/nowhere/at/all", PROMISED, "", 404),
    "no such method": ("DELETE /repository/activities", "Content-Length: 2", "", 405),
    "a wrong key in a body": ("POST /session/create", f"{JSON}\r\nContent-Length: 13", '{"key":"fct"}', 401),
    "no body for a session": ("POST /session/create", f"{JSON}\r\nContent-Length: 0", "", 400),
    "a page that is gone": (f"PUT /ui/bundle/{IMAGE}/@api/image/{IMAGE}/setTags", PROMISED, "", 404),
}
"""Requests without a valid key: their address, headers and body, and the status of their answer."""
if IS_CLUSTER:  # a host forwards a small body as a whole, so that it can repeat the request
    del REQUESTS["a page that is gone"]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """The same service with one process and with several."""
    origins = {"FACETRY_ORIGINS": "http://friend.example"}
    one, several = ({**origins, "FACETRY_WORKERS": str(count)} for count in (1, COUNT))
    with (
        running_server(tmp_path_factory.mktemp("one"), [], extra_environment=one) as of_one,
        running_server(tmp_path_factory.mktemp("several"), [], extra_environment=several) as of_several,
    ):
        yield of_one, of_several


def answer_of(server: Server, request: str, headers: str, body: str) -> bytes:
    """The answer to a request whose body may be incomplete, without its id and its time."""
    head = f"{request} HTTP/1.1\r\nHost: facetry.example\r\n{headers}\r\n\r\n"
    received = b""
    with socket.create_connection((HOST, server.port), timeout=SECONDS) as connection:
        connection.sendall((head + body).encode())
        while not is_complete(received):
            part = connection.recv(65_536)
            assert part, received
            received += part
    return re.sub(rb"(?m)^(date|x-request-id): .*$", rb"\1", received)


def is_complete(answer: bytes) -> bool:
    head, end, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?m)^content-length: (\d+)", head)
    return bool(end) and length is not None and len(body) >= int(length[1])


@pytest.mark.parametrize("name", REQUESTS)
def test_several_processes_answer_unknown_callers_as_one_does(servers: tuple[Server, Server], name: str) -> None:
    *request, status = REQUESTS[name]
    of_one, of_several = (answer_of(server, *request) for server in servers)
    assert of_one.startswith(b"HTTP/1.1 %d " % status)
    assert of_several == of_one


@pytest.mark.parametrize("name", [name for name in REQUESTS if name.startswith("no key")])
def test_requests_without_a_key_do_not_reach_the_coordinator(servers: tuple[Server, Server], name: str) -> None:
    _, several = servers
    *request, status = REQUESTS[name]
    coordinator = wait_for_processes(several.process.pid, several.data_dir, COUNT).coordinator
    os.kill(coordinator, signal.SIGSTOP)
    try:
        assert answer_of(several, *request).startswith(b"HTTP/1.1 %d " % status)
    finally:
        os.kill(coordinator, signal.SIGCONT)


def test_a_session_begins_without_a_key_before(servers: tuple[Server, Server]) -> None:
    for server in servers:
        body = f'{{"key":"{server.key}"}}'
        headers = f"{JSON}\r\nContent-Length: {len(body)}"
        assert answer_of(server, "POST /session/create", headers, body).startswith(b"HTTP/1.1 201 ")
