"""Frames on a link: how they leave, and how they arrive."""

from __future__ import annotations

import asyncio
from typing import Any

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
