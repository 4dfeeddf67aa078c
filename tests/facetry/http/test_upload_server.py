"""Bodies that are not JSON over real sockets: endless and interrupted bodies, and clients that disconnect."""

import hashlib
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.facetry.http.conftest import peak_memory, reset_peak_memory, serve_on_loopback
from tests.facetry.http.upload_application import LARGE_CAP, UploadApplication

KEY = b"Host: example.org:81\r\nAuthorization: Bearer good\r\n"
PNG = KEY + b"Content-Type: image/png\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
CLOSE = b"Connection: close\r\n"
MEBIBYTE = 1024 * 1024


@pytest.fixture
def uploading(tmp_path: Path) -> UploadApplication:
    return UploadApplication(tmp_path / "spool")


@pytest.fixture
def port(uploading: UploadApplication) -> Iterator[int]:
    with serve_on_loopback(uploading.application()) as found:
        yield found


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def receive_all(connection: socket.socket) -> bytes:
    """All bytes until the connection is closed or reset."""
    answer = b""
    with suppress(ConnectionResetError):
        while received := connection.recv(65536):
            answer += received
    return answer


def wait_until(condition: object, seconds: float = 10) -> None:
    """Returns when the function `condition` returns a true value."""
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_large_body_passes_in_little_memory(port: int, uploading: UploadApplication) -> None:
    piece, digest = bytes(range(256)) * 4096, hashlib.sha256()
    uploading.action = lambda body: body.size
    with connect(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + CLOSE + b"Content-Length: %d\r\n\r\n" % LARGE_CAP)
        connection.sendall(piece)
        reset_peak_memory()
        before = peak_memory()
        for _ in range(LARGE_CAP // len(piece) - 1):
            connection.sendall(piece)
            digest.update(piece)
        answer = receive_all(connection)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b'{"size":%d,"deed":%d}' % (LARGE_CAP, LARGE_CAP))
    assert peak_memory() - before < 8 * MEBIBYTE
    assert uploading.spooled_files() == []


def test_an_endless_body_is_cut_off(port: int, uploading: UploadApplication) -> None:
    chunk = b"100000\r\n" + b"x" * MEBIBYTE + b"\r\n"
    sent = 0
    with connect(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + CHUNKED + chunk)
        reset_peak_memory()
        before = peak_memory()
        with suppress(BrokenPipeError, ConnectionResetError):  # the server has closed the connection
            while sent < 2 * LARGE_CAP:
                connection.sendall(chunk)
                sent += MEBIBYTE
        answer = receive_all(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer
    assert sent < LARGE_CAP + 16 * MEBIBYTE
    assert peak_memory() - before < 8 * MEBIBYTE
    assert uploading.spooled_files() == []


def test_a_content_length_above_the_cap_is_refused_at_once(port: int, uploading: UploadApplication) -> None:
    with connect(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + b"Content-Length: %d\r\n\r\n" % (LARGE_CAP + 1))
        assert receive_all(connection).startswith(b"HTTP/1.1 413 ")
    assert not uploading.spool.exists()


def test_expect_100_continue_is_answered(port: int) -> None:
    head = b"PUT /store HTTP/1.1\r\n" + CLOSE + b"Expect: 100-continue\r\nContent-Length: 3\r\n"
    with connect(port) as connection:
        connection.sendall(head + PNG + b"\r\n")
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"abc")
        assert receive_all(connection).startswith(b"HTTP/1.1 200 ")
    with connect(port) as connection:
        connection.sendall(head + KEY + b"Content-Type: text/plain\r\n\r\n")
        assert receive_all(connection).startswith(b"HTTP/1.1 415 ")


def test_a_connection_stays_open_after_a_refusal(port: int, uploading: UploadApplication) -> None:
    body = b"Content-Length: 900000\r\n\r\n" + b"x" * 900_000
    with connect(port) as connection:
        connection.sendall(b"PUT /store HTTP/1.1\r\n" + KEY + b"Content-Type: text/plain\r\n" + body)
        connection.sendall(b"PUT /store HTTP/1.1\r\n" + PNG + CLOSE + body)
        answer = receive_all(connection)
    assert (answer.count(b"HTTP/1.1 415 "), answer.count(b"HTTP/1.1 200 ")) == (1, 1)
    assert uploading.spooled_files() == []


def test_a_disconnect_during_the_body_leaves_no_file(port: int, uploading: UploadApplication) -> None:
    with connect(port) as connection:
        connection.sendall(b"PUT /large HTTP/1.1\r\n" + PNG + b"Content-Length: 9000000\r\n\r\n" + b"x" * 8_000_000)
        wait_until(lambda: [path for path in uploading.spooled_files() if path.stat().st_size > 1_000_000])
    wait_until(lambda: uploading.spooled_files() == [])


def test_a_disconnect_cancels_the_handler(port: int, uploading: UploadApplication) -> None:
    with connect(port) as connection:
        connection.sendall(b"PUT /slow HTTP/1.1\r\n" + PNG + b"Content-Length: 3\r\n\r\nabc")
        wait_until(uploading.spooled_files)
        time.sleep(0.1)
        assert uploading.endings == []
    wait_until(lambda: uploading.endings == ["cancelled with 1", "handler"])
    wait_until(lambda: uploading.spooled_files() == [])


def test_the_handler_sees_the_host_header(port: int) -> None:
    for header, host in ((b"Host: example.org:81\r\n", b'"example.org:81"'), (b"Host: a b\r\n", b"null")):
        with connect(port) as connection:
            connection.sendall(b"GET /ping HTTP/1.1\r\n" + CLOSE + header + b"\r\n")
            answer = receive_all(connection)
        expected = b'{"host":%b}' % host
        assert answer.endswith(expected), answer
