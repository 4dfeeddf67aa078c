"""Recent writes: which objects this process has written since a moment, in bounded memory."""

from __future__ import annotations

import threading
from collections import OrderedDict


class RecentWrites:
    """The latest writes with their numbers. May be used by any thread."""

    def __init__(self, capacity: int) -> None:
        """`capacity` is the number of objects that are remembered."""
        self._capacity = capacity
        self._lock = threading.Lock()
        self._numbers: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._latest = 0
        self._forgotten = 0

    def note(self, root: str, path: str) -> None:
        """Note that an object was written. Must be called between the write and the rows about it."""
        with self._lock:
            self._latest += 1
            self._numbers[root, path] = self._latest
            self._numbers.move_to_end((root, path))
            if len(self._numbers) > self._capacity:
                self._forgotten = self._numbers.popitem(last=False)[1]

    def latest(self) -> int:
        """The number of the latest write."""
        with self._lock:
            return self._latest

    def may_include(self, root: str, path: str, after: int) -> bool:
        """Whether an object was written after the write with this number; True also if that was forgotten."""
        with self._lock:
            return self._numbers.get((root, path), self._forgotten) > after
