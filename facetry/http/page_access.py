"""The way of sandboxed pages to the API: an address of its own for each page, with CORS and the page's own key.

A sandboxed page has the opaque origin `null`. Sandboxed pages of other web sites have the same one, so the API answers
it below the address of a page alone, which nobody can guess.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import unquote
from uuid import UUID

from facetry.auth import secret_of
from facetry.errors import Fault, FaultError, FaultKind
from facetry.http.body import Receive
from facetry.http.operation import request_headers
from facetry.http.problems import ASGIApp, ProblemMiddleware, Scope
from facetry.http.reply import Send

API_SEGMENT: Final = "@api"
"""Below the address of a bundle, the first segment of the way to the API."""
_PAGES: Final = b"/ui/"
_API: Final = re.compile(
    rb"/ui/bundle/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/(?:@|%40)api(/.*)", re.DOTALL | re.ASCII
)
_OPAQUE_ORIGIN: Final = b"null"
_ORIGIN_HEADERS: Final = frozenset({b"origin", b"access-control-request-method", b"authorization", b"x-api-key"})
_CORS_HEADERS: Final = (
    (b"access-control-allow-origin", _OPAQUE_ORIGIN),
    (b"access-control-expose-headers", b"*"),
    (b"vary", b"Origin"),
)
_PREFLIGHT_HEADERS: Final = (
    (b"access-control-allow-methods", b"GET, PUT, POST, DELETE, PATCH"),
    (
        b"access-control-allow-headers",
        b"authorization, x-api-key, content-type, if-match, if-none-match, if-modified-since, if-unmodified-since, "
        b"if-range, range, last-event-id",
    ),
    (b"access-control-max-age", b"600"),
    (b"cache-control", b"no-store"),
)

TakesKey = Callable[[UUID, str], Awaitable[bool]]
"""Whether a page takes a key; raises a 404 fault for an unknown page."""


class PageAccess:
    """Serves requests of pages by the application, and all others too."""

    def __init__(self, app: ASGIApp, takes_key: TakesKey) -> None:
        self._app = app
        self._takes_key = takes_key
        self._api = ProblemMiddleware(self._serve_api)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serves one connection of any ASGI type."""
        if scope["type"] != "http" or not scope["raw_path"].startswith(_PAGES):
            return self._app(scope, receive, send)
        if request_headers(scope, _ORIGIN_HEADERS).get(b"origin") == _OPAQUE_ORIGIN:
            send = _with_cors(send)
        app = self._app if _API.fullmatch(scope["raw_path"]) is None else self._api
        return app(scope, receive, send)

    async def _serve_api(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request below the address of a page: a preflight, or a request with the key of the page."""
        match = _API.fullmatch(scope["raw_path"])
        assert match is not None  # noqa: S101  # the caller has matched it
        id, path = UUID(match[1].decode()), match[2]
        headers = request_headers(scope, _ORIGIN_HEADERS)
        secret = secret_of(headers.get(b"authorization"), headers.get(b"x-api-key"))
        if not await self._takes_key(id, secret or "") and secret is not None:
            raise _foreign_key()
        if scope["method"] == "OPTIONS" and b"access-control-request-method" in headers:
            await send({"type": "http.response.start", "status": 204, "headers": [*_PREFLIGHT_HEADERS]})
            await send({"type": "http.response.body", "body": b""})
            return
        request_headers_without_cookies = [header for header in scope["headers"] if header[0] != b"cookie"]
        inner = {
            **scope,
            "raw_path": path,
            "path": unquote(path.decode("latin-1")),
            "headers": request_headers_without_cookies,
        }
        await self._app(inner, receive, send)


def _with_cors(send: Send) -> Send:
    async def send_with_cors(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *_CORS_HEADERS]}
        await send(message)

    return send_with_cors


def _foreign_key() -> FaultError:
    return FaultError(
        Fault(
            kind=FaultKind.FORBIDDEN,
            rule="bundle.key",
            detail="At this address, only the key of its page is taken.",
            remedy="Use the key of the page, or the address of the service itself.",
        )
    )
