"""Many front ends on raw WebSockets, cheap enough to share a machine with what they measure."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

from bench.load import HOST
from bench.processes import KEY

AT_ONCE: Final = 100
"""That connect at the same time."""
_PATIENCE: Final = 60.0
_UPGRADE: Final = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_EVENT: Final = b'42["events"'


class Front(asyncio.Protocol):
    """One of them: it says who it is, answers pings, and notes when events come."""

    def __init__(self, fronts: Fronts) -> None:
        self._fronts = fronts
        self._rest = b""
        self._is_open = False
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(_UPGRADE.format(host=HOST, key=key).encode())

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._is_open = True
        while (frame := _frame(data)) is not None:
            text, data = frame
            self._hear(text)
        self._rest = data

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # as it is called
        self._fronts.lost += 1

    def _hear(self, text: bytes) -> None:
        if text.startswith(_EVENT):
            self._fronts.heard(self)
        elif text.startswith(b"0"):
            self._say(b"40")
        elif text.startswith(b"40"):
            introduction = json.dumps({"apiKey": KEY, "isOpen": True})
            self._say(f'420["connection",{introduction}]'.encode())
        elif text.startswith(b"430"):
            self._fronts.ready += 1
        elif text == b"2":
            self._say(b"3")

    def _say(self, text: bytes) -> None:
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)  # masked with zeros

    def close(self) -> None:
        self._transport.abort()


def _frame(data: bytes) -> tuple[bytes, bytes] | None:
    """The first frame of a server, and what follows it; None when it is not whole."""
    if len(data) < 2:
        return None
    length, begin = data[1], 2
    if length == 126:
        length, begin = int.from_bytes(data[2:4], "big"), 4
    if len(data) < begin + length:
        return None
    return data[begin : begin + length], data[begin + length :]


class Fronts:
    """All of them: when the last one had each event."""

    def __init__(self) -> None:
        self.all: list[Front] = []
        self.ready = self.lost = 0
        self.last: dict[int, int] = {}
        """By the number of the event, the time at which the last one had it."""
        self._counts: dict[int, int] = {}
        self._news = asyncio.Event()

    def heard(self, front: Front) -> None:
        """One has its next event."""
        front.count += 1
        number = front.count
        self._counts[number] = self._counts.get(number, 0) + 1
        if self._counts[number] == len(self.all):
            self.last[number] = time.monotonic_ns()
            self._news.set()

    async def all_have(self, number: int) -> int:
        """The time at which all of them had the event with this number, once they have."""
        async with asyncio.timeout(_PATIENCE):
            while number not in self.last:
                self._news.clear()
                await self._news.wait()
        if self.lost:
            raise ConnectionError(f"{self.lost} front ends were cut off")
        return self.last[number]


@asynccontextmanager
async def fronts(port: int, count: int) -> AsyncIterator[Fronts]:
    """So many, connected and welcome."""
    loop = asyncio.get_running_loop()
    made = Fronts()
    try:
        while len(made.all) < count:
            for _ in range(min(AT_ONCE, count - len(made.all))):
                _, front = await loop.create_connection(lambda: Front(made), HOST, port)
                made.all.append(front)
            async with asyncio.timeout(_PATIENCE):
                while made.ready < len(made.all):  # noqa: ASYNC110  # whoever is ready tells nobody
                    await asyncio.sleep(0.01)
        yield made
    finally:
        for front in made.all:
            front.close()
