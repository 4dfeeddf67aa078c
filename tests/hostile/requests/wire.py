"""Raw HTTP/1.1 over a socket: cases as bytes, and a strict parser of the responses."""

import re
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass

HOST = "127.0.0.1"
CLOSED = 0  # in a case's statuses: the connection was closed, or left waiting, without an answer
SILENCE = 1.5  # seconds without a byte after which an unanswered request counts as waiting
AFTERWARDS = 0.06  # seconds to wait for an answer that must not come
_STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3}) [ -~]*")
_HEADER = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\r\n\x00]*)")


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP response, as read off the wire. Header names are lower-case."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first header with this name."""
        return next((value for key, value in self.headers if key == name), None)


@dataclass(frozen=True, slots=True)
class Case:
    """Bytes to send, and the responses that are allowed.

    `statuses` are the allowed statuses of the first response; `answers` is the maximum number of responses, without
    interim ones; `rule` is the rule that the problem must name; `half_close` ends our side after the last byte; `heads`
    says that responses have no body, as for HEAD; `allow` holds the methods that a 405 must list.
    """

    name: str
    wire: bytes
    statuses: frozenset[int]
    answers: int = 1
    rule: str | None = None
    half_close: bool = False
    heads: bool = False
    allow: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """The result of a case: complete responses, remaining bytes, and whether the server closed the connection."""

    answers: tuple[Answer, ...]
    rest: bytes
    closed: bool
    seconds: float


def request(
    method: str, target: str | bytes, headers: Iterable[tuple[str, str | bytes]] = (), body: bytes | None = None
) -> bytes:
    """A request with Host. It gets Content-Length when there is a body and no header frames it."""
    path = target.encode("latin-1") if isinstance(target, str) else target
    lines = [method.encode("latin-1") + b" " + path + b" HTTP/1.1", b"Host: 127.0.0.1"]
    framed = False
    for name, value in headers:
        framed = framed or name.lower() in {"content-length", "transfer-encoding"}
        lines.append(name.encode("latin-1") + b": " + (value.encode("latin-1") if isinstance(value, str) else value))
    if body is not None and not framed:
        lines.append(b"Content-Length: " + str(len(body)).encode())
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def chunked(*pieces: bytes) -> bytes:
    """A chunked body."""
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in (*pieces, b""))


def exchange_bytes(port: int, case: Case) -> Exchange:
    """Send the bytes of a case on a new connection. Read until the responses are complete, the server closes, or no
    byte comes for `SILENCE` seconds.
    """
    began = time.monotonic()
    received = bytearray()
    closed = False
    with socket.create_connection((HOST, port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(10)
        try:
            connection.sendall(case.wire)
            if case.half_close:
                connection.shutdown(socket.SHUT_WR)
        except (ConnectionResetError, BrokenPipeError):
            pass  # refused before it was all sent; the answer, if any, is still readable
        while True:
            answers, _ = parse(bytes(received), heads=case.heads)
            connection.settimeout(AFTERWARDS if len(answers) >= case.answers else SILENCE)
            try:
                piece = connection.recv(262_144)
            except TimeoutError:
                break
            except ConnectionResetError:
                closed = True
                break
            if not piece:
                closed = True
                break
            received += piece
    answers, rest = parse(bytes(received), heads=case.heads)
    return Exchange(answers, rest, closed, time.monotonic() - began)


def parse(received: bytes, *, heads: bool = False) -> tuple[tuple[Answer, ...], bytes]:
    """The complete final answers at the start of `received` (interim 1xx ones left out), and the bytes after them."""
    answers: list[Answer] = []
    while True:
        head, separator, rest = received.partition(b"\r\n\r\n")
        if not separator:
            return tuple(answers), received
        status_line, *lines = head.split(b"\r\n")
        match = _STATUS_LINE.fullmatch(status_line)
        if match is None:
            return tuple(answers), received
        headers: list[tuple[str, str]] = []
        for line in lines:
            field = _HEADER.fullmatch(line)
            if field is None:
                return tuple(answers), received
            headers.append((field[1].decode().lower(), field[2].decode("latin-1").rstrip()))
        status = int(match[1])
        known = dict(headers)
        if heads or status in {204, 304} or status < 200:
            body: bytes | None = b""
        elif known.get("transfer-encoding") == "chunked":
            body, rest = _unchunked(rest)
        else:
            length = int(known.get("content-length", "0"))
            body, rest = (rest[:length], rest[length:]) if len(rest) >= length else (None, rest)
        if body is None:
            return tuple(answers), received
        received = rest
        if status >= 200:
            answers.append(Answer(status, tuple(headers), body))


def _unchunked(rest: bytes) -> tuple[bytes | None, bytes]:
    body = b""
    while True:
        size_line, separator, after = rest.partition(b"\r\n")
        if not separator:
            return None, rest
        size = int(size_line, 16)
        if len(after) < size + 2:
            return None, rest
        body, rest = body + after[:size], after[size + 2 :]
        if size == 0:
            return body, rest
