"""A connection becomes a WebSocket only when no answer is pending and the request has no body."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from facetry.server.http_protocol import BoundedHTTPProtocol
from facetry.server.http_server import build_server, listen

UPGRADE = (
    b"GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
PLAIN = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
ANSWER_BODY = b"the whole answer"


class Service:
    """A server whose answers wait, and which hands sockets over if it is one of several processes."""

    def __init__(self, *, hands_over: bool) -> None:
        self.may_answer = asyncio.Event()
        self.handed_over: list[bytes] = []
        self.server = build_server(self._application)
        if hands_over:
            self.server.hand_over = self._hand_over

    def _hand_over(self, _: BoundedHTTPProtocol, request: bytes) -> bool:
        self.handed_over.append(request)
        return True

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for each in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{each}.complete"})
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
        else:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"16")]})
            await send({"type": "http.response.body", "body": ANSWER_BODY[:4], "more_body": True})
            await self.may_answer.wait()
            await send({"type": "http.response.body", "body": ANSWER_BODY[4:]})


@asynccontextmanager
async def served(hands_over: bool) -> AsyncIterator[tuple[Service, asyncio.StreamReader, asyncio.StreamWriter]]:
    service, listener = Service(hands_over=hands_over), listen("127.0.0.1", 0)
    serving = asyncio.create_task(service.server.serve(sockets=[listener]))
    reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
    try:
        async with asyncio.timeout(20):
            yield service, reader, writer
    finally:
        writer.close()
        service.server.should_exit = True
        await serving


def run(hands_over: bool, use: Callable[[Service, Any, Any], Awaitable[None]]) -> None:
    async def main() -> None:
        async with served(hands_over) as (service, reader, writer):
            await use(service, reader, writer)

    asyncio.run(main())


@pytest.mark.parametrize("hands_over", [False, True], ids=["one process", "several"])
@pytest.mark.parametrize("is_begun", [False, True])
def test_a_pending_answer_comes_as_a_whole_and_then_the_connection_ends(hands_over: bool, is_begun: bool) -> None:
    async def use(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received = b""
        if is_begun:
            writer.write(PLAIN)
            received = await reader.readuntil(ANSWER_BODY[:4])
            writer.write(UPGRADE + b"\r\n")
        else:
            writer.write(PLAIN + UPGRADE + b"\r\n")
        await asyncio.sleep(0.1)
        service.may_answer.set()
        received += await reader.read()
        assert received.startswith(b"HTTP/1.1 200 ")
        assert received.endswith(b"\r\n\r\n" + ANSWER_BODY)
        assert service.handed_over == []

    run(hands_over, use)


@pytest.mark.parametrize("hands_over", [False, True], ids=["one process", "several"])
@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 5\r\n\r\nhello",
        b"Content-Length: 5\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n",
    ],
)
def test_a_request_with_a_body_is_refused(hands_over: bool, rest: bytes) -> None:
    async def use(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(UPGRADE + rest)
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        assert json.loads(body)["rule"] == "http.syntax"
        assert service.handed_over == []

    run(hands_over, use)


@pytest.mark.parametrize("hands_over", [False, True], ids=["one process", "several"])
@pytest.mark.parametrize("rest", [b"\r\n", b"Content-Length: 0\r\n\r\n"])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_connection_without_a_pending_answer_is_upgraded(hands_over: bool, rest: bytes, is_first: bool) -> None:
    async def use(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not is_first:
            service.may_answer.set()
            writer.write(PLAIN)
            await reader.readuntil(ANSWER_BODY)
        writer.write(UPGRADE + rest)
        if hands_over:
            assert await reader.read() == b""
            assert [each.partition(b"\r\n")[0] for each in service.handed_over] == [UPGRADE.partition(b"\r\n")[0]]
        else:
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")

    run(hands_over, use)
