"""Requests whose answers are bounded in time and size. A request without an answer has one with the status 0."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import httpx

from facetry.contract.content_codings import ACCEPTED, CodingError, decoded
from facetry.contract.errors import OutOfTimeError

REQUEST_SECONDS: Final = 60.0
"""A request has to be answered within this time."""
MAX_ANSWER_BYTES: Final = 1 << 26
"""Of the body as it was sent, and of what is decoded."""
PROBE_SECONDS: Final = 10.0
REMOVAL_SECONDS: Final = 30.0
"""A request that creates or removes something has this time for its answer, also when the time of the run is over."""


class BoundedTransport(httpx.BaseTransport):
    """Reads each answer as a whole. Raises `OutOfTimeError` when no time remains, and `httpx.TransportError` when the
    service cannot be connected, or is gone: `patience` requests in a row are not answered, and neither is one of `/`.
    Without patience, the first request without an answer is enough.

    A single request that is not answered gets an answer with the status 0, whose extension `failure` says why.
    `remaining` returns the seconds until the end of the run; `seconds` bounds each request. A request that `creates`
    something is awaited beyond the end of the run: without its answer nobody knows what to remove.
    """

    def __init__(
        self,
        remaining: Callable[[], float] = lambda: float("inf"),
        *,
        patience: int = 3,
        seconds: float = REQUEST_SECONDS,
        creates: Callable[[httpx.Request], bool] = lambda _: False,
    ) -> None:
        self._remaining, self._patience, self._seconds, self._creates = remaining, patience, seconds, creates
        self._inner = httpx.HTTPTransport()
        self._missing = 0
        self._end = ""
        """Why the service is gone; empty while it is not."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request."""
        if self._end:
            raise httpx.TransportError(self._end)
        creates = self._creates(request)
        seconds = min(self._seconds, max(self._remaining(), REMOVAL_SECONDS if creates else 0.0))
        try:
            response = self._answered(request, seconds, is_bounded_by_run=not creates)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol):
            raise
        except (httpx.TransportError, httpx.DecodingError) as error:
            if self._remaining() <= 0:
                raise OutOfTimeError from None
            reason = str(error) or type(error).__name__
            if isinstance(error, httpx.TimeoutException):
                reason = f"it did not end within {seconds:.0f} s"
            self._missing += 1
            if not self._patience or (self._missing >= self._patience and not self.is_alive(request.url)):
                self._end = reason
                raise httpx.TransportError(reason) from None
            return httpx.Response(0, extensions={"failure": reason})
        self._missing = 0
        return response

    def is_alive(self, url: httpx.URL) -> bool:
        """Whether the service answers anything to a request of `/`."""
        try:
            self._answered(httpx.Request("GET", url.join("/")), min(PROBE_SECONDS, self._remaining()))
        except (httpx.TransportError, httpx.DecodingError):
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self._inner.close()

    def _answered(self, request: httpx.Request, seconds: float, *, is_bounded_by_run: bool = True) -> httpx.Response:
        end = time.monotonic() + seconds
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
        request.extensions = {**request.extensions, "timeout": timeouts}
        request.headers["Accept-Encoding"] = ACCEPTED
        inner = self._inner.handle_request(request)
        codings = ",".join(inner.headers.get_list("content-encoding"))

        def in_time(parts: Iterable[bytes]) -> Iterator[bytes]:
            for part in parts:
                if time.monotonic() > end or (is_bounded_by_run and self._remaining() <= 0):
                    raise httpx.ReadTimeout("")
                yield part

        try:
            body = b"".join(in_time(decoded(in_time(inner.iter_raw()), codings, MAX_ANSWER_BYTES)))
        except CodingError as error:
            raise httpx.DecodingError(str(error)) from None
        finally:
            inner.close()
        stream = httpx.ByteStream(body)
        response = _DecodedResponse(
            inner.status_code, headers=inner.headers, stream=stream, request=request, extensions=inner.extensions
        )
        response.read()
        return response


class _DecodedResponse(httpx.Response):
    """An answer whose stream is decoded, although its headers are those of the service."""

    def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
        """The parts of the body."""
        return self.iter_raw(chunk_size)


def certificates() -> str | bool:
    """The file of certificate authorities that `SSL_CERT_FILE` names, or True for the usual ones: httpx reads the
    variable, and other clients do not.
    """
    return os.environ.get("SSL_CERT_FILE") or True
