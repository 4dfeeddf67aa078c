"""Extensions that disconnect before they are ready leave nothing behind."""

from __future__ import annotations

import asyncio

import pytest

from facetry.auth import Principal
from tests.support.extensions.sockets import (
    SDK,
    TAGGER,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)


class SlowSessionHandler(RecordingSessionHandler):
    """Waits before it is ready, as for a database."""

    def __init__(self) -> None:
        super().__init__()
        self.is_waiting = asyncio.Event()
        self.may_continue = asyncio.Event()

    async def on_ready(self, extension: str, *, sends_confirmations: bool) -> None:
        self.is_waiting.set()
        await self.may_continue.wait()
        await super().on_ready(extension, sends_confirmations=sends_confirmations)


def test_an_extension_that_disconnects_while_it_becomes_ready_is_not_ready() -> None:
    async def main() -> None:
        handler = SlowSessionHandler()
        async with serve_gateway(handler) as server:
            async with connect_client(server) as (peer, _):
                await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
                await handler.is_waiting.wait()
                assert not server.gateway.is_ready("tagger")
            await until(lambda: not server.gateway._peers)
            handler.may_continue.set()
            await asyncio.sleep(0.05)
            assert handler.calls == [], "no events are sent to a socket that has closed"
            async with connect_client(server) as (peer, _):
                await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
                await until(lambda: server.gateway.is_ready("tagger"))
                assert handler.calls == [("ready", "tagger")]

    asyncio.run(main())


def test_an_extension_that_disconnects_while_its_key_is_checked_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serve_gateway() as server:
            is_checking, may_continue = asyncio.Event(), asyncio.Event()
            authenticate = server.gateway._authenticate

            async def authenticate_slowly(secret: str) -> Principal | None:
                is_checking.set()
                await may_continue.wait()
                return await authenticate(secret)

            async with connect_client(server) as (peer, _):
                monkeypatch.setattr(server.gateway, "_authenticate", authenticate_slowly)
                await peer.emit("connection", connection_message(TAGGER, "tagger", **SDK))
                await is_checking.wait()
            await until(lambda: not server.gateway._unidentified)
            may_continue.set()
            await asyncio.sleep(0.05)
            assert not server.gateway._peers
            assert not server.gateway._extensions, "the next socket would be closed, or events sent to nobody"

    asyncio.run(main())
