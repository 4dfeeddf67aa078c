"""Middleware that answers faults with problem documents (RFC 9457); the outermost layer of the application."""

import errno
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from facetry.errors import (
    PROBLEM_BY_KIND,
    PROBLEM_MEDIA_TYPE,
    CoordinatorNeededError,
    Fault,
    FaultError,
    FaultKind,
    problem_body,
    unavailable,
)
from facetry.http.body import DisconnectedError, Receive
from facetry.http.reply import Send, raw_headers, send_bytes
from facetry.observability.requests import begin_request, current_request

Scope = MutableMapping[str, Any]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

_log: Final = logging.getLogger("facetry.http")
_PROBLEM_HEADERS: Final = (
    (b"content-type", PROBLEM_MEDIA_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)


class ProblemMiddleware:
    """Answers every exception of the inner layers. An unexpected exception becomes a 500 without internal details; its
    `requestId` leads to the traceback in the log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        except CoordinatorNeededError:
            raise  # the coordinator answers the request
        except DisconnectedError:
            return
        except Exception as error:
            await send_problem(fault_of(error), send, head=scope["method"] == "HEAD")


def fault_of(error: Exception) -> Fault:
    """The fault with which the current request is refused after an exception. An unexpected exception is logged."""
    if isinstance(error, FaultError):
        return _too_many_files() if _is_exhaustion(error.__cause__) else error.fault
    if _is_exhaustion(error):
        return _too_many_files()
    request = current_request() or begin_request()
    _log.error("request %s failed", request.id, extra={"operation": request.operation}, exc_info=error)
    return Fault(
        kind=FaultKind.INTERNAL,
        rule="internal",
        detail="An internal error occurred. The log of the service has the details under this request id.",
    )


def _is_exhaustion(error: BaseException | None) -> bool:
    """Whether a file could not be opened because too many are open. It says nothing about the file itself."""
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)


def _too_many_files() -> Fault:
    _log.error("too many files are open: raise the limit on open files of this process")
    return unavailable("service.open-files", "The service has too many files open.").fault


async def send_problem(fault: Fault, send: Send, *, head: bool) -> None:
    """Sends the problem document of a fault with its status and headers."""
    headers = [*_PROBLEM_HEADERS, *raw_headers(fault.headers)]
    request = current_request() if fault.kind is FaultKind.INTERNAL else None
    body = problem_body(fault, request_id=None if request is None else request.id)
    await send_bytes(send, PROBLEM_BY_KIND[fault.kind][0], headers, body, head=head)
