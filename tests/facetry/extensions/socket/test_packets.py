"""Packets that make no sense, or too much of it."""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
import pytest
import socketio

from facetry.extensions.socket import packets
from tests.support.sockets import MASTER, SDK, TAGGER, client, house, introduction, raw, until

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
def test_packets_that_make_no_sense_harm_nobody(frame: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with house() as home, client(home) as (front, told), aiohttp.ClientSession() as session:
            await front.call("connection", introduction(MASTER))
            socket = await raw(session, home)
            await socket.send_str("40")
            for _ in range(3):
                with contextlib.suppress(ConnectionError):
                    await socket.send_str(frame)
                    await socket.send_bytes(b"\x00")
            await home.gateway.tell_front_ends("image.created", {"id": "1"}, happened=1)
            await until(lambda: len(told) == 1)
            await socket.close()

    asyncio.run(main())
    assert not [record for record in caplog.records if record.name.startswith("asyncio")]


def test_attachments_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packets, "MESSAGE_BYTES", 1000)

    async def main() -> None:
        async with house() as home, client(home) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            base = {"apiKey": TAGGER, "extensionId": "tagger"}
            small, large = ({**base, "intent": {"serveBundle": {"content": bytes(size)}}} for size in (900, 1100))
            assert await peer.call("instructions", small) == {"value": 7}
            with pytest.raises(socketio.exceptions.TimeoutError):
                await peer.call("instructions", large, timeout=0.3)
            assert len(home.owner.said_) == 1
            assert home.owner.said_[0].content["serveBundle"]["content"] == bytes(900)

    asyncio.run(main())
