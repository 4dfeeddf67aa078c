"""What the demonstration does with its service: it installs the extensions, waits for what they find, and tells it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from facetry.authoring.installation import arrive, log, status_of
from facetry.authoring.service import Service, ServiceError
from facetry.demo import bundled

_SECONDS: Final = 0.1
_SECONDS_IN_ALL: Final = 600.0
_ROWS: Final = 12
_BAR: Final = 30
_NEAREST: Final = 3

_FACETS: Final = ((bundled.TAGS, "tags"), (bundled.TAGS, "features"), (bundled.VECTORS, "embeddings"))

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What was found, and after how many seconds; the first of all, and the last."""

    images: int
    first: float
    last: float
    tags: list[tuple[str, int]]
    picture: str
    nearest: list[tuple[str, float]]
    id: str


def run(service: Service, ending: threading.Event, pictures: int, begun: float, tell: Tell) -> Result | None:
    """Have the extensions look at all pictures, the second one once the first one runs; None when it was ended before.
    Raises `ServiceError`.
    """
    waiting = [bundled.TAGS, bundled.VECTORS]
    installed: list[str] = []
    first: float | None = None
    deadline = time.monotonic() + _SECONDS_IN_ALL
    while not ending.is_set():
        states = {id: _state(service, id) for id in installed}
        if waiting and set(states.values()) <= {"running"}:
            installed.append(waiting.pop(0))
            _install(service, installed[-1], tell)
        found = _count(service, {})
        done = {
            f"{facet} of {id}": found - _count(service, _missing(id, facet)) for id, facet in _FACETS if id in installed
        }
        if first is None and any(done.values()):
            first = time.monotonic() - begun
        held_up = [f"{id} is {state}" for id, state in states.items() if state != "running"]
        counts = [f"{count} {what}" for what, count in done.items()]
        tell(f"{found} of {pictures} pictures; {', '.join(held_up or counts)}")
        if found >= pictures and not waiting and set(done.values()) == {found}:
            return _result(service, found, first or 0.0, time.monotonic() - begun)
        if time.monotonic() > deadline:
            raise ServiceError(f"not everything was computed within {_SECONDS_IN_ALL:g} seconds: {done}")
        ending.wait(_SECONDS)
    return None


def told(result: Result, service: Service) -> str:
    """The result as a page for a terminal."""
    most = max((count for _, count in result.tags), default=1)
    bars = [f"  {name:<16}{count:>4}  {'█' * max(1, count * _BAR // most)}" for name, count in result.tags[:_ROWS]]
    near = ", ".join(f"{name} ({distance:.3f})" for name, distance in result.nearest)
    tag = result.tags[0][0] if result.tags else "colour:blue"
    criteria = json.dumps({"filter": {"criteria": {"tags": {"values": [tag]}}}, "range": {"take": 3}})
    like = f"/image/{result.id}/closestImages?extensionId={bundled.VECTORS}&name={bundled.VECTOR}&count=3"
    return "\n".join(
        [
            f"{result.images} pictures. The first facet was there after {result.first:.1f} s, "
            f"all of them after {result.last:.1f} s.",
            "",
            f"Tags of {bundled.TAGS}:",
            *bars,
            "",
            f"Nearest to {result.picture}, by {bundled.VECTORS}: {near}",
            "",
            "To ask for yourself, in another terminal (the key is one of this library alone):",
            "",
            f"  export FACETRY_API_SECRET={service.key}",
            f'  curl -s -H "Authorization: Bearer $FACETRY_API_SECRET" -H "Content-Type: application/json" \\\n'
            f"    -d '{criteria}' {service.url}/image/search/summaries",
            f"  curl -s -H \"Authorization: Bearer $FACETRY_API_SECRET\" '{service.url}{like}'",
            "",
            f"Every operation, to try: {service.url}/docs/",
        ]
    )


def _install(service: Service, id: str, tell: Tell) -> None:
    archive, borrows = bundled.archive(id)
    how = "on the interpreter of the service" if borrows else "in an environment of its own, which takes a while"
    tell(f"{id} is installed, {how}")
    arrive(service, id, archive)


def _state(service: Service, id: str) -> str:
    """How it is. Raises `ServiceError` when it will not run."""
    status = status_of(service, id)
    if status["state"] == "failed":
        said = "\n".join(line["text"] for line in log(service, id))
        raise ServiceError(f"{id} does not run: {status.get('reason')}\n{said}".rstrip())
    return str(status["state"])


def _missing(id: str, facet: str) -> Mapping[str, Any]:
    """The criterion of images that an extension has not looked at."""
    return {"notEvaluatedBy": {"extensionIds": [id], "facet": facet}}


def _count(service: Service, criteria: Mapping[str, Any]) -> int:
    asked = {"filter": {"criteria": criteria}, "range": {"take": 1}}
    return int(service.post("/image/search/ids", asked)["totalCount"])


def _result(service: Service, images: int, first: float, last: float) -> Result:
    counted = service.get("/repository/tagCounts")
    tags = sorted(((each["value"], each["count"]) for each in counted), key=lambda tag: (-tag[1], tag[0]))
    summaries = service.post("/image/search/summaries", {"range": {"take": images}})["items"]
    some = max(summaries, key=lambda summary: str(summary["name"]))
    near = service.get(
        f"/image/{some['id']}/closestImages", extensionId=bundled.VECTORS, name=bundled.VECTOR, count=_NEAREST
    )
    nearest = [(each["image"]["name"], each["distance"]) for each in near]
    return Result(images, first, last, tags, some["name"], nearest, some["id"])
