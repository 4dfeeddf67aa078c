"""Repositories of a server under measurement."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from bench import processes
from bench.processes import Server

_POLL_SECONDS: Final = 0.5
"""Answering costs the server two milliseconds, which count as the scan's; how long that took it says itself."""


def scanned(server: Server, folder: Path) -> UUID:
    """Make a repository of `folder`, and return its id when it was scanned."""
    made = processes.ask(server, "POST", f"/repository/create?type=file&name={folder.name}&url={folder.as_uri()}")
    settled(server)
    return UUID(made["id"])


def settled(server: Server) -> dict[str, Any]:
    """The activity of the first repository when no scan runs. Raises `RuntimeError` when a scan failed."""
    while True:
        activities: list[dict[str, Any]] = processes.ask(server, "GET", "/repository/activities")
        if all(each["kind"] != "synchronizing" for each in activities):
            break
        time.sleep(_POLL_SECONDS)
    failed = [each["error"] for each in activities if each.get("error")]
    if failed:
        raise RuntimeError(f"a scan failed: {failed[0]}")
    return activities[0]


def image_ids(server: Server, take: int) -> list[UUID]:
    """The ids of the first images by name."""
    ordered = {"sorting": {"property": "name", "isAscending": True}}
    found = processes.ask(server, "POST", "/image/search/ids", {"filter": ordered, "range": {"take": take}})
    return [UUID(id) for id in found["items"]]


def total(server: Server) -> int:
    """How many images there are."""
    count: int = processes.ask(server, "POST", "/image/search/ids", {"range": {"take": 1}})["totalCount"]
    return count
