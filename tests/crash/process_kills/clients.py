"""Clients of a service whose processes are killed: they write, and read at once what they have written."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.crash.durability import comparison
from tests.crash.durability.comparison import Observation
from tests.crash.durability.connection import ServiceGoneError
from tests.crash.durability.history import Subject
from tests.crash.durability.writing import EXTENSION, KINDS, Acknowledgement, Writer
from tests.crash.process_kills.connections import PAUSE_SECONDS, SpreadConnection
from tests.crash.process_kills.service import KilledService

FACETS: Final = frozenset({"tags", "features", "embeddings"})
OWN_KINDS: Final = [name for name in KINDS if name != "settings"]
"""What these clients write: things that belong to one of them. The settings belong to all."""


@dataclass
class CheckedWriter(Writer):
    """Reads each value that was acknowledged through another connection. Its history is its own."""

    service: SpreadConnection = field(kw_only=True)
    root: Path = field(kw_only=True)
    """The folder of the repository."""
    checks: int = 0
    _generation: int | None = None
    """The coordinator with which a write was lost; None if the outcome of all writes is known."""

    @contextmanager
    def attempt(self, subject: Subject, value: Any) -> Iterator[Acknowledgement]:
        """Note the write of the block, which sends its request, and read the value afterwards."""
        with super().attempt(subject, value) as note:
            yield note
        found = Observation(self.service, self.repository, self.root).value(self.history, subject, float("inf"))
        assert found == value, f"{subject} was acknowledged as {str(value)[:200]}, and is read as {str(found)[:200]}"
        if subject[0] in FACETS:
            self._require_found(subject, value)
        self.checks += 1

    def run_until(self, is_over: threading.Event, service: KilledService) -> None:
        """Write until the end, whatever is killed."""
        while not is_over.is_set() and not self.refusals:
            self.run(self.service, is_over.is_set, OWN_KINDS)
            if is_over.is_set() or self.refusals:
                return
            self._set_aside()
            is_over.wait(PAUSE_SECONDS)
            if self._generation is None:
                self._generation = service.generation
            elif self._generation < service.generation:
                self.compare(set(self.history.unsettled))
                self._generation = None

    def compare(self, subjects: set[Subject]) -> None:
        """Compare with the history, and settle what was lost with a coordinator that is gone."""
        observation = Observation(self.service, self.repository, self.root)
        errors, values = comparison.compare(self.history, subjects, observation)
        self.refusals += errors
        for subject, value in values.items():
            self.settle(subject, value)

    def _set_aside(self) -> None:
        """Write nothing more about what was lost. The coordinator may still be working on it."""
        for subject in list(self.history.unsettled):
            if self.history.attempts[subject][-1].acknowledged is None:
                image = ("image", subject[1])
                if subject[0] in FACETS and image in self.images:
                    self.images.remove(image)

    def _require_found(self, subject: Subject, value: Any) -> None:
        """A search finds the image by what was just written about it."""
        criteria: dict[str, Any]
        match subject[0]:
            case "tags":
                criteria = {"tags": {"values": value, "operator": "and"}}
            case "features":
                name = value[0].partition(" ")[0]
                condition = {"extensionId": EXTENSION, "format": "string", "operator": "contains", "value": name}
                criteria = {"features": {"operator": "and", "conditions": [condition]}}
            case _:
                criteria = {
                    "similarity": {"extensionId": EXTENSION, "name": "v", "values": value, "maxDistance": 0.000001}
                }
        id = self.history.ids["image", subject[1]]
        body = {"filter": {"criteria": criteria}, "range": {"take": 10, "skip": 0}}
        status, answer = self.service.answer("POST", "/image/search/ids", body)
        assert status == 200, answer
        assert id in json.loads(answer)["items"], f"{subject} was acknowledged, and a search does not find the image"


@dataclass
class KeyHolder:
    """Creates keys, uses each on several connections, revokes it, and uses it again."""

    service: SpreadConnection
    errors: list[str] = field(default_factory=list)
    revoked: int = 0

    def run_until(self, is_over: threading.Event) -> None:
        """Go on until the end, whatever is killed."""
        while not is_over.is_set() and not self.errors:
            try:
                self.revoke_one()
            except ServiceGoneError:
                is_over.wait(PAUSE_SECONDS)  # whether the key exists is not known
            except AssertionError as error:
                self.errors.append(str(error))

    def revoke_one(self) -> None:
        """Create a key, use it and revoke it. Raises `ServiceGoneError` when a request was lost."""
        record = self.service.call("POST", "/apiSecret/create", type="key", name="lent", scope="image:read")
        for _ in self.service.connections:
            status, answer = self.service.answer("GET", "/apiSecret/self", key=record["value"])
            assert status == 200, f"a key was created, and is refused: {answer!r}"
        self.service.call("DELETE", f"/apiSecret/{record['id']}/delete")
        for _ in self.service.connections:
            status, answer = self.service.answer("GET", "/apiSecret/self", key=record["value"])
            assert status == 401, f"a key was revoked, and is accepted: {answer!r}"
        self.revoked += 1
