"""Connections that were handed over end on both sides, and nothing of them is left."""

from __future__ import annotations

import asyncio
import gc
import marshal
import socket
import weakref
from typing import Any

import pytest

from facetry.processes.link.sockets import HandedOverSocket
from facetry.server.connection_limits import ConnectionLimits, Rank
from tests.facetry.processes.link.links import Connection, Links, read_end, run, until


class StandIn(HandedOverSocket):
    """Counts in limits of its own."""

    def __init__(self) -> None:
        self.in_place_of = ConnectionLimits(1, 1)
        self.in_place_of.add(self)

    @property
    def has_ended(self) -> bool:
        return len(self.in_place_of) == 0


def test_the_api_process_counts_a_connection_until_it_ends() -> None:
    async def use(links: Links) -> None:
        stand_in = StandIn()
        client, _ = await links.take_over(stand_in)
        await asyncio.sleep(0.02)
        assert not stand_in.has_ended
        client.close()
        await until(lambda: stand_in.has_ended)

    run(use)


def test_the_api_process_learns_that_a_key_was_shown() -> None:
    async def use(links: Links) -> None:
        stand_in, other = StandIn(), StandIn()
        client, connection = await links.take_over(stand_in)
        other_client, _ = await links.take_over(other)
        assert stand_in.rank < Rank.KNOWN
        assert connection.on_known is not None
        connection.on_known()
        await until(lambda: stand_in.rank is Rank.KNOWN_IN_REQUEST)
        assert other.rank < Rank.KNOWN
        assert not stand_in.has_ended
        client.close()
        other_client.close()

    run(use)


def test_a_connection_counts_on_when_it_gets_another_protocol() -> None:
    """As the server does when a request becomes a WebSocket."""

    async def use(links: Links) -> None:
        stand_in = StandIn()
        client, connection = await links.take_over(stand_in)
        upgraded = Connection()
        upgraded.transport = connection.transport
        assert connection.limits is not None
        connection.limits.replace(connection, upgraded)
        connection.transport.set_protocol(upgraded)
        connection.connection_lost(None)  # the former protocol ends, not the connection
        await asyncio.sleep(0.02)
        assert not stand_in.has_ended
        stand_in.abort()
        assert await read_end(client) == b""
        await until(lambda: stand_in.has_ended)

    run(use)


def test_a_protocol_that_has_ended_is_not_replaced() -> None:
    async def use(links: Links) -> None:
        client, connection = await links.take_over(StandIn())
        limits = connection.limits
        assert limits is not None
        client.close()
        await until(lambda: len(limits) == 0)
        limits.replace(connection, Connection())
        assert len(limits) == 0

    run(use)


def test_nothing_is_kept_of_connections_that_have_ended() -> None:
    tasks: list[weakref.ref[asyncio.Task[Any]]] = []

    class Noting(Connection):
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            task = asyncio.current_task()
            assert task is not None
            tasks.append(weakref.ref(task))

    async def use(links: Links) -> None:
        links.kind = Noting
        stand_in = StandIn()
        client, connection = await links.take_over(stand_in)
        kept = weakref.ref(connection)
        client.close()
        await until(lambda: stand_in.has_ended)
        links.connections.clear()
        del connection
        await asyncio.sleep(0.02)
        gc.collect()
        assert kept() is None
        assert [task() for task in tasks] == [None]

    run(use)


def test_a_connection_for_which_the_coordinator_has_no_file_ends() -> None:
    async def use(links: Links) -> None:
        stand_in, later = StandIn(), StandIn()
        gone, send = links.hand_over(stand_in, has_file=False)
        stand_in.abort()
        await asyncio.sleep(0.02)  # the frame arrives meanwhile
        send()
        await until(lambda: stand_in.has_ended)
        assert links.connections == []
        gone.close()
        links.link._last -= 1  # the numbers have begun again
        client, connection = await links.take_over(later)
        assert connection.received == [b"the head"]
        client.close()

    run(use)


def test_a_message_has_one_file_and_no_other_stays_open() -> None:
    async def use(links: Links) -> None:
        stand_in = StandIn()
        number = links.link.hand_over(stand_in)
        (client, accepted), (other, unexpected) = socket.socketpair(), socket.socketpair()
        message = marshal.dumps((number, b"the head"))
        socket.send_fds(links.handovers[0], [message], [accepted.fileno(), unexpected.fileno()])
        accepted.close()
        unexpected.close()
        await until(lambda: links.connections and links.connections[0].received)
        for each in (client, other):
            each.setblocking(False)
        assert await asyncio.wait_for(read_end(other), 5) == b""
        client.close()
        await until(lambda: stand_in.has_ended)

    run(use)


def test_a_connection_that_cannot_be_opened_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise ConnectionResetError

    async def use(links: Links) -> None:
        stand_in, later = StandIn(), StandIn()
        client, send = links.hand_over(stand_in)
        stand_in.abort()
        await asyncio.sleep(0.02)  # the frame arrives meanwhile
        with monkeypatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "connect_accepted_socket", fail)
            send()
            assert await read_end(client) == b""
            await until(lambda: stand_in.has_ended)
        links.link._last -= 1  # the numbers have begun again
        client, connection = await links.take_over(later)
        assert connection.received == [b"the head"]
        client.close()

    run(use)


def test_a_connection_that_closes_when_it_is_opened_gets_no_request() -> None:
    class Closing(Connection):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            transport.close()

    async def use(links: Links) -> None:
        links.kind = Closing
        stand_in = StandIn()
        client, send = links.hand_over(stand_in)
        send()
        assert await read_end(client) == b""
        await until(lambda: stand_in.has_ended)
        assert links.connections[0].received == []

    run(use)


def test_an_end_that_comes_late_does_not_meet_a_later_connection() -> None:
    """The API process closes a connection that has just ended. Its number may be used again."""

    async def use(links: Links) -> None:
        stand_in, later = StandIn(), StandIn()
        client, connection = await links.take_over(stand_in)
        client.close()
        await until(lambda: connection.limits is not None and len(connection.limits) == 0)
        stand_in.abort()
        await until(lambda: stand_in.has_ended)
        await asyncio.sleep(0.02)
        links.link._last -= 1  # the numbers have begun again
        other, _ = await links.take_over(later)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(other, 1), 0.1)
        other.close()

    run(use)


def test_each_end_closes_the_connection_that_it_names() -> None:
    async def use(links: Links) -> None:
        stand_ins = [StandIn() for _ in range(3)]
        clients = [(await links.take_over(each))[0] for each in stand_ins]
        stand_ins[1].abort()
        assert await read_end(clients[1]) == b""
        await until(lambda: stand_ins[1].has_ended)
        await asyncio.sleep(0.02)
        assert [each.has_ended for each in stand_ins] == [False, True, False]
        clients[0].close()
        clients[2].close()

    run(use)


def test_a_connection_that_was_not_handed_over_is_taken_back() -> None:
    async def use(links: Links) -> None:
        stand_in = StandIn()
        number = links.link.hand_over(stand_in)
        links.link.take_back(number)
        links.link.take_back(number)
        links.served.close()
        await until(lambda: not links.served.is_open)
        await asyncio.sleep(0.02)
        assert not stand_in.has_ended, "it is no longer one of the link"

    run(use)


def test_all_connections_end_with_the_link() -> None:
    async def use(links: Links) -> None:
        stand_ins = [StandIn() for _ in range(2)]
        clients = [(await links.take_over(each))[0] for each in stand_ins]
        kept = weakref.ref(stand_ins[1])
        links.served.close()
        await until(lambda: all(each.has_ended for each in stand_ins))
        stand_ins[0].abort()  # to no effect
        for each in clients:
            each.close()
        stand_ins.clear()
        await asyncio.sleep(0.02)
        gc.collect()
        assert kept() is None

    run(use)


def test_a_message_is_never_waited_for() -> None:
    async def use(links: Links) -> None:
        assert links.handovers[1].gettimeout() == 0

    run(use)


def test_the_end_of_the_other_process_ends_the_taking_over_once() -> None:
    async def use(links: Links) -> None:
        descriptor = links.handovers[1].fileno()
        links.handovers[0].close()
        await until(lambda: links.handovers[1].fileno() == -1)
        assert not asyncio.get_running_loop().remove_reader(descriptor)
        assert links.served.is_open

    run(use)


def test_the_end_of_the_link_ends_the_taking_over() -> None:
    async def use(links: Links) -> None:
        descriptor = links.handovers[1].fileno()
        links.link.close()
        await until(lambda: links.handovers[1].fileno() == -1)
        assert not asyncio.get_running_loop().remove_reader(descriptor)
        with pytest.raises(BrokenPipeError):
            socket.send_fds(links.handovers[0], [b"late"], [])

    run(use)


def test_a_stand_in_takes_the_place_of_its_connection_in_the_limits() -> None:
    ended: list[str] = []
    limits = ConnectionLimits(1, 1)
    connection, stand_in = Connection(), HandedOverSocket()
    connection.address, connection.waiting_since = "192.0.2.1", 12.5
    connection.on_lost = lambda: ended.append("lost")
    limits.add(connection)
    stand_in.count_instead_of(connection)
    connection.connection_lost(None)
    assert (len(limits), ended) == (1, [])
    assert (stand_in.address, stand_in.waiting_since) == ("192.0.2.1", 12.5)
    stand_in.abort()  # the coordinator does not have it yet
    stand_in.end()
    assert (len(limits), ended) == (0, ["lost"])
    unlimited = HandedOverSocket()
    unlimited.count_instead_of(Connection())
    unlimited.end()
