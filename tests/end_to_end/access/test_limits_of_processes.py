"""Limits on connections are those of the whole service, however many processes it has, and sockets count."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import aiohttp
import pytest
import socketio

from tests.support.engines.databases import server_url
from tests.support.extensions.sockets import connection_message
from tests.support.services.servers import HOST, Server, running_server

SERVICES: Final = ((1, False), (2, False), (3, False), (1, True), (2, True))
"""The number of API processes, and whether the service is a host that leads nothing."""
MAXIMUM: Final = 40
OF_ADDRESS: Final = 13
SECONDS: Final = 10.0
GRACE_SECONDS: Final = 0.5
"""How long connections are watched that have to stay open."""


@pytest.fixture(
    scope="module",
    params=SERVICES,
    ids=lambda service: f"{service[0]} processes" + (" of a host" if service[1] else ""),
)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with so many processes, or a host of a cluster, whose leader has the sockets."""
    count, is_host = request.param
    environment = {
        "FACETRY_WORKERS": str(count),
        "FACETRY_CONNECTIONS__MAXIMUM": str(MAXIMUM),
        "FACETRY_CONNECTIONS__MAXIMUM_OF_ADDRESS": str(OF_ADDRESS),
    }
    folder = tmp_path_factory.mktemp("limits")
    if is_host:
        environment["FACETRY_DATABASE_URL"] = server_url(folder / "data" / "library.db").reveal()
    with running_server(folder, [], extra_environment=environment, in_cluster=is_host) as running:
        wait_until(lambda: count_of_processes(running) == count)
        yield running


def count_of_processes(server: Server) -> int:
    """How many processes take connections. The service is ready as soon as the first one does."""
    with server.client() as client:
        found = re.search(r"^facetry_api_processes (\d+)", client.get("/metrics").text, re.MULTILINE)
    return 1 if found is None else int(found[1])


@contextmanager
def connections(server: Server, address: str, count: int) -> Iterator[list[http.client.HTTPConnection]]:
    """Connections from an address, each of which has had an answer."""
    opened: list[http.client.HTTPConnection] = []
    try:
        for _ in range(count):
            connection = http.client.HTTPConnection(HOST, server.port, timeout=30, source_address=(address, 0))
            opened.append(connection)
            connection.request("GET", "/livez")
            assert connection.getresponse().read()
        yield opened
    finally:
        for each in opened:
            each.close()


def open_count(opened: Sequence[http.client.HTTPConnection]) -> int:
    """How many of the connections the server has not closed."""
    return sum(map(is_open, opened))


def is_open(connection: http.client.HTTPConnection) -> bool:
    if connection.sock is None:
        return False
    used: socket.socket = connection.sock
    used.setblocking(False)
    try:
        return used.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        used.settimeout(30)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_an_address_has_as_many_connections_as_the_setting_says(server: Server) -> None:
    address = "127.0.0.2"
    with connections(server, address, OF_ADDRESS) as opened:
        time.sleep(GRACE_SECONDS)
        assert open_count(opened) == OF_ADDRESS
        with connections(server, address, 1) as more:
            wait_until(lambda: open_count(opened) < OF_ADDRESS)
            assert open_count(more) == 1
            with connections(server, "127.0.0.3", OF_ADDRESS) as others:
                time.sleep(GRACE_SECONDS)
                assert open_count(others) == OF_ADDRESS, "another address has its own connections"


def test_the_service_has_as_many_connections_as_the_setting_says(server: Server) -> None:
    addresses = [f"127.0.1.{number}" for number in range(1, 9)]
    with ExitStack() as stack:
        opened = [
            connection
            for address in addresses
            for connection in stack.enter_context(connections(server, address, MAXIMUM // len(addresses)))
        ]
        time.sleep(GRACE_SECONDS)
        assert open_count(opened) == len(opened) == MAXIMUM
        stack.enter_context(connections(server, "127.0.2.1", 1))
        wait_until(lambda: open_count(opened) < MAXIMUM)


def test_places_are_free_again_when_connections_have_ended(server: Server) -> None:
    for _ in range(3):
        with connections(server, "127.0.0.4", OF_ADDRESS) as opened:
            time.sleep(GRACE_SECONDS)
            assert open_count(opened) == OF_ADDRESS
        time.sleep(GRACE_SECONDS)  # the processes learn of the ends meanwhile


async def open_socket(server: Server, address: str, sessions: list[aiohttp.ClientSession]) -> socketio.AsyncClient:
    """A front end with the master key."""
    sessions.append(aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0))))
    client: Any = socketio.AsyncClient(reconnection=False, http_session=sessions[-1])
    await client.connect(server.url, transports=["websocket"])
    await client.call("connection", connection_message(server.key))
    return client


def test_sockets_count_and_those_with_a_key_stay_open(server: Server) -> None:
    address = "127.0.0.5"

    async def main() -> None:
        sessions: list[aiohttp.ClientSession] = []
        try:
            sockets = [await open_socket(server, address, sessions) for _ in range(OF_ADDRESS)]
            await asyncio.sleep(GRACE_SECONDS)
            assert all(each.connected for each in sockets)
            status = await asyncio.to_thread(status_of_one_more, server, address)
            assert status == 503, "no place is left, and none can be made"
            await sockets[0].disconnect()
            await asyncio.sleep(GRACE_SECONDS)
            assert await asyncio.to_thread(status_of_one_more, server, address) == 200
            assert all(each.connected for each in sockets[1:])
            for each in sockets[1:]:
                await each.disconnect()
        finally:
            for session in sessions:
                await session.close()

    asyncio.run(main())


def status_of_one_more(server: Server, address: str) -> int:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30, source_address=(address, 0))
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status
    finally:
        connection.close()


def test_sockets_without_a_key_are_closed_for_others(server: Server) -> None:
    """They count, too: each is as any connection of an unknown caller."""
    address = "127.0.0.6"
    head = (
        f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection((HOST, server.port), 30, (address, 0))) for _ in range(9)
        ]
        for each in sockets:
            each.sendall(head.encode())
            assert each.recv(100).startswith(b"HTTP/1.1 101")
            each.settimeout(0.0)
        opened = stack.enter_context(connections(server, address, OF_ADDRESS))
        wait_until(lambda: open_count(opened) + sum(map(is_socket_open, sockets)) <= OF_ADDRESS)
        assert open_count(opened[-1:]) == 1


def is_socket_open(opened: socket.socket) -> bool:
    """Whether the server has not closed a socket; reads what has come."""
    try:
        while data := opened.recv(1_000):
            del data
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
