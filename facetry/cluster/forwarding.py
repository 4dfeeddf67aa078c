"""Forwards requests and WebSockets to the leader of a cluster, wherever it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import aiohttp
from yarl import URL

from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.peers import CALLER_HEADER, KNOWN_CALLER_PONG, METRICS_PATH, SECRET_HEADER, peer_headers
from facetry.errors import FaultError, unavailable
from facetry.http.body import DisconnectedError, Receive
from facetry.http.problems import Scope
from facetry.http.reply import Send
from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY, note_caller
from facetry.http.websocket import MAX_MESSAGE_BYTES
from facetry.observability.requests import current_request
from facetry.server.http_server import KEEP_ALIVE_SECONDS
from facetry.store.engines.postgresql.leases import Holder

WAIT_SECONDS: Final = 10.0
"""How long a request waits for a leader: longer than a change of the leader takes."""
CONNECT_SECONDS: Final = 2.0
MAX_CONNECTIONS: Final = 256
"""Maximum number of connections to the leader, of those that are kept and of the others."""
KEPT_SECONDS: Final = KEEP_ALIVE_SECONDS / 3
"""How long a connection is kept for the next request. The leader, which keeps them longer, never closes one just when
a request is sent.
"""
MAX_KEPT_BYTES: Final = 64 * 1024
"""Largest body that is kept until the leader has the request, so that it can be sent once more."""
METRICS_SECONDS: Final = 2.0
"""How long the metrics of a leader are waited for."""
_RETRY_SECONDS: Final = 0.1
_OF_ONE_CONNECTION: Final = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
)
_OF_ANSWER: Final = _OF_ONE_CONNECTION | {b"date", b"x-request-id", CALLER_HEADER}
_OF_HANDSHAKE: Final = _OF_ONE_CONNECTION | {
    b"sec-websocket-key",
    b"sec-websocket-version",
    b"sec-websocket-extensions",
    b"sec-websocket-protocol",
}
_REPEATABLE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

T = TypeVar("T")

_log = logging.getLogger(__name__)


class LeaderForwarding:
    """Forwards to the leader that `directory` names. Belongs to one event loop."""

    def __init__(self, directory: LeaderDirectory, secret: bytes) -> None:
        """`secret` is that of the hosts."""
        self._directory = directory
        self._secret = secret
        self._clients: dict[str, aiohttp.ClientSession] = {}
        """For requests over kept connections, for those over new ones, and for WebSockets."""

    async def stop(self) -> None:
        """Close all connections to the leader."""
        while self._clients:
            await self._clients.popitem()[1].close()

    async def forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the leader answer a request. Waits for a leader if there is none.

        Raises a 503 fault when there is none for `WAIT_SECONDS`. When the leader ends after it may have begun to change
        something, nobody knows what it has changed: then the connection is closed without an answer.
        """
        until = time.monotonic() + WAIT_SECONDS
        body = await _Body.of(scope, receive)
        while True:
            leader = await self._directory.wait_for_leader(until)
            if leader is None:
                raise _no_leader()
            try:
                answer = await self._begin(scope, body, leader)
            except (TimeoutError, aiohttp.ClientError, OSError) as error:
                was_sent = not isinstance(error, aiohttp.ClientConnectorError | aiohttp.ServerTimeoutError)
                if (was_sent and scope["method"] not in _REPEATABLE) or not body.is_repeatable:
                    _abort(scope)
                    raise DisconnectedError from error
                if time.monotonic() >= until:
                    raise _no_leader() from error
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            async with answer:
                await self._send_answer(scope, body, answer, leader, send)
            return

    async def read_metrics(self, address: str) -> Any:
        """The metrics of the leader as JSON; None if it is not at `address`, or does not answer."""
        if not self._directory.is_at(address):
            return None
        url = URL(f"http://{address}{METRICS_PATH.decode()}")
        headers = {SECRET_HEADER.decode(): self._secret.decode()}
        try:
            async with asyncio.timeout(METRICS_SECONDS), self._session("GET").get(url, headers=headers) as answer:
                return await answer.json(content_type=None) if answer.status == 200 else None
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
            _log.warning(
                "the metrics of the leader at %s cannot be read: %s", address, str(error) or "it takes too long"
            )
            return None

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Connect a client with the WebSocket of the leader, until one of them ends."""
        if (await receive())["type"] != "websocket.connect":
            return
        leader = await self._directory.wait_for_leader(time.monotonic() + WAIT_SECONDS)
        if leader is None:
            await send({"type": "websocket.close", "code": 1013})
            return
        headers = [each for each in peer_headers(self._secret, scope, _request_id()) if each[0] not in _OF_HANDSHAKE]
        try:
            # the host has limited the connections of its clients already
            client = self._client("websocket", lambda: aiohttp.TCPConnector(limit=0))
            handshake = client.ws_connect(
                _url(scope, leader),
                headers=_texts(headers),
                protocols=scope.get("subprotocols") or (),
                max_msg_size=MAX_MESSAGE_BYTES,
                autoping=False,  # the leader says by a pong that the client has shown a key
                compress=0,
            )
            connected = await self._while_leading(leader, asyncio.ensure_future(handshake))
            try:
                await send({"type": "websocket.accept", "subprotocol": connected.protocol})
                await self._connect(connected, leader, receive, send, scope.get(KNOWN_CALLER_KEY))
            finally:
                await connected.close()
        except aiohttp.WSServerHandshakeError:
            await send({"type": "websocket.close", "code": 1008})
        except (TimeoutError, aiohttp.ClientError, OSError):
            with contextlib.suppress(Exception):  # the client may be gone as well
                await send({"type": "websocket.close", "code": 1012})

    async def _while_leading(self, leader: Holder, asking: asyncio.Future[T], *ends: Coroutine[Any, Any, None]) -> T:
        """The result of `asking`. Raises `ServerDisconnectedError` if another host leads before: the former leader may
        be cut off, and never answer. Raises `DisconnectedError` if one of `ends` does.
        """
        another, *others = [asyncio.ensure_future(each) for each in (self._directory.wait_for_another(leader), *ends)]
        try:
            tasks: list[asyncio.Future[Any]] = [asking, another, *others]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            if another.done():
                raise aiohttp.ServerDisconnectedError("another host is the leader")
            raise DisconnectedError
        finally:
            for task in (another, *others):
                task.cancel()
            if not asking.done():
                asking.cancel()
                with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError, OSError, TimeoutError):
                    if isinstance(late := await asking, aiohttp.ClientResponse):
                        late.close()

    async def _connect(
        self,
        connected: aiohttp.ClientWebSocketResponse,
        leader: Holder,
        receive: Receive,
        send: Send,
        on_known_caller: Callable[[], object] | None,
    ) -> None:
        tasks = [
            asyncio.ensure_future(_pass_to_leader(connected, receive)),
            asyncio.ensure_future(_pass_to_client(connected, send, on_known_caller)),
            asyncio.ensure_future(self._directory.wait_for_another(leader)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(results[0], asyncio.CancelledError):  # the client is still there
            await send({"type": "websocket.close", "code": 1012})

    async def _begin(self, scope: Scope, body: _Body, leader: Holder) -> aiohttp.ClientResponse:
        """Send a request, and wait for the head of its answer."""
        headers = [
            each for each in peer_headers(self._secret, scope, _request_id()) if each[0] not in _OF_ONE_CONNECTION
        ]
        asking = asyncio.ensure_future(
            self._session(scope["method"]).request(
                scope["method"],
                _url(scope, leader),
                headers=_texts(headers),
                data=body.data(),
                allow_redirects=False,
                skip_auto_headers=("accept", "accept-encoding", "user-agent", "content-type"),
            )
        )
        return await self._while_leading(leader, asking, body.disconnected())

    async def _send_answer(
        self, scope: Scope, body: _Body, answer: aiohttp.ClientResponse, leader: Holder, send: Send
    ) -> None:
        if (caller := answer.headers.get(CALLER_HEADER.decode())) is not None:
            note_caller(scope, caller)
        if (request := current_request()) is not None:
            request.trace = None  # the leader has one, to which units of work and deliveries belong
        headers = [(name.lower(), value) for name, value in answer.raw_headers if name.lower() not in _OF_ANSWER]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        try:
            sending = asyncio.ensure_future(_send_body(answer, send))
            await self._while_leading(leader, sending, body.disconnected())
        except (aiohttp.ClientError, OSError) as error:
            _abort(scope)  # the head of the answer cannot be taken back
            raise DisconnectedError from error

    def _session(self, method: str) -> aiohttp.ClientSession:
        """The client for requests with a method. A change goes over a new connection: nobody can tell whether a request
        was handled that was sent over a connection whose other end had just been closed.
        """
        if method in _REPEATABLE:
            return self._client(
                "kept", lambda: aiohttp.TCPConnector(limit=MAX_CONNECTIONS, keepalive_timeout=KEPT_SECONDS)
            )
        return self._client("new", lambda: aiohttp.TCPConnector(limit=MAX_CONNECTIONS, force_close=True))

    def _client(self, kind: str, connector: Callable[[], aiohttp.TCPConnector]) -> aiohttp.ClientSession:
        client = self._clients.get(kind)
        if client is None:
            client = self._clients[kind] = aiohttp.ClientSession(
                connector=connector(),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, connect=WAIT_SECONDS, sock_connect=CONNECT_SECONDS),
                auto_decompress=False,
                trust_env=False,
            )
            # The library would repeat PUT and DELETE when the leader ends. Here, not each of them may be repeated.
            client._retry_connection = False  # there is no public option; a test sees to it
        return client


class _Body:
    """The body of a request, as a whole or in the parts that come from the client."""

    def __init__(self, whole: bytes | None, receive: Receive) -> None:
        """`whole` is None for a body that is still to be received."""
        self._whole = whole
        self._receive = receive
        self._is_begun = False
        self._complete = asyncio.Event()
        if whole is not None:
            self._complete.set()

    @classmethod
    async def of(cls, scope: Scope, receive: Receive) -> _Body:
        """The body of a request whose first message has not been received. Of one that may be large, nothing is waited
        for, because the leader may refuse it before it comes. Raises `DisconnectedError`.
        """
        length = _length_of_body(scope)
        if length is None or length > MAX_KEPT_BYTES:
            return cls(None, receive)
        whole, is_complete = b"", length == 0
        while not is_complete:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            whole += message.get("body", b"")
            is_complete = not message.get("more_body", False)
        return cls(whole, receive)

    @property
    def is_repeatable(self) -> bool:
        """Whether the body can be sent once more."""
        return not self._is_begun

    def data(self) -> bytes | AsyncIterator[bytes] | None:
        """The body as the client library wants it."""
        if self._whole is None:
            return self._parts()
        return self._whole or None

    async def disconnected(self) -> None:
        """Return when the client has disconnected after it has sent the body."""
        await self._complete.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _parts(self) -> AsyncIterator[bytes]:
        self._is_begun = True
        yield b""  # the library sends the head together with the first part
        while not self._complete.is_set():
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise DisconnectedError
            if body := message.get("body", b""):
                yield body
            if not message.get("more_body", False):
                self._complete.set()


def _length_of_body(scope: Scope) -> int | None:
    """The length in bytes that a request announces; 0 without a body, None for one of unknown length."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", b"0"))  # the server has refused what is no number


def _url(scope: Scope, leader: Holder) -> URL:
    target = scope["raw_path"].decode("ascii")
    if query := scope.get("query_string"):
        target += "?" + query.decode("ascii")
    return URL(f"http://{leader.address}{target}", encoded=True)


def _texts(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    # the library sends texts as UTF-8
    return [(name.decode("latin-1"), value.decode("utf-8", "surrogateescape")) for name, value in headers]


def _request_id() -> str | None:
    request = current_request()
    return None if request is None else request.id


def _abort(scope: Scope) -> None:
    if (abort := scope.get(ABORT_KEY)) is not None:
        abort()


def _no_leader() -> FaultError:
    return unavailable("service.leader", "The cluster has no leader at the moment.", retry_after=2)


async def _send_body(answer: aiohttp.ClientResponse, send: Send) -> None:
    async for chunk in answer.content.iter_any():
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _pass_to_leader(connected: aiohttp.ClientWebSocketResponse, receive: Receive) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text, data = message.get("text"), message.get("bytes")
        if text is not None:
            await connected.send_str(text)
        else:
            await connected.send_bytes(data or b"")


async def _pass_to_client(
    connected: aiohttp.ClientWebSocketResponse, send: Send, on_known_caller: Callable[[], object] | None
) -> None:
    async for message in connected:
        if message.type is aiohttp.WSMsgType.TEXT:
            await send({"type": "websocket.send", "text": message.data})
        elif message.type is aiohttp.WSMsgType.BINARY:
            await send({"type": "websocket.send", "bytes": message.data})
        elif message.type is aiohttp.WSMsgType.PING:
            await connected.pong(message.data)
        elif message.type is aiohttp.WSMsgType.PONG and message.data == KNOWN_CALLER_PONG and on_known_caller:
            on_known_caller()
