"""The layer before an application that cannot answer each request: forwards those that another process answers as a
whole.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Protocol

from facetry.errors import CoordinatorNeededError
from facetry.http.body import Receive
from facetry.http.problems import ASGIApp, Scope
from facetry.http.reply import Send
from facetry.observability import traces
from facetry.observability.requests import current_request
from facetry.processes.link.calls import CALLED_OPERATIONS

_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PAGES_OF_EXTENSIONS: Final = b"/ui/"


class DescribedOperation(Protocol):
    """What is known of an operation."""

    id: str
    only_reads: bool


FindOperation = Callable[[bytes, str], DescribedOperation | None]
"""The operation of a path and a method."""


class RequestRouter:
    """Answers requests that only read, and calls, by `application`, and all others by `forward`.

    Whatever turns out to need the other process is forwarded as well, from its beginning: nothing has happened by then.
    """

    def __init__(
        self,
        application: ASGIApp,
        forward: ASGIApp,
        find: FindOperation,
        also: Collection[str] = (),
        is_known: Callable[[Scope], Awaitable[bool]] | None = None,
    ) -> None:
        """`also` are the ids of operations that `application` answers although they write, or their body is no JSON.
        With `is_known`, `application` refuses the callers of other operations for whom it is false.
        """
        self._application = application
        self._forward = forward
        self._find = find
        self._also = also
        self._is_known = is_known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        if self._needs_coordinator(scope) and (self._is_known is None or await self._is_known(scope)):
            await self._forward(scope, receive, send)
            return
        repeatable = _RepeatableBody(receive)
        try:
            await self._application(scope, repeatable.receive, send)
        except CoordinatorNeededError:
            await self._forward(scope, repeatable.repeat, send)

    def _needs_coordinator(self, scope: Scope) -> bool:
        path: bytes = scope["raw_path"]
        if path.startswith(PAGES_OF_EXTENSIONS):
            return True
        if scope["method"] in _READING:
            return False
        operation = self._find(path, scope["method"])
        if operation is None or operation.only_reads or operation.id in self._also:
            return False
        if operation.id in CALLED_OPERATIONS and not traces.are_on():  # the coordinator traces a request as a whole
            return False
        if (request := current_request()) is not None:
            request.operation = operation.id
        return True


class _RepeatableBody:
    """The body of a request, which can be received once more. Its operation bounds its size to what memory can hold."""

    __slots__ = ("_messages", "_receive")

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Any] = []

    async def receive(self) -> Any:
        """The next message."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._messages.append(message)
        return message

    async def repeat(self) -> Any:
        """The next message, from the first one on."""
        return self._messages.pop(0) if self._messages else await self._receive()
