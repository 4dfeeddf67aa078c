"""A request as handlers see it: its host, preconditions, disconnection, and whether its key is still valid."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from facetry.errors import FaultError
from facetry.http.body import DisconnectedError, Receive
from facetry.http.preconditions import Precondition, Validators, preconditions_of
from facetry.http.web.session_cookies import require_own_page, set_cookie
from facetry.observability.requests import current_request

T = TypeVar("T")
ABORT_KEY: Final = "facetry.abort"
"""Key of the ASGI scope. Its value is a function that closes the connection at once and discards unsent data."""
KNOWN_CALLER_KEY: Final = "facetry.known-caller"
"""Key of the ASGI scope. Its value is a function to call when the key of the request is valid: should the request be
refused, the server then reads more of its body before it closes the connection."""
_NO_SCOPE: Final[Mapping[str, Any]] = MappingProxyType({})
_HOST: Final = re.compile(rb"[A-Za-z0-9.:\[\]-]{1,255}")


class Request:
    """One request."""

    __slots__ = (
        "_abort",
        "_authorise",
        "_headers",
        "_receive",
        "_scope",
        "_slow_down",
        "answer_headers",
        "session",
    )

    def __init__(
        self,
        receive: Receive,
        headers: Mapping[bytes, bytes],
        *,
        authorise: Callable[[], Awaitable[object]] | None = None,
        abort: Callable[[], None] | None = None,
        scope: Mapping[str, Any] = _NO_SCOPE,
        slow_down: Callable[[Mapping[str, Any], str], Awaitable[None]] | None = None,
        session: str | None = None,
    ) -> None:
        """`authorise` checks the key and its scopes again, and raises `FaultError` when they are no longer sufficient;
        None for a public operation. `abort` closes the connection at once; None when the server offers no such
        function. `scope` is the ASGI scope, `slow_down` records a failed key of it, and `session` is the value of
        the cookie with which it was authorised.
        """
        self._receive = receive
        self._headers = headers
        self._authorise = authorise
        self._abort = abort
        self._scope = scope
        self._slow_down = slow_down
        self.session = session
        self.answer_headers: list[tuple[str, str]] | None = None
        """Headers that the handler adds to the answer."""

    @property
    def host(self) -> str | None:
        """The Host header: the name or address by which the client reached the service, with a port if given.
        None when the header is missing, or its value cannot be part of a URL.
        """
        host = self._headers.get(b"host", b"")
        return host.decode("ascii") if _HOST.fullmatch(host) else None

    @property
    def base_url(self) -> str | None:
        """The address of the service for the client, without a slash at the end; None when `host` is. Behind a trusted
        proxy, it has the scheme and the prefix that the client uses.
        """
        if (host := self.host) is None:
            return None
        return f"{self._scope.get('scheme', 'http')}://{host}{self._scope.get('root_path', '')}"

    def require_own_page(self) -> None:
        """Raise 403 when a page of another origin sends the request."""
        require_own_page(self._headers)

    def set_session_cookie(self, value: str, seconds: int) -> None:
        """Have the answer set the cookie of a session for some seconds, or remove it with an empty value."""
        cookie = set_cookie(self._headers, self._scope, value, seconds)
        self.answer_headers = [*(self.answer_headers or ()), ("Set-Cookie", cookie)]

    async def record_failed_key(self, secret: str) -> None:
        """Record that the client has sent an unknown key, and wait if it has sent too many of them."""
        if self._slow_down is not None:
            await self._slow_down(self._scope, secret)

    @property
    def fetch_destination(self) -> str | None:
        """What a browser requests the resource for (Sec-Fetch-Dest): `empty` for data; None for other clients."""
        destination = self._headers.get(b"sec-fetch-dest")
        return None if destination is None else destination.decode("latin-1")

    @property
    def needs_no_body(self) -> Callable[[str], bool] | None:
        """Tells of the entity tag of a representation whether its bytes are not sent: the client has them (304), or
        wants those of another version (412). None without preconditions.
        """
        conditions = preconditions_of(self._headers)
        return None if conditions is None else lambda etag: conditions.outcome(Validators(etag)) != "perform"

    @property
    def require_change(self) -> Precondition | None:
        """Raises 412 unless the preconditions permit a change of what has these validators. None without any."""
        conditions = preconditions_of(self._headers)
        return None if conditions is None else conditions.require_change

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


def note_caller(request: Mapping[str, Any], caller: object) -> None:
    """Note who sends a request with a valid key: its principal, or its name. `request` is the ASGI scope."""
    if (observed := current_request()) is not None:
        observed.caller = caller  # before the call, which may tell another process who it is
    if (on_known_caller := request.get(KNOWN_CALLER_KEY)) is not None:
        on_known_caller()


async def wait_for_disconnect(receive: Receive) -> None:
    """Returns when the client has disconnected, or the response was sent completely."""
    while (await receive())["type"] != "http.disconnect":
        pass
