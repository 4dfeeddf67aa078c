"""Which API process gets the next connection."""

from __future__ import annotations

from collections import Counter


class Dispatcher:
    """Counts the connections of each API process, by the address of the client."""

    def __init__(self) -> None:
        self._counts: dict[int, Counter[str]] = {}
        self._totals: dict[int, int] = {}

    def add(self, process: int) -> None:
        """A process takes connections from now on; it has none yet."""
        self._counts[process], self._totals[process] = Counter(), 0

    def remove(self, process: int) -> None:
        """A process takes no more connections, and has none."""
        self._counts.pop(process, None)
        self._totals.pop(process, None)

    def choose(self, address: str) -> int | None:
        """The process with the fewest connections of the address, then with the fewest, then the first; None without a
        process.

        So each process has its share of the connections of an address, and can bound this share by itself.
        """
        return min(self._counts, key=lambda each: (self._counts[each][address], self._totals[each], each), default=None)

    def opened(self, process: int, address: str) -> None:
        """A process was given a connection."""
        self._counts[process][address] += 1
        self._totals[process] += 1

    def closed(self, process: int, address: str, count: int = 1) -> None:
        """Some connections that a process was given have ended; ignored for a process that was removed."""
        counts = self._counts.get(process)
        if counts is None:
            return
        count = min(count, counts[address])
        counts[address] -= count
        self._totals[process] -= count
        if not counts[address]:
            del counts[address]


def share_of(whole: int, process: int, count: int) -> int:
    """The part of a limit that holds in one of `count` processes, which are numbered from 0. All parts are the whole,
    if that is at least `count`; no part is 0.
    """
    return max(1, whole // count + (process < whole % count))
