"""Requests that are answered before their body has arrived: every client sees the answer, and no client holds the
server.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.server.http_protocol import KNOWN_CALLER, UNKNOWN_CALLER, DrainLimits
from tests.support.services.servers import HOST, Server, running_server
from tests.support.services.service_processes import service_processes

TAGS = "/image/00000000-0000-4000-8000-000000000000/setTags?extensionId=tagger"
BODY = b" " * 3_000_000
"""Larger than the limit of the operation, and than the buffers of a connection."""
PIECE = bytes(262_144)
BUFFERS = 32_000_000
"""What the operating system may take from a sender beyond what the server reads."""
REPETITIONS = 50
PROGRAM = """
const [url, key, count, size, isStream] = process.argv.slice(1);
const seen = {};
function stream() {
  let left = Number(size);
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(65536).fill(32));
      left -= 65536;
    },
  });
}
for (let number = 0; number < Number(count); number++) {
  let outcome;
  try {
    const headers = {'Content-Type': 'application/json', Authorization: `Bearer ${key}`};
    const body = isStream === 'true' ? stream() : ' '.repeat(Number(size));
    const answer = await fetch(url, {method: 'PUT', headers, body, duplex: 'half'});
    outcome = `${answer.status} ${(await answer.json()).rule}`;
  } catch (error) {
    outcome = String(error.cause?.code ?? error);
  }
  seen[outcome] = (seen[outcome] ?? 0) + 1;
}
console.log(JSON.stringify(seen));
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("early")
    (directory / "pictures").mkdir()
    with running_server(directory, [directory / "pictures"]) as running:
        yield running


def head(server: Server, *fields: str, method: str = "PUT", path: str = TAGS, key: bool = True) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *fields]
    if key:
        lines.append(f"Authorization: Bearer {server.key}")
    return "\r\n".join([*lines, "", ""]).encode()


JSON = "Content-Type: application/json"
LENGTH = f"Content-Length: {len(BODY)}"
CHUNKED = "Transfer-Encoding: chunked"


def connect(server: Server) -> socket.socket:
    return socket.create_connection((HOST, server.port), timeout=30)


def answer_of(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next answer. Reads not one byte more."""
    received = b""
    while not received.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        assert byte, received
        received += byte
    length = int(received.lower().partition(b"content-length:")[2].split()[0])
    body = connection.recv(length, socket.MSG_WAITALL) if length else b""
    return int(received.split()[1]), body


def refusal_of(connection: socket.socket) -> tuple[int, str]:
    """Status and rule of the next answer, a problem."""
    status, body = answer_of(connection)
    return status, json.loads(body)["rule"]


def sent_bytes(connection: socket.socket, piece: bytes, pause: float, seconds: float) -> int:
    """The bytes that an endless sender sends before the server closes the connection."""
    sent, deadline = 0, time.monotonic() + seconds
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < deadline:
            sent += connection.send(piece)
            time.sleep(pause)
        pytest.fail(f"the connection is still open after {seconds} s and {sent} bytes")
    return sent


def peak_memory(server: Server) -> int:
    """The peaks of all processes of the service."""
    statuses = [
        Path(f"/proc/{pid}/status").read_text() for pid in service_processes(server.process.pid, server.data_dir)
    ]
    return sum(int(status.partition("VmHWM:")[2].split()[0]) * 1024 for status in statuses)


def test_a_client_that_writes_all_before_it_reads_sees_each_refusal_of_a_large_body(server: Server) -> None:
    for _ in range(REPETITIONS):
        with connect(server) as connection:
            connection.sendall(head(server, JSON, LENGTH) + BODY)
            assert refusal_of(connection) == (413, "body.too-large")
            assert connection.recv(1) == b""  # closed, and not reset


@pytest.mark.parametrize(("size", "is_stream"), [(8_000_000, "false"), (3_000_000, "true")])
def test_fetch_of_node_sees_each_refusal_of_a_large_body(server: Server, size: int, is_stream: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    arguments = [server.url + TAGS, server.key, str(REPETITIONS), str(size), is_stream]
    command = [node, "--input-type=module", "-e", PROGRAM, "--", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"413 body.too-large": REPETITIONS}


@pytest.mark.parametrize(
    ("fields", "method", "path", "key", "status"),
    [
        ((JSON, LENGTH), "PUT", TAGS, False, 401),
        ((JSON, LENGTH, "Authorization: Bearer wrong"), "PUT", TAGS, False, 401),
        ((JSON, LENGTH), "PUT", "/nowhere", False, 404),
        ((JSON, LENGTH), "PUT", "/livez", False, 405),
        (("Content-Type: text/plain", LENGTH), "PUT", TAGS, True, 415),
        ((JSON, LENGTH), "PUT", TAGS.partition("?")[0], True, 400),
        ((JSON, LENGTH), "GET", "/repository/list", True, 400),
    ],
)
def test_other_early_refusals_are_seen_as_well(
    server: Server, fields: tuple[str, ...], method: str, path: str, key: bool, status: int
) -> None:
    for _ in range(5):
        with connect(server) as connection:
            connection.sendall(head(server, *fields, method=method, path=path, key=key) + BODY)
            assert answer_of(connection)[0] == status


def test_a_connection_with_a_key_goes_on_after_a_refusal_whose_body_has_arrived(server: Server) -> None:
    live = head(server, method="GET", path="/livez")
    unknown = TAGS.replace("extensionId", "extension")
    with connect(server) as connection:
        connection.sendall(head(server, JSON, LENGTH, path=unknown))
        assert refusal_of(connection) == (400, "parameter.unknown")
        connection.sendall(BODY + live)
        assert answer_of(connection)[0] == 200
        connection.sendall(head(server, JSON, CHUNKED, path=unknown) + b"3\r\n[1]\r\n0\r\n\r\n" + live)
        assert answer_of(connection)[0] == 400
        assert answer_of(connection)[0] == 200


def test_a_connection_without_a_key_ends_after_an_early_refusal(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, JSON, LENGTH, key=False))
        received = connection.recv(65_536)
        assert received.startswith(b"HTTP/1.1 401 ")
        assert b"\r\nconnection: close\r\n" in received
        connection.sendall(BODY + head(server, method="GET", path="/livez"))
        while connection.recv(65_536):
            pass


def test_nothing_after_a_closing_answer_is_a_request(server: Server) -> None:
    body = BODY + head(server, method="GET", path="/livez") * 3
    with connect(server) as connection:
        connection.sendall(head(server, JSON, LENGTH) + body)
        assert answer_of(connection)[0] == 413
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(65_536) == b""


@pytest.mark.parametrize(("key", "limits"), [(False, UNKNOWN_CALLER), (True, KNOWN_CALLER)])
@pytest.mark.parametrize("framing", ["Content-Length: 90000000000", CHUNKED])
def test_an_endless_sender_is_cut_off_and_takes_no_memory(
    server: Server, key: bool, limits: DrainLimits, framing: str
) -> None:
    before = peak_memory(server)
    with connect(server) as connection:
        connection.sendall(head(server, JSON, framing, key=key))
        if framing == CHUNKED:
            connection.sendall(b"fffffffff\r\n")
        sent = sent_bytes(connection, PIECE, 0, limits.seconds + 5)
    assert limits.max_bytes < sent < limits.max_bytes + BUFFERS
    assert peak_memory(server) - before < 8_000_000


def test_a_caller_without_a_key_may_send_least(server: Server) -> None:
    assert UNKNOWN_CALLER.max_bytes < KNOWN_CALLER.max_bytes
    assert UNKNOWN_CALLER.seconds < KNOWN_CALLER.seconds
    with connect(server) as connection:  # a name alone is no key
        connection.sendall(head(server, JSON, "Content-Length: 90000000000", "Authorization: Bearer wrong", key=False))
        assert sent_bytes(connection, PIECE, 0, UNKNOWN_CALLER.seconds + 5) < KNOWN_CALLER.max_bytes


@pytest.mark.parametrize("fields", [(JSON, LENGTH), (JSON, LENGTH, "Connection: close")])
def test_a_slow_sender_is_cut_off_at_the_deadline(server: Server, fields: tuple[str, ...]) -> None:
    began = time.monotonic()
    with connect(server) as connection:
        connection.sendall(head(server, *fields, key=False))
        assert answer_of(connection)[0] == 401
        sent_bytes(connection, b" ", 0.1, 20)
    assert UNKNOWN_CALLER.seconds - 0.5 < time.monotonic() - began < KNOWN_CALLER.seconds


def test_a_client_that_waits_to_continue_sends_no_body_beyond_the_limit(server: Server) -> None:
    waiting = "Expect: 100-continue"
    with connect(server) as connection:
        connection.sendall(head(server, JSON, LENGTH, waiting))
        assert refusal_of(connection) == (413, "body.too-large")
        assert connection.recv(1) == b""
    with connect(server) as connection:
        connection.sendall(head(server, JSON, "Content-Length: 2", waiting))
        assert connection.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"[]")
        assert answer_of(connection)[0] == 404
        connection.sendall(head(server, method="GET", path="/livez"))
        assert answer_of(connection)[0] == 200
