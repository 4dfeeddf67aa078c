"""Requests with a valid key or session. The process that has received any other request refuses it itself; it asks the
coordinator only to count a wrong key.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection

from facetry.auth import Authenticator, Principal, SessionFinder, secret_of
from facetry.errors import FaultError
from facetry.http.operation import request_headers
from facetry.http.problems import ASGIApp, ProblemMiddleware, Scope
from facetry.http.request import KNOWN_CALLER_KEY, note_caller
from facetry.http.web.session_cookies import presented_sessions
from facetry.processes.request_router import PAGES_OF_EXTENSIONS, RequestRouter
from facetry.service.http_application import HttpApplication


def routed(http: HttpApplication, forward: ASGIApp, also: Collection[str]) -> Callable[[ASGIApp], RequestRouter]:
    """Makes the layer in which an application answers what only reads, and the operations `also`. Other requests of
    known callers are forwarded.
    """
    return functools.partial(
        RequestRouter,
        forward=ProblemMiddleware(forward),
        find=http.described.find_operation,
        also=also,
        is_known=functools.partial(has_known_caller, http, http),
    )


async def has_known_caller(authenticator: Authenticator, sessions: SessionFinder, scope: Scope) -> bool:
    """Whether a request may be forwarded: its key or its session is valid, or it is for a page of an extension. The
    caller is noted.
    """
    if scope["raw_path"].startswith(PAGES_OF_EXTENSIONS):
        return True  # a page shows by its address that it belongs to a running extension
    try:
        principal = await _principal_of(authenticator, sessions, scope)
    except FaultError:  # the application meets it as well, and answers with it
        return False
    if principal is not None:
        note_caller(scope, principal)
    return principal is not None


async def _principal_of(authenticator: Authenticator, sessions: SessionFinder, scope: Scope) -> Principal | None:
    headers = request_headers(scope)
    secret = secret_of(headers.get(b"authorization"), headers.get(b"x-api-key"))
    if secret is not None:
        return await authenticator.authenticate(secret, scope.get(KNOWN_CALLER_KEY))
    for value in presented_sessions(headers, scope):
        if (principal := await sessions.find(value, scope.get(KNOWN_CALLER_KEY))) is not None:
            return principal
    return None
