"""Reads the messages of an event stream."""

from __future__ import annotations

from typing import Any

import orjson

StreamMessages = list[tuple[int, str, dict[str, Any]]]
"""Sequence, event name and data of each message; a message without a name only has a position."""


def parse_messages(text: bytes) -> StreamMessages:
    """The messages in the text of a stream that ends between two messages."""
    messages: StreamMessages = []
    for block in text.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        assert fields.keys() in ({"id"}, {"id", "event", "data"}), block
        messages.append((int(fields["id"]), fields.get("event", ""), orjson.loads(fields.get("data", "{}"))))
    return messages


def named_events(messages: StreamMessages) -> list[tuple[int, str]]:
    return [(place, event) for place, event, _ in messages if event]
