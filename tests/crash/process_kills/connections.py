"""Connections of clients to a service whose processes are killed."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from typing import Any, Final

from tests.crash.durability.connection import HOST, ServiceConnection, ServiceGoneError, encode_request
from tests.crash.durability.processes import KEY
from tests.crash.process_kills.losses import Losses

RETRY_SECONDS: Final = 60.0
PAUSE_SECONDS: Final = 0.02
STARTING: Final = (503, "service.coordinator")
"""The answer of an API process whose coordinator is gone, before it ends itself."""


def open_port(connection: http.client.HTTPConnection) -> int:
    """Open a connection, and return the port of the client."""
    connection.connect()
    opened: socket.socket = connection.sock
    port: int = opened.getsockname()[1]
    return port


class JudgedConnection:
    """One keep-alive connection, whose losses are judged."""

    def __init__(self, name: str, port: int, losses: Losses) -> None:
        self._client = losses.join(name)
        self._losses = losses
        self._connection = http.client.HTTPConnection(HOST, port, timeout=60)
        self._port: int | None = None

    def answer(self, key: str, method: str, path: str, body: Any, query: dict[str, Any]) -> tuple[int, bytes]:
        """The status and the bytes of the answer. Raises `ServiceGoneError` without an answer."""
        what = f"{self._client.name}: {method} {path}"
        try:
            if self._connection.sock is None:
                self._port = None
                self._port = open_port(self._connection)
                self._losses.opened(self._port)
            self._connection.request(method, *encode_request(key, path, body, query))
            reply = self._connection.getresponse()
            status, content = reply.status, reply.read()
        except (OSError, http.client.HTTPException) as error:
            self._lose(f"{what}: {error!r}")
            raise ServiceGoneError(str(error)) from None
        if (status, json.loads(content)["rule"] if status == STARTING[0] else "") == STARTING:
            self._lose(f"{what}: {content!r}")
            raise ServiceGoneError(content.decode())
        self._client.answers += 1
        return status, content

    def close(self) -> None:
        """Close the connection for good."""
        self._client.is_over = True
        self._connection.close()

    def _lose(self, what: str) -> None:
        self._losses.lost(self._port, what)
        self._connection.close()


class SpreadConnection(ServiceConnection):
    """Several connections that are used in turns, so that each request is answered by another process than the last.

    Requests that only read are sent again when their connection was lost. Others raise `ServiceGoneError`.
    """

    def __init__(self, name: str, port: int, losses: Losses, count: int) -> None:
        self.connections = [JudgedConnection(f"{name}.{number}", port, losses) for number in range(count)]
        self._next = 0

    def answer(self, method: str, path: str, body: Any = None, *, key: str = KEY, **query: Any) -> tuple[int, bytes]:
        """The status and the bytes of the answer on the next connection."""
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            self._next = (self._next + 1) % len(self.connections)
            try:
                return self.answer_on(self._next, method, path, body, key=key, **query)
            except ServiceGoneError:
                is_reading = method == "GET" or path.startswith("/image/search/")
                if not is_reading or time.monotonic() >= deadline:
                    raise
                threading.Event().wait(PAUSE_SECONDS)

    def answer_on(
        self, number: int, method: str, path: str, body: Any = None, *, key: str = KEY, **query: Any
    ) -> tuple[int, bytes]:
        """The status and the bytes of the answer on this connection. Raises `ServiceGoneError` without an answer."""
        return self.connections[number].answer(key, method, path, body, query)

    def close(self) -> None:
        """Do nothing: a writer closes its connection when a request was lost, and the others are still open."""

    def end(self) -> None:
        """Close all connections for good."""
        for each in self.connections:
            each.close()
