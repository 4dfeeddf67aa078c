"""The connection of a request, as handlers see it: the host, the versions that the client has, disconnection, and
whether the key is still valid.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from facetry.errors import FaultError
from facetry.http.body import DisconnectedError, Receive

T = TypeVar("T")
ABORT_KEY: Final = "facetry.abort"
"""Key of the ASGI scope. Its value is a function that closes the connection at once and discards unsent data."""
KNOWN_CALLER_KEY: Final = "facetry.known-caller"
"""Key of the ASGI scope. Its value is a function to call when the key of the request is valid: should the request be
refused, the server then reads more of its body before it closes the connection."""
_ENTITY_TAG: Final = re.compile(rb'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_HOST: Final = re.compile(rb"[A-Za-z0-9.:\[\]-]{1,255}")


class Connection:
    """The connection of one request."""

    __slots__ = ("_abort", "_authorise", "_headers", "_receive")

    def __init__(
        self,
        receive: Receive,
        headers: Mapping[bytes, bytes],
        *,
        authorise: Callable[[], Awaitable[object]] | None = None,
        abort: Callable[[], None] | None = None,
    ) -> None:
        """`authorise` checks the key and its scopes again, and raises `FaultError` when they are no longer sufficient;
        None for a public operation. `abort` closes the connection at once; None when the server offers no such
        function.
        """
        self._receive = receive
        self._headers = headers
        self._authorise = authorise
        self._abort = abort

    @property
    def host(self) -> str | None:
        """The Host header: the name or address by which the client reached the service, with a port if given.
        None when the header is missing, or its value cannot be part of a URL.
        """
        host = self._headers.get(b"host", b"")
        return host.decode("ascii") if _HOST.fullmatch(host) else None

    @property
    def fetch_destination(self) -> str | None:
        """What a browser requests the resource for (Sec-Fetch-Dest): `empty` for data; None for other clients."""
        destination = self._headers.get(b"sec-fetch-dest")
        return None if destination is None else destination.decode("latin-1")

    @property
    def has_version(self) -> Callable[[str], bool] | None:
        """Tells of an entity tag whether the client has this version (If-None-Match); None when it has sent no tags."""
        if_none_match = self._headers.get(b"if-none-match")
        return None if if_none_match is None else partial(names_version, if_none_match)

    async def cancel_on_disconnect(self, awaitable: Awaitable[T]) -> T:
        """The result of `awaitable`. When the client disconnects first, `awaitable` is cancelled, and
        `DisconnectedError` is raised as soon as it has ended. Valid only after the body was read; the pipeline reads
        it before it calls a handler.
        """
        work = asyncio.ensure_future(awaitable)
        disconnection = asyncio.ensure_future(wait_for_disconnect(self._receive))
        try:
            await asyncio.wait((work, disconnection), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            disconnection.result()  # raises the error of `receive`, if there was one
            raise DisconnectedError
        finally:
            disconnection.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait((work,))

    async def is_authorised(self) -> bool:
        """Whether the key is still valid and has the scopes of the operation."""
        try:
            if self._authorise is not None:
                await self._authorise()
        except FaultError:
            return False
        return True

    async def wait_for_disconnect(self) -> None:
        """Returns when the client has disconnected. Valid only after the body was read."""
        await wait_for_disconnect(self._receive)

    def abort(self) -> None:
        """Close the connection at once; data that the client has not read yet is lost."""
        if self._abort is not None:
            self._abort()


async def wait_for_disconnect(receive: Receive) -> None:
    """Returns when the client has disconnected, or the response was sent completely."""
    while (await receive())["type"] != "http.disconnect":
        pass


def names_version(if_none_match: bytes, etag: str) -> bool:
    """Whether a value of If-None-Match names the version `etag` (without quotes), by the weak comparison of RFC 9110
    §13.1.2.
    """
    return if_none_match.strip() == b"*" or b'"%s"' % etag.encode("ascii") in _ENTITY_TAG.findall(if_none_match)
