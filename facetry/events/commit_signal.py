"""Commit signals: wake the readers of the event log when a commit of this process has written events.

A commit costs one check of an empty list while no signal exists. Commits of other processes notify no signal, unless a
database server announces them: a reader that has to see those events polls the log as well.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from facetry.store.work import Work

_listeners: list[CommitSignal] = []
_lock = threading.Lock()


class CommitSignal:
    """Calls a function on its event loop after a commit with events, once for each time that it is armed."""

    def __init__(self, callback: Callable[[], None]) -> None:
        """Register the signal, unarmed. Arm it before each read of the log, or it misses commits right after."""
        self._loop = asyncio.get_running_loop()
        self._callback = callback
        self.is_armed = False
        with _lock:
            _listeners.append(self)

    def arm(self) -> None:
        """Call the function after the next commit with events."""
        self.is_armed = True

    def close(self) -> None:
        """Unregister the signal."""
        self.is_armed = False
        with _lock:
            if self in _listeners:
                _listeners.remove(self)

    def notify(self) -> None:
        """Call the function if the signal is armed. The writer's thread calls this."""
        if self.is_armed:
            self.is_armed = False
            try:
                self._loop.call_soon_threadsafe(self._callback)
            except RuntimeError:  # the event loop is closed
                self.close()


def notify_after_commit(work: Work) -> None:
    """Notify all signals after the commit of this unit of work, if any signal is registered."""
    if _listeners:
        work.after_commit.append(notify_all)


def notify_all() -> None:
    """Notify all signals: there may be new events. From any thread."""
    for signal in _listeners:
        signal.notify()
