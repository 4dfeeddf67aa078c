"""Results of commands over a real socket: valid ones are returned, others are faults."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import orjson
import pytest

from facetry.errors import FaultError, FaultKind
from facetry.events.connection import ConnectionLostError, OutgoingEvent
from facetry.events.delivery import Delivery
from facetry.events.delivery_types import SECOND, DeliveryLimits
from facetry.extensions.commands import CommandRequest, Commands
from facetry.extensions.socket import readiness
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.sender import SocketSender
from facetry.library import installed_extensions
from facetry.store.store import Store
from tests.support.extensions.packages import COMMANDS, manifest
from tests.support.extensions.sockets import (
    MASTER,
    SDK,
    TAGGER,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)
from tests.support.libraries.stores import add_images, add_repository, temporary_store

REPAINT = {
    "id": "repaint",
    "on": {"entity": "Image", "withTags": ["painted"]},
    "specifications": [{"locale": "en", "label": "Repaint"}],
}
RUN = "0b9e4c77-6a21-4f0d-8d35-c2f4a1e7905b"
WARM_UP = CommandRequest("tagger", "warm-up", None, None, "id", "")


def install(store: Store) -> None:
    instructions = {
        "events": ["image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": [*COMMANDS, REPAINT],
    }
    text = orjson.dumps(manifest("tagger", instructions=[instructions])).decode()
    store.write_now(lambda work: installed_extensions.install(work, text, "1", "enabled"))


def run_command(answer: Any, request: CommandRequest = WARM_UP) -> Any:
    """The result of a command that the extension acknowledges with `answer`."""

    async def hook(message: Mapping[str, Any]) -> Any:
        return answer if message["channel"] == "process.runCommand" else True

    async def main(store: Store) -> Any:
        delivery, command_runs = Delivery(store), CommandRuns()
        async with serve_gateway() as server, connect_client(server, hook) as (peer, _):
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
            delivery.begin()
            sender = SocketSender(server.gateway, "tagger", command_runs, sends_confirmations=False)
            delivery.add_connection(
                "tagger", sender, [], ["image.runCommand", "process.runCommand", "extension.settings"]
            )
            try:
                return (await Commands(store, server.gateway, command_runs, lambda _: False).run(request))[1]
            finally:
                await delivery.stop()

    with temporary_store() as store:
        install(store)
        return asyncio.run(main(store))


@pytest.mark.parametrize("answer", [None, 5, "text", [1, {"a": None}], {"schema": "1.0"}, {"success": True}])
def test_a_json_result_is_returned(answer: Any) -> None:
    assert run_command(answer) == answer


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (b"bytes", "command.result"),
        ({"picture": b"bytes"}, "command.result"),
        ({"schemaVersion": "1.0"}, "schema.required"),
        ({"schemaVersion": "2.0", "elements": []}, "schema.const"),
        ({"success": False, "error": "no sky"}, "command.failed"),
        ({"success": False}, "command.failed"),
    ],
)
def test_an_invalid_result_is_a_502(answer: Any, rule: str) -> None:
    with pytest.raises(FaultError) as error:
        run_command(answer)
    assert (error.value.fault.kind, error.value.fault.rule) == (FaultKind.UPSTREAM, rule)


def test_front_ends_receive_the_failure_of_a_command_after_a_crash() -> None:
    peers: list[Any] = []

    async def hook(message: Mapping[str, Any]) -> Any:
        if message["channel"] == "process.runCommand":
            await peers[0].disconnect()
        return True

    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server, hook) as (peer, _),
            connect_client(server) as (front, messages),
        ):
            peers.append(peer)
            await front.call("connection", connection_message(MASTER))
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
            sender = SocketSender(server.gateway, "tagger", CommandRuns(), sends_confirmations=False)
            with pytest.raises(ConnectionLostError):
                await sender.send(
                    OutgoingEvent(1, 1, "process.runCommand", {"commandId": "warm-up"}, 1, context_id=RUN)
                )
            await until(lambda: any(message["channel"] == "extension.acknowledgment" for message in messages))
            (acknowledgement,) = [message for message in messages if message["channel"] == "extension.acknowledgment"]
            assert acknowledgement["value"] == {"id": "tagger", "contextId": RUN, "success": False}
            assert (acknowledgement["contextId"], acknowledgement["isActivity"]) == (RUN, True)

    asyncio.run(main())


class DisconnectingSessionHandler(RecordingSessionHandler):
    """Ends the delivery to an extension that disconnects, as the service does."""

    delivery: Delivery

    async def on_disconnected(self, extension: str) -> None:
        self.delivery.remove_connection(extension, deliberate=False)
        await super().on_disconnected(extension)


@pytest.mark.parametrize("end", ["disconnect", "silence", "stop"])
def test_front_ends_receive_the_end_of_a_command_that_is_not_sent_again(end: str) -> None:
    async def main(store: Store) -> None:
        handler = DisconnectingSessionHandler()
        limits = DeliveryLimits(work_timeout=SECOND // 5) if end == "silence" else None
        delivery = handler.delivery = Delivery(store, limits=limits)
        is_called = asyncio.Event()

        async def hook(message: Mapping[str, Any]) -> Any:
            if message["channel"] == "process.runCommand":
                is_called.set()
                await asyncio.sleep(60)
            return True

        async with serve_gateway(handler) as server, connect_client(server) as (front, messages):
            await front.call("connection", connection_message(MASTER))
            async with connect_client(server, hook) as (peer, _):
                await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
                await until(lambda: server.gateway.is_ready("tagger"))
                delivery.begin()
                sender = SocketSender(server.gateway, "tagger", CommandRuns(), sends_confirmations=True)
                topics = ["image.runCommand", "process.runCommand", "extension.settings"]
                delivery.add_connection("tagger", sender, [], topics)
                context = await Commands(store, server.gateway, CommandRuns(), lambda _: False).accept(WARM_UP)
                await is_called.wait()
                if end == "silence":
                    await until(lambda: bool(messages))
                elif end == "stop":
                    await delivery.stop()
            await asyncio.sleep(0.1)
            reported = [(message["value"]["contextId"], message["value"]["success"]) for message in messages]
            assert reported == ([] if end == "stop" else [(str(context), False)]), "after a stop, it is sent again"
            await delivery.stop()

    with temporary_store() as store:
        install(store)
        asyncio.run(main(store))


def test_a_command_is_refused_before_the_extension_is_waited_for() -> None:
    async def main(store: Store) -> None:
        (image,) = add_images(store, add_repository(store), ["a.png"])
        async with serve_gateway() as server:
            commands = Commands(store, server.gateway, CommandRuns(), lambda _: True)
            for images, rule in (([image], "command.tags"), ([uuid4()], "image.missing")):
                async with asyncio.timeout(readiness.START_TIMEOUT_SECONDS / 2):
                    with pytest.raises(FaultError) as error:
                        await commands.run(CommandRequest("tagger", "repaint", None, images, "id", ""))
                assert (error.value.fault.rule, error.value.fault.parameter) == (rule, "imageIds")

    with temporary_store() as store:
        install(store)
        asyncio.run(main(store))


def test_a_command_for_a_disconnected_extension_fails_at_once() -> None:
    async def main(store: Store) -> None:
        async with serve_gateway() as server:
            commands = Commands(store, server.gateway, CommandRuns(), lambda _: False)
            with pytest.raises(FaultError) as error:
                await commands.run(WARM_UP)
            assert error.value.fault.rule == "command.connection"

    with temporary_store() as store:
        install(store)
        asyncio.run(main(store))
