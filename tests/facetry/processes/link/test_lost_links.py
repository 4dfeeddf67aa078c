"""Sockets that are to be closed before the coordinator has them, and links that end."""

from __future__ import annotations

import asyncio
import marshal
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
import uvloop

from facetry.http.body import DisconnectedError
from facetry.http.connection import ABORT_KEY
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.frames import is_later, next_number
from facetry.processes.link.serving import ApiProcessLink
from facetry.processes.link.sockets import HandedOverSocket
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection, Rank
from tests.facetry.processes.link.over_a_link import no_operation

LARGEST = 0xFFFF_FFFF
SCOPE: Mapping[str, Any] = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "raw_path": b"/",
    "query_string": b"",
    "scheme": "http",
    "root_path": "",
    "http_version": "1.1",
    "headers": [],
    "client": None,
    "server": None,
}


class Connection(LimitedConnection):
    """A connection that was handed over."""

    rank: Rank = Rank.UNKNOWN

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received.append(data)


class Links:
    """Both ends of a link, and the connections that its coordinator has taken over."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self.limits = ConnectionLimits(1, 1)
        self.link = CoordinatorLink(list)
        self.served = ApiProcessLink(self._answer_half, no_operation, self)
        self.frames = socket.socketpair()
        self.handovers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    async def open(self) -> None:
        await self.open_link()
        await self.open_served()

    async def open_link(self) -> None:
        self.frames[0].setblocking(False)
        await self.link.open(self.frames[0])

    async def open_served(self) -> None:
        self.frames[1].setblocking(False)
        await self.served.open(self.frames[1], self.handovers[1])

    def make_connection(self) -> Connection:
        self.connections.append(Connection())
        return self.connections[-1]

    def hand_over(self, stand_in: HandedOverSocket) -> tuple[socket.socket, Callable[[], None]]:
        """The client of a new connection, and what passes the connection to the coordinator."""
        client, accepted = socket.socketpair()
        client.setblocking(False)
        number = self.link.hand_over(stand_in)

        def send() -> None:
            socket.send_fds(self.handovers[0], [marshal.dumps((number, b"the head"))], [accepted.fileno()])
            accepted.close()

        return client, send

    def close(self) -> None:
        self.link.close()
        self.served.close()
        for each in self.handovers:
            each.close()

    async def _answer_half(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG002  # any request
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        await asyncio.Event().wait()


def run(use: Callable[[Links], Awaitable[None]]) -> None:
    async def main() -> None:
        links = Links()
        await links.open()
        try:
            async with asyncio.timeout(20):
                await use(links)
        finally:
            links.close()
            await asyncio.sleep(0)

    asyncio.run(main())


async def read_end(client: socket.socket) -> bytes:
    try:
        return await asyncio.get_running_loop().sock_recv(client, 100)
    except ConnectionResetError:
        return b""
    finally:
        client.close()


@pytest.mark.parametrize("is_before", [True, False], ids=["before it arrives", "while it is opened"])
def test_a_socket_can_be_closed_before_the_coordinator_has_opened_it(is_before: bool) -> None:
    async def use(links: Links) -> None:
        stand_in, kept = HandedOverSocket(), HandedOverSocket()
        client, send = links.hand_over(stand_in)
        if is_before:
            stand_in.abort()
            await asyncio.sleep(0.05)  # the frame arrives meanwhile
            send()
        else:
            send()
            stand_in.abort()
        assert await read_end(client) == b""
        assert links.connections[0].received in ([], [b"the head"])
        assert links.served.is_open, "the link goes on"
        other, send_other = links.hand_over(kept)
        send_other()
        while len(links.connections) < 2 or not links.connections[1].received:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.005)
        kept.abort()
        assert await read_end(other) == b""

    run(use)


def test_a_request_may_come_before_the_coordinator_has_opened_the_link() -> None:
    """The event loop of the processes may read from a socket before it says that there is a connection."""

    async def main() -> None:
        for _ in range(20):
            links = Links()
            await links.open_link()
            sent: asyncio.Queue[str] = asyncio.Queue()
            forwarded = asyncio.ensure_future(links.link.forward(dict(SCOPE), no_body, queue_types(sent)))
            await asyncio.sleep(0.005)
            await links.open_served()
            async with asyncio.timeout(10):
                assert await sent.get() == "http.response.start"
            links.close()
            with pytest.raises(DisconnectedError):
                await forwarded

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())


def queue_types(queue: asyncio.Queue[str]) -> Callable[[Any], Awaitable[None]]:
    """Sends messages of an application to a queue: their types."""

    async def send(message: Any) -> None:
        await queue.put(message["type"])

    return send


async def no_body() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_an_answer_that_has_begun_ends_with_its_connection() -> None:
    async def use(links: Links) -> None:
        sent: list[Any] = []
        aborted = asyncio.Event()

        async def receive() -> Any:
            if not sent:
                return {"type": "http.request", "body": b"", "more_body": False}
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message["type"])

        forwarded = asyncio.ensure_future(links.link.forward({**SCOPE, ABORT_KEY: aborted.set}, receive, send))
        while len(sent) < 2:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.005)
        links.served.close()
        with pytest.raises(DisconnectedError):
            await forwarded
        assert aborted.is_set()
        assert sent == ["http.response.start", "http.response.body"]

    run(use)


def test_sockets_of_unknown_callers_end_with_their_api_process() -> None:
    """Its limits have ended, so nothing else would bound them. Those with a valid key stay open while the limits of the
    coordinator have a place for them.
    """

    async def use(links: Links) -> None:
        unknown, send_unknown = links.hand_over(HandedOverSocket())
        known, send_known = links.hand_over(HandedOverSocket())
        another, send_another = links.hand_over(HandedOverSocket())
        for count, send in enumerate([send_unknown, send_known, send_another], 1):
            send()
            while len(links.connections) < count or not links.connections[-1].received:  # noqa: ASYNC110  # no event
                await asyncio.sleep(0.005)
        links.connections[1].rank = links.connections[2].rank = Rank.KNOWN_IN_REQUEST
        late, send_late = links.hand_over(HandedOverSocket())
        send_late()
        links.link.close()
        assert await read_end(unknown) == b""
        assert await read_end(late) == b""
        assert await read_end(another) == b"", "the coordinator has no place for it"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(known, 1), 0.2)
        assert len(links.limits) == 1
        links.connections[1].abort()
        assert await read_end(known) == b""
        assert len(links.limits) == 0

    run(use)


@pytest.mark.parametrize("is_closed_here", [True, False])
def test_a_link_that_ends_unexpectedly_is_reported(is_closed_here: bool) -> None:
    async def use(links: Links) -> None:
        lost = asyncio.Event()
        links.link.on_lost = lost.set
        (links.link if is_closed_here else links.served).close()
        if is_closed_here:
            await asyncio.sleep(0.05)
            assert not lost.is_set()
        else:
            await lost.wait()

    run(use)


def test_numbers_begin_again_after_the_largest() -> None:
    assert [next_number(0), next_number(LARGEST - 1), next_number(LARGEST)] == [1, LARGEST, 1]
    assert is_later(2, 1)
    assert not is_later(1, 2)
    assert not is_later(7, 7)
    assert is_later(1, LARGEST)
    assert not is_later(LARGEST, 1)


def test_a_number_in_use_is_passed_over() -> None:
    link = CoordinatorLink(list)
    kept = link.hand_over(HandedOverSocket())
    link._last = LARGEST
    assert link.hand_over(HandedOverSocket()) == next_number(kept)
