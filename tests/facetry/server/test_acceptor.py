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

from facetry.http.request import KNOWN_CALLER_KEY
from facetry.server import acceptor
from facetry.server.acceptor import Acceptor
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection, Rank
from facetry.server.http_server import Server, build_server

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HOST = "127.0.0.1"
ADDRESS = (HOST, 0)


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
    assert not is_exhausted or seconds >= acceptor.RETRY_SECONDS / 2  # timers begin when the event loop last looked


class Silent(LimitedConnection):
    """A connection that only counts."""

    def __init__(self, rank: Rank = Rank.UNKNOWN) -> None:
        self._rank = rank
        self.waiting_since = time.monotonic()

    @property
    def rank(self) -> Rank:
        return Rank.KNOWN_IN_REQUEST if self.transport is None else self._rank

    def connection_made(self, transport: Any) -> None:
        self.transport = transport


@asynccontextmanager
async def accepting(limits: ConnectionLimits) -> AsyncIterator[tuple[Listener, Acceptor, list[Silent]]]:
    """An acceptor that has not begun, its listening socket, and the connections that it makes."""
    made: list[Silent] = []

    def make(has_slot: bool) -> Silent:
        assert has_slot
        made.append(Silent())
        return made[-1]

    with Listener() as listener:
        listener.bind(ADDRESS)
        listener.listen(2_048)
        own = Acceptor(listener, limits, make)
        yield listener, own, made
        await own.stop()
        for connection in made:
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0.05)


def nearly_full() -> ConnectionLimits:
    """Limits with two slots, in which the other connections cannot be closed."""
    limits = ConnectionLimits(64, 64)
    for _ in range(62):
        connection = Silent(Rank.KNOWN_IN_REQUEST)
        connection.address = HOST
        limits.add(connection)
    return limits


@pytest.mark.parametrize(("maximum_of_address", "expected"), [(5_000, 16), (512, 16), (511, 15), (320, 10), (5, 1)])
def test_a_turn_of_the_event_loop_gives_few_places(maximum_of_address: int, expected: int) -> None:
    async def run_turn() -> int:
        async with accepting(ConnectionLimits(10_000, maximum_of_address)) as (listener, own, made):
            clients = [connect(listener) for _ in range(40)]
            own.begin()
            while not made:  # noqa: ASYNC110  # each turn matters
                await asyncio.sleep(0)
            count = len(made)
            for client in clients:
                client.close()
            return count

    assert run(run_turn()) == expected


def test_a_connection_that_waits_for_a_place_gets_it_in_the_next_turn() -> None:
    """Also if no other connection arrives."""

    async def run_clients() -> tuple[list[bool], int]:
        limits = nearly_full()
        async with accepting(limits) as (listener, own, made):
            clients = [connect(listener) for _ in range(2)]
            own.begin()
            await asyncio.sleep(0.1)
            clients += [connect(listener) for _ in range(3)]
            await asyncio.sleep(0.3)
            is_closed = [connection.transport.is_closing() for connection in made]
            count = len(limits)
            for client in clients:
                client.close()
            return is_closed, count

    assert run(run_clients()) == ([True, True, True, False, False], 64)


@pytest.mark.parametrize("waits", [True, False])
def test_an_acceptor_that_stops_accepts_nothing_more(waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptor, "_WAIT_SECONDS", 60.0)

    async def run_clients() -> tuple[int, bytes]:
        async with accepting(nearly_full()) as (listener, own, made):
            clients = [connect(listener) for _ in range(2)]
            own.begin()
            await asyncio.sleep(0.1)
            clients += [connect(listener) for _ in range(2 if waits else 0)]
            await asyncio.sleep(0.1)
            await own.stop()
            count = len(made)
            later = connect(listener)
            await asyncio.sleep(0.05)
            assert len(made) == count
            last = await answer_of(clients[-1]) if waits else b""
            for client in (*clients, later):
                client.close()
            return count, last

    assert run(run_clients()) == (3 if waits else 2, b"")


def test_accepted_connections_are_open_when_the_acceptor_has_stopped() -> None:
    class Loop(asyncio.SelectorEventLoop):
        async def connect_accepted_socket(self, *arguments: Any, **options: Any) -> Any:
            await asyncio.sleep(0.05)  # some turns, as when much else is to be done
            return await super().connect_accepted_socket(*arguments, **options)

    async def run_clients() -> list[bool]:
        async with accepting(ConnectionLimits(8, 8)) as (listener, own, made):
            clients = [connect(listener) for _ in range(3)]
            own.begin()
            while len(made) < 1:  # noqa: ASYNC110  # each turn matters
                await asyncio.sleep(0)
            await own.stop()
            are_open = [connection.transport is not None for connection in made]
            for client in clients:
                client.close()
            return are_open

    with asyncio.Runner(loop_factory=Loop) as runner:
        are_open = runner.run(run_clients())
    assert are_open
    assert all(are_open)


def test_a_connection_that_cannot_be_opened_counts_no_longer() -> None:
    class Loop(asyncio.SelectorEventLoop):
        async def connect_accepted_socket(self, *_: Any, **__: Any) -> Any:
            raise OSError(errno.ENOTCONN, "the client is gone")

    async def run_clients() -> tuple[int, int, bytes]:
        limits = ConnectionLimits(8, 8)
        async with accepting(limits) as (listener, own, made):
            client = connect(listener)
            own.begin()
            answer = await answer_of(client)
            client.close()
            return len(made), len(limits), answer

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(run_clients()) == (1, 0, b"")


def test_a_server_that_stops_accepts_nothing_and_lets_go() -> None:
    """Also while one connection waits for a slot."""

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
