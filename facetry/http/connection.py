"""What a handler may know and ask of the connection that its request came by."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from facetry.errors import FaultError
from facetry.http.body import DisconnectedError, Receive

T = TypeVar("T")
ABORT: Final = "facetry.abort"
"""In the scope of a connection: what ends it at once, whatever is still to be sent."""
_HOST: Final = re.compile(rb"[A-Za-z0-9.:\[\]-]{1,255}")


class Connection:
    """The connection of one request, as far as a handler is concerned with it."""

    __slots__ = ("_abort", "_authorised", "_headers", "_receive")

    def __init__(
        self,
        receive: Receive,
        headers: Mapping[bytes, bytes],
        *,
        authorised: Callable[[], Awaitable[object]] | None = None,
        abort: Callable[[], None] | None = None,
    ) -> None:
        """`authorised` raises `FaultError` unless the request would be let in now; without it, it would. Without
        `abort` nothing can end the connection.
        """
        self._receive = receive
        self._headers = headers
        self._authorised = authorised
        self._abort = abort

    @property
    def host(self) -> str | None:
        """The Host header, by which the client reached the service: a name or address, with the port if it has one.
        None when there is none, or one that could not be part of a URL.
        """
        host = self._headers.get(b"host", b"")
        return host.decode("ascii") if _HOST.fullmatch(host) else None

    async def unless_gone(self, awaitable: Awaitable[T]) -> T:
        """The result of `awaitable`. Should the client leave first, it is cancelled and, when it has ended,
        `DisconnectedError` raised. Only valid after the body was read, which it is when a handler is called.
        """
        work = asyncio.ensure_future(awaitable)
        gone = asyncio.ensure_future(departure(self._receive))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            gone.result()  # raises what kept it from listening
            raise DisconnectedError
        finally:
            gone.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait((work,))

    async def is_welcome(self) -> bool:
        """Whether the request would still be let in: its key is good, and grants what the operation needs."""
        try:
            if self._authorised is not None:
                await self._authorised()
        except FaultError:
            return False
        return True

    async def departed(self) -> None:
        """Returns when the client has left. Valid when `unless_gone` is."""
        await departure(self._receive)

    def abort(self) -> None:
        """End the connection at once, whatever the client has not read yet."""
        if self._abort is not None:
            self._abort()


async def departure(receive: Receive) -> None:
    """Returns when the client has left, or the answer has gone out."""
    while (await receive())["type"] != "http.disconnect":
        pass
