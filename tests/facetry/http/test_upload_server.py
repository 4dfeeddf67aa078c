"""Bodies that are not JSON over real sockets: endless ones, interrupted ones, and clients that do not wait."""

import hashlib
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.facetry.http.conftest import forget_peak, listening, peak
from tests.facetry.http.upload_application import LARGE_CAP, Uploading

KEY = b"Host: example.org:81\r\nAuthorization: Bearer good\r\n"
PNG = KEY + b"Content-Type: image/png\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
CLOSE = b"Connection: close\r\n"
MEBIBYTE = 1024 * 1024


@pytest.fixture
def uploading(tmp_path: Path) -> Uploading:
    return Uploading(tmp_path / "spool")


@pytest.fixture
def port(uploading: Uploading) -> Iterator[int]:
    with listening(uploading.application()) as found:
        yield found


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def answered(connection: socket.socket) -> bytes:
    """Everything that is sent until the connection ends, in whatever way."""
    answer = b""
    with suppress(ConnectionResetError):
        while received := connection.recv(65536):
            answer += received
    return answer


def eventually(holds: object, seconds: float = 10) -> None:
    """Returns when the function `holds` says so."""
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_large_body_passes_in_little_memory(port: int, uploading: Uploading) -> None:
    piece, digest = bytes(range(256)) * 4096, hashlib.sha256()
    uploading.deed = lambda body: body.size
    with connected(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + CLOSE + b"Content-Length: %d\r\n\r\n" % LARGE_CAP)
        connection.sendall(piece)
        forget_peak()
        before = peak()
        for _ in range(LARGE_CAP // len(piece) - 1):
            connection.sendall(piece)
            digest.update(piece)
        answer = answered(connection)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b'{"size":%d,"deed":%d}' % (LARGE_CAP, LARGE_CAP))
    assert peak() - before < 8 * MEBIBYTE
    assert uploading.left() == []


def test_an_endless_body_is_cut_off(port: int, uploading: Uploading) -> None:
    chunk = b"100000\r\n" + b"x" * MEBIBYTE + b"\r\n"
    sent = 0
    with connected(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + CHUNKED + chunk)
        forget_peak()
        before = peak()
        with suppress(BrokenPipeError, ConnectionResetError):  # nobody listens any more
            while sent < 2 * LARGE_CAP:
                connection.sendall(chunk)
                sent += MEBIBYTE
        answer = answered(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer
    assert sent < LARGE_CAP + 16 * MEBIBYTE
    assert peak() - before < 8 * MEBIBYTE
    assert uploading.left() == []


def test_a_large_announced_body_is_not_awaited(port: int, uploading: Uploading) -> None:
    with connected(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + b"Content-Length: %d\r\n\r\n" % (LARGE_CAP + 1))
        assert answered(connection).startswith(b"HTTP/1.1 413 ")
    assert not uploading.spool.exists()


def test_the_bytes_are_asked_for_when_the_client_waits(port: int) -> None:
    head = b"PUT /store HTTP/1.1\r\n" + CLOSE + b"Expect: 100-continue\r\nContent-Length: 3\r\n"
    with connected(port) as connection:
        connection.sendall(head + PNG + b"\r\n")
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"abc")
        assert answered(connection).startswith(b"HTTP/1.1 200 ")
    with connected(port) as connection:
        connection.sendall(head + KEY + b"Content-Type: text/plain\r\n\r\n")
        assert answered(connection).startswith(b"HTTP/1.1 415 ")


def test_a_connection_lives_on_after_a_refusal(port: int, uploading: Uploading) -> None:
    body = b"Content-Length: 900000\r\n\r\n" + b"x" * 900_000
    with connected(port) as connection:
        connection.sendall(b"PUT /store HTTP/1.1\r\n" + KEY + b"Content-Type: text/plain\r\n" + body)
        connection.sendall(b"PUT /store HTTP/1.1\r\n" + PNG + CLOSE + body)
        answer = answered(connection)
    assert (answer.count(b"HTTP/1.1 415 "), answer.count(b"HTTP/1.1 200 ")) == (1, 1)
    assert uploading.left() == []


def test_a_client_that_leaves_in_the_middle_leaves_no_file(port: int, uploading: Uploading) -> None:
    with connected(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + b"Content-Length: 9000000\r\n\r\n" + b"x" * 8_000_000)
        eventually(lambda: [path for path in uploading.left() if path.stat().st_size > 1_000_000])
    eventually(lambda: uploading.left() == [])


def test_a_client_that_leaves_ends_its_work(port: int, uploading: Uploading) -> None:
    with connected(port) as connection:
        connection.sendall(b"PUT /slow HTTP/1.1\r\n" + PNG + b"Content-Length: 3\r\n\r\nabc")
        eventually(uploading.left)
        time.sleep(0.1)
        assert uploading.ends == []
    eventually(lambda: uploading.ends == ["cancelled with 1", "handler"])
    eventually(lambda: uploading.left() == [])


def test_the_host_is_told(port: int) -> None:
    for header, host in ((b"Host: example.org:81\r\n", b'"example.org:81"'), (b"Host: a b\r\n", b"null")):
        with connected(port) as connection:
            connection.sendall(b"GET /ping HTTP/1.1\r\n" + CLOSE + header + b"\r\n")
            answer = answered(connection)
        expected = b'{"host":%b}' % host
        assert answer.endswith(expected), answer
