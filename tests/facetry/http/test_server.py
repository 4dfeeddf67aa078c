"""The application behind a real server, with requests as raw bytes."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.facetry.http.conftest import peak_memory, reset_peak_memory, serve_on_loopback

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
KEY = b"Host: a\r\nAuthorization: Bearer good\r\n"
PUT = b"PUT /image/" + IMAGE.encode() + b"/setTags?extensionId=a HTTP/1.1\r\n" + KEY


@pytest.fixture(scope="module")
def port(shared: Any) -> Iterator[int]:
    with serve_on_loopback(shared.application) as found:
        yield found


def exchange(port: int, *parts: bytes) -> bytes:
    """All bytes of the server until it closes the connection; the last request must cause that."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        for part in parts:
            connection.sendall(part)
        answer = b""
        while received := connection.recv(65536):
            answer += received
    return answer


CLOSE = b"Connection: close\r\n"


def test_keep_alive_and_head(port: int) -> None:
    answer = exchange(
        port,
        b"GET /ping HTTP/1.1\r\nHost: a\r\n\r\n",
        b"HEAD /ping HTTP/1.1\r\nHost: a\r\n\r\n",
        b"OPTIONS /ping HTTP/1.1\r\nHost: a\r\n" + CLOSE + b"\r\n",
    )
    assert answer.count(b"HTTP/1.1 ") == 3
    assert answer.count(b"pong") == 1
    assert b"HTTP/1.1 204" in answer


def test_a_chunked_body(port: int) -> None:
    head = PUT + CLOSE + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert exchange(port, head, b'3\r\n["a\r\n', b'2\r\n"]\r\n0\r\n\r\n').startswith(b"HTTP/1.1 204 ")


def test_an_endless_body_is_cut_off(port: int) -> None:
    head = PUT + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = exchange(port, head, b"200\r\n" + b"x" * 512 + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer.lower()


def test_a_content_length_above_the_cap_is_refused_at_once(port: int) -> None:
    head = PUT + b"Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n"
    assert exchange(port, head).startswith(b"HTTP/1.1 413 ")


def test_a_raw_path_is_not_normalised(port: int) -> None:
    for path in (b"/image%2F..%2Fping", b"/%2e%2e/ping", b"//ping", b"/ping%2f"):
        assert exchange(port, b"GET " + path + b" HTTP/1.1\r\n" + KEY + CLOSE + b"\r\n").startswith(b"HTTP/1.1 404 ")


def test_a_disconnect_does_not_affect_other_clients(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(PUT + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n[")
    assert b"pong" in exchange(port, b"GET /ping HTTP/1.1\r\nHost: a\r\n" + CLOSE + b"\r\n")


def test_a_download_over_the_wire(port: int, client: Any, tmp_path: Path) -> None:
    content = bytes(range(256)) * 8192
    (tmp_path / "image.png").write_bytes(content)
    request = b"GET /image/" + IMAGE.encode() + b"/download HTTP/1.1\r\n" + KEY + CLOSE
    head, _, body = exchange(port, request + b"\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert body == content
    head, _, body = exchange(port, request + b"Range: bytes=1-3\r\n\r\n").partition(b"\r\n\r\n")
    assert (head[:12], body) == (b"HTTP/1.1 206", content[1:4])


def test_a_large_file_passes_in_little_memory(port: int, client: Any, tmp_path: Path) -> None:
    """Also for a slow client: the file is read no faster than it is sent."""
    size = 100 * 1024 * 1024
    with (tmp_path / "image.png").open("wb") as file:
        file.truncate(size)
    request = b"GET /image/" + IMAGE.encode() + b"/download HTTP/1.1\r\n" + KEY + CLOSE
    buffer, taken = bytearray(65536), 0
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request + b"\r\n")
        connection.recv_into(buffer)
        reset_peak_memory()
        before = peak_memory()
        time.sleep(0.5)
        while received := connection.recv_into(buffer):
            taken += received
    assert taken > size - len(buffer)
    assert peak_memory() - before < 4 * 1024 * 1024
