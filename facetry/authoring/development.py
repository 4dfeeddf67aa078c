"""An extension that is being written: loaded again after each change of its folder, and everything it does told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import watchfiles

from facetry.authoring import installation as arrival
from facetry.authoring.package import Packed, digest
from facetry.authoring.service import Service, ServiceError
from facetry.authoring.shared_environment import NoEnvironmentError, borrowing, interpreter_for
from facetry.authoring.stream import Event, events

Tell = Callable[[str], None]
Pack = Callable[[], Packed]

ALL: Final = "all"
_TICK_MILLISECONDS: Final = 250
_DEBOUNCE_MILLISECONDS: Final = 200
_LINES: Final = 500
_AGAIN_SECONDS: Final = 2.0
_QUIET_SECONDS: Final = 1.0
"""Between lines of an installer, which has many."""
_WRITTEN: Final = ("image.tags.updated", "image.features.updated", "image.embeddings.updated")
"""What happens when an extension writes what it found. Whose it is, is not told."""


@dataclass
class Bench:
    """One extension on a service. `replay` is what it is asked for again after each load: an image, all, or nothing."""

    service: Service
    folder: Path
    pack: Pack
    tell: Tell
    replay: str | None = None
    cache: Path | None = None
    """Where environments are kept from load to load, for a service on this machine; None for one that makes its own."""
    _id: str | None = None
    _loaded: str | None = None
    _saved: float = 0.0
    _words: str = ""
    _is_due: bool = False
    _asked: int = 0
    _said_at: float = 0.0
    _far: dict[str, str] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def run(self, ending: threading.Event) -> None:
        """Until the end is asked for. Raises `ServiceError` when the service goes."""
        listener = threading.Thread(target=self._listen, args=[ending], daemon=True)
        listener.start()
        self._load()
        for changes in watchfiles.watch(
            self.folder,
            stop_event=ending,
            debounce=_DEBOUNCE_MILLISECONDS,
            rust_timeout=_TICK_MILLISECONDS,
            yield_on_timeout=True,
            raise_interrupt=False,
        ):
            if changes:
                self._load()
            self._look()

    def _load(self) -> None:
        self._saved = time.monotonic()
        made = self.pack()
        if made.data is None:
            self.tell("waiting for the next change")
            return
        if digest(made.data) == self._loaded:
            return
        try:
            arrived = arrival.arrive(self.service, made.id, self._quickened(made.data), "enabled")
        except NoEnvironmentError as error:
            self.tell(f"{error}\nwaiting for the next change")
            return
        except ServiceError as error:
            if error.status is None:
                raise
            self.tell(f"{error}; waiting for the next change")
            return
        self._id, self._loaded, self._words, self._is_due = made.id, digest(made.data), "", self.replay is not None
        self._far.clear()
        self.tell(f"{made.id} {made.version} is {'loaded again' if arrived.previous else 'installed'}")

    def _quickened(self, archive: bytes) -> bytes:
        """The extension so that it starts at once: on an environment that was made for its requirements before."""
        if self.cache is None or (interpreter := interpreter_for(archive, self.cache, self._prepared)) is None:
            return archive
        return borrowing(archive, interpreter)

    def _prepared(self, line: str) -> None:
        if time.monotonic() - self._said_at > _QUIET_SECONDS:
            self._said_at = time.monotonic()
            self.tell(f"its environment is made: {line}")

    def _look(self) -> None:
        """Tell what is new about the extension."""
        if self._id is None:
            return
        status = arrival.status_of(self.service, self._id)
        words = f"{status['state']}: {status['reason']}" if status.get("reason") else str(status["state"])
        if words != self._words:
            self._words = words
            self._asked = time.time_ns() // 1_000_000
            self.tell(f"{self._id} is {words} ({time.monotonic() - self._saved:.1f} s after the change)")
        self._repeat(arrival.log(self.service, self._id, _LINES))
        if status["state"] == "running":
            if self._is_due:
                self._is_due = False
                self._ask_again(self._id)
            self._progress(self._id)

    def _repeat(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Tell those lines of the log that were not there before."""
        words = [f"{_moment(line.get('date') or 0)} {line.get('stream')} {line['text']}" for line in lines]
        for each in words:
            if each not in self._seen:
                self.tell(each)
        self._seen = set(words)

    def _ask_again(self, id: str) -> None:
        self._asked = time.time_ns() // 1_000_000
        try:
            if self.replay == ALL:
                self.service.put("/image/search/runCapabilities", {}, extensionIds=id)
            else:
                self.service.put(f"/image/{self.replay}/runCapabilities", extensionIds=id)
        except ServiceError as error:
            if error.status is None:
                raise
            self.tell(f"it cannot be asked again: {error}")
        else:
            self.tell(f"{id} is asked again for {'all images' if self.replay == ALL else self.replay}")

    def _progress(self, id: str) -> None:
        """Tell how far it is, whenever that has changed."""
        for each in self.service.get(f"/extension/{id}/progress")["capabilities"]:
            found = each["done"] + each["empty"]
            words = f"{each['id']}: {found} images done, {each['pending']} to do, {each['failed']} failed"
            if words != self._far.get(each["id"]):
                self._far[each["id"]] = words
                self.tell(f"{words} ({self._since()})")

    def _listen(self, ending: threading.Event) -> None:
        while not ending.is_set():
            try:
                for event in events(self.service, ending):
                    if (said := self._said(event)) is not None:
                        self.tell(said)
            except ServiceError as error:
                if not ending.is_set():
                    self.tell(str(error))
            ending.wait(_AGAIN_SECONDS)

    def _said(self, event: Event) -> str | None:
        """An event as a line; None for what is of other extensions."""
        of = event.value.get("id")
        line = f"{_moment(event.milliseconds)} {event.topic} {of}"
        if event.topic in _WRITTEN:
            return f"{line}, {self._since(event.milliseconds)}"
        is_own = event.topic.startswith("extension.process.") and of == self._id
        return line if is_own or event.topic.startswith("image.") else None

    def _since(self, milliseconds: int | None = None) -> str:
        """How long after it was asked, or began to run, something happened."""
        now = time.time_ns() // 1_000_000 if milliseconds is None else milliseconds
        return f"{max(0, now - self._asked)} ms after it was asked"


def _moment(milliseconds: int) -> str:
    """A time of this place, to the millisecond."""
    return f"{datetime.fromtimestamp(milliseconds / 1000):%H:%M:%S.%f}"[:-3]
