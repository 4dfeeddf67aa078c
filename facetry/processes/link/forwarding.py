"""The end of a link in an API process: forwards requests to the coordinator, and its answers to the clients."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from facetry.errors import FaultError, unavailable
from facetry.http.body import DisconnectedError, Receive
from facetry.http.problems import Scope
from facetry.http.reply import Send
from facetry.http.request import ABORT_KEY, note_caller
from facetry.observability.requests import current_request
from facetry.processes.link.calls import encode_call, error_of
from facetry.processes.link.frames import FrameKind, FrameProtocol, next_number
from facetry.processes.link.sockets import HandedOverSocket

MAX_INLINE_BYTES: Final = 64 * 1024
"""Largest body of a known caller that leaves together with its request. Of others, the coordinator asks for each part.
"""
SCOPE_KEYS: Final = ("method", "path", "raw_path", "query_string", "scheme", "root_path", "http_version")
"""What the coordinator gets of an ASGI scope besides headers and addresses."""


class _Exchange:
    """A request that was forwarded, and the frames of its answer that have not been sent on."""

    __slots__ = ("_waiter", "frames", "receive", "scope")

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope = scope
        self.receive = receive
        self.frames: list[tuple[FrameKind, Any]] = []
        self._waiter: asyncio.Future[None] | None = None

    def add(self, kind: FrameKind, value: object) -> None:
        """Add a frame of the answer."""
        self.frames.append((kind, value))
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def next(self) -> tuple[FrameKind, Any]:
        """The next frame of the answer."""
        if not self.frames:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.frames.pop(0)


class CoordinatorLink:
    """Forwards requests. Belongs to one event loop."""

    on_lost: Callable[[], object] | None = None
    """Called when the link has ended and was not closed here."""

    def __init__(self, metrics: Callable[[], object]) -> None:
        """`metrics` returns the metrics of this process, for a frame."""
        self._metrics = metrics
        self._protocol: FrameProtocol | None = None
        self._exchanges: dict[int, _Exchange] = {}
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._sockets: dict[int, HandedOverSocket] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last = 0

    async def open(self, connected: socket.socket) -> None:
        """Begin to forward, over a socket whose other end the coordinator has."""
        protocol = self._protocol = FrameProtocol(
            self._on_frame, self._on_lost
        )  # the first frames may be there already
        await asyncio.get_running_loop().create_connection(lambda: protocol, sock=connected)

    def close(self) -> None:
        """Close the link."""
        self.on_lost = None
        if self._protocol is not None:
            self._protocol.close()

    async def forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the coordinator answer a request. Raises 503 when the coordinator is not there."""
        protocol = self._protocol
        if protocol is None or not protocol.is_open:
            raise _no_coordinator()
        body: bytes | None = None
        request = current_request()
        is_known = request is not None and request.caller is not None
        if _is_inline(scope, MAX_INLINE_BYTES if is_known else 0):
            message = await receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            body = message.get("body", b"")
            if message.get("more_body", False):
                receive = _after(message, receive)
                body = None
        number = self._next_number()
        exchange = self._exchanges[number] = _Exchange(scope, receive)
        if request is not None:
            request.trace = None  # the coordinator has one, to which units of work and deliveries belong
        head = [scope[key] for key in SCOPE_KEYS]
        headers = [tuple(header) for header in scope["headers"]]
        protocol.send(
            FrameKind.REQUEST,
            number,
            (head, headers, scope.get("client"), scope.get("server"), None if request is None else request.id, body),
        )
        try:
            await self._send_answer(protocol, number, exchange, send)
        except BaseException:
            protocol.send(FrameKind.CANCEL, number)
            raise
        finally:
            del self._exchanges[number]

    async def call(
        self, operation: str, caller: str, arguments: Mapping[str, object], abort: Callable[[], object]
    ) -> Any:
        """Have the coordinator run the handler of one of `CALLED_OPERATIONS` for the caller with this name; its result.
        Raises the faults that it raises, and 503 when the coordinator is not there.

        When the coordinator ends meanwhile, nobody knows what was changed. Then `abort` is called, which closes the
        connection, and `DisconnectedError` is raised.
        """
        protocol = self._protocol
        if protocol is None or not protocol.is_open:
            raise _no_coordinator()
        number = self._next_number()
        request = current_request()
        call = encode_call(operation, caller, arguments, None if request is None else request.id)
        result = self._calls[number] = asyncio.get_running_loop().create_future()
        protocol.send(FrameKind.CALL, number, call)
        try:
            return await result
        except DisconnectedError:
            abort()
            raise
        finally:
            del self._calls[number]

    def hand_over(self, stand_in: HandedOverSocket) -> int:
        """The number under which the coordinator takes a connection over. `stand_in` counts in its place here."""
        number = self._next_number()
        self._sockets[number] = stand_in
        stand_in.abort_socket = partial(self._abort_socket, number)
        return number

    def take_back(self, number: int) -> None:
        """Say that a connection could not be handed over."""
        self._sockets.pop(number, None)

    def _abort_socket(self, number: int) -> None:
        if self._protocol is not None:
            self._protocol.send(FrameKind.ABORT, number)

    def _next_number(self) -> int:
        self._last = next_number(self._last)
        # since the numbers began again
        while self._last in self._sockets or self._last in self._exchanges or self._last in self._calls:
            self._last = next_number(self._last)
        return self._last

    async def _send_answer(self, protocol: FrameProtocol, number: int, exchange: _Exchange, send: Send) -> None:
        has_begun = False
        while True:
            kind, value = await exchange.next()
            if kind is FrameKind.ANSWER:
                has_begun = True
                status, headers, body, has_more, caller, operation = value
                if caller is not None:
                    note_caller(exchange.scope, caller)
                if (request := current_request()) is not None:
                    request.operation = operation  # of a page of an extension, only the coordinator knows it
                await send({"type": "http.response.start", "status": status, "headers": headers})
            elif kind is FrameKind.CHUNK:
                body, has_more = value
            elif kind is FrameKind.KNOWN:
                note_caller(exchange.scope, value)
                continue
            else:  # the coordinator has ended, or has not completed the answer
                raise _lost(exchange.scope, has_begun=has_begun)
            await send({"type": "http.response.body", "body": body, "more_body": has_more})
            if not has_more:
                return
            protocol.send(FrameKind.SENT, number)

    def _on_frame(self, kind: FrameKind, number: int, value: Any) -> None:
        if kind is FrameKind.RESULT:
            self._end_call(number, *value)
            return
        if kind is FrameKind.METRICS:
            if self._protocol is not None:
                self._protocol.send(FrameKind.METRICS, number, self._metrics())
            return
        stand_in = self._sockets.get(number)
        if stand_in is not None:
            if kind is FrameKind.CLOSED:
                del self._sockets[number]
                stand_in.end()
            elif kind is FrameKind.KNOWN:
                stand_in.is_known = True
            return
        exchange = self._exchanges.get(number)
        if exchange is None:
            return  # it has been cancelled
        if kind is FrameKind.MORE:
            task = asyncio.get_running_loop().create_task(self._send_part(number, exchange))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif kind is FrameKind.ABORT:
            if (abort := exchange.scope.get(ABORT_KEY)) is not None:
                abort()
        else:
            exchange.add(kind, value)

    def _end_call(self, number: int, result: Any, fault: bytes | None) -> None:
        waiting = self._calls.get(number)
        if waiting is None or waiting.done():
            return  # it has been cancelled
        if fault is None:
            waiting.set_result(result)
        else:
            waiting.set_exception(error_of(fault))

    async def _send_part(self, number: int, exchange: _Exchange) -> None:
        """Send what the client sends next: a part of the body, or None when it has disconnected."""
        message = await exchange.receive()
        is_part = message["type"] == "http.request"
        value = (message.get("body", b""), message.get("more_body", False)) if is_part else None
        if self._protocol is not None:
            self._protocol.send(FrameKind.PART, number, value)

    def _on_lost(self) -> None:
        self._protocol = None
        for exchange in self._exchanges.values():
            exchange.add(FrameKind.FAILED, None)
        for waiting in self._calls.values():
            if not waiting.done():
                waiting.set_exception(DisconnectedError())
        for stand_in in self._sockets.values():
            stand_in.end()
        self._sockets.clear()
        if self.on_lost is not None:
            self.on_lost()


def _is_inline(scope: Scope, max_bytes: int) -> bool:
    """Whether a request has at most `max_bytes` of a body, and they are on their way. Waiting for them takes no time,
    unless the client is hostile.
    """
    for name, value in scope["headers"]:
        if name == b"content-length":
            if not value.isdigit() or int(value) > max_bytes:
                return False
        elif name in (b"transfer-encoding", b"expect"):
            return False
    return True


def _after(first: Any, receive: Receive) -> Receive:
    """As `receive`, with a message before the others that has been received already."""
    messages = [first]

    async def receive_next() -> Any:
        return messages.pop() if messages else await receive()

    return receive_next


def _lost(scope: Scope, *, has_begun: bool) -> Exception:
    """The error of a request whose answer did not come, or not as a whole. Nobody knows what a request that changes
    something has changed, and the head of an answer cannot be taken back. Then the connection is closed.
    """
    abort = scope.get(ABORT_KEY)
    if not has_begun and (abort is None or scope["method"] in ("GET", "HEAD")):
        return _no_coordinator()
    if abort is not None:
        abort()
    return DisconnectedError()


def _no_coordinator() -> FaultError:
    return unavailable("service.coordinator", "The process that does this is starting again.", retry_after=1)
