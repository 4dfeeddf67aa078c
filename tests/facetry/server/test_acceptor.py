"""Connections are accepted at the rate at which they are read, and refused or put off when there is no place."""

import asyncio
import contextlib
import errno
import json
import os
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvloop

from facetry.http.connection import KNOWN_CALLER_KEY
from facetry.server import acceptor
from facetry.server.connection_limits import ConnectionLimits
from facetry.server.http_server import Server, build_server

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
ADDRESS = ("127.0.0.1", 0)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers at once; at `/known` as to a known caller, and at `/held` to one whose answer never ends."""
    if scope["type"] == "lifespan":
        for answer in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{answer}.complete"})
        return
    if scope["path"] != "/":
        scope[KNOWN_CALLER_KEY]()
    if scope["path"] == "/held":
        await receive()  # the end of the request
        await receive()  # the end of the connection
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Listener(socket.socket):
    """A listening socket whose connections have other addresses, and that fails to accept."""

    addresses: tuple[str, ...] = ()
    failures: tuple[int, ...] = ()

    def accept(self) -> Any:
        if self.failures:
            number, *rest = self.failures
            self.failures = tuple(rest)
            raise OSError(number, os.strerror(number))
        accepted, address = super().accept()
        if self.addresses:
            first, *others = self.addresses
            self.addresses = (*others, first)
            address = (first, *address[1:])
        return accepted, address


@asynccontextmanager
async def serving(limits: ConnectionLimits, listener: Listener) -> AsyncIterator[Server]:
    listener.bind(ADDRESS)
    listener.listen(2_048)
    server = build_server(application, limits)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    try:
        yield server
    finally:
        server.should_exit = True
        await task


def connect(listener: Listener, begin: bytes = b"") -> socket.socket:
    """A client. The operating system answers it, whether or not the server accepts."""
    client = socket.create_connection(listener.getsockname())
    client.sendall(begin)
    client.setblocking(False)
    return client


async def answer_of(client: socket.socket) -> bytes:
    """What comes first: empty if the connection was closed."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(client, 65_536), 10)
    return b""


def run(coroutine: Any) -> Any:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(coroutine)


@pytest.mark.parametrize("number", [0, 50, 100])
def test_a_request_among_many_silent_connections_is_read(number: int) -> None:
    """All of them arrive while the event loop does something else."""

    async def run_clients() -> bytes:
        listener = Listener()
        async with serving(ConnectionLimits(24, 24), listener):
            clients = [connect(listener) for _ in range(number)]
            probe = connect(listener, REQUEST.replace(b" / ", b" /known "))
            clients += [connect(listener) for _ in range(400 - number)]
            answer = await answer_of(probe)
            for client in (probe, *clients):
                client.close()
            return answer

    assert run(run_clients()).startswith(b"HTTP/1.1 200 ")


def test_the_limits_hold_with_more_connections_than_places() -> None:
    async def run_clients() -> tuple[int, int]:
        listener, limits = Listener(), ConnectionLimits(20, 20)
        async with serving(limits, listener) as server:
            clients = [connect(listener) for _ in range(200)]
            largest = 0
            for _ in range(50):
                await asyncio.sleep(0.005)
                largest = max(largest, len(limits), len(server.server_state.connections))
            for client in clients:
                client.close()
            await asyncio.sleep(0.1)
            return largest, len(limits)

    assert run(run_clients()) == (20, 0)


def test_a_connection_without_a_place_is_refused() -> None:
    async def run_clients() -> tuple[bytes, bytes]:
        listener = Listener()
        async with serving(ConnectionLimits(3, 2), listener):
            held = [connect(listener, REQUEST.replace(b" / ", b" /held ")) for _ in range(2)]
            await asyncio.sleep(0.1)
            refused = connect(listener)
            answer = await answer_of(refused)
            held.pop().close()
            await asyncio.sleep(0.1)
            later = connect(listener, REQUEST)
            later_answer = await answer_of(later)
            for client in (*held, refused, later):
                client.close()
            return answer, later_answer

    refusal, later_answer = run(run_clients())
    head, _, body = refusal.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert json.loads(body)["rule"] == "http.connections"
    assert later_answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("addresses", "is_kept"),
    [
        (("10.0.0.1", "10.0.0.2"), True),
        (("10.0.0.1", "10.0.0.1"), False),
        (("2001:db8::1", "2001:db8::2"), False),
        (("2001:db8::1", "2001:db8:0:1::1"), True),
    ],
)
def test_connections_are_counted_by_address(addresses: tuple[str, ...], is_kept: bool) -> None:
    """One machine may have a whole network of IPv6."""

    async def run_clients() -> bool:
        listener = Listener()
        async with serving(ConnectionLimits(8, 1), listener):
            listener.addresses = addresses
            first = connect(listener)
            await asyncio.sleep(0.1)
            second = connect(listener, REQUEST)
            assert (await answer_of(second)).startswith(b"HTTP/1.1 200 ")
            try:
                return first.recv(1) != b""
            except BlockingIOError:
                return True
            except ConnectionError:
                return False
            finally:
                first.close()
                second.close()

    assert run(run_clients()) is is_kept


@pytest.mark.parametrize("failure", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED])
def test_connections_are_accepted_again_after_a_failure(failure: int, caplog: pytest.LogCaptureFixture) -> None:
    async def run_clients() -> tuple[bytes, float]:
        listener = Listener()
        async with serving(ConnectionLimits(8, 8), listener):
            listener.failures = (failure,)
            begin = time.monotonic()
            client = connect(listener, REQUEST)
            answer = await answer_of(client)
            client.close()
            return answer, time.monotonic() - begin

    answer, seconds = run(run_clients())
    assert answer.startswith(b"HTTP/1.1 200 ")
    is_exhausted = failure != errno.ECONNABORTED
    assert ("no connection can be accepted" in caplog.text) is is_exhausted
    assert not is_exhausted or seconds >= acceptor.RETRY_SECONDS


def test_a_server_that_stops_accepts_nothing_and_lets_go() -> None:
    """Also while one connection waits for a place."""

    async def run_clients() -> list[bytes]:
        listener = Listener()
        async with serving(ConnectionLimits(1, 1), listener) as server:
            clients = [connect(listener, REQUEST) for _ in range(30)]
            server.should_exit = True
            answers = [await answer_of(client) for client in clients]
            for client in clients:
                client.close()
            return answers

    answers = run(run_clients())
    assert len(answers) == 30
