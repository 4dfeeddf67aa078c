"""Intents: an invalid one is answered with its fault, a valid one by a front end with the scope event:read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID, uuid4

from facetry.extensions.socket import extension_sessions
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.messages import Instructions
from tests.support.sockets import (
    MASTER,
    SDK,
    TAGGER,
    RecordingSessionHandler,
    connect_client,
    connection_message,
    principal,
    serve_gateway,
    until,
)

READER = "key-of-somebody-who-follows"


class UnwrittenLog:
    """A log of the socket that keeps nothing."""

    def add(self, extension: str, content: Mapping[str, Any]) -> None:
        """Drop the message."""


class AnsweringSessionHandler(RecordingSessionHandler):
    """Answers instructions as the service does."""

    def __init__(self) -> None:
        super().__init__()
        unused = cast("Any", None)
        self.command_runs = CommandRuns()
        self.sessions = extension_sessions.ExtensionSessions(
            unused, unused, unused, self.command_runs, cast("Any", UnwrittenLog())
        )

    async def on_instructions(self, extension: str, instructions: Instructions) -> Any:
        return await self.sessions.on_instructions(extension, instructions)


def test_an_intent_is_validated_before_a_front_end_is_asked() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return {"value": message["value"]["intent"]} if message["channel"] == "extension.intent" else None

        handler = AnsweringSessionHandler()
        async with (
            serve_gateway(handler) as server,
            connect_client(server) as (tagger, _),
            connect_client(server, hook) as (front, messages),
        ):
            handler.sessions.gateway = server.gateway
            server.keys[READER] = principal("event:read")
            await tagger.call("connection", connection_message(TAGGER, "tagger", **SDK))

            async def ask(intent: Any) -> Any:
                return await tagger.call("instructions", {"apiKey": TAGGER, "extensionId": "tagger", "intent": intent})

            toast = {"type": "info", "subtitle": "Done.", "sound": None}
            assert await ask({"toast": toast}) == {"error": "No front end is connected."}
            assert await ask({"toast": {"type": "loud"}}) == {
                "error": "/toast/type: The value must be one of info, cancel, error."
            }
            assert await front.call("connection", connection_message(READER)) is not None
            assert await ask({"toast": toast}) == {"value": {"toast": toast}}, "as it was sent"
            assert "exactly one" in (await ask({"sing": {}}))["error"]
            assert "content" in (await ask({"serveBundle": {}}))["error"]
            assert "no desktop" in (await ask({"serveBundle": {"content": b"PK"}}))["error"]
            assert len(messages) == 1

    asyncio.run(main())


def test_what_an_extension_says_about_a_delivery_keeps_its_context() -> None:
    run, delivery = str(uuid4()), str(uuid4())

    async def main() -> None:
        handler = AnsweringSessionHandler()
        async with (
            serve_gateway(handler) as server,
            connect_client(server) as (tagger, _),
            connect_client(server) as (front, messages),
        ):
            handler.sessions.gateway = server.gateway
            await tagger.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await front.call("connection", connection_message(MASTER))
            handler.command_runs.begin(run)

            async def say(context: str | None, **content: Any) -> None:
                envelope = {"apiKey": TAGGER, "extensionId": "tagger", "contextId": context}
                await tagger.call("instructions", {**envelope, **content})

            for context in (run, delivery, "no delivery has it", None):
                await say(context, log={"message": "x", "level": "info"})
                await say(context, notification={"progress": 0.5})
                await say(context, intent={"toast": {"type": "info", "subtitle": "Done."}})
            await until(lambda: len(messages) == 12)
            channels = ["extension.log", "extension.notification", "extension.intent"]
            assert [message["channel"] for message in messages] == channels * 4
            assert [message["contextId"] for message in messages[:6]] == [run] * 3 + [delivery] * 3
            assert [message.get("isActivity") for message in messages] == [True] * 3 + [None] * 9
            others = {message["contextId"] for message in messages[6:]}
            assert len({UUID(context) for context in others} - {UUID(run), UUID(delivery)}) == 6

    asyncio.run(main())
