"""Both ends of a link over which connections are handed over, for tests."""

from __future__ import annotations

import asyncio
import marshal
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.serving import ApiProcessLink
from facetry.processes.link.sockets import HandedOverSocket
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection, Rank
from tests.facetry.processes.link.over_a_link import no_operation


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
        self.kind = Connection
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
        self.connections.append(self.kind())
        return self.connections[-1]

    def hand_over(
        self, stand_in: HandedOverSocket, *, has_file: bool = True
    ) -> tuple[socket.socket, Callable[[], None]]:
        """The client of a new connection, and what passes the connection to the coordinator. Without `has_file`, the
        coordinator gets the message alone, as when it has no file left.
        """
        client, accepted = socket.socketpair()
        client.setblocking(False)
        number = self.link.hand_over(stand_in)

        def send() -> None:
            files = [accepted.fileno()] if has_file else []
            socket.send_fds(self.handovers[0], [marshal.dumps((number, b"the head"))], files)
            accepted.close()

        return client, send

    async def take_over(self, stand_in: HandedOverSocket) -> tuple[socket.socket, Connection]:
        """Hand over a new connection: its client, and the connection when the coordinator has it."""
        client, send = self.hand_over(stand_in)
        count = len(self.connections)
        send()
        await until(lambda: len(self.connections) > count and self.connections[count].received)
        return client, self.connections[count]

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


async def until(condition: Callable[[], object]) -> None:
    """Wait for what has no event."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.002)


def run(use: Callable[[Links], Awaitable[None]]) -> None:
    """Run `use` with both ends of a link."""

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
    """What a client still gets, which it closes then; empty when its connection was closed."""
    try:
        return await asyncio.get_running_loop().sock_recv(client, 100)
    except ConnectionResetError:
        return b""
    finally:
        client.close()
