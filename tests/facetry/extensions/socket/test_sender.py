"""What an extension answers becomes what came of an event, by SDKs of any age."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from facetry.events.connection import Ack, ConnectionLostError, Outgoing
from facetry.extensions.socket import sender as sending
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.messages import Instructions
from facetry.extensions.socket.sender import SocketSender
from tests.support.sockets import TAGGER, Owner, client, house, introduction, until

EVENT = Outgoing(7, 1_700_000_000_000, "image.created", {"id": "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"}, 1)


class Confirming(Owner):
    """Passes on how hooks ended."""

    sender: SocketSender | None = None

    async def said(self, extension: str, instructions: Instructions) -> Any:
        if instructions.kind == "acknowledgment" and self.sender is not None and instructions.context is not None:
            self.sender.confirm(instructions.context, is_success=instructions.content.get("success") is True)
        return await super().said(extension, instructions)


def sent(version: str | None, answer: Any, *, success: bool | None, cuts: bool = False) -> Ack:
    """What came of an event that is acknowledged so, and of whose hook is told that it was a success or not, or
    nothing.
    """

    async def main() -> Ack:
        owner = Confirming()
        peers: list[Any] = []

        async def hook(message: Mapping[str, Any]) -> Any:
            if message["channel"] != "image.created":
                return True
            if cuts:
                await peers[0].disconnect()
            elif success is not None:
                told = {"apiKey": TAGGER, "extensionId": "tagger", "contextId": message["contextId"]}
                asyncio.get_running_loop().call_later(
                    0.05,
                    lambda: background.append(
                        asyncio.ensure_future(
                            peers[0].emit("instructions", {**told, "acknowledgment": {"success": success}})
                        )
                    ),
                )
            return answer

        background: list[Any] = []
        async with house(owner) as home, client(home, hook) as (peer, _):
            peers.append(peer)
            more = {} if version is None else {"sdkVersion": version}
            await peer.call("connection", introduction(TAGGER, "tagger", **more))
            await until(lambda: home.gateway.is_ready("tagger"))
            owner.sender = SocketSender(home.gateway, "tagger", Activities(), confirms=owner.confirms)
            return await owner.sender.send(EVENT)

    return asyncio.run(main())


def test_an_sdk_that_tells_in_the_acknowledgement() -> None:
    assert sent("1.0.0", None, success=None) == Ack()
    assert sent("1.0.0", {"tags": 3}, success=None) == Ack()
    assert sent("1.0.0", {"success": False, "error": "no such thing"}, success=None) == Ack("no such thing")
    assert sent("1.2.3", {"success": False}, success=None).error is not None


def test_an_sdk_that_tells_in_a_message_behind_the_acknowledgement() -> None:
    assert sent("0.20.2", None, success=True) == Ack()
    assert sent("0.20.2", None, success=False).error is not None
    assert sent(None, None, success=False).error is not None


def test_without_a_word_it_went_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "CONFIRMATION_SECONDS", 0.1)
    assert sent("0.20.2", None, success=None) == Ack()
    assert sent(None, None, success=None) == Ack()


def test_a_connection_that_goes_in_the_middle() -> None:
    with pytest.raises(ConnectionLostError):
        sent("1.0.0", None, success=None, cuts=True)
