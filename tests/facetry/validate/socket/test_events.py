"""Events in files: which schema holds, topics, misspelt members, and times."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from facetry.schema.edits import RenameKey, SetValue
from facetry.validate.socket import events

IMAGE: Final = {"id": "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"}
CONTEXT: Final = "0b9e4c77-6a21-4f0d-8d35-c2f4a1e7905b"
NOW: Final = 1767225600000


def found(channel: Any, value: Any = IMAGE, **members: Any) -> list[tuple[str, str, str]]:
    event = {"channel": channel, "milliseconds": NOW, "value": value, **members}
    return [(each.level, each.rule, each.pointer) for each in events.findings(json.dumps(event).encode())]


@pytest.mark.parametrize("topic", events.topics(events.STREAMED))
def test_every_streamed_topic_is_known(topic: str) -> None:
    assert ("error", "event.topic", "/channel") not in found(topic, {})


@pytest.mark.parametrize("topic", events.topics(events.DELIVERED))
def test_every_delivered_topic_is_known_and_its_value_is_validated(topic: str) -> None:
    assert ("error", "event.topic", "/channel") not in found(topic, {}, contextId=CONTEXT)
    is_about_nothing = topic in ("extension.settings", "extension.log", "extension.notification", "extension.intent")
    assert is_about_nothing or [each for each in found(topic, {}, contextId=CONTEXT) if each[0] == "error"]


def test_a_topic_that_is_not_streamed_is_a_delivery() -> None:
    assert found("image.computeTags") == [("error", "schema.required", "")]
    assert found("image.computeTags", contextId=CONTEXT) == []
    assert found("image.computeTags", isActivity=True) == [("error", "schema.required", "")]
    assert found("image.created") == []
    assert found("image.created", isActivity=True) == [("error", "schema.required", "")]


def test_an_unknown_topic_is_an_error_with_an_edit() -> None:
    event = {"channel": "image.tag.updated", "milliseconds": "now", "value": IMAGE}
    topic, time = events.findings(json.dumps(event).encode())
    assert (topic.rule, topic.value, topic.remedy) == (
        "event.topic",
        "image.tag.updated",
        "Did you mean image.tags.updated?",
    )
    assert topic.edit == SetValue("/channel", "image.tags.updated")
    assert (time.rule, time.pointer) == ("schema.type", "/milliseconds")
    assert found("moon.risen") == [("error", "event.topic", "/channel")]
    assert found("moon.risen", contextId=1) == [
        ("error", "event.topic", "/channel"),
        ("error", "schema.type", "/contextId"),
    ]


@pytest.mark.parametrize("value", [None, [], 3, {}])
def test_what_is_no_event(value: Any) -> None:
    assert {each.level for each in events.findings(json.dumps(value).encode())} == {"error"}
    assert found(value)[0] == ("error", "schema.type", "/channel")


def test_misspelt_members_of_envelope_and_value() -> None:
    event = {
        "channel": "image.created",
        "milliseconds": NOW,
        "value": {**IMAGE},
        "isactivity": True,
        "contextId": CONTEXT,
    }
    (member,) = events.findings(json.dumps(event).encode())
    assert (member.rule, member.on_key, member.edit) == (
        "event.member",
        True,
        RenameKey("/isactivity", "isActivity"),
    )
    ask = {"tags": [], "aiModel": {"technicalId": "a", "name": "b"}, "queston": "c"}
    names = found("image.computeTags", {**IMAGE, "eligibleTags": [ask]}, contextId=CONTEXT)
    assert ("warning", "event.member", "/value/eligibleTags/0/queston") in names
    assert found("image.created", {**IMAGE, "$idd": 1, "origin": "x"}) == []


@pytest.mark.parametrize(
    ("milliseconds", "is_reported"),
    [
        (999_999_999, False),
        (1_000_000_000, True),
        (9_999_999_999, True),
        (10_000_000_000, False),
        (0, False),
        (-1_700_000_000, False),
    ],
)
def test_times_in_seconds(milliseconds: int, is_reported: bool) -> None:
    assert found("image.created", milliseconds=milliseconds) == (
        [("warning", "event.time", "/milliseconds")] if is_reported else []
    )


def test_a_text_that_is_no_json_is_called_an_event() -> None:
    (fault,) = events.findings(b"[" * 100 + b"]" * 100)
    assert (fault.rule, fault.detail) == ("json.depth", "The event nests deeper than 64 levels.")


def test_an_event_with_a_fault_of_the_syntax_has_errors_only() -> None:
    text = json.dumps({"channel": "image.created", "milliseconds": NOW // 1000, "valeu": IMAGE})
    assert [each.rule for each in events.findings(text.encode())] == ["schema.required", "event.member", "event.time"]
    faulty = text[:-1] + ",}"
    assert [each.rule for each in events.findings(faulty.encode())] == ["json.syntax", "schema.required"]
