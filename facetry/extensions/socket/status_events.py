"""Notices: what becomes of programs, as events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from facetry.events import log as event_log
from facetry.extensions.process.status import State, Status
from facetry.library.api_keys import Keys
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import Topic

_ENDED: Final[frozenset[State]] = frozenset({"waiting", "stopped", "failed"})
"""States in which no process of an extension has a key."""

log = logging.getLogger(__name__)


class Notices:
    """Announces what becomes of programs, and ends the keys of those that have ended."""

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store = store
        self._keys = keys
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: dict[str, int] = {}
        """The process of each extension that has one."""

    def changed(self, extension: str, status: Status) -> None:
        """To be called whenever a status has changed; on the event loop."""
        topics = self._topics(extension, status)
        if not topics and status.state not in _ENDED:
            return

        def unit(work: Work) -> None:
            if status.state in _ENDED:
                self._keys.take_back(work, extension)
            for topic, data in topics.items():
                event_log.announce(work, topic, extension=extension, data=data)

        task = asyncio.ensure_future(self._store.write(unit))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _topics(self, extension: str, status: Status) -> dict[Topic, Mapping[str, str] | None]:
        """What is to be announced, each with its data: start and end of a process once, however the state is called."""
        before, topics = self._running.pop(extension, None), dict[Topic, Mapping[str, str] | None]()
        if before is not None and before != status.pid:
            topics["extension.process.stopped"] = None
        if status.pid is not None:
            self._running[extension] = status.pid
            if before != status.pid:
                topics["extension.process.started"] = None
        if status.state == "failed":
            topics["extension.error"] = {"message": status.reason or ""}
        return topics

    async def settled(self) -> None:
        """Wait until everything is announced."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("what became of a program could not be announced: %s", error)
