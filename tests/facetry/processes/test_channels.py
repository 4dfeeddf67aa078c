"""Channels carry messages with files, and end with either of their processes."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections import Counter

import pytest

from facetry.processes.channels import Channel, ChannelClosedError, PassedConnections


def fill(channel: Channel) -> None:
    """Send messages until the other end has to read first."""
    for _ in range(100_000):
        try:
            channel.send("x" * 1_000)
        except BlockingIOError:
            return
    raise AssertionError("a channel has no bound")


def test_a_message_arrives_with_its_files() -> None:
    one, other = Channel.pair()
    reading_end, writing_end = os.pipe()
    one.send(["link", 3, {"a": 1}], [writing_end])
    os.close(writing_end)
    message, files = other.receive()
    assert message == ["link", 3, {"a": 1}]
    (received,) = files
    assert not os.get_inheritable(received)
    os.write(received, b"hello")
    os.close(received)
    assert os.read(reading_end, 10) == b"hello"
    assert os.read(reading_end, 10) == b""
    os.close(reading_end)
    for each in (one, other):
        each.close()


def test_no_call_waits() -> None:
    one, other = Channel.pair()
    with pytest.raises(BlockingIOError):
        one.receive()
    fill(one)
    other.receive()
    one.send("there is room again")
    for each in (one, other):
        each.close()


@pytest.mark.parametrize("number", [errno.ENOBUFS, errno.ENOMEM, errno.ETOOMANYREFS])
def test_a_system_without_room_is_as_an_end_that_has_to_read_first(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    one, other = Channel.pair()
    with monkeypatch.context() as full:
        full.setattr(socket, "send_fds", refuse)
        with pytest.raises(BlockingIOError):
            one.send("x")
    one.send("y")
    assert other.receive()[0] == "y"
    for each in (one, other):
        each.close()


def test_the_end_of_the_other_process_is_found_by_both_calls() -> None:
    one, other = Channel.pair()
    one.send("last words")
    one.close()
    assert other.receive()[0] == "last words"
    with pytest.raises(ChannelClosedError):
        other.receive()
    with pytest.raises(ChannelClosedError):
        other.send("is anybody there?")
    other.close()


def test_connections_are_accepted_and_their_ends_reported() -> None:
    async def use() -> None:
        own, others = Channel.pair()
        gone: list[bool] = []
        passed = PassedConnections(others, lambda: gone.append(True))
        asyncio.get_running_loop().add_reader(passed, lambda: None)
        with pytest.raises(BlockingIOError):
            passed.accept()
        client, server = socket.socketpair()
        own.send("192.0.2.1", [server.fileno()])
        server.close()
        accepted, address = passed.accept()
        assert address[0] == "192.0.2.1"
        accepted.send(b"welcome")
        assert client.recv(10) == b"welcome"
        accepted.close()
        for each in ("192.0.2.1", "192.0.2.1", "192.0.2.7"):
            passed.closed(each)
        await asyncio.sleep(0.01)
        message, _ = own.receive()
        assert message == ["closed", {"192.0.2.1": 2, "192.0.2.7": 1}]
        own.close()
        with pytest.raises(BlockingIOError):
            passed.accept()
        assert gone == [True]
        passed.closed("192.0.2.1")  # nobody is told
        await asyncio.sleep(0.01)
        client.close()
        passed.close()

    asyncio.run(use())


def test_ends_that_cannot_be_reported_now_are_reported_later() -> None:
    async def use() -> Counter[str]:
        own, others = Channel.pair()
        passed = PassedConnections(others, lambda: None)
        fill(others)
        expected = Counter({f"192.0.2.{number}": number for number in range(1, 200)})
        for address in expected.elements():
            passed.closed(address)
        await asyncio.sleep(0.02)
        reported: Counter[str] = Counter()
        async with asyncio.timeout(10):
            while reported != expected:
                try:
                    message, _ = own.receive()
                except BlockingIOError:
                    await asyncio.sleep(0.01)
                    continue
                if isinstance(message, list):
                    reported.update(message[1])
        own.close()
        passed.close()
        return reported

    assert sum(asyncio.run(use()).values()) == 199 * 100


def test_a_connection_for_which_there_is_no_file_counts_as_ended() -> None:
    async def use() -> None:
        own, others = Channel.pair()
        passed = PassedConnections(others, lambda: None)
        own.send("192.0.2.1")  # as it arrives when the receiver may not open more files
        with pytest.raises(OSError, match="Too many open files") as raised:
            passed.accept()
        assert raised.value.errno == errno.EMFILE
        await asyncio.sleep(0.01)
        assert own.receive()[0] == ["closed", {"192.0.2.1": 1}]
        own.close()
        passed.close()

    asyncio.run(use())
