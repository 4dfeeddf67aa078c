"""A client of the event stream on a raw socket, cheap enough to share a machine with the server under test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, cast

from bench import load
from bench.load import HOST
from bench.processes import KEY

_TIMEOUT_SECONDS: Final = 60.0
_DATA: Final = b"data: "


class _EventStream(asyncio.Protocol):
    """Passes the data of each event on. Lines with the sizes of HTTP chunks are ignored like all others."""

    def __init__(self, receive: Callable[[bytes], None], ready: asyncio.Future[None]) -> None:
        self._receive = receive
        self._ready = ready
        self._unparsed = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.Transport", transport).write(load.request("GET", "/event/stream", KEY))

    def data_received(self, data: bytes) -> None:
        *lines, self._unparsed = (self._unparsed + data).split(b"\n")
        for line in lines:
            if line.startswith(_DATA):
                self._receive(line[len(_DATA) :])
            elif line.startswith(b"id: ") and not self._ready.done():  # the position at the start
                self._ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._ready.done():
            self._ready.set_exception(exc or ConnectionError("the stream ended"))


@asynccontextmanager
async def follow_events(port: int, receive: Callable[[bytes], None]) -> AsyncIterator[None]:
    """Follow the event stream; `receive` gets the JSON of each event from now on."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    transport, _ = await loop.create_connection(lambda: _EventStream(receive, ready), HOST, port)
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await ready
        yield
    finally:
        transport.abort()
