"""The gateway, with real connections: who may connect, the handshake, deliveries, and disconnections."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from facetry.extensions.socket import gateway
from facetry.extensions.socket.peer import SocketClosedError, UnansweredError
from facetry.extensions.socket.session_handler import ExtensionVersions
from facetry.http.websocket import MAX_MESSAGE_BYTES
from tests.support.extensions.sockets import (
    MASTER,
    READER,
    SDK,
    TAGGER,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    is_ended,
    open_websocket,
    serve_gateway,
    until,
)


def test_the_key_of_a_page_is_refused_so_that_no_page_replaces_the_program() -> None:
    async def main() -> None:
        async with (
            serve_gateway(RecordingSessionHandler()) as server,
            connect_client(server) as (program, _),
            connect_client(server) as (page, _),
        ):
            server.keys["key-of-page"] = replace(server.keys[TAGGER], is_page=True)
            assert await program.call("connection", connection_message(TAGGER, "tagger", **SDK)) is not None
            assert await page.call("connection", connection_message("key-of-page", "tagger", **SDK)) is None
            await until(lambda: server.gateway.is_ready("tagger"))
            assert ("gone", "tagger") not in server.session_handler.calls

    asyncio.run(main())


def test_an_extension_goes_through_the_handshake_and_gets_its_events() -> None:
    async def main() -> None:
        async with (
            serve_gateway(RecordingSessionHandler(ExtensionVersions("2.0.0", "1.0.0", is_upgrade=True))) as server,
            connect_client(server) as (peer, messages),
        ):
            answer = await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            assert answer == {"maximumPayloadSizeInBytes": MAX_MESSAGE_BYTES}
            await until(lambda: server.gateway.is_ready("tagger"))
            assert server.session_handler.calls == [("upgraded", "tagger 2.0.0"), ("ready", "tagger")]
            assert [(message["channel"], message["value"]) for message in messages] == [
                ("extension.versions", {"current": "2.0.0", "previous": "1.0.0", "upgrade": True}),
                ("extension.ready", {"id": "tagger"}),
            ]
            acknowledgement = await server.gateway.deliver(
                "tagger", "image.created", {"id": "7"}, event_time=123, seconds=5
            )
            assert acknowledgement is True
            assert messages[-1]["channel"] == "image.created"
            assert messages[-1]["milliseconds"] == 123
            assert len({message["contextId"] for message in messages}) == 3
            await peer.disconnect()
            await until(lambda: server.session_handler.calls[-1] == ("gone", "tagger"))
            with pytest.raises(SocketClosedError):
                await server.gateway.deliver("tagger", "image.created", {"id": "8"}, event_time=124, seconds=5)

    asyncio.run(main())


def test_an_extension_that_has_no_program_here_learns_why_its_socket_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serve_gateway(RecordingSessionHandler(None)) as server, connect_client(server) as (peer, _):
            await peer.emit("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: not peer.connected)

    asyncio.run(main())
    assert "extension tagger did not become ready: SocketClosedError It uses the API only" in caplog.text


def test_an_older_sdk_gets_no_handshake() -> None:
    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, messages):
            await peer.emit("connection", connection_message(TAGGER, "tagger"))
            await until(lambda: server.gateway.is_ready("tagger"))
            assert messages == []

    asyncio.run(main())


@pytest.mark.parametrize(
    "message",
    [
        connection_message("key-of-nobody", "tagger"),
        connection_message(TAGGER, "another"),
        connection_message(TAGGER),
        connection_message(READER),
        connection_message(MASTER, "tagger"),
        {"apiKey": MASTER},
        {"apiKey": 7, "isOpen": True},
        {"apiKey": "a\nb", "isOpen": True},
        [],
        "connection",
        None,
    ],
)
def test_messages_of_unidentified_sockets_are_ignored(message: object) -> None:
    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, messages):
            assert await peer.call("connection", message) is None
            await peer.emit("instructions", {"apiKey": TAGGER, "extensionId": "tagger", "log": {"message": "x"}})
            await server.gateway.send_to_front_ends("image.created", {"id": "1"}, event_time=1)
            await asyncio.sleep(0.1)
            assert messages == []
            assert server.session_handler.instructions == []
            assert not server.gateway.is_ready("tagger")
            assert server.gateway.front_end_count == 0

    asyncio.run(main())


def test_a_hook_without_an_answer_and_a_closed_connection_raise() -> None:
    async def main() -> None:
        hook_called = asyncio.Event()

        async def hook(message: Mapping[str, Any]) -> Any:
            if message["channel"] == "image.created":
                hook_called.set()
                await asyncio.sleep(60)
            return True

        async with serve_gateway() as server, connect_client(server, hook) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
            with pytest.raises(UnansweredError):
                await server.gateway.deliver("tagger", "image.created", {"id": "1"}, event_time=1, seconds=0.2)
            hook_called.clear()
            delivery = asyncio.create_task(
                server.gateway.deliver("tagger", "image.created", {"id": "2"}, event_time=1, seconds=30)
            )
            await hook_called.wait()
            await peer.disconnect()
            with pytest.raises(SocketClosedError):
                await delivery

    asyncio.run(main())


def test_a_cancelled_delivery_to_an_extension_that_disconnects_logs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        loop_errors: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: loop_errors.append(context))
        async with serve_gateway() as server, connect_client(server) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger"))
            await until(lambda: server.gateway.is_ready("tagger"))

            async def never_emit(*_: object, **__: object) -> None:
                await asyncio.sleep(60)

            monkeypatch.setattr(server.gateway._server, "emit", never_emit)
            delivery = asyncio.create_task(
                server.gateway.deliver("tagger", "image.created", {}, event_time=1, seconds=60)
            )
            await asyncio.sleep(0)
            await peer.disconnect()
            await until(lambda: not server.gateway.is_ready("tagger"))
            delivery.cancel()
            await asyncio.wait({delivery})
            del delivery
            gc.collect()
            await asyncio.sleep(0)
        assert loop_errors == []

    asyncio.run(main())


def test_an_extension_that_refuses_to_be_ready_is_disconnected() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return message["channel"] != "extension.ready"

        async with serve_gateway() as server, connect_client(server, hook) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: not peer.connected)
            assert server.session_handler.calls == []

    asyncio.run(main())


def test_a_newer_socket_of_an_extension_replaces_the_older() -> None:
    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (older, _),
            connect_client(server) as (newer, messages),
        ):
            await older.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
            await newer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: not older.connected)
            await until(lambda: server.gateway.is_ready("tagger"))
            await server.gateway.deliver("tagger", "image.created", {"id": "1"}, event_time=1, seconds=5)
            assert messages[-1]["value"] == {"id": "1"}
            assert server.session_handler.calls == [("ready", "tagger"), ("gone", "tagger"), ("ready", "tagger")]

    asyncio.run(main())


def test_messages_of_extensions_reach_front_ends() -> None:
    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            base = {"apiKey": TAGGER, "extensionId": "tagger"}
            assert await peer.call("instructions", {**base, "intent": {"toast": {}}}) == {"value": 7}
            await peer.emit("notifications", {**base, "log": {"message": "x", "level": "info"}, "contextId": "c"})
            for invalid in (
                {**base, "extensionId": "another", "log": {}},
                {**base, "apiKey": MASTER, "log": {}},
                base,
                {**base, "log": {}, "intent": {}},
                {**base, "log": "text"},
                7,
            ):
                await peer.emit("instructions", invalid)
            await until(lambda: len(server.session_handler.instructions) == 2)
            await asyncio.sleep(0.1)
            assert [(message.kind, message.context_id) for message in server.session_handler.instructions] == [
                ("intent", None),
                ("log", "c"),
            ]

    asyncio.run(main())


def test_a_revoked_key_ends_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (tagger, _),
            connect_client(server) as (front, _),
        ):
            await tagger.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await front.call("connection", connection_message(MASTER))
            await until(lambda: server.gateway.is_ready("tagger"))
            del server.keys[TAGGER]
            await until(lambda: not tagger.connected, 10.0)
            assert front.connected
            assert server.session_handler.calls == [("ready", "tagger"), ("gone", "tagger")]

    asyncio.run(main())


def test_a_key_that_cannot_be_checked_ends_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (front, _),
            connect_client(server) as (other, _),
        ):
            await front.call("connection", connection_message(MASTER))
            server.authentication_errors.append(OSError("the disk is gone"))
            await until(lambda: not front.connected, 10.0)
            server.authentication_errors.clear()
            await other.call("connection", connection_message(MASTER))
            del server.keys[MASTER]  # keys are still checked afterwards
            await until(lambda: not other.connected, 10.0)

    asyncio.run(main())


def test_an_error_while_handling_a_message_ends_the_socket_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (front, _),
            connect_client(server) as (tagger, _),
        ):
            server.session_handler.errors.append(OSError("the disk is gone"))
            await front.emit("connection", connection_message(MASTER))
            await until(lambda: not front.connected, 10.0)
            await tagger.emit("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: not tagger.connected, 10.0)
            assert server.gateway.front_end_count == 0

    asyncio.run(main())
    assert "could not be handled" in caplog.text
    assert "could not be made ready" in caplog.text


def test_unidentified_sockets_give_way_and_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(gateway, "IDENTIFICATION_SECONDS", 1.0)
    monkeypatch.setattr(gateway, "MAX_UNIDENTIFIED", 2)

    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (one, _), connect_client(server) as (two, _):
            async with connect_client(server) as (three, _):
                await until(lambda: not one.connected, 0.5)
                assert two.connected
                assert three.connected
            await until(lambda: not two.connected)

    asyncio.run(main())


def test_silent_sockets_give_way_and_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(gateway, "IDENTIFICATION_SECONDS", 1.0)
    monkeypatch.setattr(gateway, "MAX_SOCKETS", 3)

    async def main() -> None:
        async with serve_gateway() as server, aiohttp.ClientSession() as session:
            silent = [await open_websocket(session, server) for _ in range(3)]
            assert not (await open_websocket(session, server)).closed
            assert await is_ended(silent[0], 0.5)
            assert all([await is_ended(socket, 3.0) for socket in silent])

    asyncio.run(main())


def test_only_the_socket_path_accepts_websockets() -> None:
    async def main() -> None:
        async with serve_gateway() as server, aiohttp.ClientSession() as session:
            upgrade = {
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            }
            async with session.get(f"{server.url}/image", headers=upgrade) as answer:
                assert (answer.status, await answer.text()) == (404, "plain")
            async with session.get(f"{server.url}/socket.io/?EIO=4&transport=polling") as answer:
                assert answer.status == 404
            origin = {**upgrade, "Origin": "http://elsewhere.example"}
            async with session.get(f"{server.url}/socket.io/?EIO=4&transport=websocket", headers=origin) as answer:
                assert answer.status in (400, 403)
            async with session.get(f"{server.url}/socket.io/?EIO=4&transport=websocket", headers=upgrade) as answer:
                assert answer.status == 101

    asyncio.run(main())
