"""What happens in a service, from its stream of server-sent events."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from facetry.authoring.service import Service

_PATH: Final = "/event/stream"
_DATA: Final = "data: "
_UNTOLD: Final = "reset"
"""Stands where the log has forgotten something, and tells of nothing else."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its topic, when, in milliseconds since 1970, and what is told of it."""

    topic: str
    milliseconds: int
    value: dict[str, Any]


def events(service: Service, ending: threading.Event) -> Iterator[Event]:
    """What happens from now on, until the service goes or the end is asked for, which is noticed when something comes.

    Raises `ServiceError` when the service cannot be reached or does not let us listen.
    """
    for line in service.lines(_PATH):
        if ending.is_set():
            return
        if line.startswith(_DATA):
            message: dict[str, Any] = json.loads(line.removeprefix(_DATA))
            if message["channel"] != _UNTOLD:
                yield Event(message["channel"], message["milliseconds"], message["value"])
