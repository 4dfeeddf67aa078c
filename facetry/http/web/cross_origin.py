"""Cross-origin requests of browsers (CORS): answers for the pages of a list of origins, and for no others."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

from facetry.errors import PROBLEM_MEDIA_TYPE, Fault, FaultKind, problem_body
from facetry.http.preconditions import HEADERS as PRECONDITION_HEADERS

METHODS: Final = ("GET", "HEAD", "PUT", "POST", "DELETE")
REQUEST_HEADERS: Final = (
    "Authorization",
    "X-API-KEY",
    "Content-Type",
    "Range",
    "If-Range",
    *PRECONDITION_HEADERS.values(),
    "Last-Event-ID",
)
RESPONSE_HEADERS: Final = (
    "ETag",
    "Accept-Ranges",
    "Content-Range",
    "Content-Disposition",
    "Retry-After",
    "WWW-Authenticate",
    "Allow",
    "X-Request-Id",
)
"""Headers of answers that scripts may read, besides those that browsers always show."""
MAX_AGE_SECONDS: Final = 600


class CrossOriginMiddleware(CORSMiddleware):
    """Starlette's middleware for exact origins. It is outside the application, so that refusals have the headers as
    well, and inside `PageAccess`, whose pages have an opaque origin that no setting lists. It permits no credentials of
    the browser: a page sends its key itself. A refused preflight is a problem document.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        super().__init__(
            app,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=REQUEST_HEADERS,
            expose_headers=RESPONSE_HEADERS,
            max_age=MAX_AGE_SECONDS,
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """The answer to a preflight request."""
        response = super().preflight_response(request_headers)
        if response.status_code < 400:
            return response
        fault = Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule="origin.refused",
            detail="Pages of this origin may not send this request.",
            parameter="Origin",
            value=request_headers["origin"],
            remedy="The operator lists origins in FACETRY_ORIGINS.",
        )
        return Response(problem_body(fault), 400, {"Vary": "Origin"}, PROBLEM_MEDIA_TYPE)
