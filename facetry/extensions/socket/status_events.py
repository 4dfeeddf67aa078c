"""Status events: writes the status changes of programs to the event log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from facetry.events import log as event_log
from facetry.extensions.pages.bundles import Bundles
from facetry.extensions.process.status import ProgramState, ProgramStatus
from facetry.library.api_keys import ApiKeys
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

_STATES_WITHOUT_PROCESS: Final[frozenset[ProgramState]] = frozenset({"waiting", "stopped", "failed"})
"""States without a process, in which the process keys of an extension are revoked."""

log = logging.getLogger(__name__)


class StatusEvents:
    """Announces status changes of programs. Ends the bundles and revokes the keys of processes that have ended."""

    def __init__(self, store: Store, keys: ApiKeys, bundles: Bundles) -> None:
        self._store = store
        self._keys = keys
        self._bundles = bundles
        self._tasks: set[asyncio.Task[None]] = set()
        self._pids: dict[str, int] = {}
        """The process id of each extension that has a process."""

    def on_status_change(self, extension: str, status: ProgramStatus) -> None:
        """Announce a status change; on the event loop."""
        topics = self._topics(extension, status)
        if status.state in _STATES_WITHOUT_PROCESS:
            self._bundles.end_of(extension)
        if not topics and status.state not in _STATES_WITHOUT_PROCESS:
            return

        def unit(work: Work) -> None:
            if status.state in _STATES_WITHOUT_PROCESS:
                self._keys.revoke_process_keys(work, extension)
            for topic, data in topics.items():
                event_log.announce(work, topic, extension=extension, data=data)

        task = asyncio.ensure_future(self._store.write(unit))
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _topics(self, extension: str, status: ProgramStatus) -> dict[Topic, Mapping[str, str] | None]:
        """The topics to announce, with their data. Each start and end of a process is announced once, in any state."""
        previous_pid, topics = self._pids.pop(extension, None), dict[Topic, Mapping[str, str] | None]()
        if previous_pid is not None and previous_pid != status.pid:
            topics["extension.process.stopped"] = None
        if status.pid is not None:
            self._pids[extension] = status.pid
            if previous_pid != status.pid:
                topics["extension.process.started"] = None
        if status.state == "failed":
            topics["extension.error"] = {"message": status.reason or ""}
        return topics

    async def wait_until_written(self) -> None:
        """Wait until all announced events are written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a status event of a program could not be written: %s", error)
