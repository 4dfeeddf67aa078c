"""The documentation page: Swagger UI from an installed package, and the bundled OpenAPI and AsyncAPI descriptions.
Beside it are the pages of the rules, and the page of the service. All links are relative, so that the pages work below
the prefix of a proxy.
"""

import importlib.util
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.errors import Fault, FaultError, FaultKind
from facetry.http.absent_operations import MEMBER, AbsentOperations
from facetry.http.body import Receive
from facetry.http.compression import GzipCache
from facetry.http.documents import rule_pages
from facetry.http.documents.document_replies import NO_CACHE, document_reply, page_headers
from facetry.http.documents.schema_documents import public_reply, schema_replies
from facetry.http.documents.web_page import WebPage
from facetry.http.operation import request_headers
from facetry.http.preconditions import HEADERS as PRECONDITION_HEADERS
from facetry.http.problems import ASGIApp, Scope
from facetry.http.reply import Reply, Send, send_reply

_ALLOW: Final = "GET, HEAD, OPTIONS"
_ASSETS: Final = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "favicon-32x32.png": "image/png",
}
_DESCRIPTION: Final = b"/openapi.json"
_MAX_PREFIXES: Final = 4
_VARIES: Final = ("Vary", "Accept-Encoding")
_READ_HEADERS: Final = frozenset({b"accept-encoding", *PRECONDITION_HEADERS})
# Swagger UI sets style attributes while it renders Markdown; scripts are loaded from this server only.
_PAGE_HEADERS: Final = page_headers(
    "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"
)
_PAGE: Final = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Facetry API</title>
<link rel="icon" type="image/png" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. The description itself: <a href="../openapi.json">openapi.json</a>,
of the events: <a href="../asyncapi.json">asyncapi.json</a>;
<a href="rules/">the rules of refusals</a></noscript>
<script src="swagger-ui-bundle.js"></script>
<script src="page.js"></script>
</body>
</html>
"""
# The paths of the description begin at the service, which a proxy may have put below a prefix.
_SCRIPT: Final = b"""const service = new URL("..", document.baseURI);

function addPrefix(request) {
  const address = new URL(request.url, service);
  const isBelow = address.pathname.startsWith(service.pathname);
  if (!request.loadSpec && address.origin === service.origin && !isBelow) {
    request.url = service.origin + service.pathname + address.pathname.slice(1) + address.search;
  }
  return request;
}

SwaggerUIBundle({
  url: "../openapi.json",
  requestInterceptor: addPrefix,
  dom_id: "#page",
  deepLinking: true,
  displayOperationId: true,
  validatorUrl: null,
  persistAuthorization: false,
  docExpansion: "list"
});
"""


class DocumentationMiddleware:
    """Serves `/` and `/assets/`, `/docs/`, `/docs/rules/`, `/openapi.json`, `/asyncapi.json` and `/schemas/`, and
    redirects `/docs`. Needs no key. Any other address is a 404, or a 501 for an operation that published clients know.
    """

    def __init__(
        self, app: ASGIApp, *, document: Mapping[str, Any], events: Mapping[str, Any], page: WebPage | None = None
    ) -> None:
        self._app = app
        self._document = document
        self._events = events
        self._assets = assets_folder()
        self._compressed = GzipCache()
        self._page = WebPage() if page is None else page
        self._prefixed: dict[str, Reply] = {}
        """The OpenAPI description below the last prefixes."""
        self._absent_operations = AbsentOperations(document.get(MEMBER, {}))

    @cached_property
    def _replies(self) -> Mapping[bytes, Reply]:
        """In memory from the first request on: anybody can request them."""
        return _replies(self._document, self._events, self._assets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type; a connection that is not HTTP goes on to the next layer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = bytes(scope["raw_path"])
        headers = request_headers(scope, _READ_HEADERS)
        reply = self._page.find(address, headers.get(b"accept-encoding"))
        if reply is None:
            reply = self._replies.get(address) or rule_pages.find_reply(address)
        if address == _DESCRIPTION and scope.get("root_path"):
            reply = self._description_below(scope["root_path"])
        if reply is None:
            raise self._absent_operations.fault(scope["method"], scope["raw_path"]) or FaultError(
                Fault(
                    kind=FaultKind.NOT_FOUND,
                    rule="route.unknown",
                    detail="There is nothing at this address.",
                    remedy=rule_pages.remedy(address) or "See /docs/ for the available addresses.",
                )
            )
        method = scope["method"]
        if method == "OPTIONS":
            await send_options(send, _ALLOW)
        elif method in ("GET", "HEAD"):
            if _VARIES not in reply.headers:
                reply = await self._compressed.compress(reply, headers.get(b"accept-encoding"))
            await send_reply(reply, send, receive, headers, head=method == "HEAD")
        else:
            raise method_not_allowed(_ALLOW)

    def _description_below(self, root_path: str) -> Reply:
        """The OpenAPI description whose server is below a prefix. A trusted proxy may let clients choose prefixes, so
        only some are kept.
        """
        if root_path not in self._prefixed:
            if len(self._prefixed) >= _MAX_PREFIXES:
                self._compressed.forget(str(self._prefixed.pop(next(iter(self._prefixed))).etag))
            servers = [
                {**server, "url": f"{root_path}{server['url'].rstrip('/')}"} for server in self._document["servers"]
            ]
            body = orjson.dumps({**self._document, "servers": servers})
            self._prefixed[root_path] = document_reply(body, "application/json")
        return self._prefixed[root_path]


async def send_options(send: Send, allow: str) -> None:
    """Answers OPTIONS: 204 with the methods that the address supports."""
    await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allow.encode("ascii"))]})
    await send({"type": "http.response.body", "body": b""})


def method_not_allowed(allow: str) -> FaultError:
    """405: the address exists, but does not support this method."""
    return FaultError(
        Fault(
            kind=FaultKind.METHOD_NOT_ALLOWED,
            rule="method.unknown",
            detail="This address does not support this method.",
            remedy=f"Use one of {allow}.",
            headers=(("Allow", allow),),
        )
    )


def _replies(document: Mapping[str, Any], events: Mapping[str, Any], assets: Path) -> dict[bytes, Reply]:
    replies = {
        b"/": _redirect(),
        b"/docs": _redirect(),
        b"/docs/": Reply(body=_PAGE, media_type="text/html; charset=utf-8", headers=_PAGE_HEADERS),
        b"/docs/page.js": document_reply(_SCRIPT, "text/javascript; charset=utf-8"),
        _DESCRIPTION: document_reply(orjson.dumps(document), "application/json"),
        b"/asyncapi.json": public_reply(orjson.dumps(events), "application/json"),
        **schema_replies(),
    }
    for name, media_type in _ASSETS.items():
        replies[f"/docs/{name}".encode()] = document_reply((assets / name).read_bytes(), media_type)
    return replies


def assets_folder() -> Path:
    """The folder of Swagger UI's static files. The package is located, not imported, because its code is not needed."""
    package = importlib.util.find_spec("flask_swagger_ui")
    if package is None or package.origin is None:
        raise FileNotFoundError("the package flask-swagger-ui is not installed")
    return Path(package.origin).resolve().parent / "dist"


def _redirect() -> Reply:
    return Reply(status=307, media_type="text/plain; charset=utf-8", headers=(("Location", "docs/"), NO_CACHE))
