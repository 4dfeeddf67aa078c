"""Malformed packets, and packets with too many or too large attachments."""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
import pytest

from facetry.extensions.socket import received_packet
from tests.support.extensions.sockets import (
    MASTER,
    SDK,
    TAGGER,
    connect_client,
    connection_message,
    open_websocket,
    serve_gateway,
    until,
)

HOSTILE = [
    "9",
    "",
    "4",
    "49",
    "42",
    "42[",
    '42["connection"',
    '42["connection",' + "[" * 100_000,
    '42{"connection":1}',
    '42["connection",NaN]',
    "42[7]",
    "42[[]]",
    "42[null]",
    '42["connect"]',
    '42["disconnect"]',
    '42["__proto__",{}]',
    '42/other,["connection",{}]',
    "40/other,",
    "41",
    "43[]",
    "431[1]",
    "43" + "9" * 300 + "[]",
    '4217-["connection",{"_placeholder":true,"num":0}]',
    '45999999999-["connection",{"_placeholder":true,"num":0}]',
    '451-["connection",{"_placeholder":true,"num":-1}]',
    '451-["connection",{"_placeholder":true,"num":"x"}]',
    '461-["x"]',
    "44{}",
    "1",
    "5",
    "6",
    "b!!!",
    "bAAAA",
]


@pytest.mark.parametrize("frame", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.filterwarnings("error")
def test_malformed_packets_do_not_affect_other_sockets(frame: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (front, messages),
            aiohttp.ClientSession() as session,
        ):
            await front.call("connection", connection_message(MASTER))
            socket = await open_websocket(session, server)
            await socket.send_str("40")
            for _ in range(3):
                with contextlib.suppress(ConnectionError):
                    await socket.send_str(frame)
                    await socket.send_bytes(b"\x00")
            await server.gateway.send_to_front_ends("image.created", {"id": "1"}, event_time=1)
            await until(lambda: len(messages) == 1)
            await socket.close()

    asyncio.run(main())
    assert not [record for record in caplog.records if record.name.startswith("asyncio")]


def test_attachments_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(received_packet, "MAX_MESSAGE_BYTES", 1000)

    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            base = {"apiKey": TAGGER, "extensionId": "tagger"}
            small, large = ({**base, "intent": {"serveBundle": {"content": bytes(size)}}} for size in (900, 1100))
            assert await peer.call("instructions", small) == {"value": 7}
            assert await peer.call("instructions", large) == {"error": "Its attachments have more than 1000 bytes."}
            assert await peer.call("instructions", small) == {"value": 7}, "the next one is taken"
            assert len(server.session_handler.instructions) == 2
            assert server.session_handler.instructions[0].content["serveBundle"]["content"] == bytes(900)

    asyncio.run(main())
