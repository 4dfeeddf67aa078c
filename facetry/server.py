"""The HTTP server: uvicorn with limits on the size and duration of what a connection sends, and a clean shutdown."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from types import FrameType
from typing import Any, Final

import httptools
import orjson
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from facetry.errors import RULE_PAGES
from facetry.http.connection import ABORT_KEY, KNOWN_CALLER_KEY
from facetry.http.websocket import MAX_MESSAGE_BYTES, WEBSOCKET_PATH
from facetry.system.end_signals import end_signals

MAX_HEAD_BYTES: Final = 65_536
MAX_HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0
"""Maximum time from the start of a connection or request to the end of its headers."""
BODY_SECONDS: Final = 20.0
"""Maximum pause between two parts of an announced body."""
KEEP_ALIVE_SECONDS: Final = 15
STOP_SECONDS: Final = 10
_VERSIONS: Final = ("1.0", "1.1")
_TITLES: Final = {400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large"}


@dataclass(frozen=True, slots=True)
class DrainLimits:
    """How much of a request is read and discarded after it was answered, and how long.

    Closing at once would make the operating system reset the connection. A client that sends its whole request before
    it reads would then lose the answer.
    """

    max_bytes: int
    seconds: float


UNKNOWN_CALLER: Final = DrainLimits(16 * 1024 * 1024, 5.0)
KNOWN_CALLER: Final = DrainLimits(64 * 1024 * 1024, 20.0)
"""For requests with a valid key."""


class _CycleTransport(asyncio.Transport):
    """The transport of a connection as one request uses it. Its `close` lets the client read the answer."""

    def __init__(self, transport: asyncio.Transport, close: Callable[[], None]) -> None:
        super().__init__()
        self._transport = transport
        self._close = close

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._transport.write(data)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._close()


class BoundedHTTPProtocol(HttpToolsProtocol):
    """One connection. A malformed, oversized or slow request gets a problem document, and the connection is closed."""

    deadline: float | None = None
    drain_limits = UNKNOWN_CALLER
    _drained_bytes_left: int | None = None  # None while no answered request goes on
    _is_refused = False
    _is_in_head = False
    _head_bytes = 0  # bytes of all packets with parts of the head: at least the size of the head

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.deadline = self.loop.time() + HEAD_SECONDS

    def data_received(self, data: bytes) -> None:
        if self._drained_bytes_left is not None:
            self._drained_bytes_left -= len(data)
            if self._drained_bytes_left < 0:
                self.transport.abort()
                return
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        if self.deadline is None and not self._is_answering():
            self.deadline = self.loop.time() + HEAD_SECONDS
        self._head_bytes = self._head_bytes + len(data) if self._is_in_head else len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return  # a refused upgrade is answered as an ordinary request
        except httptools.HttpParserError:
            if self.transport.is_closing() or self._drained_bytes_left is not None:
                self.transport.abort()  # the request was answered
            elif self._is_in_head and self._is_oversized():
                self._refuse_head()
            else:
                self.refuse(400, "http.syntax", "The request is not well-formed HTTP/1.1.")
            return
        if self._is_in_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse_head()

    def on_message_begin(self) -> None:
        if self.transport.is_closing():
            raise ValueError("data after the last request")  # stops the parser
        super().on_message_begin()
        self.drain_limits = UNKNOWN_CALLER
        self.scope[ABORT_KEY] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # our own key
        self.scope[KNOWN_CALLER_KEY] = self._on_known_caller  # type: ignore[typeddict-unknown-key]  # our own key
        self.deadline = self.loop.time() + HEAD_SECONDS
        self._is_in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._is_in_head:  # trailers are not headers: a key or media type in them must have no effect
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.parser.get_http_version() not in _VERSIONS:
            raise ValueError("unsupported HTTP version")  # stops the parser
        if self._is_oversized():
            raise ValueError("oversized head")
        self._is_in_head = False
        self.deadline = self.loop.time() + BODY_SECONDS
        previous_cycle = self.cycle
        super().on_headers_complete()
        if self.cycle is not previous_cycle:
            self.cycle.transport = _CycleTransport(self.transport, self._close_after_answer)

    def on_body(self, body: bytes) -> None:
        if self._drained_bytes_left is None:
            self.deadline = self.loop.time() + BODY_SECONDS
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.deadline = None
        super().on_message_complete()
        if self._drained_bytes_left is not None:
            self._end_draining()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._drained_bytes_left is None and self._is_answered_early() and not self.transport.is_closing():
            self._drain()

    def expire(self) -> None:
        """Close a connection that took too long."""
        if self._is_refused or self._drained_bytes_left is not None:
            self.transport.abort()
        elif not self._is_answering():
            self.refuse(408, "http.slow", f"The head of a request must arrive within {HEAD_SECONDS:g} s.")
        else:
            self.deadline = None
            self.transport.close()

    def refuse(self, status: int, rule: str, detail: str) -> None:
        """Answer with a problem document without calling the application, and close the connection within
        `drain_limits`.
        """
        self._is_refused = True
        if self._is_answering() and not self.cycle.more_body:
            # The current request is complete; the fault is in the next one. A refusal would be read as its answer.
            self.cycle.keep_alive = False
            self.deadline = None
            return
        self._drain()
        if self._is_answering():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        problem = {
            "type": RULE_PAGES + rule,
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

    def _on_known_caller(self) -> None:
        self.drain_limits = KNOWN_CALLER

    def _is_answered_early(self) -> bool:
        """Whether the current request was answered before all of it has arrived."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and cycle.response_complete and cycle.more_body

    def _drain(self) -> None:
        """Discard the rest of the request, within `drain_limits`."""
        self._drained_bytes_left = self.drain_limits.max_bytes
        self.deadline = self.loop.time() + self.drain_limits.seconds
        self.flow.resume_reading()

    def _end_draining(self) -> None:
        """The rest of an answered request has arrived."""
        self._drained_bytes_left = None
        if self.cycle.keep_alive:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            self.transport.close()

    def _close_after_answer(self) -> None:
        """Close the connection; for a request that has not arrived completely, only its sending half for now."""
        if self._is_answered_early() and not self.transport.is_closing():
            self._drain()
            self.transport.write_eof()
        else:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        # On other paths the upgrade is ignored, as RFC 9110 §7.8 permits.
        return self.url.partition(b"?")[0] == WEBSOCKET_PATH and super()._should_upgrade()

    def handle_websocket_upgrade(self) -> None:
        self.deadline = None  # the WebSocket protocol has its own deadlines
        super().handle_websocket_upgrade()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def _refuse_head(self) -> None:
        limits = f"{MAX_HEADERS} fields and {MAX_HEAD_BYTES} bytes"
        self.refuse(431, "http.head", f"The head of a request holds at most {limits}.")

    def _is_oversized(self) -> bool:
        """Whether the parsed part of the head is too large; the packets may contain more than the head."""
        headers = self.headers or ()
        if len(headers) > MAX_HEADERS:
            return True
        if self._head_bytes <= MAX_HEAD_BYTES:
            return False
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in headers) > MAX_HEAD_BYTES


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that was upgraded to a WebSocket. The application may close it at once by calling
    `scope[ABORT_KEY]`; an orderly close would wait until the other side has read everything.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope[ABORT_KEY] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # our own key


class Server(uvicorn.Server):
    """Serves until SIGINT, SIGTERM or SIGHUP, then finishes the current requests."""

    before_shutdown: Callable[[], None] | None = None
    """Called before the shutdown, to end requests without an end, such as event streams."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, after calling `before_shutdown`."""
        if self.before_shutdown is not None:
            self.before_shutdown()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Called every 0.1 s by uvicorn. Once a second, connections past their deadline are closed."""
        if counter % 10 == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedHTTPProtocol):
                    deadline = connection.deadline
                    if deadline is not None and deadline < connection.loop.time():
                        connection.expire()
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals that end a server. Uvicorn's own version would raise them again afterwards, so that a
        regular shutdown would look like a failure.
        """
        previous_handlers = {number: signal.signal(number, self.handle_exit) for number in end_signals()}
        try:
            yield
        finally:
            for number, handler in previous_handlers.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # signature of a signal handler
        """The first signal starts a regular shutdown, the second one a forced one."""
        self.force_exit = self.should_exit
        self.should_exit = True


def build_server(app: Any) -> Server:
    """A server for the application, ready for `serve(sockets=[…])`."""
    return Server(
        uvicorn.Config(
            app,
            http=BoundedHTTPProtocol,
            ws=BoundedWebSocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=None,  # Socket.IO sends its own pings
            ws_per_message_deflate=False,  # packets are small, and a decompressed message would need a limit of its own
            lifespan="on",
            loop="none",  # the caller runs the event loop
            interface="asgi3",
            log_config=None,
            access_log=False,  # paths and queries of users must not be logged
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 means any free port. Raises OSError when the address is in use or not available."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)
