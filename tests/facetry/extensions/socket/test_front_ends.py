"""Front ends on the socket, with real connections: events, questions and slow readers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest

from facetry.extensions.socket import gateway
from facetry.extensions.socket.packets import OutgoingPacket
from facetry.extensions.socket.peer import SocketClosedError
from facetry.http.websocket import MAX_MESSAGE_BYTES
from tests.support.extensions.sockets import (
    MASTER,
    connect_client,
    connection_message,
    open_websocket,
    serve_gateway,
    until,
)


def test_front_ends_receive_events_and_answer_questions() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return {"value": message["value"]["x"]} if message["channel"] == "extension.intent" else None

        async with (
            serve_gateway() as server,
            connect_client(server, hook) as (peer, messages),
            connect_client(server) as (_, unidentified_messages),
        ):
            with pytest.raises(SocketClosedError):
                await server.gateway.ask_front_end("extension.intent", {"x": 1}, event_time=1, seconds=1)
            assert await peer.call("connection", connection_message(MASTER)) == {
                "maximumPayloadSizeInBytes": MAX_MESSAGE_BYTES
            }
            await server.gateway.send_to_front_ends("image.created", {"id": "1"}, event_time=5)
            assert await server.gateway.ask_front_end("extension.intent", {"x": 3}, event_time=1, seconds=5) == {
                "value": 3
            }
            assert [message["channel"] for message in messages] == ["image.created", "extension.intent"]
            assert unidentified_messages == []
            await peer.emit("connection", {"apiKey": MASTER, "isOpen": False})
            await until(lambda: server.gateway.front_end_count == 0)

    asyncio.run(main())


def test_an_event_with_attachments_is_encoded_once_for_all_front_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded: list[object] = []
    original = OutgoingPacket.encode

    def record_and_encode(self: OutgoingPacket) -> object:
        encoded.append(self.data)
        return original(self)

    monkeypatch.setattr(OutgoingPacket, "encode", record_and_encode)

    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (one, messages),
            connect_client(server) as (other, other_messages),
        ):
            for peer in (one, other):
                await peer.call("connection", connection_message(MASTER))
            encoded.clear()
            await server.gateway.send_to_front_ends("image.created", {"id": "1"}, event_time=5)
            await until(lambda: messages == other_messages and len(messages) == 1)
            assert encoded == [["events", messages[0]]]
            await server.gateway.send_to_front_ends(
                "extension.notification", {"id": "1", "icon": b"\0\1"}, event_time=6
            )
            await until(lambda: messages == other_messages and len(messages) == 2)
            assert messages[1]["value"] == {"id": "1", "icon": b"\0\1"}

    asyncio.run(main())


def test_a_front_end_that_does_not_read_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "MAX_QUEUED_MESSAGES", 50)

    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (reader, messages),
            aiohttp.ClientSession() as session,
        ):
            await reader.call("connection", connection_message(MASTER))
            socket = await open_websocket(session, server)
            await socket.send_str("40")
            await socket.send_str('42["connection",{"apiKey":"key-of-master","isOpen":true}]')
            await until(lambda: server.gateway.front_end_count == 2)
            transport = socket._reader._protocol.transport
            assert transport is not None
            transport.pause_reading()  # as if the client did not read
            filler = {"id": "x" * 200_000}
            for sent in range(3_000):
                if server.gateway.front_end_count == 1:
                    break
                await server.gateway.send_to_front_ends("image.created", filler, event_time=1)
                await until(lambda count=sent + 1: len(messages) == count)  # type: ignore[misc]
                await asyncio.sleep(0)
            assert server.gateway.front_end_count == 1
            assert reader.connected
            transport.abort()

    asyncio.run(main())
