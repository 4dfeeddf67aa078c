"""The HTTP server: uvicorn, with bounds on what a connection may send and how long it may take, and a clean end."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from types import FrameType
from typing import Any, Final

import httptools
import orjson
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from facetry.http.connection import ABORT

HEAD_BYTES: Final = 65_536
HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0
"""From the first byte of a connection or a request to the end of its headers."""
BODY_SECONDS: Final = 20.0
"""Without a byte of a body that was announced."""
LINGER_SECONDS: Final = 2.0
KEEP_ALIVE_SECONDS: Final = 15
STOP_SECONDS: Final = 10
SOCKET_PATH: Final = b"/socket.io/"
"""Where a connection may become a WebSocket."""
MESSAGE_BYTES: Final = 16_777_216
"""Of a message on a socket."""
_VERSIONS: Final = ("1.0", "1.1")
_TITLES: Final = {400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large"}


class BoundedProtocol(HttpToolsProtocol):
    """One connection. Malformed, oversized or dawdling requests get a problem document, and the connection ends."""

    deadline: float | None = None
    _is_refused = False
    _in_head = False
    _received = 0  # bytes of the packets that the head came in: no fewer than the head has

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.deadline = self.loop.time() + HEAD_SECONDS

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        if self.deadline is None and not self._is_answering():
            self.deadline = self.loop.time() + HEAD_SECONDS
        self._received = self._received + len(data) if self._in_head else len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return  # anything else is answered as the plain request that it is as well
        except httptools.HttpParserError:
            if self._in_head and self._is_oversized():
                self._refuse_head()
            else:
                self.refuse(400, "http.syntax", "The request is not well-formed HTTP/1.1.")
            return
        if self._in_head and self._received > HEAD_BYTES:
            self._refuse_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope[ABORT] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # of our own
        self.deadline = self.loop.time() + HEAD_SECONDS
        self._in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # trailers are not headers: a key or a type behind the body would be taken for one
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.parser.get_http_version() not in _VERSIONS:
            raise ValueError("another version of HTTP")  # stops the parser
        if self._is_oversized():
            raise ValueError("oversized head")
        self._in_head = False
        self.deadline = self.loop.time() + BODY_SECONDS
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.deadline = self.loop.time() + BODY_SECONDS
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.deadline = None
        super().on_message_complete()

    def expire(self) -> None:
        """End a connection that took too long."""
        if self._is_refused:
            self.transport.abort()
        elif not self._is_answering():
            self.refuse(408, "http.slow", f"The head of a request must arrive within {HEAD_SECONDS:g} s.")
        else:
            self.deadline = None
            self.transport.close()

    def refuse(self, status: int, rule: str, detail: str) -> None:
        """Answer with a problem document that the application has no part in, and end the connection.

        What still arrives is passed over for a moment: closing at once would make the system throw the answer away.
        """
        self._is_refused = True
        if self._is_answering() and not self.cycle.more_body:
            # The request at hand is whole, the fault is in what follows it: a refusal would pass for its answer.
            self.cycle.keep_alive = False
            self.deadline = None
            return
        self.deadline = self.loop.time() + LINGER_SECONDS
        if self._is_answering():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        problem = {
            "type": "about:blank",
            "title": _TITLES[status],
            "status": status,
            "detail": detail,
            "message": detail,
            "code": 3,
            "rule": rule,
        }
        body = orjson.dumps(problem)
        head = (
            f"HTTP/1.1 {status} {_TITLES[status]}\r\ncontent-type: application/problem+json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.write_eof()

    def _should_upgrade(self) -> bool:
        # Elsewhere an upgrade is a wish that need not be granted (RFC 9110, section 7.8).
        return self.url.partition(b"?")[0] == SOCKET_PATH and super()._should_upgrade()

    def handle_websocket_upgrade(self) -> None:
        self.deadline = None  # the protocol that takes over has its own
        super().handle_websocket_upgrade()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request, whatever uvicorn declares
        return cycle is not None and not cycle.response_complete

    def _refuse_head(self) -> None:
        limits = f"{HEADERS} fields and {HEAD_BYTES} bytes"
        self.refuse(431, "http.head", f"The head of a request holds at most {limits}.")

    def _is_oversized(self) -> bool:
        """Of the head as far as it is parsed; the packets may have brought more than the head."""
        headers = self.headers or ()
        if len(headers) > HEADERS:
            return True
        if self._received <= HEAD_BYTES:
            return False
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in headers) > HEAD_BYTES


class BoundedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket. The application may end it at once by calling `scope[ABORT]`: a polite
    end waits for the other side to read.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope[ABORT] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # of our own


class Server(uvicorn.Server):
    """Serves until SIGINT or SIGTERM, then finishes the requests at hand."""

    stopping: Callable[[], None] | None = None
    """Called before that, to end what would go on for ever."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        if self.stopping is not None:
            self.stopping()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Every tenth of a second; once a second, connections that took too long are ended."""
        if counter % 10 == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedProtocol):
                    deadline = connection.deadline
                    if deadline is not None and deadline < connection.loop.time():
                        connection.expire()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals that ask for an end. Uvicorn would raise them again afterwards: an end in good order
        would then look like a failure.
        """
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # the signature of a handler
        """The first signal asks for an end, the second for one at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


def server_of(app: Any) -> Server:
    """A server for the application, ready for `serve(sockets=[…])`."""
    return Server(
        uvicorn.Config(
            app,
            http=BoundedProtocol,
            ws=BoundedSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=None,  # Socket.IO has its own
            ws_per_message_deflate=False,  # small packets, and one fewer way to swell
            lifespan="on",
            loop="none",  # the caller runs one
            interface="asgi3",
            log_config=None,
            access_log=False,  # paths and queries of users do not belong into a log
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one. Raises OSError when it is in use or not to be had."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)
