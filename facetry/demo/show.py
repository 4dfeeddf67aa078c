"""The steps of the demonstration: install the extensions, wait for their results, and format the results."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from facetry.authoring.installation import install_or_update, log_lines, status_of
from facetry.authoring.service import ServiceClient, ServiceError
from facetry.demo import bundled

_POLL_SECONDS: Final = 0.1
_TIMEOUT_SECONDS: Final = 600.0
_MAX_TAG_ROWS: Final = 12
_BAR_CHARACTERS: Final = 30
_NEAREST_COUNT: Final = 3

_FACETS: Final = (
    (bundled.TAG_EXTENSION, "tags"),
    (bundled.TAG_EXTENSION, "features"),
    (bundled.VECTOR_EXTENSION, "embeddings"),
)

Reporter = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The results: counts, tags, a picture with its nearest ones, and the seconds until the first and last facet."""

    images: int
    first_seconds: float
    last_seconds: float
    tags: list[tuple[str, int]]
    picture_name: str
    nearest: list[tuple[str, float]]
    picture_id: str


def run_demo(
    service: ServiceClient, stop_event: threading.Event, pictures: int, started_at: float, report: Reporter
) -> DemoResult | None:
    """Install both extensions, the second one when the first one runs, and wait until they have processed all pictures.
    None when `stop_event` was set before. Raises `ServiceError`.
    """
    waiting = [bundled.TAG_EXTENSION, bundled.VECTOR_EXTENSION]
    installed: list[str] = []
    first_seconds: float | None = None
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while not stop_event.is_set():
        states = {id: _state(service, id) for id in installed}
        if waiting and set(states.values()) <= {"running"}:
            installed.append(waiting.pop(0))
            _install(service, installed[-1], report)
        image_count = _count(service, {})  # the scan may add images before they are counted again
        done_counts = {
            f"with {facet} of {id}": max(0, image_count - _count(service, _missing_criterion(id, facet)))
            for id, facet in _FACETS
            if id in installed
        }
        if first_seconds is None and any(done_counts.values()):
            first_seconds = time.monotonic() - started_at
        blocked = [f"{id} is {state}" for id, state in states.items() if state != "running"]
        counts = [f"{count} {label}" for label, count in done_counts.items()]
        report(f"{image_count} of {pictures} pictures; {', '.join(blocked or counts)}")
        if image_count >= pictures and not waiting and set(done_counts.values()) == {image_count}:
            return _collect_result(service, image_count, first_seconds or 0.0, time.monotonic() - started_at)
        if time.monotonic() > deadline:
            raise ServiceError(f"the extensions did not finish within {_TIMEOUT_SECONDS:g} seconds: {done_counts}")
        stop_event.wait(_POLL_SECONDS)
    return None


def format_result(result: DemoResult) -> str:
    """The result as text for a terminal."""
    max_count = max((count for _, count in result.tags), default=1)
    bars = [
        f"  {name:<16}{count:>4}  {'█' * max(1, count * _BAR_CHARACTERS // max_count)}"
        for name, count in result.tags[:_MAX_TAG_ROWS]
    ]
    nearest = ", ".join(f"{name} ({distance:.3f})" for name, distance in result.nearest)
    return "\n".join(
        [
            f"{result.images} pictures. The first facet was written after {result.first_seconds:.1f} s, "
            f"all of them after {result.last_seconds:.1f} s.",
            "",
            f"Tags of {bundled.TAG_EXTENSION}:",
            *bars,
            "",
            f"Nearest to {result.picture_name}, by {bundled.VECTOR_EXTENSION}: {nearest}",
        ]
    )


def format_requests(result: DemoResult, service: ServiceClient, *, key: str | None) -> str:
    """Requests to send while the service runs. `key`: the master key as a word of the shell, unless the reader knows
    it.
    """
    tag = result.tags[0][0] if result.tags else "colour:blue"
    criteria = json.dumps({"filter": {"criteria": {"tags": {"values": [tag]}}}, "range": {"take": 3}})
    query = f"extensionId={bundled.VECTOR_EXTENSION}&name={bundled.VECTOR_NAME}&count=3"
    similarity_path = f"/image/{result.picture_id}/closestImages?{query}"
    return "\n".join(
        [
            "",
            "To send requests yourself, in another terminal"
            + (":" if key is None else " (the key is valid for this library only):"),
            "",
            *([] if key is None else [f"  export FACETRY_API_SECRET={key}"]),
            f'  curl -s -H "Authorization: Bearer $FACETRY_API_SECRET" -H "Content-Type: application/json" \\\n'
            f"    -d '{criteria}' {service.url}/image/search/summaries",
            f"  curl -s -H \"Authorization: Bearer $FACETRY_API_SECRET\" '{service.url}{similarity_path}'",
            "",
            f"To try all operations: {service.url}/docs/",
        ]
    )


def _install(service: ServiceClient, id: str, report: Reporter) -> None:
    archive, uses_service_interpreter = bundled.archive(id)
    environment_text = (
        "on the interpreter of the service"
        if uses_service_interpreter
        else "in its own environment, which takes a while"
    )
    report(f"installing {id} {environment_text}")
    install_or_update(service, id, archive)


def _state(service: ServiceClient, id: str) -> str:
    """The state of the extension. Raises `ServiceError` when it has failed."""
    status = status_of(service, id)
    if status["state"] == "failed":
        log_text = "\n".join(line["text"] for line in log_lines(service, id))
        raise ServiceError(f"{id} is not running: {status.get('reason')}\n{log_text}".rstrip())
    return str(status["state"])


def _missing_criterion(id: str, facet: str) -> Mapping[str, Any]:
    """The search criterion for images without a facet of this extension."""
    return {"notEvaluatedBy": {"extensionIds": [id], "facet": facet}}


def _count(service: ServiceClient, criteria: Mapping[str, Any]) -> int:
    body = {"filter": {"criteria": criteria}, "range": {"take": 1}}
    return int(service.post("/image/search/ids", body)["totalCount"])


def _collect_result(service: ServiceClient, images: int, first_seconds: float, last_seconds: float) -> DemoResult:
    tag_counts = service.get("/repository/tagCounts")
    tags = sorted(((item["value"], item["count"]) for item in tag_counts), key=lambda tag: (-tag[1], tag[0]))
    summaries = service.post("/image/search/summaries", {"range": {"take": images}})["items"]
    image = max(summaries, key=lambda summary: str(summary["name"]))
    closest = service.get(
        f"/image/{image['id']}/closestImages",
        extensionId=bundled.VECTOR_EXTENSION,
        name=bundled.VECTOR_NAME,
        count=_NEAREST_COUNT,
    )
    nearest = [(item["image"]["name"], item["distance"]) for item in closest]
    return DemoResult(images, first_seconds, last_seconds, tags, image["name"], nearest, image["id"])
