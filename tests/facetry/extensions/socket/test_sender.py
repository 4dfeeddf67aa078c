"""Acknowledgements and messages of an extension become the outcome of an event, for SDKs of any version."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from facetry.events.connection import Acknowledgement, ConnectionLostError, OutgoingEvent
from facetry.extensions.socket import sender
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.messages import Instructions
from facetry.extensions.socket.sender import SocketSender
from tests.support.extensions.sockets import (
    TAGGER,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)

EVENT = OutgoingEvent(7, 1_700_000_000_000, "image.created", {"id": "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"}, 1)


class ConfirmingSessionHandler(RecordingSessionHandler):
    """Passes confirmations on to the sender."""

    sender: SocketSender | None = None

    async def on_instructions(self, extension: str, instructions: Instructions) -> Any:
        if instructions.kind == "acknowledgment" and self.sender is not None and instructions.context_id is not None:
            self.sender.confirm(instructions.context_id, is_success=instructions.content.get("success") is True)
        return await super().on_instructions(extension, instructions)


def send_event(version: str | None, answer: Any, *, success: bool | None, disconnects: bool = False) -> Acknowledgement:
    """The outcome of an event that is acknowledged with `answer`. `success`: sent as a confirmation, None for none."""

    async def main() -> Acknowledgement:
        handler = ConfirmingSessionHandler()
        peers: list[Any] = []

        async def hook(message: Mapping[str, Any]) -> Any:
            if message["channel"] != "image.created":
                return True
            if disconnects:
                await peers[0].disconnect()
            elif success is not None:
                sender_members = {"apiKey": TAGGER, "extensionId": "tagger", "contextId": message["contextId"]}
                asyncio.get_running_loop().call_later(
                    0.05,
                    lambda: background.append(
                        asyncio.ensure_future(
                            peers[0].emit("instructions", {**sender_members, "acknowledgment": {"success": success}})
                        )
                    ),
                )
            return answer

        background: list[Any] = []
        async with serve_gateway(handler) as server, connect_client(server, hook) as (peer, _):
            peers.append(peer)
            sdk = {} if version is None else {"sdkVersion": version}
            await peer.call("connection", connection_message(TAGGER, "tagger", **sdk))
            await until(lambda: server.gateway.is_ready("tagger"))
            handler.sender = SocketSender(
                server.gateway, "tagger", CommandRuns(), sends_confirmations=handler.sends_confirmations
            )
            return await handler.sender.send(EVENT)

    return asyncio.run(main())


def test_an_error_in_the_acknowledgement_is_the_outcome() -> None:
    assert send_event("1.0.0", None, success=None) == Acknowledgement()
    assert send_event("1.0.0", {"tags": 3}, success=None) == Acknowledgement()
    assert send_event("1.0.0", {"success": False, "error": "no such thing"}, success=None) == Acknowledgement(
        "no such thing"
    )
    assert send_event("1.2.3", {"success": False}, success=None).error is not None


def test_an_acknowledgement_that_cannot_be_read_is_a_failure_and_half_a_character_is_none() -> None:
    outcome = send_event("1.0.0", {"share": float("nan")}, success=None)
    assert (outcome.error or "").startswith("The acknowledgement of the extension is not valid. It is not JSON")
    assert send_event("1.0.0", {"file": "caf\udce9"}, success=None) == Acknowledgement()
    refused = send_event("1.0.0", {"success": False, "error": "no \ud83d"}, success=None)
    assert refused == Acknowledgement("no �")


def test_an_error_in_a_later_message_is_the_outcome() -> None:
    assert send_event("0.20.2", None, success=True) == Acknowledgement()
    assert send_event("0.20.2", None, success=False).error is not None
    assert send_event(None, None, success=False).error is not None


def test_a_missing_confirmation_counts_as_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "CONFIRMATION_SECONDS", 0.1)
    assert send_event("0.20.2", None, success=None) == Acknowledgement()
    assert send_event(None, None, success=None) == Acknowledgement()


def test_a_connection_that_closes_during_a_delivery_is_lost() -> None:
    with pytest.raises(ConnectionLostError):
        send_event("1.0.0", None, success=None, disconnects=True)
