"""The socket, with real connections: who may connect, the handshake, deliveries, and who is cut off."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest
import socketio

from facetry.extensions.socket import gateway
from facetry.extensions.socket.gateway import LostError, UnansweredError
from facetry.extensions.socket.packets import BoundedPacket
from facetry.extensions.socket.session_handler import Versions
from facetry.server import MESSAGE_BYTES
from tests.support.sockets import (
    MASTER,
    READER,
    SDK,
    TAGGER,
    Owner,
    client,
    house,
    introduction,
    is_ended,
    raw,
    until,
)


def test_an_extension_goes_through_the_handshake_and_gets_its_events() -> None:
    async def main() -> None:
        async with house(Owner(Versions("2.0.0", "1.0.0", is_upgrade=True))) as home, client(home) as (peer, told):
            answer = await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            assert answer == {"maximumPayloadSizeInBytes": MESSAGE_BYTES}
            await until(lambda: home.gateway.is_ready("tagger"))
            assert home.owner.heard == [("upgraded", "tagger 2.0.0"), ("ready", "tagger")]
            assert [(each["channel"], each["value"]) for each in told] == [
                ("extension.versions", {"current": "2.0.0", "previous": "1.0.0", "upgrade": True}),
                ("extension.ready", {"id": "tagger"}),
            ]
            got = await home.gateway.deliver("tagger", "image.created", {"id": "7"}, happened=123, seconds=5)
            assert got is True
            assert told[-1]["channel"] == "image.created"
            assert told[-1]["milliseconds"] == 123
            assert len({each["contextId"] for each in told}) == 3
            await peer.disconnect()
            await until(lambda: home.owner.heard[-1] == ("gone", "tagger"))
            with pytest.raises(LostError):
                await home.gateway.deliver("tagger", "image.created", {"id": "8"}, happened=124, seconds=5)

    asyncio.run(main())


def test_an_older_sdk_gets_no_handshake() -> None:
    async def main() -> None:
        async with house() as home, client(home) as (peer, told):
            await peer.emit("connection", introduction(TAGGER, "tagger"))
            await until(lambda: home.gateway.is_ready("tagger"))
            assert told == []

    asyncio.run(main())


@pytest.mark.parametrize(
    "message",
    [
        introduction("key-of-nobody", "tagger"),
        introduction(TAGGER, "another"),
        introduction(TAGGER),
        introduction(READER),
        introduction(MASTER, "tagger"),
        {"apiKey": MASTER},
        {"apiKey": 7, "isOpen": True},
        {"apiKey": "a\nb", "isOpen": True},
        [],
        "connection",
        None,
    ],
)
def test_who_is_not_known_is_not_heard(message: object) -> None:
    async def main() -> None:
        async with house() as home, client(home) as (peer, told):
            assert await peer.call("connection", message) is None
            await peer.emit("instructions", {"apiKey": TAGGER, "extensionId": "tagger", "log": {"message": "x"}})
            await home.gateway.tell_front_ends("image.created", {"id": "1"}, happened=1)
            await asyncio.sleep(0.1)
            assert told == []
            assert home.owner.said_ == []
            assert not home.gateway.is_ready("tagger")
            assert home.gateway.front_ends == 0

    asyncio.run(main())


def test_a_hook_that_does_not_answer_and_a_connection_that_goes() -> None:
    async def main() -> None:
        asked = asyncio.Event()

        async def hook(message: Mapping[str, Any]) -> Any:
            if message["channel"] == "image.created":
                asked.set()
                await asyncio.sleep(60)
            return True

        async with house() as home, client(home, hook) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: home.gateway.is_ready("tagger"))
            with pytest.raises(UnansweredError):
                await home.gateway.deliver("tagger", "image.created", {"id": "1"}, happened=1, seconds=0.2)
            asked.clear()
            waiting = asyncio.create_task(
                home.gateway.deliver("tagger", "image.created", {"id": "2"}, happened=1, seconds=30)
            )
            await asked.wait()
            await peer.disconnect()
            with pytest.raises(LostError):
                await waiting

    asyncio.run(main())


def test_who_no_longer_waits_for_an_extension_that_goes_leaves_no_word_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        unheard: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
        async with house() as home, client(home) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger"))
            await until(lambda: home.gateway.is_ready("tagger"))

            async def stuck(*_: object, **__: object) -> None:
                await asyncio.sleep(60)

            monkeypatch.setattr(home.gateway._server, "emit", stuck)
            asking = asyncio.create_task(home.gateway.deliver("tagger", "image.created", {}, happened=1, seconds=60))
            await asyncio.sleep(0)
            await peer.disconnect()
            await until(lambda: not home.gateway.is_ready("tagger"))
            asking.cancel()
            await asyncio.wait({asking})
            del asking
            gc.collect()
            await asyncio.sleep(0)
        assert unheard == []

    asyncio.run(main())


def test_an_extension_that_refuses_to_be_ready_is_cut_off() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return message["channel"] != "extension.ready"

        async with house() as home, client(home, hook) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: not peer.connected)
            assert home.owner.heard == []

    asyncio.run(main())


def test_the_newer_socket_of_an_extension_takes_the_place_of_the_older() -> None:
    async def main() -> None:
        async with house() as home, client(home) as (older, _), client(home) as (newer, told):
            await older.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: home.gateway.is_ready("tagger"))
            await newer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: not older.connected)
            await until(lambda: home.gateway.is_ready("tagger"))
            await home.gateway.deliver("tagger", "image.created", {"id": "1"}, happened=1, seconds=5)
            assert told[-1]["value"] == {"id": "1"}
            assert home.owner.heard == [("ready", "tagger"), ("gone", "tagger"), ("ready", "tagger")]

    asyncio.run(main())


def test_what_extensions_say() -> None:
    async def main() -> None:
        async with house() as home, client(home) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            base = {"apiKey": TAGGER, "extensionId": "tagger"}
            assert await peer.call("instructions", {**base, "intent": {"toast": {}}}) == {"value": 7}
            await peer.emit("notifications", {**base, "log": {"message": "x", "level": "info"}, "contextId": "c"})
            for wrong in (
                {**base, "extensionId": "another", "log": {}},
                {**base, "apiKey": MASTER, "log": {}},
                base,
                {**base, "log": {}, "intent": {}},
                {**base, "log": "text"},
                7,
            ):
                await peer.emit("instructions", wrong)
            await until(lambda: len(home.owner.said_) == 2)
            await asyncio.sleep(0.1)
            assert [(each.kind, each.context) for each in home.owner.said_] == [("intent", None), ("log", "c")]

    asyncio.run(main())


def test_front_ends_are_told_and_asked() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return {"value": message["value"]["x"]} if message["channel"] == "extension.intent" else None

        async with house() as home, client(home, hook) as (peer, told), client(home) as (_, nothing):
            with pytest.raises(LostError):
                await home.gateway.ask_front_end("extension.intent", {"x": 1}, happened=1, seconds=1)
            assert await peer.call("connection", introduction(MASTER)) == {"maximumPayloadSizeInBytes": MESSAGE_BYTES}
            await home.gateway.tell_front_ends("image.created", {"id": "1"}, happened=5)
            assert await home.gateway.ask_front_end("extension.intent", {"x": 3}, happened=1, seconds=5) == {"value": 3}
            assert [each["channel"] for each in told] == ["image.created", "extension.intent"]
            assert nothing == []
            await peer.emit("connection", {"apiKey": MASTER, "isOpen": False})
            await until(lambda: home.gateway.front_ends == 0)

    asyncio.run(main())


def test_an_event_is_encoded_once_for_all_front_ends_with_what_is_attached_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded: list[object] = []
    real = BoundedPacket.encode

    def noting(self: BoundedPacket) -> object:
        encoded.append(self.data)
        return real(self)

    monkeypatch.setattr(BoundedPacket, "encode", noting)

    async def main() -> None:
        async with house() as home, client(home) as (one, told), client(home) as (other, also):
            for peer in (one, other):
                await peer.call("connection", introduction(MASTER))
            encoded.clear()
            await home.gateway.tell_front_ends("image.created", {"id": "1"}, happened=5)
            await until(lambda: told == also and len(told) == 1)
            assert encoded == [["events", told[0]]]
            await home.gateway.tell_front_ends("extension.notification", {"id": "1", "icon": b"\0\1"}, happened=6)
            await until(lambda: told == also and len(told) == 2)
            assert told[1]["value"] == {"id": "1", "icon": b"\0\1"}

    asyncio.run(main())


def test_a_revoked_key_ends_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with house() as home, client(home) as (tagger, _), client(home) as (front, _):
            await tagger.call("connection", introduction(TAGGER, "tagger", **SDK))
            await front.call("connection", introduction(MASTER))
            await until(lambda: home.gateway.is_ready("tagger"))
            del home.keys[TAGGER]
            await until(lambda: not tagger.connected, 1.0)
            assert front.connected
            assert home.owner.heard == [("ready", "tagger"), ("gone", "tagger")]

    asyncio.run(main())


def test_a_key_that_cannot_be_looked_at_is_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with house() as home, client(home) as (front, _), client(home) as (other, _):
            await front.call("connection", introduction(MASTER))
            home.broken.append(OSError("the disk is gone"))
            await until(lambda: not front.connected, 1.0)
            home.broken.clear()
            await other.call("connection", introduction(MASTER))
            del home.keys[MASTER]  # and keys are looked at afterwards, too
            await until(lambda: not other.connected, 1.0)

    asyncio.run(main())


def test_a_message_that_cannot_be_handled_ends_the_socket_and_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with house() as home, client(home) as (front, _), client(home) as (tagger, _):
            home.owner.broken.append(OSError("the disk is gone"))
            await front.emit("connection", introduction(MASTER))
            await until(lambda: not front.connected, 1.0)
            await tagger.emit("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: not tagger.connected, 1.0)
            assert home.gateway.front_ends == 0

    asyncio.run(main())
    assert "could not be handled" in caplog.text
    assert "could not be made ready" in caplog.text


def test_strangers_are_cut_off_and_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(gateway, "STRANGER_SECONDS", 0.3)
    monkeypatch.setattr(gateway, "MOST_STRANGERS", 2)

    async def main() -> None:
        async with house() as home, client(home) as (one, _), client(home) as (two, _):
            with pytest.raises(socketio.exceptions.ConnectionError):
                async with client(home):
                    pass
            await until(lambda: not one.connected and not two.connected)
            async with client(home) as (three, _):
                assert three.connected

    asyncio.run(main())


def test_sockets_that_never_begin_to_speak_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(gateway, "STRANGER_SECONDS", 0.2)
    monkeypatch.setattr(gateway, "MOST_SOCKETS", 3)

    async def main() -> None:
        async with house() as home, aiohttp.ClientSession() as session:
            silent = [await raw(session, home) for _ in range(3)]
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await raw(session, home)
            assert all([await is_ended(socket, 3.0) for socket in silent])
            assert not (await raw(session, home)).closed

    asyncio.run(main())


def test_a_front_end_that_does_not_read_is_cut_off_and_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "MOST_QUEUED", 50)

    async def main() -> None:
        async with house() as home, client(home) as (reader, told), aiohttp.ClientSession() as session:
            await reader.call("connection", introduction(MASTER))
            socket = await raw(session, home)
            await socket.send_str("40")
            await socket.send_str('42["connection",{"apiKey":"key-of-master","isOpen":true}]')
            await until(lambda: home.gateway.front_ends == 2)
            transport = socket._reader._protocol.transport
            assert transport is not None
            transport.pause_reading()  # as if its owner slept
            filler = {"id": "x" * 200_000}
            for sent in range(3_000):
                if home.gateway.front_ends == 1:
                    break
                await home.gateway.tell_front_ends("image.created", filler, happened=1)
                await until(lambda count=sent + 1: len(told) == count)  # type: ignore[misc]
                await asyncio.sleep(0)
            assert home.gateway.front_ends == 1
            assert reader.connected
            transport.abort()

    asyncio.run(main())


def test_only_the_path_of_the_socket_becomes_one() -> None:
    async def main() -> None:
        async with house() as home, aiohttp.ClientSession() as session:
            upgrade = {
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            }
            async with session.get(f"{home.url}/image", headers=upgrade) as answer:
                assert (answer.status, await answer.text()) == (404, "plain")
            async with session.get(f"{home.url}/socket.io/?EIO=4&transport=polling") as answer:
                assert answer.status == 404
            origin = {**upgrade, "Origin": "http://elsewhere.example"}
            async with session.get(f"{home.url}/socket.io/?EIO=4&transport=websocket", headers=origin) as answer:
                assert answer.status in (400, 403)
            async with session.get(f"{home.url}/socket.io/?EIO=4&transport=websocket", headers=upgrade) as answer:
                assert answer.status == 101

    asyncio.run(main())
