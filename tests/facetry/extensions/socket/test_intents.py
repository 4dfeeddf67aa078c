"""Intents: what does not fit is answered with its fault, what fits by a front end; and who may be one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from facetry.extensions import owner
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.messages import Instructions
from tests.support.sockets import SDK, TAGGER, Owner, client, house, introduction, principal

READER = "key-of-somebody-who-follows"


class Answering(Owner):
    """Answers as the service does."""

    def __init__(self) -> None:
        super().__init__()
        nothing = cast("Any", None)
        self.real = owner.Owner(nothing, nothing, nothing, Activities(), nothing)

    async def said(self, extension: str, instructions: Instructions) -> Any:
        return await self.real.said(extension, instructions)


def test_an_intent_is_judged_before_anybody_is_asked() -> None:
    async def main() -> None:
        async def hook(message: Mapping[str, Any]) -> Any:
            return {"value": message["value"]["intent"]} if message["channel"] == "extension.intent" else None

        answering = Answering()
        async with house(answering) as home, client(home) as (tagger, _), client(home, hook) as (front, told):
            answering.real.gateway = home.gateway
            home.keys[READER] = principal("event:read")
            await tagger.call("connection", introduction(TAGGER, "tagger", **SDK))

            async def ask(intent: Any) -> Any:
                return await tagger.call("instructions", {"apiKey": TAGGER, "extensionId": "tagger", "intent": intent})

            toast = {"type": "info", "subtitle": "Done.", "sound": None}
            assert await ask({"toast": toast}) == {"error": "No front end is connected."}
            assert await ask({"toast": {"type": "loud"}}) == {
                "error": "/toast/type: The value must be one of info, cancel, error."
            }
            assert await front.call("connection", introduction(READER)) is not None
            assert await ask({"toast": toast}) == {"value": {"toast": toast}}, "as it was sent"
            assert "exactly one" in (await ask({"sing": {}}))["error"]
            assert "content" in (await ask({"serveBundle": {}}))["error"]
            assert "no desktop" in (await ask({"serveBundle": {"content": b"PK"}}))["error"]
            assert len(told) == 1

    asyncio.run(main())
