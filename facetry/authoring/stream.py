"""Reads the events of a service from its stream of server-sent events."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from facetry.authoring.service import ServiceClient

_PATH: Final = "/event/stream"
_DATA_PREFIX: Final = "data: "
_RESET_TOPIC: Final = "reset"
"""Marks a gap in the stream: events that the log does not have any more. Has no other meaning."""


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event: its topic, its time in milliseconds since 1970, and its value."""

    topic: str
    milliseconds: int
    value: dict[str, Any]


def stream_events(service: ServiceClient, stop_event: threading.Event) -> Iterator[StreamEvent]:
    """New events, until the service ends the stream or `stop_event` is set, which is checked at each line.

    Raises `ServiceError` when the service cannot be reached or refuses the request.
    """
    for line in service.stream_lines(_PATH):
        if stop_event.is_set():
            return
        if line.startswith(_DATA_PREFIX):
            message: dict[str, Any] = json.loads(line.removeprefix(_DATA_PREFIX))
            if message["channel"] != _RESET_TOPIC:
                yield StreamEvent(message["channel"], message["milliseconds"], message["value"])
