"""What hosts of a cluster tell each other about a request: who sends it, and how the client has sent it.

A secret of the library shows that a host of the cluster has forwarded a request. The other headers are believed then.
"""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from facetry.http.body import DisconnectedError, Receive
from facetry.http.problems import ASGIApp, Scope
from facetry.http.reply import Send
from facetry.http.request import KNOWN_CALLER_KEY
from facetry.http.request_observer import end_trace, name_of
from facetry.http.websocket import WRITE_FRAMES_KEY, pong
from facetry.observability import traces
from facetry.observability.combining import to_plain
from facetry.observability.exposition import MetricFamily
from facetry.observability.requests import ObservedRequest, begin_request

SECRET_HEADER: Final = b"facetry-peer-secret"
REQUEST_HEADER: Final = b"facetry-peer-request"
CALLER_HEADER: Final = b"facetry-peer-caller"
"""Of an answer: who has sent the request, if its key is valid."""
METRICS_PATH: Final = b"/leader/metrics"
"""Where a leader shows the host that it belongs to its metrics, as JSON."""
EXAMINATIONS_PATH: Final = b"/leader/examinations"
"""Where the leader of scans gives files to other hosts, and they say what their decoders have found."""
KNOWN_CALLER_PONG: Final = b"facetry known caller"
"""On a WebSocket, the content of a pong that nobody asked for: the client has shown a valid key. Others ignore it."""
MAX_BODY_BYTES: Final = 128 * 1024 * 1024
"""Largest body of a host: what decoders say about some files, each at most some megabytes."""
_MEMBERS: Final = ("client", "scheme", "root_path")
_PURPOSE: Final = b"facetry hosts of a cluster 1"


HostAnswers = Mapping[bytes, Callable[[bytes], Awaitable[bytes]]]
"""For each path, the function from the body of a request to the body of its answer; both are JSON."""


def peer_secret(library_secret: bytes) -> bytes:
    """The secret of the hosts, made from one that only those have that reach the database."""
    return hmac.digest(library_secret, _PURPOSE, "sha256").hex().encode()


def peer_headers(secret: bytes, scope: Mapping[str, Any], request_id: str | None) -> list[tuple[bytes, bytes]]:
    """The headers that tell the leader about a request, beside those of the client; these can have none of them."""
    request = {name: scope.get(name) for name in _MEMBERS} | {"id": request_id}
    return [
        *(each for each in scope["headers"] if each[0] not in (SECRET_HEADER, REQUEST_HEADER)),
        (SECRET_HEADER, secret),
        (REQUEST_HEADER, json.dumps(request).encode()),
    ]


class PeerAccess:
    """Serves requests that hosts of the cluster have forwarded, as if their clients had sent them here, and requests of
    the hosts themselves.

    Others are refused with 403, without a body: only hosts of the cluster know this address.
    """

    def __init__(self, http: ASGIApp, websockets: ASGIApp, secret: bytes, answers: HostAnswers) -> None:
        """`answers` are for requests of the hosts themselves."""
        self._http = http
        self._websockets = websockets
        self._secret = secret
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        if scope["type"] == "lifespan":
            await self._http(scope, receive, send)
            return
        values = {name: value for name, value in scope["headers"] if name in (SECRET_HEADER, REQUEST_HEADER)}
        if not hmac.compare_digest(values.get(SECRET_HEADER, b""), self._secret):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "http" and (answer := self._answers.get(scope["raw_path"])) is not None:
            with suppress(DisconnectedError):
                await _answer(send, 200, await answer(await _body(receive)))
            return
        described = json.loads(values[REQUEST_HEADER])
        headers: Sequence[tuple[bytes, bytes]] = [each for each in scope["headers"] if each[0] not in values]
        client = described["client"]
        scope = {
            **scope,
            "headers": headers,
            "client": None if client is None else tuple(client),
            "scheme": described["scheme"],
            "root_path": described["root_path"] or "",
        }
        if scope["type"] == "websocket":
            scope[KNOWN_CALLER_KEY] = partial(_tell_known_caller, dict(scope))
        request = begin_request(ObservedRequest(described["id"]))
        if scope["type"] == "http" and traces.are_on():
            request.trace = traces.RequestTrace(time.time_ns())

        async def send_with_caller(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                request.status = message["status"]
                if request.caller is not None:
                    message["headers"] = [*message["headers"], (CALLER_HEADER, name_of(request.caller).encode())]
            await send(message)

        try:
            application = self._http if scope["type"] == "http" else self._websockets
            await application(scope, receive, send_with_caller)
        except DisconnectedError:
            return
        finally:
            if request.trace is not None:
                end_trace(request.trace, request, scope["method"])
            request.is_over = True


def _tell_known_caller(scope: Scope) -> None:
    """Count the connection of the host as that of a known caller, and have the host do so with that of the client."""
    scope[KNOWN_CALLER_KEY]()
    scope[WRITE_FRAMES_KEY](pong(KNOWN_CALLER_PONG))


def metrics_answer(metrics: Callable[[], Sequence[MetricFamily]]) -> Callable[[bytes], Awaitable[bytes]]:
    """The function that answers a request for metrics."""

    async def answer(_: bytes) -> bytes:
        return json.dumps(to_plain(metrics())).encode()

    return answer


async def _body(receive: Receive) -> bytes:
    """The body of a request of a host. Raises `DisconnectedError`."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise ValueError("a host has sent too much")
        if not message.get("more_body", False):
            return body


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await _answer(send, 403, b"", (b"connection", b"close"))


async def _answer(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [length, *headers]})
    await send({"type": "http.response.body", "body": body})
