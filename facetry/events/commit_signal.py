"""The bell: what wakes those who wait for events when a commit of this process has written some.

It costs a look at an empty list where nobody listens. Commits of other processes ring nothing; who waits for those
has to look now and then.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from facetry.store.work import Work

_listeners: list[Bell] = []
_lock = threading.Lock()


class Bell:
    """Calls back on its event loop, once for each time that it is armed."""

    def __init__(self, callback: Callable[[], None]) -> None:
        """Arm it before you look into the log, or the commit after the look is missed."""
        self._loop = asyncio.get_running_loop()
        self._callback = callback
        self.is_armed = False
        with _lock:
            _listeners.append(self)

    def arm(self) -> None:
        """Call back when the next events are committed."""
        self.is_armed = True

    def close(self) -> None:
        """Listen no more."""
        self.is_armed = False
        with _lock:
            if self in _listeners:
                _listeners.remove(self)

    def ring(self) -> None:
        """Call back, if armed. For the writer's thread."""
        if self.is_armed:
            self.is_armed = False
            try:
                self._loop.call_soon_threadsafe(self._callback)
            except RuntimeError:  # the loop is closed: nobody listens any more
                self.close()


def ring_after(work: Work) -> None:
    """Ring when this unit is committed, if anybody listens at all."""
    if _listeners:
        work.after_commit.append(_ring)


def _ring() -> None:
    for bell in _listeners:
        bell.ring()
