"""The change journal: the changes of the last commits, for updating in-memory indexes.

The journal is in memory and of limited size. A reader that needs older changes has to read the rows again.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Final

from facetry.store.interruption import begin_long_work

MAX_CHANGES: Final = 50_000
"""Maximum number of stored changes (15 MB): applying more takes longer than reading the rows again."""

WAIT_SECONDS: Final = 0.5
"""Maximum time in seconds to wait for the changes of a visible commit: the writer appends them right after it."""


class ChangeJournal:
    """The changes of this process's writer, by the revision that their commit reached."""

    def __init__(self) -> None:
        self._commits: deque[Sequence[object]] = deque()
        """The changes of each commit; the revisions of neighbours differ by one, and the last is `_newest`."""
        self._count = 0
        self._newest: int | None = None
        self._condition = threading.Condition()

    def append(self, revision: int, changes: Sequence[object]) -> None:
        """Add the changes of the commit that reached `revision`. The writer calls this."""
        with self._condition:
            if self._newest is not None and revision != self._newest + 1:
                self._commits.clear()  # another process wrote in between
                self._count = 0
            self._commits.append(changes)
            self._newest = revision
            self._count += len(changes)
            while self._count > MAX_CHANGES:
                self._count -= len(self._commits.popleft())
            self._condition.notify_all()

    def changes_between(self, from_revision: int, to_revision: int) -> list[object] | None:
        """The changes after `from_revision` up to `to_revision`, oldest first; None when some are not stored.

        The cost depends on the number of commits after `from_revision`, not on the number of stored commits.
        """
        if from_revision >= to_revision:
            return [] if from_revision == to_revision else None
        with self._condition:
            if self._newest is None or self._newest < to_revision:
                begin_long_work()
                self._condition.wait_for(lambda: self._newest is not None and self._newest >= to_revision, WAIT_SECONDS)
            if self._newest is None or self._newest < to_revision or self._newest - from_revision > len(self._commits):
                return None
            newest_first = islice(reversed(self._commits), self._newest - to_revision, self._newest - from_revision)
            commits = list(newest_first)
        return [change for changes in reversed(commits) for change in changes]

    def wait_for_newer(self, revision: int, seconds: float) -> None:
        """Wait until a revision newer than `revision` is appended, at most `seconds`."""
        with self._condition:
            self._condition.wait_for(lambda: self._newest is not None and self._newest > revision, seconds)
