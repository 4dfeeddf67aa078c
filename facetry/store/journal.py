"""The change journal: the changes of the last commits, for updating in-memory indexes.

The journal is in memory and of limited size. A reader that needs older changes has to read the rows again. Readers that
follow need only the newest commits, so older commits are packed, a tenth of the size.
"""

from __future__ import annotations

import pickle
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

from sqlalchemy import Connection

from facetry.store.interruption import begin_long_work

MAX_CHANGES: Final = 50_000
"""Maximum number of stored changes (2 MB): applying more takes longer than reading the rows again."""

PACK_SIZE: Final = 64
"""Number of commits that are packed together."""

MIN_UNPACKED: Final = 1_024
"""Number of newest commits that are never packed."""

WAIT_SECONDS: Final = 0.5
"""Maximum time in seconds to wait for the changes of a visible commit: the writer appends them right after it."""


class Changes(Protocol):
    """The changes of the last commits, as an index follows them."""

    def changes_between(self, connection: Connection, from_revision: int, to_revision: int) -> list[object] | None:
        """The changes after `from_revision` up to `to_revision`, oldest first; None when some are not stored.

        The snapshot of the connection has reached `to_revision`. The cost depends on the number of commits after
        `from_revision`, not on the number of stored commits.
        """

    def wait_for_newer(self, revision: int, seconds: float, end: threading.Event) -> None:
        """Wait until there may be a revision newer than `revision`, or `end` is set, at most `seconds`."""

    def wake(self) -> None:
        """Let those that wait look at their `end`, which has been set."""


@dataclass(frozen=True, slots=True)
class _Pack:
    """The changes of `PACK_SIZE` successive commits."""

    pickled: bytes
    change_count: int

    def commits(self) -> Sequence[Sequence[object]]:
        """The changes of each commit, oldest first."""
        commits: Sequence[Sequence[object]] = pickle.loads(self.pickled)  # noqa: S301  # this process pickled them
        return commits


class ChangeJournal:
    """The changes of this process's writer, by the revision that their commit reached (implements `Changes`). Changes
    have to be picklable.
    """

    def __init__(self) -> None:
        self._packs: deque[_Pack] = deque()
        self._commits: deque[Sequence[object]] = deque()
        """The changes of each commit after those of `_packs`. The revisions of neighbours differ by one, also from pack
        to pack, and the last is `_newest`.
        """
        self._count = 0
        self._newest: int | None = None
        self._condition = threading.Condition()

    def append(self, revision: int, changes: Sequence[object]) -> None:
        """Add the changes of the commit that reached `revision`. The writer calls this."""
        with self._condition:
            if self._newest is not None and revision != self._newest + 1:
                self._packs.clear()  # another process wrote in between
                self._commits.clear()
                self._count = 0
            self._commits.append(changes)
            self._newest = revision
            self._count += len(changes)
            if len(self._commits) >= MIN_UNPACKED + PACK_SIZE:
                self._pack_oldest()
            while self._count > MAX_CHANGES:
                self._count -= self._packs.popleft().change_count if self._packs else len(self._commits.popleft())
            self._condition.notify_all()

    def changes_between(
        self,
        connection: Connection | None,  # noqa: ARG002  # the changes are in memory
        from_revision: int,
        to_revision: int,
    ) -> list[object] | None:
        """The changes after `from_revision` up to `to_revision`, oldest first; None when some are not stored."""
        if from_revision >= to_revision:
            return [] if from_revision == to_revision else None
        with self._condition:
            if self._newest is None or self._newest < to_revision:
                begin_long_work()
                self._condition.wait_for(lambda: self._newest is not None and self._newest >= to_revision, WAIT_SECONDS)
            if self._newest is None or self._newest < to_revision:
                return None
            later_count, count = self._newest - to_revision, self._newest - from_revision
            newest_first = list(islice(reversed(self._commits), count))
            packed_count = count - len(newest_first)
            packs = list(islice(reversed(self._packs), -(-packed_count // PACK_SIZE)))
        for pack in packs:
            newest_first.extend(reversed(pack.commits()))
        if count > len(newest_first):
            return None
        return [change for changes in reversed(newest_first[later_count:count]) for change in changes]

    def wait_for_newer(self, revision: int, seconds: float, end: threading.Event) -> None:
        """Wait until there may be a revision newer than `revision`, or `end` is set, at most `seconds`."""
        with self._condition:
            self._condition.wait_for(
                lambda: end.is_set() or (self._newest is not None and self._newest > revision), seconds
            )

    def wake(self) -> None:
        """Let those that wait look at their `end`, which has been set."""
        with self._condition:
            self._condition.notify_all()

    def _pack_oldest(self) -> None:
        commits = [self._commits.popleft() for _ in range(PACK_SIZE)]
        self._packs.append(_Pack(pickle.dumps(commits, pickle.HIGHEST_PROTOCOL), sum(map(len, commits))))
