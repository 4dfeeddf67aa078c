"""Installs archives into a service over HTTP, and follows the status of an extension until it runs or has failed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from facetry.authoring.service import ServiceClient

InstallationState = Literal["enabled", "paused"]
Reporter = Callable[[str], None]

LOG_LINES: Final = 20
_POLL_SECONDS: Final = 0.2
_MAX_WAIT_SECONDS: Final = 2100.0
"""More than half an hour, the time that creating an environment may take."""


@dataclass(frozen=True, slots=True)
class InstallationResult:
    """The previous version, None for a new extension; the state that the extension has now; and the warnings of the
    service on its manifest, as lines.
    """

    previous_version: str | None
    state: InstallationState
    warnings: tuple[str, ...] = ()


def install_or_update(
    service: ServiceClient,
    id: str,
    archive: bytes,
    state: InstallationState | None = None,
    *,
    takes_over: bool = False,
    grants: Sequence[str] = (),
) -> InstallationResult:
    """Install the archive, or update the extension with that id. Without `state`, a new extension is enabled, and an
    installed one keeps its state. With `takes_over`, the id may be registered without a program. `grants` are the
    permissions that are granted to it. Raises `ServiceError`.
    """
    installed = {extension["manifest"]["id"]: extension for extension in service.get("/extension/list")}
    if id in installed:
        answer = service.send_archive("PUT", f"/extension/{id}/update", archive, state=state, grant=grants)
        return InstallationResult(installed[id]["manifest"]["version"], answer["state"], _warnings(answer))
    query = {"state": state or "enabled", "grant": grants, **({"takeOver": "true"} if takes_over else {})}
    answer = service.send_archive("POST", "/extension/install", archive, **query)
    return InstallationResult(None, answer["state"], _warnings(answer))


def _warnings(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """The warnings of an answer as lines; services of earlier versions send none."""
    return tuple(
        f"warning: {warning['pointer'] or 'the package'}: {warning['detail']} {warning.get('remedy', '')}".rstrip()
        + f" [{warning['rule']}]"
        for warning in answer.get("warnings", ())
    )


def follow_status(
    service: ServiceClient, id: str, report: Reporter, seconds: float = _MAX_WAIT_SECONDS
) -> Mapping[str, Any]:
    """Report the status of an extension on each change, until it runs, has failed, or `seconds` have passed. Returns
    the last status. Raises `ServiceError`.
    """
    deadline = time.monotonic() + seconds
    last_text = ""
    while True:
        status = status_of(service, id)
        text = f"{status['state']}: {status['reason']}" if status.get("reason") else str(status["state"])
        if text != last_text:
            report(text)
            last_text = text
        if status["state"] in ("running", "failed") or time.monotonic() > deadline:
            return status
        time.sleep(_POLL_SECONDS)


def status_of(service: ServiceClient, id: str) -> Mapping[str, Any]:
    """The status of the program of an extension; `failed` when there is no extension with that id."""
    for activity in service.get("/extension/activities"):
        if activity["id"] == id:
            status: Mapping[str, Any] = activity["status"]
            return status
    return {"state": "failed", "reason": "the service has no such extension"}


def log_lines(service: ServiceClient, id: str, count: int = LOG_LINES) -> list[Mapping[str, Any]]:
    """The last `count` lines of the log of an extension."""
    lines: list[Mapping[str, Any]] = service.get(f"/extension/{id}/logs", count=count)["lines"]
    return lines
