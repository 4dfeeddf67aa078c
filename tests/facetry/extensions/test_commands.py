"""What extensions answer to a command, over a real socket: passed on, or told to be none."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, Kind
from facetry.events.connection import ConnectionLostError, Outgoing
from facetry.events.delivery import Delivery
from facetry.extensions.commands import Commands, Given
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.sender import SocketSender
from facetry.library import installed_extensions as installed
from facetry.store.store import Store
from tests.support.extensions import COMMANDS, manifest
from tests.support.sockets import MASTER, SDK, TAGGER, client, house, introduction, until
from tests.support.stores import temporary_store

WARM_UP = Given("tagger", "warm-up", None, None, "id", "")


def install(store: Store) -> None:
    instructions = {
        "events": ["image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": COMMANDS,
    }
    text = orjson.dumps(manifest("tagger", instructions=[instructions])).decode()
    store.write_now(lambda work: installed.install(work, text, "1", "enabled"))


def ran(answer: Any, given: Given = WARM_UP) -> Any:
    """What comes of a command when the extension acknowledges it with that."""

    async def hook(message: Mapping[str, Any]) -> Any:
        return answer if message["channel"] == "process.runCommand" else True

    async def main(store: Store) -> Any:
        delivery, activities = Delivery(store), Activities()
        async with house() as home, client(home, hook) as (peer, _):
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: home.gateway.is_ready("tagger"))
            delivery.begin()
            sender = SocketSender(home.gateway, "tagger", activities, confirms=False)
            delivery.connected("tagger", sender, [], ["image.runCommand", "process.runCommand", "extension.settings"])
            try:
                return (await Commands(store, home.gateway, activities, lambda _: False).run(given))[1]
            finally:
                await delivery.stop()

    with temporary_store() as store:
        install(store)
        return asyncio.run(main(store))


@pytest.mark.parametrize("answer", [None, 5, "text", [1, {"a": None}], {"schema": "1.0"}, {"success": True}])
def test_json_is_passed_on(answer: Any) -> None:
    assert ran(answer) == answer


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (b"bytes", "command.result"),
        ({"picture": b"bytes"}, "command.result"),
        ({"schemaVersion": "1.0"}, "command.view"),
        ({"schemaVersion": "2.0", "elements": []}, "command.view"),
        ({"success": False, "error": "no sky"}, "command.failed"),
        ({"success": False}, "command.failed"),
    ],
)
def test_what_cannot_be_passed_on_is_a_failure_of_the_extension(answer: Any, rule: str) -> None:
    with pytest.raises(FaultError) as refused:
        ran(answer)
    assert (refused.value.fault.kind, refused.value.fault.rule) == (Kind.UPSTREAM, rule)


def test_front_ends_are_told_of_a_command_that_its_extension_crashed_on() -> None:
    peers: list[Any] = []

    async def hook(message: Mapping[str, Any]) -> Any:
        if message["channel"] == "process.runCommand":
            await peers[0].disconnect()
        return True

    async def main() -> None:
        async with house() as home, client(home, hook) as (peer, _), client(home) as (front, told):
            peers.append(peer)
            await front.call("connection", introduction(MASTER))
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: home.gateway.is_ready("tagger"))
            sender = SocketSender(home.gateway, "tagger", Activities(), confirms=False)
            with pytest.raises(ConnectionLostError):
                await sender.send(Outgoing(1, 1, "process.runCommand", {"commandId": "warm-up"}, 1, context="of it"))
            await until(lambda: any(each["channel"] == "extension.acknowledgment" for each in told))
            (over,) = [each for each in told if each["channel"] == "extension.acknowledgment"]
            assert over["value"] == {"id": "tagger", "contextId": "of it", "success": False}

    asyncio.run(main())


def test_nobody_waits_for_an_extension_that_is_not_there() -> None:
    async def main(store: Store) -> None:
        async with house() as home:
            commands = Commands(store, home.gateway, Activities(), lambda _: False)
            with pytest.raises(FaultError) as refused:
                await commands.run(WARM_UP)
            assert refused.value.fault.rule == "command.connection"

    with temporary_store() as store:
        install(store)
        asyncio.run(main(store))
