"""The limits of a connection: heads that are too large, malformed or too slow, and bodies that do not arrive."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from facetry.http.request import ABORT_KEY
from facetry.server import http_protocol, transfer_rate
from facetry.server.http_server import build_server, listen

Dialogue = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body."""
    if scope["type"] == "lifespan":
        for answer in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{answer}.complete"})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    body = str(size).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def open_connection(
    served: Any = application,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = build_server(served)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await serving


def exchange(request: bytes) -> tuple[int, bytes]:
    """Status and body of the answer, after which the server closes the connection."""

    async def run() -> bytes:
        async with open_connection() as (reader, writer):
            writer.write(request)
            return await asyncio.wait_for(reader.read(), 20)

    head, _, body = asyncio.run(run()).partition(b"\r\n\r\n")
    return int(head.split()[1]), body


CLOSE = b"Host: x\r\nConnection: close\r\n"


def test_a_plain_request_and_the_largest_head() -> None:
    assert exchange(b"POST / HTTP/1.1\r\n" + CLOSE + b"Content-Length: 5\r\n\r\nhello") == (200, b"5")
    assert exchange(b"GET /" + b"a" * 32_000 + b" HTTP/1.1\r\n" + CLOSE + b"\r\n") == (200, b"0")
    many = b"".join(b"x-%d: y\r\n" % number for number in range(98))
    assert exchange(b"GET / HTTP/1.1\r\n" + CLOSE + many + b"\r\n") == (200, b"0")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"a" * 66_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /" + b"a" * 1_000_000,
        b"GET / HTTP/1.1\r\nx: " + b"y" * 66_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 101 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 100_000,
    ],
)
def test_an_oversized_head_is_a_431_problem(sent: bytes) -> None:
    status, body = exchange(sent)
    assert status == 431
    assert json.loads(body)["rule"] == "http.head"


def test_a_large_body_in_the_packet_of_the_head_is_no_oversized_head() -> None:
    request = b"POST / HTTP/1.1\r\n" + CLOSE + b"Content-Length: 60000\r\n\r\n" + b"x" * 60_000
    assert exchange(request) == (200, b"60000")


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00",
        b"hello\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_is_not_http_is_a_400_problem(sent: bytes) -> None:
    status, body = exchange(sent)
    assert status == 400
    assert json.loads(body)["rule"] == "http.syntax"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b"408"),
        (b"\r\n\r\n", b"408"),
        (b"GET / HTTP/1.1\r\nHost:", b"408"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", b"408"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT", b"408"),
    ],
)
def test_slow_requests_are_ended(sent: bytes, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(transfer_rate, "PAUSE_SECONDS", 0.3)

    async def run() -> bytes:
        async with open_connection() as (reader, writer):
            writer.write(sent)
            return await asyncio.wait_for(reader.read(), 10)

    received = asyncio.run(run())
    assert answer in received
    assert bool(received) is bool(answer)


@pytest.mark.parametrize(
    "endless", [b"0\r\nx: " + b"y" * 600_000, b"0\r\n" + b"x: y\r\n" * 100_000, b"1;" + b"x=y;" * 150_000]
)
def test_trailers_and_sizes_of_chunks_are_bounded(endless: bytes) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    status, body = exchange(head + endless)
    assert (status, json.loads(body)["rule"]) == (431, "http.head")


def test_a_request_of_an_older_version_needs_no_host() -> None:
    assert exchange(b"GET / HTTP/1.0\r\n\r\n") == (200, b"0")


@pytest.mark.parametrize(("version", "is_told"), [(b"1.0", False), (b"1.1", True)])
def test_only_clients_of_the_newest_version_are_told_to_continue(version: bytes, is_told: bool) -> None:
    request = b"POST / HTTP/" + version + b"\r\n" + CLOSE + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"

    async def run() -> bytes:
        async with open_connection() as (reader, writer):
            writer.write(request)
            await asyncio.sleep(0.1)  # the application waits for the body
            writer.write(b"hello")
            return await asyncio.wait_for(reader.read(), 20)

    received = asyncio.run(run())
    assert received.startswith(b"HTTP/1.1 100 Continue\r\n\r\n") is is_told
    final = received.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    assert final.startswith(b"HTTP/1.1 200 ")
    assert final.endswith(b"\r\n\r\n5")


def test_many_small_chunks_are_a_body() -> None:
    chunks = b"1\r\nx\r\n" * 40_000
    head = b"POST / HTTP/1.1\r\n" + CLOSE + b"Transfer-Encoding: chunked\r\n\r\n"
    assert exchange(head + chunks + b"0\r\nt: u\r\n\r\n") == (200, b"40000")


def test_a_body_that_trickles_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, but the body as a whole is too slow."""
    monkeypatch.setattr(transfer_rate, "PAUSE_SECONDS", 1.0)

    async def run() -> bytes:
        async with open_connection() as (reader, writer):
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
            answer = asyncio.ensure_future(reader.read())
            for _ in range(100):
                writer.write(b"x")
                done, _ = await asyncio.wait((answer,), timeout=0.1)
                if done:
                    return answer.result()
            raise AssertionError("the connection is still open")

    assert asyncio.run(run()).startswith(b"HTTP/1.1 408 ")


def answering(size: int) -> Any:
    """An application with an answer of this size."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await application(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": bytes(size)})

    return answer


def test_an_answer_that_nobody_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer_rate, "PAUSE_SECONDS", 1.0)
    size = 64_000_000

    async def run() -> int:
        async with open_connection(answering(size)) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(4)
            received = 0
            with contextlib.suppress(ConnectionResetError):
                while data := await asyncio.wait_for(reader.read(1_000_000), 10):
                    received += len(data)
            return received

    assert asyncio.run(run()) < size


def test_an_answer_that_is_read_slowly_but_steadily_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer_rate, "PAUSE_SECONDS", 1.0)
    size = 20_000_000

    async def run() -> int:
        async with open_connection(answering(size)) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\n" + CLOSE + b"\r\n")
            received = 0
            while data := await reader.read(400_000):
                received += len(data)
                await asyncio.sleep(0.05)
            return received

    assert asyncio.run(run()) > size


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_request_that_is_aborted_by_its_application_needs_no_answer(
    has_begun: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def abort(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await application(scope, receive, send)
            return
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"half", "more_body": True})
        scope[ABORT_KEY]()

    async def run() -> bytes:
        async with open_connection(abort) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            try:
                return await asyncio.wait_for(reader.read(), 20)
            except ConnectionResetError:
                return b""

    assert not asyncio.run(run()).endswith(b"0\r\n\r\n")
    assert caplog.messages == []
