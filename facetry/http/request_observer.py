"""The outermost layer of the application: gives each request its id, counts its answer, and logs it if requested."""

import logging
import time
from collections.abc import MutableMapping
from typing import Any, Final

from facetry.auth import Principal
from facetry.http.body import Receive
from facetry.http.problems import ASGIApp, Scope
from facetry.http.reply import Send
from facetry.observability import traces
from facetry.observability.request_metrics import RequestMetrics
from facetry.observability.requests import ObservedRequest, begin_request

REQUEST_ID_HEADER: Final = b"x-request-id"

_METHODS: Final = frozenset({"GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"})
_access_log: Final = logging.getLogger("facetry.access")


class RequestObserver:
    """Serves requests by the application. An id that the client sends is ignored: it could be that of another request.

    The access log has no path, since paths contain ids of images and names of files, and no part of the query.
    """

    def __init__(self, app: ASGIApp, metrics: RequestMetrics, *, logs_access: bool = False) -> None:
        self._app = app
        self._metrics = metrics
        self._logs_access = logs_access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = begin_request()
        begin = time.perf_counter()

        async def send_with_id(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                request.status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_ID_HEADER, request.id.encode())]
            await send(message)

        if traces.are_on():
            request.trace = traces.RequestTrace(time.time_ns())
        self._metrics.begin()
        try:
            await self._app(scope, receive, send_with_id)
        finally:
            seconds = time.perf_counter() - begin
            self._metrics.end(request.operation, request.status, seconds)
            if self._logs_access:
                _log_access(request, scope, seconds)
            if request.trace is not None:
                end_trace(request.trace, request, scope["method"])
            request.is_over = True


def _log_access(request: ObservedRequest, scope: Scope, seconds: float) -> None:
    client = scope.get("client")
    fields = {
        "method": scope["method"],
        "operation": request.operation,
        "status": request.status,
        "seconds": round(seconds, 6),
        "caller": name_of(request.caller),
        "address": client[0] if client else None,
    }
    _access_log.info("answered", extra=fields)


def end_trace(trace: traces.RequestTrace, request: ObservedRequest, method: str) -> None:
    """End the trace of a request that has been answered."""
    attributes: dict[str, str | int] = {
        "http.request.method": method if method in _METHODS else "_OTHER",
        "http.response.status_code": request.status,
        "facetry.request_id": request.id,
        "facetry.caller": name_of(request.caller),
    }
    trace.end(request.operation, attributes, is_failure=request.status >= 500)


def name_of(caller: object) -> str:
    """Who has sent a request, without the key: `master`, `key 7`, `extension tagger`, or `unknown`. A text is a name
    that another process has found.
    """
    if isinstance(caller, str):
        return caller
    if not isinstance(caller, Principal):
        return "unknown"
    if caller.extension_id is not None:
        return f"extension {caller.extension_id}"
    return "master" if caller.secret_id is None else f"key {caller.secret_id}"
