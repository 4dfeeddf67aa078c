"""Validation of socket messages: those of published SDKs are valid; a fault names the member."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from facetry.extensions.socket.messages import (
    ConnectionMessage,
    Instructions,
    connection_message_of,
    instructions_of,
    intent_fault,
)
from facetry.extensions.socket.peer import Peer
from facetry.validate.socket import messages
from tests.contract.documents.events import examples, schema_of
from tests.contract.documents.test_events import VALID

KEY = "fct_x7Qb0mJw"
IDENTITY = {"apiKey": KEY, "extensionId": "sky-tagger"}
PEER = Peer("sid", KEY, "sky-tagger")


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"more": value}
    return value


def test_front_ends_and_sdks_of_all_versions_connect() -> None:
    assert connection_message_of({"apiKey": KEY, "isOpen": True}) == ConnectionMessage(KEY, None, True, None)
    nulls = {"apiKey": KEY, "extensionId": None, "isOpen": False, "sdkVersion": None, "environment": None}
    assert connection_message_of(nulls) == ConnectionMessage(KEY, None, False, None)
    newest = {**IDENTITY, "isOpen": True, "sdkVersion": "0.20.2", "environment": "python", "language": {"later": [1]}}
    message = connection_message_of(newest)
    assert message == ConnectionMessage(KEY, "sky-tagger", True, (0, 20))
    assert message.expects_handshake
    assert connection_message_of({**newest, "sdkVersion": "next"}) == ConnectionMessage(KEY, "sky-tagger", True, None)


@pytest.fixture(autouse=True)
def unlimited_logging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the rate limits, so that each fault is logged."""
    name = connection_message_of.__module__
    for logger in (name, f"{name}.clients"):
        monkeypatch.setattr(logging.getLogger(logger), "filters", [])


@pytest.mark.parametrize(
    "member",
    [{"log": {"message": "x", "level": "info", "entity": None, "colour": "red"}}, {"notification": nested(80)}],
)
def test_null_and_unknown_members_are_ignored(member: dict[str, Any]) -> None:
    instructions = instructions_of(
        {**IDENTITY, "contextId": None, "intent": None, "acknowledgment": None, "more": 1, **member}, PEER
    )
    assert isinstance(instructions, Instructions)
    assert {instructions.kind: instructions.content} == member, "the content is unchanged"
    assert (instructions.secret, instructions.extension, instructions.context_id) == (KEY, "sky-tagger", None)


@pytest.mark.parametrize(
    ("message", "member"),
    [
        ({"extensionId": "sky-tagger", "isOpen": True}, "apiKey"),
        ({"apiKey": "secret words", "isOpen": True}, "/apiKey"),
        ({"apiKey": KEY, "isOpen": "true"}, "/isOpen"),
        ({**IDENTITY, "isOpen": None}, "isOpen"),
        ("connection", "The message"),
        ([], "The message"),
        ({"apiKey": b"bytes", "isOpen": True}, "/apiKey"),
        (nested(80), "64 levels"),
    ],
)
def test_an_invalid_connection_is_logged_without_its_values(
    message: Any, member: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert connection_message_of(message) is None
    (line,) = caplog.messages
    assert member in line
    assert "secret words" not in line
    assert KEY not in line


@pytest.mark.parametrize(
    ("member", "fragment"),
    [
        ({}, "exactly one"),
        ({"log": {"message": "x", "level": "info"}, "intent": {}}, "exactly one"),
        ({"log": "x"}, "exactly one"),
        ({"log": {"message": "x", "level": "fatal"}}, "/log/level"),
        ({"log": {"level": "info"}}, "/log"),
        ({"acknowledgment": {"success": None}}, "/acknowledgment"),
        ({"notification": {}, "contextId": 7}, "/contextId"),
        ({"notification": {}, "extensionId": ".."}, "/extensionId"),
    ],
)
def test_invalid_instructions_are_logged(
    member: dict[str, Any], fragment: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(instructions_of({**IDENTITY, **member}, PEER), str)
    (line,) = caplog.messages
    assert fragment in line
    assert isinstance(instructions_of(None, PEER), str)


def test_bytes_are_bytes_and_texts_are_texts() -> None:
    assert intent_fault({"serveBundle": {"content": b"PK"}}) is None
    for text in ("PK", "\0bytes", "", 7, None):
        assert intent_fault({"serveBundle": {"content": text}}) is not None, text
    assert messages.fault("Answer", {"error": b"no"}) == "/error: The text must have the format text."
    assert messages.fault("Answer", {"value": {"any": [b"x", "\0bytes"]}}) is None


def test_the_intents_of_the_examples_are_valid_also_with_nulls_and_bytes() -> None:
    intents = [value for name, value in VALID if name == "Intent"]
    assert len(intents) > 13
    for intent in intents:
        intent = {name: dict(part) if isinstance(part, dict) else part for name, part in intent.items()}
        for kind in ("serveBundle", "writeFile"):
            if kind in intent:
                intent[kind]["content"] = b"PK\0"
        assert intent_fault({**intent, "identity": None, "sing": None}) is None, intent
    icon = {"url": None, "content": b"\x89PNG"}
    assert intent_fault({"notification": {"subtitle": "a", "body": "b", "silent": True, "icon": b"\x89PNG"}}) is None
    dialog = {"type": "info", "title": "a", "description": "b", "buttons": {"yes": "c", "no": None}, "icon": icon}
    assert intent_fault({"dialog": dialog}) is None


@pytest.mark.parametrize(
    ("intent", "fragment"),
    [
        ({}, "this one has none"),
        ({"sing": {}}, "this one has none"),
        ({"show": {}, "toast": {}}, "show and toast"),
        ({"form": {"parameters": None}}, "/form: The property parameters is missing."),
        ({"form": "x"}, "/form"),
        ({"show": {"type": "image", "id": 7}}, "/show/id"),
        ({"toast": {"type": "loud", "subtitle": "x"}}, "/toast/type: The value must be one of info, cancel, error."),
        ({"toast": {"type": "info"}}, "/toast"),
        ({"writeFile": {"name": "a", "extension": "b", "message": "c", "content": "text"}}, "/writeFile/content"),
        ({"action": {"intent": {"show": {"type": "image"}}, "dialogContent": {}}}, "/action"),
        ({"form": {"parameters": nested(80)}}, "64 levels"),
        ({"openBrowser": {"url": "x"}, "context": {"imageIds": ["x"]}}, "/context/imageIds/0"),
    ],
)
def test_a_fault_of_an_intent_names_its_member(intent: dict[str, Any], fragment: str) -> None:
    fault = intent_fault(intent)
    assert fault is not None
    assert fragment in fault
    assert len(fault) < 1_000


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["arrays", "objects"])
def test_a_message_nests_64_levels_as_every_other_document(wrap: Callable[[Any], Any]) -> None:
    def parameters(levels: int, inner: Any) -> Any:
        for _ in range(levels):
            inner = wrap(inner)
        return inner

    for inner, inner_levels in ((1, 0), ([], 1), ({}, 1)):
        for levels, is_refused in ((62 - inner_levels, False), (63 - inner_levels, True)):
            fault = intent_fault({"form": {"parameters": {"a": parameters(levels - 1, inner)}}})
            assert (fault == "The message nests deeper than 64 levels.") == is_refused


def test_every_invalid_message_of_the_examples_is_refused() -> None:
    for path in examples("invalid"):
        if "/socket/" in path.as_posix() and schema_of(path) != "Answer":
            assert messages.fault(schema_of(path), json.loads(path.read_bytes())) is not None, path
