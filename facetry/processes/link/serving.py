"""The end of a link in the coordinator: answers the requests of one API process, and takes over its WebSockets."""

from __future__ import annotations

import asyncio
import logging
import marshal
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final, Protocol

from facetry.http.body import DisconnectedError
from facetry.http.problems import ASGIApp, fault_of
from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY
from facetry.http.request_observer import end_trace, name_of
from facetry.observability import traces
from facetry.observability.requests import ObservedRequest, begin_request
from facetry.processes.link.calls import EncodedCall, decode_call, encode_fault
from facetry.processes.link.forwarding import SCOPE_KEYS
from facetry.processes.link.frames import FrameKind, FrameProtocol, is_later
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection, Rank

MAX_UNSENT_CHUNKS: Final = 4
"""How many parts of an answer may be on their way to a client. Then the application waits, as it does for a client."""
MAX_MESSAGE_BYTES: Final = 200_000
"""Largest message with a connection: the head of its request, which the server bounds to less than half of that."""
METRICS_SECONDS: Final = 2.0
"""How long the metrics of an API process are waited for."""

log: Final = logging.getLogger(__name__)


RunOperation = Callable[[str, Mapping[str, object]], Awaitable[object]]
"""Runs the handler of an operation."""


class SocketServer(Protocol):
    """The part of the server that makes connections."""

    @property
    def limits(self) -> ConnectionLimits:
        """The limits of this process."""

    def make_connection(self) -> Any:
        """The protocol of a new connection, which counts in no limits yet."""


class _Exchange:
    """A request of the API process that is being answered."""

    __slots__ = ("_answered", "_parts", "_protocol", "_request", "_unsent", "_waiter", "head", "number", "task")

    task: asyncio.Task[None]
    """Answers the request; set when the exchange begins."""

    def __init__(self, protocol: FrameProtocol, number: int, request: ObservedRequest, body: bytes | None) -> None:
        self._protocol = protocol
        self.number = number
        self._request = request
        self._parts: list[MutableMapping[str, Any]] = []
        if body is not None:
            self._parts.append({"type": "http.request", "body": body, "more_body": False})
        self._waiter: asyncio.Future[None] | None = None
        self._unsent = 0
        self._answered = False
        self.head: MutableMapping[str, Any] | None = None

    async def receive(self) -> MutableMapping[str, Any]:
        """The next message of the client, by ASGI."""
        if not self._parts:
            self._protocol.send(FrameKind.MORE, self.number)
        while not self._parts and self._protocol.is_open:
            await self._wait()
        return self._parts.pop(0) if self._parts else {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send a message to the client, by ASGI. The head leaves together with what follows."""
        if message["type"] == "http.response.start":
            self.head = message
            self._request.status = message["status"]
            return
        body, has_more = message.get("body", b""), message.get("more_body", False)
        head, self.head = self.head, None
        if head is not None:
            caller = None if self._request.caller is None else name_of(self._request.caller)
            headers = [tuple(header) for header in head["headers"]]
            answer = (head["status"], headers, bytes(body), has_more, caller, self._request.operation)
            self._protocol.send(FrameKind.ANSWER, self.number, answer)
        else:
            self._protocol.send(FrameKind.CHUNK, self.number, (bytes(body), has_more))
        self._answered = not has_more
        if has_more:
            self._unsent += 1
            while self._unsent >= MAX_UNSENT_CHUNKS and self._protocol.is_open:
                await self._wait()

    def add_part(self, value: tuple[bytes, bool] | None) -> None:
        """Add what the client has sent; None if it has disconnected."""
        if value is None:
            self._parts.append({"type": "http.disconnect"})
        else:
            self._parts.append({"type": "http.request", "body": value[0], "more_body": value[1]})
        self.wake()

    def on_sent(self) -> None:
        """A part of the answer has been sent."""
        self._unsent -= 1
        self.wake()

    def end(self) -> None:
        """Say that the exchange has ended, if the answer is not complete."""
        if not self._answered:
            self._protocol.send(FrameKind.FAILED, self.number)

    def wake(self) -> None:
        """Look again at what is waited for."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def _wait(self) -> None:
        # `receive` and `send` may wait at the same time, in tasks of their own
        if self._waiter is None or self._waiter.done():
            self._waiter = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._waiter)


class _Sockets(ConnectionLimits):
    """The connections that were handed over, by their numbers. The API process counts them in its limits."""

    def __init__(self, on_closed: Callable[[int], None]) -> None:
        """`on_closed` gets the number of a connection that has ended."""
        super().__init__(0, 0)
        self._on_closed = on_closed
        self._numbers: dict[LimitedConnection, int] = {}

    def take(self, connection: LimitedConnection, number: int) -> None:
        """Add a connection."""
        self._numbers[connection] = number
        self.add(connection)

    def numbered(self) -> list[tuple[LimitedConnection, int]]:
        """All connections, with their numbers."""
        return list(self._numbers.items())

    def find(self, number: int) -> LimitedConnection | None:
        """The connection with this number; None if it has ended."""
        return next((each for each, its_number in self._numbers.items() if its_number == number), None)

    def replace(self, connection: LimitedConnection, other: LimitedConnection) -> None:
        """Keep another protocol of the same connection in the place of one."""
        if (number := self._numbers.pop(connection, None)) is not None:
            super().replace(connection, other)
            self._numbers[other] = number

    def remove(self, connection: LimitedConnection) -> None:
        """Remove a connection that has ended."""
        if (number := self._numbers.pop(connection, None)) is not None:
            self._on_closed(number)
        super().remove(connection)


class ApiProcessLink:
    """Answers the requests of one API process by `application`, and its calls by `run`. Belongs to one event loop."""

    def __init__(self, application: ASGIApp, run: RunOperation, server: SocketServer) -> None:
        self._application = application
        self._run = run
        self._server = server
        self._protocol: FrameProtocol | None = None
        self._exchanges: dict[int, _Exchange] = {}
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._sockets = _Sockets(lambda number: self._send(FrameKind.CLOSED, number))
        self._handovers: socket.socket | None = None
        self._last_handover = 0
        """The number of the last connection that was taken over."""
        self._aborted_early: set[int] = set()
        """Connections that are to be closed as soon as they are open."""
        self._metrics: asyncio.Future[Any] | None = None
        self._openings: set[asyncio.Task[None]] = set()
        self.last_metrics: Any = None
        """The metrics of the API process as they were when they were last asked for."""

    async def open(self, frames: socket.socket, handovers: socket.socket) -> None:
        """Begin to answer: frames on one socket, and connections that are handed over on another."""
        protocol = self._protocol = FrameProtocol(
            self._on_frame, self._on_lost
        )  # the first frames may be there already
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: protocol, sock=frames)
        handovers.setblocking(False)
        self._handovers = handovers
        loop.add_reader(handovers, self._take_over)

    @property
    def is_open(self) -> bool:
        """Whether the API process is there."""
        return self._protocol is not None and self._protocol.is_open

    def close(self) -> None:
        """Close the link."""
        if self._protocol is not None:
            self._protocol.close()

    async def read_metrics(self) -> Any:
        """The metrics of the API process; those of the last time if it does not answer."""
        if self._protocol is None or not self._protocol.is_open:
            return self.last_metrics
        if self._metrics is None or self._metrics.done():
            self._metrics = asyncio.get_running_loop().create_future()
            self._protocol.send(FrameKind.METRICS, 0)
        try:
            async with asyncio.timeout(METRICS_SECONDS):
                self.last_metrics = await asyncio.shield(self._metrics)
        except TimeoutError:
            log.warning("an API process does not answer")
        return self.last_metrics

    def _on_frame(self, kind: FrameKind, number: int, value: Any) -> None:
        if kind is FrameKind.CALL:
            self._calls[number] = asyncio.get_running_loop().create_task(self._answer_call(number, value))
            return
        if kind is FrameKind.REQUEST:
            self._begin(number, value)
            return
        if kind is FrameKind.METRICS:
            if self._metrics is not None and not self._metrics.done():
                self._metrics.set_result(value)
            return
        exchange = self._exchanges.get(number)
        if exchange is None:
            if kind is FrameKind.ABORT:
                self._abort_socket(number)
        elif kind is FrameKind.PART:
            exchange.add_part(value)
        elif kind is FrameKind.SENT:
            exchange.on_sent()
        elif kind is FrameKind.CANCEL:
            exchange.task.cancel()

    def _begin(self, number: int, value: Any) -> None:
        assert self._protocol is not None  # noqa: S101  # the frame came from it
        head, headers, client, server, request_id, body = value
        request = ObservedRequest(request_id)
        exchange = self._exchanges[number] = _Exchange(self._protocol, number, request, body)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            **dict(zip(SCOPE_KEYS, head, strict=True)),
            "headers": headers,
            "client": client,
            "server": server,
            "state": {},
            "extensions": {},
            ABORT_KEY: lambda: self._send(FrameKind.ABORT, number),
            KNOWN_CALLER_KEY: lambda: self._on_known_caller(number, request, has_body=body is None),
        }
        exchange.task = asyncio.get_running_loop().create_task(self._serve(exchange, request, scope))

    async def _serve(self, exchange: _Exchange, request: ObservedRequest, scope: MutableMapping[str, Any]) -> None:
        begin_request(request)
        if traces.are_on():
            request.trace = traces.RequestTrace(time.time_ns())
        try:
            await self._application(scope, exchange.receive, exchange.send)
        except DisconnectedError:
            log.debug("a client of an API process has disconnected")
        except Exception:
            log.exception("request %s failed", request.id, extra={"operation": request.operation})
        finally:
            if request.trace is not None:
                end_trace(request.trace, request, scope["method"])
            request.is_over = True
            del self._exchanges[exchange.number]
            exchange.end()

    async def _answer_call(self, number: int, call: EncodedCall) -> None:
        operation, caller, arguments, request_id = decode_call(call)
        request = begin_request(ObservedRequest(request_id))
        request.operation, request.caller = operation, caller
        try:
            result = await self._run(operation, arguments)
        except Exception as error:
            self._send(FrameKind.RESULT, number, (None, encode_fault(fault_of(error))))
        else:
            self._send(FrameKind.RESULT, number, (result, None))
        finally:
            request.is_over = True
            del self._calls[number]

    def _on_known_caller(self, number: int, request: ObservedRequest, *, has_body: bool) -> None:
        """The server of the API process reads more of a refused body if it knows the caller."""
        if has_body and request.caller is not None:
            self._send(FrameKind.KNOWN, number, name_of(request.caller))

    def _abort_socket(self, number: int) -> None:
        """Close a connection that was handed over. It comes on another way than this frame, and perhaps later."""
        connection = self._sockets.find(number)
        if connection is not None:
            self._abort(connection, number)
        elif is_later(number, self._last_handover):
            self._aborted_early.add(number)

    def _abort(self, connection: LimitedConnection, number: int) -> None:
        if connection.transport is not None:
            connection.abort()
        else:
            self._aborted_early.add(number)  # it is being opened

    def _send(self, kind: FrameKind, number: int, value: object = None) -> None:
        if self._protocol is not None:
            self._protocol.send(kind, number, value)

    def _take_over(self) -> None:
        """Take connections over that the API process hands over."""
        assert self._handovers is not None  # noqa: S101  # it is being read
        try:
            message, descriptors, _, _ = socket.recv_fds(self._handovers, MAX_MESSAGE_BYTES, 1)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            message, descriptors = b"", []
        if not message:
            self._stop_taking_over()
            return
        number, request = marshal.loads(message)  # noqa: S302  # from a process of this service
        self._last_handover = number
        if not descriptors:  # this process has no file left for it
            self._aborted_early.discard(number)
            self._send(FrameKind.CLOSED, number)
            return
        connection = self._server.make_connection()
        connection.on_known = lambda: self._send(FrameKind.KNOWN, number)
        self._sockets.take(connection, number)
        opening = asyncio.get_running_loop().create_task(self._open(connection, number, request, descriptors[0]))
        self._openings.add(opening)
        opening.add_done_callback(self._openings.discard)

    def _stop_taking_over(self) -> None:
        if self._handovers is not None:
            asyncio.get_running_loop().remove_reader(self._handovers)
            self._handovers.close()
            self._handovers = None

    async def _open(self, connection: Any, number: int, request: bytes, descriptor: int) -> None:
        accepted = socket.socket(fileno=descriptor)
        accepted.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, accepted)
        except OSError:  # the client is gone already
            self._aborted_early.discard(number)
            self._sockets.remove(connection)
            accepted.close()
            return
        if number in self._aborted_early:
            self._aborted_early.remove(number)
            connection.abort()
        elif not connection.transport.is_closing():
            connection.data_received(request)

    def _on_lost(self) -> None:
        """The API process is gone. What its requests have begun goes on, as for clients that have disconnected.

        Its limits are gone as well, and bound no longer what it has handed over. So connections of unknown callers are
        closed: those that come back count in the limits of another process. The others count in the limits of this
        process, as far as these have a slot.
        """
        self._protocol = None
        self._stop_taking_over()
        for connection, number in self._sockets.numbered():
            is_known = connection.transport is not None and connection.rank >= Rank.KNOWN
            if is_known and self._server.limits.has_slot(connection.address):
                self._server.limits.add(connection)
            else:
                self._abort(connection, number)
        for exchange in self._exchanges.values():
            exchange.wake()
        if self._metrics is not None and not self._metrics.done():
            self._metrics.set_result(self.last_metrics)
