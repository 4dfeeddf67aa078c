"""The journal: what the last commits changed, for whatever is kept in memory beside the rows.

It lives in memory and forgets: who has fallen behind what it still knows reads the rows anew.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import Final

MOST_CHANGES: Final = 50_000
"""Changes that are remembered (15 MB): following more takes longer than reading anew what is asked for."""

PATIENCE: Final = 0.5
"""Seconds to wait for the changes of a commit that can be seen: the writer notes them right after it."""


class Journal:
    """The changes of one process's writer, by the revision that they led to."""

    def __init__(self) -> None:
        self._entries: deque[tuple[int, Sequence[object]]] = deque()
        self._count = 0
        self._newest: int | None = None
        self._noted = threading.Condition()

    def note(self, revision: int, changes: Sequence[object]) -> None:
        """Add what the commit of `revision` changed. For the writer."""
        with self._noted:
            if self._newest is not None and revision != self._newest + 1:
                self._entries.clear()  # another process wrote in between
                self._count = 0
            self._entries.append((revision, changes))
            self._newest = revision
            self._count += len(changes)
            while self._count > MOST_CHANGES:
                self._count -= len(self._entries.popleft()[1])
            self._noted.notify_all()

    def between(self, held: int, wanted: int) -> list[object] | None:
        """The changes that lead from the revision `held` to `wanted`, oldest first; None when some are not known."""
        with self._noted:
            if held < wanted:
                self._noted.wait_for(lambda: self._newest is not None and self._newest >= wanted, PATIENCE)
            found = [entry for entry in self._entries if held < entry[0] <= wanted]
        if len(found) != wanted - held:
            return None
        return [change for _, changes in found for change in changes]

    def wait(self, held: int, seconds: float) -> None:
        """Return when there is a revision newer than `held`, or after so many seconds."""
        with self._noted:
            self._noted.wait_for(lambda: self._newest is not None and self._newest > held, seconds)
