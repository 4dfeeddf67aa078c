"""Resources that a run created, and their removal."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from facetry.contract.exchange import Exchange

_CREATING: Final = {
    ("POST", "/apiSecret/create"): "apiSecret",
    ("POST", "/collection/create"): "collection",
    ("POST", "/extension/install"): "extension",
    ("POST", "/repository/create"): "repository",
    ("PUT", "/repository/ensure"): "repository",
}
_REMOVALS: Final = {
    "apiSecret": ("/apiSecret/{}/delete",),
    "collection": ("/collection/{}/delete",),
    "extension": ("/extension/{}/uninstall", "/extension/{}/unregister"),
    "repository": ("/repository/{}/delete",),
}
SCAN_SECONDS: Final = 60.0


@dataclass(slots=True)
class Creations:
    """What a run created, by kind and identifier. `protected` was there before and is never removed."""

    protected: frozenset[tuple[str, str]] = frozenset()
    created: set[tuple[str, str]] = field(default_factory=set)

    def note(self, exchange: Exchange) -> None:
        """Note what a request created."""
        family = _CREATING.get((exchange.method, exchange.path))
        if family is None or exchange.status not in {200, 201}:
            return
        try:
            record = json.loads(exchange.answer)
            self.created.add((family, str(record.get("manifest", record)["id"])))
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # not a record; the exchange is judged elsewhere, and there is no id to remove

    def remove(self, client: httpx.Client) -> Iterator[str]:
        """Remove everything that was created. Yields what could not be removed, and why."""
        order = ("collection", "apiSecret", "extension", "repository")
        for family in order:
            for kind, identifier in sorted(self.created - self.protected):
                if kind == family:
                    try:
                        yield from _removed(client, family, identifier)
                    except (httpx.HTTPError, ValueError, KeyError) as error:
                        yield f"{family} {identifier}: {type(error).__name__} {error}"


def _removed(client: httpx.Client, family: str, identifier: str) -> Iterator[str]:
    if family == "repository" and client.get(f"/repository/{identifier}/get").status_code == 200:
        _delete_images(client, identifier)  # deleting a repository leaves its files
    for target in _REMOVALS[family]:
        deadline = time.monotonic() + SCAN_SECONDS
        while True:
            answer = client.delete(target.format(identifier))
            if answer.status_code != 409 or time.monotonic() > deadline:
                break
            time.sleep(0.1)  # a scan of the repository runs
    if not answer.is_success and answer.status_code != 404:
        yield f"{family} {identifier}: {answer.status_code} {answer.text[:200]}"


def _delete_images(client: httpx.Client, repository: str) -> None:
    origin = {"kind": "repositories", "ids": [repository]}
    body: dict[str, Any] = {"filter": {"origin": origin}, "range": {"take": 1_000}}
    before: list[str] = []
    found: list[str] = client.post("/image/search/ids", json=body).json()["items"]
    while found and found != before:  # equal when their files are missing, or when the service deletes nothing
        for image in found:
            client.delete(f"/image/{image}/delete")
        before, found = found, client.post("/image/search/ids", json=body).json()["items"]


def remove_folder(folder: Path) -> Iterator[str]:
    """Remove the folder of a run. Yields the reason if that fails."""
    try:
        shutil.rmtree(folder)
    except OSError as error:
        yield f"{folder}: {error}"
