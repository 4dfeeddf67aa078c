"""An archive on its way into a service, until the program in it runs, or will not."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from facetry.authoring.service import Service

State = Literal["enabled", "paused"]
Tell = Callable[[str], None]

LINES: Final = 20
_SECONDS: Final = 0.2
_LONGEST: Final = 2100.0
"""An environment may take half an hour."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What a service has now: the version before, None when there was none, and whether it is to run."""

    previous: str | None
    state: State


def arrive(service: Service, id: str, archive: bytes, state: State | None = None) -> Arrived:
    """Install the archive, or update the extension of that id with it. Without a state, a new one is enabled and one
    that is there stays as it is. Raises `ServiceError`.
    """
    installed = {each["manifest"]["id"]: each for each in service.get("/extension/list")}
    if id in installed:
        told = service.send("PUT", f"/extension/{id}/update", archive, state=state)
        return Arrived(installed[id]["manifest"]["version"], told["state"])
    told = service.send("POST", "/extension/install", archive, state=state or "enabled")
    return Arrived(None, told["state"])


def follow(service: Service, id: str, tell: Tell, seconds: float = _LONGEST) -> Mapping[str, Any]:
    """Tell how an extension is, whenever that changes, until it runs or has failed; the last status. Raises
    `ServiceError`.
    """
    deadline = time.monotonic() + seconds
    last = ""
    while True:
        status = status_of(service, id)
        words = f"{status['state']}: {status['reason']}" if status.get("reason") else str(status["state"])
        if words != last:
            tell(words)
            last = words
        if status["state"] in ("running", "failed") or time.monotonic() > deadline:
            return status
        time.sleep(_SECONDS)


def status_of(service: Service, id: str) -> Mapping[str, Any]:
    """How the program of an extension is; it has failed when there is none of that id any more."""
    for each in service.get("/extension/activities"):
        if each["id"] == id:
            status: Mapping[str, Any] = each["status"]
            return status
    return {"state": "failed", "reason": "the service has no such extension"}


def log(service: Service, id: str, count: int = LINES) -> list[Mapping[str, Any]]:
    """The last lines of its log."""
    lines: list[Mapping[str, Any]] = service.get(f"/extension/{id}/logs", count=count)["lines"]
    return lines
