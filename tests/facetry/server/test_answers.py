"""Answers as they leave: the head goes with the body, but waits for nothing that takes longer."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from uvicorn.server import ServerState

from facetry.server.http_protocol import MAX_JOINED_BYTES, BoundedHTTPProtocol
from facetry.server.http_server import build_server

GET: Final = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HEAD: Final = b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE: Final = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

Application = Callable[[Any, Any, Any], Awaitable[None]]


class RecordingTransport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"sockname": ("127.0.0.1", 1), "peername": ("127.0.0.1", 2)})
        self.written: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_closed = True

    def write_eof(self) -> None:
        """What follows is for the transport to refuse."""

    def pause_reading(self) -> None:
        """Nothing is read."""

    def resume_reading(self) -> None:
        """Nothing is read."""

    def get_write_buffer_size(self) -> int:
        return 0


def connected(application: Application) -> tuple[BoundedHTTPProtocol, RecordingTransport]:
    config = build_server(application).config
    config.load()
    connection = BoundedHTTPProtocol(config, ServerState(), {}, refusals=Counter())
    transport = RecordingTransport()
    connection.connection_made(transport)
    return connection, transport


def written(application: Application, request: bytes) -> tuple[list[bytes], BoundedHTTPProtocol]:
    """What is written for a request, write by write."""

    async def run() -> tuple[list[bytes], BoundedHTTPProtocol]:
        connection, transport = connected(application)
        connection.data_received(request)
        await asyncio.gather(*connection.tasks)
        await asyncio.sleep(0)
        connection.connection_lost(None)
        return transport.written, connection

    return asyncio.run(run())


def answering(body: bytes) -> Application:
    async def application(_: Any, __: Any, send: Any) -> None:
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return application


@pytest.mark.parametrize(("size", "writes"), [(0, 1), (1, 1), (MAX_JOINED_BYTES, 1), (MAX_JOINED_BYTES + 1, 2)])
@pytest.mark.parametrize("request_text", [GET, CLOSE])
def test_head_and_body_leave_together(request_text: bytes, size: int, writes: int) -> None:
    answers, connection = written(answering(b"x" * size), request_text)
    assert len(answers) == writes
    head, _, body = b"".join(answers).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert body == b"x" * size
    assert connection.written_bytes == len(b"".join(answers))


@pytest.mark.parametrize("request_text", [HEAD, HEAD.replace(b"Host", b"Connection: close\r\nHost")])
def test_a_head_without_a_body_leaves(request_text: bytes) -> None:
    (answer,), _ = written(answering(b"hello"), request_text)
    assert answer.endswith(b"\r\n\r\n")


def test_an_answer_that_is_complete_survives_a_shutdown() -> None:
    connections: list[BoundedHTTPProtocol] = []

    async def application(_: Any, __: Any, send: Any) -> None:
        await answering(b"hello")(_, __, send)
        connections[0].shutdown()

    async def run() -> list[bytes]:
        connection, transport = connected(application)
        connections.append(connection)
        connection.data_received(HEAD)
        await asyncio.sleep(0)
        assert transport.is_closed
        return transport.written

    assert len(asyncio.run(run())) == 1


def test_a_head_does_not_wait_for_a_slow_body() -> None:
    seen: list[int] = []

    async def run() -> list[bytes]:
        async def application(_: Any, __: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            seen.append(len(transport.written))
            await send({"type": "http.response.body", "body": b"one", "more_body": True})
            await send({"type": "http.response.body", "body": b"two"})

        connection, transport = connected(application)
        connection.data_received(GET)
        await asyncio.gather(*connection.tasks)
        connection.connection_lost(None)
        return transport.written

    assert asyncio.run(run())[1:] == [b"3\r\none\r\n", b"3\r\ntwo\r\n0\r\n\r\n"]
    assert seen == [1]


def test_the_head_of_an_answer_that_fails_leaves_before_the_end() -> None:
    async def application(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise OSError("lost")

    (head,), connection = written(application, GET)
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert connection.transport.is_closing()


def test_pipelined_answers_keep_their_order() -> None:
    count = 0

    async def application(_: Any, __: Any, send: Any) -> None:
        nonlocal count
        count += 1
        await answering(str(count).encode())(_, __, send)

    answers, _ = written(application, HEAD + GET + GET)
    assert [answer.rpartition(b"\r\n\r\n")[2] for answer in answers] == [b"", b"2", b"3"]


def test_nothing_is_written_after_an_abort() -> None:
    async def application(scope: Any, _: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        scope["facetry.abort"]()
        await send({"type": "http.response.body", "body": b"late"})

    answers, connection = written(application, GET)
    assert answers == []
    assert connection.written_bytes == 0


def test_a_refusal_comes_behind_the_head_that_was_sent_before() -> None:
    async def run() -> list[bytes]:
        async def application(_: Any, __: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await asyncio.sleep(0)

        connection, transport = connected(application)
        connection.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await asyncio.sleep(0)
        assert transport.written == []
        connection.data_received(b"no size\r\n")
        await asyncio.sleep(0)
        connection.connection_lost(None)
        return transport.written

    assert [answer[:12] for answer in asyncio.run(run())] == [b"HTTP/1.1 200", b"HTTP/1.1 400"]


def test_the_date_is_that_of_the_answer_and_not_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is read for the answer may change after the request came."""
    server = build_server(None)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        monkeypatch.setattr(time, "time", lambda: 1_000_000_000)
        await answering(b"")(scope, receive, send)

    async def run() -> bytes:
        assert not await server.on_tick(0)
        connection, transport = connected(application)
        connection.server_state.default_headers = server.server_state.default_headers
        connection.data_received(GET)
        await asyncio.gather(*connection.tasks)
        connection.connection_lost(None)
        return b"".join(transport.written)

    assert asyncio.run(run()).count(b"\r\ndate: Sun, 09 Sep 2001 01:46:40 GMT\r\n") == 1
