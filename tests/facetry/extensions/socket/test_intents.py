"""Intents: an invalid one is answered with its fault, a valid one by a front end with the scope event:read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from facetry.extensions.packages.entries import archive_error
from facetry.extensions.process.logs import latest
from facetry.extensions.socket import extension_sessions
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.messages import Instructions
from facetry.extensions.socket.socket_log import SocketLog
from tests.support.extensions.sockets import (
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


class NamedBundles:
    """Serves every bundle but the empty one."""

    async def serve(self, extension: str, content: bytes, settings: Mapping[str, Any] | None) -> str:
        if not content:
            raise archive_error("kind", "The content is not a zip archive.")
        return f"http://service/{extension}/{content.decode()}/{settings}"


class AnsweringSessionHandler(RecordingSessionHandler):
    """Answers instructions as the service does."""

    def __init__(self, socket_log: object = None) -> None:
        super().__init__()
        unused = cast("Any", None)
        self.command_runs = CommandRuns()
        self.sessions = extension_sessions.ExtensionSessions(
            unused,
            unused,
            unused,
            self.command_runs,
            cast("Any", socket_log or UnwrittenLog()),
            cast("Any", NamedBundles()),
        )

    def on_refused(self, extension: str, fault: str) -> None:
        self.sessions.on_refused(extension, fault)

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
            served = await ask({"serveBundle": {"content": b"PK", "settings": {"a": 1}}})
            assert served == {"value": "http://service/tagger/PK/{'a': 1}"}
            assert await ask({"serveBundle": {"content": b""}}) == {"error": "The content is not a zip archive."}
            assert "no desktop" in (await ask({"readFile": {"message": "Which?"}}))["error"]
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


def test_a_message_that_is_not_valid_is_told_in_the_log_of_the_extension(tmp_path: Path) -> None:
    async def main() -> None:
        handler = AnsweringSessionHandler(SocketLog(tmp_path.joinpath))
        async with serve_gateway(handler) as server, connect_client(server) as (tagger, _):
            await tagger.call("connection", connection_message(TAGGER, "tagger", **SDK))
            base = {"apiKey": TAGGER, "extensionId": "tagger"}
            await tagger.call("instructions", {**base, "log": {"message": 7, "level": "info"}})
            await tagger.emit("instructions", {**base, "log": {"message": float("inf"), "level": "info"}})
            await until(lambda: len(latest(tmp_path / "tagger", 9)) == 2)

    asyncio.run(main())
    first, second = [line.text for line in latest(tmp_path / "tagger", 9)]
    assert first.startswith("error: A message was not valid. /log/message: ")
    assert second.startswith("error: A message was not valid. It is not JSON: ")


FORM = {
    "type": "object",
    "properties": {"name": {"type": "string", "ui": {"widget": "textarea"}}, "size": {"type": "integer"}},
    "required": ["name"],
}


@pytest.mark.parametrize(
    ("answer", "received"),
    [
        ({"value": {"name": "Ada", "size": 3}}, None),
        ({"value": {"name": "Ada", "other": True}}, None),
        ({"value": {"name": "Ada"}, "error": None}, None),
        ({}, "The answer does not fit the form. /value: The property name "),
        ({"value": None, "cancel": None}, "The answer does not fit the form. /value: The property name "),
        ({"other": True}, "The answer does not fit the form. /value: The property name "),
        ({"cancel": "closed"}, None),
        ({"error": "no"}, None),
        ({"value": {"name": 5}}, "The answer does not fit the form. /value/name: "),
        ({"value": {"size": 3}}, "The answer does not fit the form. /value: The property name "),
        ({"value": [5]}, "The answer does not fit the form. /value: "),
        ({"value": {"name": b"bytes"}}, "The answer does not fit the form. /value: "),
        ({"value": {"name": "Ada"}, "error": "no"}, "The answer of the front end is not valid. "),
        ({"value": {"name": "Ada"}, "cancel": "no"}, "The answer of the front end is not valid. "),
        ({"error": {}}, "The answer of the front end is not valid. /error: "),
        ("Ada", "The front end gave no answer."),
    ],
)
def test_the_answer_to_a_form_is_validated(answer: Any, received: str | None) -> None:
    """`received`: the beginning of the error that the extension receives; None when it receives the answer."""
    result, messages = asyncio.run(ask_once({"form": {"parameters": FORM}}, answer))
    assert len(messages) == 1
    assert result == answer if received is None else result["error"].startswith(received), result


def test_a_form_that_requires_nothing_is_done_without_a_value() -> None:
    form = {"form": {"parameters": {**FORM, "required": []}}}
    assert asyncio.run(ask_once(form, {}))[0] == {}
    least = {"form": {"parameters": {**FORM, "required": [], "minProperties": 1}}}
    assert "/value: " in asyncio.run(ask_once(least, {}))[0]["error"]


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"type": "objekt"}, "/form/parameters/type: "),
        ({"type": "object", "properties": {"a": {"minLength": -1}}}, "/form/parameters/properties/a/minLength: "),
        ({"type": "object", "properties": {"a": {"$ref": "https://example.org/a"}}}, "/form/parameters/properties/a/"),
        ({"type": "object", "default": b"bytes"}, "/form/parameters: "),
    ],
)
def test_a_form_without_a_valid_schema_is_refused(schema: Any, error: str) -> None:
    result, messages = asyncio.run(ask_once({"form": {"parameters": schema}}, {"value": {}}))
    assert messages == [], "no front end is asked"
    assert list(result) == ["error"]
    assert result["error"].startswith(error)


def test_an_answer_with_two_members_is_refused_for_any_intent() -> None:
    toast = {"toast": {"type": "info", "subtitle": "Done."}}
    result, _ = asyncio.run(ask_once(toast, {"value": True, "error": "no"}))
    assert list(result) == ["error"]
    assert asyncio.run(ask_once(toast, {}))[0] == {}


def test_an_answer_that_cannot_be_read_is_an_error_and_half_a_character_is_none() -> None:
    form = {"form": {"parameters": FORM}}
    result, _ = asyncio.run(ask_once(form, {"value": {"name": "Ada", "size": float("nan")}}))
    assert result["error"].startswith("The answer of the front end is not valid. It is not JSON: ")
    assert asyncio.run(ask_once(form, {"value": {"name": "\ud83d"}}))[0] == {"value": {"name": "�"}}


async def ask_once(intent: Mapping[str, Any], answer: Any) -> tuple[Any, list[Mapping[str, Any]]]:
    """What an extension receives when a front end answers its intent, and the messages of the front end."""

    async def hook(_: Mapping[str, Any]) -> Any:
        return answer

    handler = AnsweringSessionHandler()
    async with (
        serve_gateway(handler) as server,
        connect_client(server) as (tagger, _),
        connect_client(server, hook) as (front, messages),
    ):
        handler.sessions.gateway = server.gateway
        await tagger.call("connection", connection_message(TAGGER, "tagger", **SDK))
        await front.call("connection", connection_message(MASTER))
        result = await tagger.call("instructions", {"apiKey": TAGGER, "extensionId": "tagger", "intent": intent})
        return result, messages
