"""Services that do not behave as HTTP services should: each is a function that gets the connection of a request."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HOST = "127.0.0.1"
Behaviour = Callable[[socket.socket, bytes], None]


@contextmanager
def unruly_service(behave: Behaviour, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Runs a service that calls `behave` with each connection and the head of its request. Yields its address."""
    listener = socket.create_server((HOST, 0))
    open_connections: list[socket.socket] = []

    def serve(connection: socket.socket) -> None:
        with suppress(OSError), connection:  # the client may go away at any time
            stream = connection if context is None else context.wrap_socket(connection, server_side=True)
            with stream:
                behave(stream, _head(stream))
                stream.shutdown(socket.SHUT_WR)

    def accept() -> None:
        with suppress(OSError):  # the listener is closed at the end
            while True:
                connection = listener.accept()[0]
                open_connections.append(connection)
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"{'http' if context is None else 'https'}://{HOST}:{listener.getsockname()[1]}"
    finally:
        listener.close()
        for each in open_connections:
            each.close()


def _head(stream: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        part = stream.recv(65_536)
        if not part:
            return data
        data += part
    return data


def answering(body: bytes, *, status: str = "200 OK", headers: str = "Content-Type: application/json") -> Behaviour:
    """Answers every request alike."""

    def behave(stream: socket.socket, _: bytes) -> None:
        lines = f"HTTP/1.1 {status}\r\n{headers}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        stream.sendall(lines.encode() + body)

    return behave


def silent(stream: socket.socket, _: bytes) -> None:
    """Accepts requests and never answers."""
    while stream.recv(65_536):
        pass


def closing(_: socket.socket, __: bytes) -> None:
    """Closes each connection without an answer."""


def babbling(stream: socket.socket, _: bytes) -> None:
    """Answers something that is not HTTP."""
    stream.sendall(b"220 mail.example ESMTP ready\r\n")


def endless(stream: socket.socket, _: bytes) -> None:
    """Answers with a body that never ends."""
    stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
    while True:
        stream.sendall(b"1," * 10_000)


def dripping(stream: socket.socket, _: bytes) -> None:
    """Answers with a body that goes on, a byte at a time."""
    stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
    pause = threading.Event()
    while not pause.wait(0.05):
        stream.sendall(b" ")


def self_signed(folder: Path) -> ssl.SSLContext:
    """A context for TLS whose certificate no authority has signed; it is `folder / "cert.pem"`."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", f"subjectAltName=IP:{HOST}"]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
