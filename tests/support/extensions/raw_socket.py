"""A client of Socket.IO that sends any text as a packet: no library would."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp

from tests.support.extensions.sockets import GatewayServer, open_websocket


class RawSocket:
    """An open WebSocket. Messages of the service are kept as texts, without those of Engine.IO."""

    def __init__(self, websocket: aiohttp.ClientWebSocketResponse) -> None:
        self._websocket = websocket
        self._messages: asyncio.Queue[str] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())

    async def send(self, packet: str, *attachments: bytes) -> None:
        """Send a packet of Socket.IO, and its attachments."""
        await self._websocket.send_str("4" + packet)
        for attachment in attachments:
            await self._websocket.send_bytes(attachment)

    async def attach(self, attachment: bytes) -> None:
        """Send an attachment alone."""
        await self._websocket.send_bytes(attachment)

    async def next(self, seconds: float = 5.0) -> str:
        """The next packet of the service."""
        async with asyncio.timeout(seconds):
            return await self._messages.get()

    async def answer_to(self, packet: str, number: int) -> Any:
        """Send a packet with this number; the values of its acknowledgement, which has to be the next packet."""
        await self.send(packet)
        start = f"3{number}"
        text = await self.next()
        assert text.startswith(f"{start}["), text
        return json.loads(text.removeprefix(start))

    async def is_silent(self, seconds: float = 0.3) -> bool:
        """Whether no packet comes."""
        await asyncio.sleep(seconds)
        return self._messages.empty()

    async def close(self) -> None:
        """Close it."""
        self._reading.cancel()
        await self._websocket.close()

    @property
    def is_open(self) -> bool:
        """Whether the service has not closed it."""
        return not self._reading.done()

    async def _read(self) -> None:
        async for message in self._websocket:
            if message.type is aiohttp.WSMsgType.TEXT and message.data[:1] == "4":
                self._messages.put_nowait(message.data[1:])


@contextlib.asynccontextmanager
async def raw_socket(server: GatewayServer, connection: object = None) -> AsyncIterator[RawSocket]:
    """A socket whose namespace is open; with a message `connection`, also one that has identified itself."""
    async with aiohttp.ClientSession() as session:
        raw = RawSocket(await open_websocket(session, server))
        try:
            await raw.send("0")
            assert (await raw.next()).startswith("0{")
            if connection is not None:
                assert await raw.answer_to(f"21{json.dumps(['connection', connection])}", 1)
            yield raw
        finally:
            await raw.close()
