"""Frames on a link: how they leave, and how they arrive."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from facetry.processes.link.frames import FrameKind, FrameProtocol, encode_frame


def test_frames_of_one_turn_of_the_event_loop_leave_together() -> None:
    written: list[bytes] = []

    class Transport(asyncio.Transport):
        def write(self, data: bytes | bytearray | memoryview) -> None:
            written.append(bytes(data))

        def is_closing(self) -> bool:
            return False

        def close(self) -> None:
            written.append(b"closed")

    async def send() -> None:
        protocol = FrameProtocol(lambda *_: None, lambda: None)
        protocol.connection_made(Transport())
        frames = [encode_frame(FrameKind.SENT, number) for number in range(4)]
        protocol.send(FrameKind.SENT, 0)
        protocol.send(FrameKind.SENT, 1)
        await asyncio.sleep(0)
        assert written == [frames[0] + frames[1]]
        protocol.send(FrameKind.SENT, 2)
        protocol.close()  # what was sent goes before the end
        assert written[1:] == [frames[2], b"closed"]

    asyncio.run(send())


def test_frames_arrive_whole_however_they_are_cut() -> None:
    arrived: list[tuple[FrameKind, int, Any]] = []
    protocol = FrameProtocol(lambda *frame: arrived.append(frame), lambda: None)
    sent: list[tuple[FrameKind, int, Any]] = [
        (FrameKind.REQUEST, 1, ("a", b"b", None)),
        (FrameKind.SENT, 2, None),
        (FrameKind.CHUNK, 3, (b"x" * 999, True)),
    ]
    data = b"".join(encode_frame(*frame) for frame in sent)
    for size in (1, 2, 7, 500, len(data)):
        arrived.clear()
        for begin in range(0, len(data), size):
            protocol.data_received(data[begin : begin + size])
        assert arrived == sent


@pytest.mark.parametrize("is_made", [True, False])
def test_nothing_is_sent_on_a_link_that_is_not_open(is_made: bool) -> None:
    class Closing(asyncio.Transport):
        def is_closing(self) -> bool:
            return True

        def close(self) -> None:
            pass

    async def send() -> None:
        protocol = FrameProtocol(lambda *_: None, lambda: None)
        if is_made:
            protocol.connection_made(Closing())
        assert not protocol.is_open
        protocol.send(FrameKind.SENT, 1)
        await asyncio.sleep(0)
        protocol.close()

    asyncio.run(send())


def test_frames_that_were_not_sent_when_a_link_ends_are_dropped() -> None:
    async def send() -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        for is_lost in (True, False):
            ends: list[None] = []
            own, other = socket.socketpair()
            own.setblocking(False)
            protocol = FrameProtocol(lambda *_: None, lambda ends=ends: ends.append(None))  # type: ignore[misc]
            transport, _ = await asyncio.get_running_loop().create_connection(lambda p=protocol: p, sock=own)  # type: ignore[misc]
            protocol.send(FrameKind.SENT, 1)
            if is_lost:
                protocol.connection_lost(None)
                assert len(ends) == 1
            transport.close()
            await asyncio.sleep(0.02)
            other.setblocking(False)
            assert await asyncio.get_running_loop().sock_recv(other, 100) == b""
            other.close()
        assert failures == []

    asyncio.run(send())
