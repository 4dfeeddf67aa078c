"""Development mode: installs an extension again after each change in its folder, and reports what it does.

The author of the manifest is at the keyboard, so the extension is granted what its manifest asks for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import watchfiles

from facetry.authoring import installation
from facetry.authoring.log_findings import LogFindings
from facetry.authoring.package import PackResult, digest
from facetry.authoring.service import ServiceClient, ServiceError
from facetry.authoring.shared_environment import NoEnvironmentError, interpreter_for, use_interpreter
from facetry.authoring.stream import StreamEvent, stream_events
from facetry.validate.manifest.permissions import beyond_default

Reporter = Callable[[str], None]
Packer = Callable[[], PackResult]

ALL: Final = "all"
_TICK_MILLISECONDS: Final = 250
_DEBOUNCE_MILLISECONDS: Final = 200
_LOG_LINES: Final = 500
_RECONNECT_SECONDS: Final = 2.0
_INSTALLER_LINE_SECONDS: Final = 1.0
"""Minimum time between reported lines of an installer, which prints many."""
_WRITE_TOPICS: Final = ("image.tags.updated", "image.features.updated", "image.embeddings.updated")
"""Events about results that an extension has written. They do not name the extension."""


@dataclass
class DevelopmentSession:
    """One extension on a service. `replay` selects the work that is requested again after each load: the id of an
    image, `all`, or None for nothing.
    """

    service: ServiceClient
    folder: Path
    pack: Packer
    report: Reporter
    replay: str | None = None
    cache: Path | None = None
    """The folder of environments that are kept between loads, for a temporary service on this machine. None when the
    service creates the environment itself.
    """
    _id: str | None = None
    _loaded_digest: str | None = None
    _changed_at: float = 0.0
    _status_text: str = ""
    _is_replay_due: bool = False
    _requested_at: int = 0
    _reported_at: float = 0.0
    _progress_lines: dict[str, str] = field(default_factory=dict)
    _log_lines: dict[tuple[Any, ...], int] = field(default_factory=dict)
    _findings: LogFindings = field(init=False)

    def __post_init__(self) -> None:
        self._findings = LogFindings(self.folder)

    def run(self, stop_event: threading.Event) -> None:
        """Run until `stop_event` is set. Raises `ServiceError` when the service cannot be reached any more."""
        listener = threading.Thread(target=self._listen, args=[stop_event], daemon=True)
        listener.start()
        is_loaded = False
        for changes in watchfiles.watch(
            self.folder,
            stop_event=stop_event,
            debounce=_DEBOUNCE_MILLISECONDS,
            rust_timeout=_TICK_MILLISECONDS,
            yield_on_timeout=True,
            raise_interrupt=False,
        ):
            # The first round follows the start of the watch, so that no change is missed while the extension is loaded.
            if changes or not is_loaded:
                self._load()
                is_loaded = True
            self._report_status()

    def _load(self) -> None:
        self._changed_at = time.monotonic()
        package = self.pack()
        if package.data is None:
            self.report("waiting for the next change")
            return
        if digest(package.data) == self._loaded_digest:
            return
        try:
            result = installation.install_or_update(
                self.service,
                package.id,
                self._with_prepared_interpreter(package.data),
                "enabled",
                grants=beyond_default(package.permissions),
            )
        except NoEnvironmentError as error:
            self.report(f"{error}\nwaiting for the next change")
            return
        except ServiceError as error:
            if error.status is None:
                raise
            self.report(f"{error}; waiting for the next change")
            return
        self._id, self._loaded_digest, self._status_text, self._is_replay_due = (
            package.id,
            digest(package.data),
            "",
            self.replay is not None,
        )
        self._progress_lines.clear()
        self._findings.begin(package.id)
        self.report(f"{package.id} {package.version} is {'loaded again' if result.previous_version else 'installed'}")

    def _with_prepared_interpreter(self, archive: bytes) -> bytes:
        """The archive, changed to use the kept environment for its requirements, so that it starts fast."""
        if (
            self.cache is None
            or (interpreter := interpreter_for(archive, self.cache, self._report_installer_line)) is None
        ):
            return archive
        return use_interpreter(archive, interpreter)

    def _report_installer_line(self, line: str) -> None:
        if time.monotonic() - self._reported_at > _INSTALLER_LINE_SECONDS:
            self._reported_at = time.monotonic()
            self.report(f"creating its environment: {line}")

    def _report_status(self) -> None:
        """Report changes of the status, the log and the progress of the extension."""
        if self._id is None:
            return
        status = installation.status_of(self.service, self._id)
        reason = self._findings.map_paths(str(status.get("reason") or ""))
        text = f"{status['state']}: {reason}" if reason else str(status["state"])
        if text != self._status_text:
            self._status_text = text
            self._requested_at = time.time_ns() // 1_000_000
            self.report(f"{self._id} is {text} ({time.monotonic() - self._changed_at:.1f} s after the change)")
        self._report_log(installation.log_lines(self.service, self._id, _LOG_LINES))
        if status["state"] == "running":
            if self._is_replay_due:
                self._is_replay_due = False
                self._request_replay(self._id)
            self._report_progress(self._id)

    def _report_log(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Report new lines of the log; of a repeated error only the number."""
        numbers: dict[tuple[Any, ...], int] = {}  # tells equal lines of one millisecond apart, as tracebacks have them
        new_lines = []
        for line in lines:
            identity = (line.get("date"), line.get("stream"), line["text"])
            numbers[identity] = numbers.get(identity, 0) + 1
            if numbers[identity] > self._log_lines.get(identity, 0):
                new_lines.append(line)
        self._log_lines = numbers
        for origin, text in self._findings.lines(new_lines):
            self.report(text if origin is None else f"{_time_text(origin.get('date') or 0)} {text}")
        for text in self._findings.repeats():
            self.report(text)

    def _request_replay(self, id: str) -> None:
        self._requested_at = time.time_ns() // 1_000_000
        try:
            if self.replay == ALL:
                self.service.put("/image/search/runCapabilities", {}, extensionIds=id)
            else:
                self.service.put(f"/image/{self.replay}/runCapabilities", extensionIds=id)
        except ServiceError as error:
            if error.status is None:
                raise
            self.report(f"the work cannot be requested again: {error}")
        else:
            self.report(f"{id}: the work for {'all images' if self.replay == ALL else self.replay} is requested again")

    def _report_progress(self, id: str) -> None:
        """Report the progress of each capability when it has changed."""
        for capability in self.service.get(f"/extension/{id}/progress")["capabilities"]:
            done_count = capability["done"] + capability["empty"]
            text = (
                f"{capability['id']}: {done_count} images done, {capability['pending']} to do, "
                f"{capability['failed']} failed"
            )
            if text != self._progress_lines.get(capability["id"]):
                self._progress_lines[capability["id"]] = text
                self.report(f"{text} ({self._elapsed_text()})")

    def _listen(self, stop_event: threading.Event) -> None:
        while not stop_event.is_set():
            try:
                for event in stream_events(self.service, stop_event):
                    if (line := self._event_line(event)) is not None:
                        self.report(line)
            except ServiceError as error:
                if not stop_event.is_set():
                    self.report(str(error))
            stop_event.wait(_RECONNECT_SECONDS)

    def _event_line(self, event: StreamEvent) -> str | None:
        """An event as a line; None for an event about another extension."""
        source_id = event.value.get("id")
        line = f"{_time_text(event.milliseconds)} {event.topic} {source_id}"
        if event.topic in _WRITE_TOPICS:
            return f"{line}, {self._elapsed_text(event.milliseconds)}"
        is_own = event.topic.startswith("extension.process.") and source_id == self._id
        return line if is_own or event.topic.startswith("image.") else None

    def _elapsed_text(self, milliseconds: int | None = None) -> str:
        """The time since the last request for work, or since the last change of the status."""
        now = time.time_ns() // 1_000_000 if milliseconds is None else milliseconds
        return f"{max(0, now - self._requested_at)} ms after the request"


def _time_text(milliseconds: int) -> str:
    """A time in the local time zone, with milliseconds."""
    return f"{datetime.fromtimestamp(milliseconds / 1000):%H:%M:%S.%f}"[:-3]
