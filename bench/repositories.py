"""Requests about repositories to a server under test."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from bench import processes
from bench.processes import Server

_POLL_SECONDS: Final = 0.5
"""Each answer costs the server 2 ms of processor time, which count as part of the scan. Its duration is not affected,
because the server reports it."""


def scan(server: Server, folder: Path) -> UUID:
    """Create a repository of `folder`, wait until it is scanned, and return its id."""
    repository = processes.request_json(
        server, "POST", f"/repository/create?type=file&name={folder.name}&url={folder.as_uri()}"
    )
    wait_for_scan(server)
    return UUID(repository["id"])


def wait_for_scan(server: Server) -> dict[str, Any]:
    """Wait until no scan runs; the activity of the first repository. Raises `RuntimeError` when a scan failed."""
    while True:
        activities: list[dict[str, Any]] = processes.request_json(server, "GET", "/repository/activities")
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
    result = processes.request_json(server, "POST", "/image/search/ids", {"filter": ordered, "range": {"take": take}})
    return [UUID(id) for id in result["items"]]


def count_images(server: Server) -> int:
    """The number of images in the library."""
    count: int = processes.request_json(server, "POST", "/image/search/ids", {"range": {"take": 1}})["totalCount"]
    return count
