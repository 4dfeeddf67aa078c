"""One HTTP connection: malformed, oversized and slow requests are refused, and unread answers are cut off."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY
from facetry.http.websocket import WEBSOCKET_PATH
from facetry.server.connection_limits import NEW_SECONDS, LimitedConnection, Rank
from facetry.server.framing import framing_fault
from facetry.server.refusals import refusal
from facetry.server.transfer_rate import MIN_BYTES_PER_SECOND, PAUSE_SECONDS, AnswerRate, deadline
from facetry.server.websocket_protocol import BoundedWebSocketProtocol
from facetry.system.log_rate_limit import client_logger

MAX_HEAD_BYTES: Final = 65_536
MAX_HEADERS: Final = 100
MAX_JOINED_BYTES: Final = 65_536
"""Larger parts of an answer are not copied to be sent together with its head."""
HEAD_SECONDS: Final = 10.0
"""Maximum time from the start of a connection or request to the end of its headers."""
log: Final = client_logger(__name__)
_VERSIONS: Final = ("1.0", "1.1")


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
    """The transport of a connection as one request uses it. The head of an answer leaves together with what follows in
    the same turn of the event loop: two packets take more time than the rest of a small answer. Its `close` lets the
    client read the answer.
    """

    def __init__(self, connection: BoundedHTTPProtocol) -> None:
        super().__init__()
        self._connection = connection
        self._transport = connection.transport
        self._head: bytes | bytearray | memoryview | None = None
        self._has_begun = connection.scope["method"] == "HEAD"  # nothing follows

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._has_begun:
            self._has_begun, self._head = True, data
            self._connection.loop.call_soon(self.flush)
        elif self._head is not None and len(data) <= MAX_JOINED_BYTES:
            data, self._head = b"".join((self._head, data)), None
            self._send(data)
        else:
            self.flush()
            self._send(data)

    def flush(self) -> None:
        """Send the head, if it still waits for what follows."""
        if self._head is not None:
            data, self._head = self._head, None
            self._send(data)

    def _send(self, data: bytes | bytearray | memoryview) -> None:
        if not self._transport.is_closing():
            self._connection.written_bytes += len(data)
            self._transport.write(data)

    def is_closing(self) -> bool:
        return bool(self._transport.is_closing())

    def close(self) -> None:
        self.flush()
        self._connection.close_after_answer()


class BoundedHTTPProtocol(LimitedConnection, HttpToolsProtocol):
    """One connection. A malformed, oversized or slow request gets a problem document, and the connection is closed."""

    websocket_paths: frozenset[bytes] = frozenset({WEBSOCKET_PATH})
    """The paths on which an upgrade to a WebSocket is possible."""
    written_bytes = 0
    """The bytes of answers that were given to the transport."""
    _cycle_transport: _CycleTransport  # that of the newest request
    hand_over: Callable[[BoundedHTTPProtocol, bytes], bool] | None = None
    """Gives the connection and the head of its request to another process, which serves WebSockets; whether that was
    possible. None if this process serves them."""
    _deadline: float | None = None
    _drain_limits = UNKNOWN_CALLER
    _drained_bytes_left: int | None = None  # None while no answered request goes on
    _is_refused = False
    _is_known = False
    _is_in_head = False
    _head_bytes = 0  # bytes of all packets with parts of the head: at least the size of the head
    _is_in_body = False
    _body_bytes = 0
    _frame_bytes = 0  # bytes of all packets since the last part of the body: of sizes of chunks, and of trailers
    _body_start = 0.0
    _may_keep_alive = True
    _syntax_fault = "The request is not well-formed HTTP/1.1."

    def __init__(self, *arguments: Any, refusals: Counter[str], has_slot: bool = True) -> None:
        """`has_slot`: whether the connection counts in the limits. Another one is refused. `refusals` counts refusals
        by rule.
        """
        super().__init__(*arguments)
        self._has_slot = has_slot
        self._refusals = refusals
        self._answer_rate = AnswerRate()

    @property
    def rank(self) -> Rank:
        """How much the connection matters."""
        if self.transport is None:
            return Rank.KNOWN_IN_REQUEST  # it is being opened, so nothing could be read
        if self._is_refused or self._drained_bytes_left is not None:
            return Rank.UNKNOWN
        if self._is_answering():
            if not self._is_known:
                return Rank.UNKNOWN_IN_REQUEST
            return Rank.KNOWN_IN_BODY if self._is_in_body else Rank.KNOWN_IN_REQUEST
        if self._is_known:
            return Rank.KNOWN
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        is_new = cycle is None and time.monotonic() - self.waiting_since < NEW_SECONDS
        return Rank.UNKNOWN_IN_REQUEST if is_new else Rank.UNKNOWN

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.waiting_since = time.monotonic()
        self._deadline = self.waiting_since + HEAD_SECONDS
        if not self._has_slot:
            self.refuse(503, "http.connections", "The service has too many connections.")
            self.transport.close()

    def check(self, now: float) -> None:
        """Close the connection if it has passed a deadline, or reads its answer too slowly."""
        if self._answer_rate.is_too_slow(now, self.written_bytes, self.transport.get_write_buffer_size()):
            self.transport.abort()
        elif self._deadline is not None and self._deadline < now:
            self._expire()

    def data_received(self, data: bytes) -> None:
        if self._drained_bytes_left is not None:
            self._drained_bytes_left -= len(data)
            if self._drained_bytes_left < 0:
                self.transport.abort()
                return
        if self._is_refused:
            return
        self._unset_keepalive_if_required()
        if self._deadline is None and not self._is_answering():
            self._deadline = self.loop.time() + HEAD_SECONDS
        self._head_bytes = self._head_bytes + len(data) if self._is_in_head else len(data)
        self._frame_bytes += len(data)
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
                self.refuse(400, "http.syntax", self._syntax_fault)
            return
        if self._is_in_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse_head()
        elif self._is_in_body and self._frame_bytes > MAX_HEAD_BYTES:
            self._refuse_frame()

    def on_message_begin(self) -> None:
        if self.transport.is_closing():
            raise ValueError("data after the last request")  # stops the parser
        super().on_message_begin()
        self._drain_limits = UNKNOWN_CALLER
        self.scope[ABORT_KEY] = self._abort_request  # type: ignore[typeddict-unknown-key]  # our own key
        self.scope[KNOWN_CALLER_KEY] = self._on_known_caller  # type: ignore[typeddict-unknown-key]  # our own key
        self._deadline = self.loop.time() + HEAD_SECONDS
        self._is_in_head = True

    def on_headers_complete(self) -> None:
        version = self.parser.get_http_version()
        if version not in _VERSIONS:
            raise ValueError("unsupported HTTP version")  # stops the parser
        if self._is_oversized():
            raise ValueError("oversized head")
        self._require_framing(version)
        self._is_in_head = False
        self._body_start, self._body_bytes, self._frame_bytes = self.loop.time(), 0, 0
        self._deadline = deadline(self._body_start, self._body_start, 0)
        previous_cycle = self.cycle
        super().on_headers_complete()
        if self.cycle is not previous_cycle:
            self.headers = []  # for trailers, which are no headers: a key or media type in them must have no effect
            self.cycle.transport = self._cycle_transport = _CycleTransport(self)
            if version == "1.0":  # its clients take any 1xx for the answer (RFC 9110 §15.2)
                self.cycle.waiting_for_100_continue = False
            # An answer before the end of the body ends the connection, unless the caller turns out to be known.
            self._is_in_body, self._may_keep_alive = True, self.cycle.keep_alive
            self.cycle.keep_alive = False

    def _require_framing(self, version: str) -> None:
        """Raises `ValueError`, which stops the parser, for a request whose host or end servers could differ on."""
        is_upgrade = self.parser.should_upgrade() and self._should_upgrade()
        fault = framing_fault(version, self.headers, is_upgrade=is_upgrade)
        if is_upgrade and self._is_answering():  # the connection is needed for the answer
            fault = "A request for a WebSocket comes after the answers to all others."
        if fault is not None:
            self._syntax_fault = fault
            raise ValueError(fault)

    def on_body(self, body: bytes) -> None:
        self._frame_bytes = 0
        if self._drained_bytes_left is None:
            self._body_bytes += len(body)
            self._deadline = deadline(self._body_start, self.loop.time(), self._body_bytes)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._deadline = None
        if self._is_in_body:
            self._is_in_body = False
            if not self.cycle.response_started:
                self.cycle.keep_alive = self._may_keep_alive
        super().on_message_complete()
        if self._drained_bytes_left is not None:
            self._end_draining()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.waiting_since = time.monotonic()
        if self._drained_bytes_left is None and self._is_answered_early() and not self.transport.is_closing():
            self._drain()

    def _expire(self) -> None:
        """Close a connection whose request took too long."""
        if self._is_refused or self._drained_bytes_left is not None:
            self.transport.abort()
        elif not self._is_answering():
            self.refuse(408, "http.slow", f"The head of a request must arrive within {HEAD_SECONDS:g} s.")
        elif self._is_in_body and not self.cycle.response_started and not self.pipeline:
            rate = f"{MIN_BYTES_PER_SECOND} bytes a second, and pauses of at most {PAUSE_SECONDS:g} s"
            self.refuse(408, "http.slow", f"A body must arrive with at least {rate}.")
        else:
            self._deadline = None
            self.transport.close()

    def refuse(self, status: int, rule: str, detail: str) -> None:
        """Answer with a problem document without calling the application, and close the connection within
        `drain_limits`.
        """
        self._is_refused = True
        self._refusals[rule] += 1
        log.warning("a request of %s was refused: %s", self.address, rule)
        if self._is_answering() and not self.cycle.more_body:
            # The current request is complete; the fault is in the next one. A refusal would be read as its answer.
            self.cycle.keep_alive = False
            self._deadline = None
            return
        self._drain()
        if self._is_answering():
            self._cycle_transport.flush()
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(refusal(status, rule, detail))
        self.transport.write_eof()

    def _abort_request(self) -> None:
        """Close the connection at once. No answer is expected any more."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.abort()

    def _on_known_caller(self) -> None:
        self._is_known = True
        self._drain_limits = KNOWN_CALLER
        if self._is_in_body:
            self.cycle.keep_alive = self._may_keep_alive

    def _is_answered_early(self) -> bool:
        """Whether the current request was answered before all of it has arrived."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and cycle.response_complete and cycle.more_body

    def _drain(self) -> None:
        """Discard the rest of the request, within `drain_limits`."""
        self._drained_bytes_left = self._drain_limits.max_bytes
        self._deadline = self.loop.time() + self._drain_limits.seconds
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

    def close_after_answer(self) -> None:
        """Close the connection; for a request that has not arrived completely, only its sending half for now."""
        if self._is_answered_early() and not self.transport.is_closing():
            self._drain()
            self.transport.write_eof()
        else:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        # On other paths the upgrade is ignored, as RFC 9110 §7.8 permits.
        return self.url.partition(b"?")[0] in self.websocket_paths and super()._should_upgrade()

    def handle_websocket_upgrade(self) -> None:
        self._deadline = None  # the WebSocket protocol has its own deadlines
        if self.hand_over is not None:
            if self.hand_over(self, self._upgrade_request()):
                self.transport.abort()  # closes the file of this process alone
            else:
                self.refuse(503, "service.coordinator", "The process that serves sockets is starting again.")
            return
        super().handle_websocket_upgrade()
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, BoundedWebSocketProtocol):
            upgraded.count_instead_of(self)

    def _upgrade_request(self) -> bytes:
        """The request for an upgrade, which has no body, as it came."""
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in self.scope["headers"]]
        return b"\r\n".join([*lines, b"", b""])

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def _refuse_head(self) -> None:
        limits = f"{MAX_HEADERS} fields and {MAX_HEAD_BYTES} bytes"
        self.refuse(431, "http.head", f"The head of a request holds at most {limits}.")

    def _refuse_frame(self) -> None:
        if self._drained_bytes_left is not None:
            self.transport.abort()  # the request was answered
        else:
            self.refuse(431, "http.head", f"Trailers and the sizes of chunks hold at most {MAX_HEAD_BYTES} bytes.")

    def _is_oversized(self) -> bool:
        """Whether the parsed part of the head is too large; the packets may contain more than the head."""
        headers = self.headers or ()
        if len(headers) > MAX_HEADERS:
            return True
        if self._head_bytes <= MAX_HEAD_BYTES:
            return False
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in headers) > MAX_HEAD_BYTES
