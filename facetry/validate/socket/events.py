"""Validates events as they are streamed and delivered: the envelope and the value of its topic, by
generated/asyncapi.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from facetry.errors import printable_text
from facetry.schema.document import pointer_token
from facetry.schema.edits import SetValue
from facetry.schema.similarity import certain_match
from facetry.schema.violations import violations
from facetry.validate.checks.misspelt import misspelt_members
from facetry.validate.checks.times import seconds_finding
from facetry.validate.finding import Finding, finding_of, without_conflicts
from facetry.validate.socket.messages import MAX_DEPTH, description
from facetry.validate.texts import read

DELIVERED: Final = "events"
STREAMED: Final = "stream"
"""The channels of the description. An event that is delivered to one client has members that a streamed one has not."""
_DELIVERY_MEMBERS: Final = ("contextId", "isActivity")
_ENVELOPES: Final = {DELIVERED: "Delivery", STREAMED: "StreamedEvent"}
_LABEL: Final = "event"


def findings(text: bytes) -> list[Finding]:
    """All findings on the text of an event, errors first."""
    reading = read(text, label=_LABEL, depth=MAX_DEPTH)
    if not reading.has_value:
        return reading.findings
    event = reading.value
    schema = _schema_pointer(event)
    errors = [
        *reading.findings,
        *_check_topic(event),
        *(finding_of(violation) for violation in violations(description(), schema, event)),
    ]
    if reading.findings:  # the value of a faulty text is partly a guess
        return errors
    reported = {finding.pointer for finding in errors}
    warnings = [*misspelt_members(description(), schema, event, rule="event.member"), *_check_time(event)]
    return without_conflicts([*errors, *(finding for finding in warnings if finding.pointer not in reported)])


def topics(channel: str) -> tuple[str, ...]:
    """The topics of a channel, in the order of the description."""
    return tuple(description().content["channels"][channel]["messages"])


def _schema_pointer(event: Any) -> str:
    """The pointer of the schema: that of the topic, or of the envelope alone if the topic is not known. An event whose
    topic is not streamed was delivered.
    """
    members: Mapping[str, Any] = event if isinstance(event, dict) else {}
    topic = members.get("channel")
    is_delivered = any(name in members for name in _DELIVERY_MEMBERS)
    is_streamed = not is_delivered and (_is_topic(STREAMED, topic) or not _is_topic(DELIVERED, topic))
    channel = STREAMED if is_streamed else DELIVERED
    if not _is_topic(channel, topic):
        return f"#/components/schemas/{_ENVELOPES[channel]}"
    return f"#/channels/{channel}/messages/{pointer_token(str(topic))}/payload"


def _is_topic(channel: str, topic: object) -> bool:
    return isinstance(topic, str) and topic in topics(channel)


def _check_topic(event: Any) -> Iterator[Finding]:
    topic = event.get("channel") if isinstance(event, dict) else None
    if not isinstance(topic, str) or _is_topic(DELIVERED, topic) or _is_topic(STREAMED, topic):
        return
    candidate = certain_match(topic, topics(DELIVERED))
    yield Finding(
        rule="event.topic",
        pointer="/channel",
        detail="There is no such topic.",
        value=printable_text(topic),
        remedy=f"Did you mean {candidate}?" if candidate else "Use a topic of the description of events.",
        edit=SetValue("/channel", candidate) if candidate else None,
    )


def _check_time(event: Any) -> Iterator[Finding]:
    if isinstance(event, dict):
        yield from seconds_finding("event.time", "/milliseconds", event.get("milliseconds"))
