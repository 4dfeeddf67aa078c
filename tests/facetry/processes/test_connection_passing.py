"""Connections that were accepted for a process that ends before it gets them go to another one."""

from __future__ import annotations

import errno
import os
import selectors
import socket
from collections.abc import Iterator

import pytest

from facetry.processes.channels import Channel
from facetry.processes.child import Child
from facetry.processes.connection_passing import ConnectionPassing
from facetry.server.connection_limits import ConnectionLimits
from tests.support.services.servers import HOST


class Passing:
    """Passes connections to two processes, which this test stands for."""

    def __init__(self, limits: list[ConnectionLimits]) -> None:
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server((HOST, 0))
        self.port: int = self.listener.getsockname()[1]
        self.children = [Child(number) for number in range(2)]
        self.ends: dict[int, Channel] = {}
        self.passing = ConnectionPassing(self.listener, self.children, self.selector, limits)

    def start(self, number: int) -> None:
        child = self.children[number]
        child.channel, self.ends[number] = Channel.pair()
        child.is_ready = True
        self.passing.dispatcher.add(number)
        self.passing.run_once(is_open=True)

    def end(self, number: int) -> None:
        """The process ends, and the supervisor finds out later."""
        self.ends.pop(number).close()

    def find_out(self, number: int) -> None:
        child = self.children[number]
        assert child.channel is not None
        child.channel.close()
        child.channel, child.is_ready = None, False
        self.passing.forget(child)
        self.passing.run_once(is_open=True)

    def connect(self) -> socket.socket:
        client = socket.create_connection((HOST, self.port), timeout=20)
        self.selector.select(20)
        self.passing.accept()
        return client

    def received(self, number: int) -> socket.socket:
        """The connection that a process got next."""
        _, (file,) = self.ends[number].receive()
        return socket.socket(fileno=file)

    def close(self) -> None:
        self.passing.close()
        self.selector.close()
        for child in self.children:
            for accepted, _ in child.waiting:
                accepted.close()
            if child.channel is not None:
                child.channel.close()
        for end in self.ends.values():
            end.close()


@pytest.fixture
def passing() -> Iterator[Passing]:
    opened = Passing([])
    yield opened
    opened.close()


def require_connected(client: socket.socket, accepted: socket.socket) -> None:
    with client, accepted:
        accepted.sendall(b"hello")
        assert client.recv(10) == b"hello"


def test_another_process_gets_what_an_ended_one_was_not_given(passing: Passing) -> None:
    passing.start(0)
    passing.start(1)
    passing.end(0)
    client = passing.connect()
    with pytest.raises(BlockingIOError):
        passing.received(1)
    passing.find_out(0)
    require_connected(client, passing.received(1))


def test_a_connection_waits_while_too_many_files_are_on_their_way(
    passing: Passing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.ETOOMANYREFS, os.strerror(errno.ETOOMANYREFS))

    passing.start(0)
    with monkeypatch.context() as full:
        full.setattr(socket, "send_fds", refuse)
        client = passing.connect()
        passing.passing.run_once(is_open=True)
        assert passing.passing.next_at() is not None, "it is tried again"
    passing.passing.run_once(is_open=True)
    require_connected(client, passing.received(0))


def test_connections_wait_for_the_next_process(passing: Passing) -> None:
    passing.start(0)
    passing.end(0)
    client = passing.connect()
    passing.find_out(0)
    assert passing.passing.files()[1:], "the connection is open"
    passing.start(1)
    require_connected(client, passing.received(1))
    assert len(passing.passing.files()) == 1


def test_clients_are_refused_at_the_end(passing: Passing) -> None:
    passing.start(0)
    passing.passing.close()
    passing.passing.run_once(is_open=False)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, passing.port), timeout=20)


def test_a_socket_that_another_process_has_as_well_goes_on_listening(passing: Passing) -> None:
    """As that of systemd, in whose queue connections wait for the next start."""
    with passing.listener.dup() as of_systemd:
        passing.start(0)
        passing.passing.close()
        with socket.create_connection((HOST, passing.port), timeout=20):
            accepted, _ = of_systemd.accept()
            accepted.close()


def test_connections_that_wait_are_closed_at_the_end(passing: Passing) -> None:
    passing.start(0)
    passing.end(0)
    client = passing.connect()
    passing.find_out(0)
    passing.passing.close()
    with client:
        assert client.recv(10) == b""
