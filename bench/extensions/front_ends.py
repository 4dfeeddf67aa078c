"""Simulates many front ends on raw WebSockets, cheaply enough to share a machine with the server under test."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, cast

from bench.load import HOST
from bench.processes import KEY

CONNECTIONS_AT_ONCE: Final = 100
"""Number of front ends that connect at the same time."""
_TIMEOUT_SECONDS: Final = 60.0
_UPGRADE: Final = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_EVENT: Final = b'42["events"'


class FrontEnd(asyncio.Protocol):
    """The connection of one front end: introduces itself, answers pings, and records events."""

    def __init__(self, connect_front_ends: FrontEnds) -> None:
        self._group = connect_front_ends
        self._unparsed = b""
        self._is_open = False
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(_UPGRADE.format(host=HOST, key=key).encode())

    def data_received(self, data: bytes) -> None:
        data = self._unparsed + data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unparsed = head
                return
            self._is_open = True
        while (frame := _first_frame(data)) is not None:
            text, data = frame
            self._handle(text)
        self._unparsed = data

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # signature of asyncio
        self._group.lost_count += 1

    def _handle(self, text: bytes) -> None:
        if text.startswith(_EVENT):
            if self._group.receive is not None:
                self._group.receive(text)
            self._group.record_event(self)
        elif text.startswith(b"0"):
            self._send(b"40")
        elif text.startswith(b"40"):
            payload = json.dumps({"apiKey": KEY, "isOpen": True})
            self._send(f'420["connection",{payload}]'.encode())
        elif text.startswith(b"430"):
            self._group.ready_count += 1
        elif text == b"2":
            self._send(b"3")

    def _send(self, text: bytes) -> None:
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)  # masked with zeros

    def close(self) -> None:
        self._transport.abort()


def _first_frame(data: bytes) -> tuple[bytes, bytes] | None:
    """The first WebSocket frame in the data, and the rest; None while the frame is incomplete."""
    if len(data) < 2:
        return None
    length, begin = data[1], 2
    if length == 126:
        length, begin = int.from_bytes(data[2:4], "big"), 4
    if len(data) < begin + length:
        return None
    return data[begin : begin + length], data[begin + length :]


class FrontEnds:
    """A group of front ends, with the time at which the last of them received each event."""

    def __init__(self, receive: Callable[[bytes], None] | None) -> None:
        self.receive = receive
        """Gets the text of each event."""
        self.members: list[FrontEnd] = []
        self.ready_count = self.lost_count = 0
        self.last_arrivals: dict[int, int] = {}
        """By number of the event: the time (monotonic, ns) at which the last front end received it."""
        self._counts: dict[int, int] = {}
        self._arrival = asyncio.Event()

    def record_event(self, front_end: FrontEnd) -> None:
        """Record that a front end has received its next event."""
        front_end.count += 1
        number = front_end.count
        self._counts[number] = self._counts.get(number, 0) + 1
        if self._counts[number] == len(self.members):
            self.last_arrivals[number] = time.monotonic_ns()
            self._arrival.set()

    async def wait_for_event(self, number: int) -> int:
        """Wait until all have received the event with this number; the time at which the last did (ns).

        Raises `ConnectionError` when a front end was disconnected, and `TimeoutError`.
        """
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while number not in self.last_arrivals:
                self._arrival.clear()
                await self._arrival.wait()
        if self.lost_count:
            raise ConnectionError(f"{self.lost_count} front ends were disconnected")
        return self.last_arrivals[number]


@asynccontextmanager
async def connect_front_ends(
    port: int, count: int, receive: Callable[[bytes], None] | None = None
) -> AsyncIterator[FrontEnds]:
    """Connect `count` front ends and introduce them; they are disconnected at the end.

    `receive` gets the text of each event at each of them.
    """
    loop = asyncio.get_running_loop()
    front_ends = FrontEnds(receive)
    try:
        while len(front_ends.members) < count:
            for _ in range(min(CONNECTIONS_AT_ONCE, count - len(front_ends.members))):
                _, front_end = await loop.create_connection(lambda: FrontEnd(front_ends), HOST, port)
                front_ends.members.append(front_end)
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                while front_ends.ready_count < len(front_ends.members):  # noqa: ASYNC110  # nothing signals it
                    await asyncio.sleep(0.01)
        yield front_ends
    finally:
        for front_end in front_ends.members:
            front_end.close()
