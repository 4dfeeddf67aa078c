"""Which API process gets the next connection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facetry.http.web.forwarding import Proxies
from facetry.server.connection_limits import ConnectionLimits
from facetry.server.http_server import connection_limits
from facetry.settings import Settings


class Dispatcher:
    """Counts the connections of each API process, by the address of the client."""

    def __init__(self, limits: Sequence[ConnectionLimits] = ()) -> None:
        """`limits` are those of each process, by its number; without them, processes have none."""
        self._limits = limits
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
        """The process that may have the most further connections of the address, then the most of all, then the first;
        None without a process. One that would have to close a connection is chosen only when all would.

        So each process has its share of the connections of an address, and can bound this share by itself.
        """
        return min(self._counts, key=lambda each: self._order(each, address), default=None)

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

    def _order(self, process: int, address: str) -> tuple[bool, int, int, int]:
        count, total = self._counts[process][address], self._totals[process]
        if not self._limits:
            return False, count, total, process
        limits = self._limits[process]
        count_over, total_over = count - limits.maximum_for(address), total - limits.maximum
        return count_over >= 0 or total_over >= 0, count_over, total_over, process


def limits_of(settings: Settings, process: int, count: int) -> ConnectionLimits:
    """The share of one of `count` processes in the limits on connections."""
    is_unlimited = Proxies(settings.trusted_proxies, settings.root_path).trust_group
    whole = connection_limits(settings.connections.maximum, settings.connections.maximum_of_address, is_unlimited)
    maximum, maximum_of_address = (
        share_of(limit, process, count) for limit in (whole.maximum, whole.maximum_of_address)
    )
    return connection_limits(maximum, maximum_of_address, is_unlimited)


def share_of(whole: int, process: int, count: int) -> int:
    """The part of a limit that holds in one of `count` processes, which are numbered from 0. All parts are the whole,
    if that is at least `count`; no part is 0.
    """
    return max(1, whole // count + (process < whole % count))
