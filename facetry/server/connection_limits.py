"""The number of connections, in all and of one address. Beyond it, the ones that matter least are closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from typing import Final, Protocol

MAX_CONNECTIONS: Final = 10_000
_CLOSED_SHARE: Final = 16
"""One connection in so many is closed at once, so that the search for them is rare."""


class Rank(IntEnum):
    """How much a connection matters. `BUSY` ones are never closed for others."""

    STRANGER = 0
    """No request with a valid key came yet, and none is being answered."""
    STRANGER_IN_REQUEST = 1
    KNOWN = 2
    """A request with a valid key came, and was answered."""
    BUSY = 3
    """A request with a valid key is being answered."""


class LimitedConnection(Protocol):
    """A connection, as its limits see it."""

    @property
    def address(self) -> str:
        """The address of the other side."""

    @property
    def rank(self) -> Rank:
        """How much the connection matters."""

    @property
    def waiting_since(self) -> float:
        """When the connection was opened or its last answer ended, in seconds of the event loop."""

    def evict(self) -> None:
        """Close the connection at once."""


class ConnectionLimits:
    """All connections of a server. For one thread."""

    def __init__(self, maximum: int, maximum_of_address: int) -> None:
        self.maximum = maximum
        self.maximum_of_address = maximum_of_address
        self._connections: set[LimitedConnection] = set()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connections)

    def admit(self, connection: LimitedConnection) -> bool:
        """Count a new connection, after others were closed if there are too many. False if none can be closed."""
        address = connection.address
        if self._counts[address] >= self.maximum_of_address:
            own = (each for each in self._connections if each.address == address)
            if not self._evict(own, self.maximum_of_address):
                return False
        if len(self._connections) >= self.maximum and not self._evict(self._connections, self.maximum):
            return False
        self._connections.add(connection)
        self._counts[address] += 1
        return True

    def replace(self, connection: LimitedConnection, other: LimitedConnection) -> None:
        """Count another connection of the same address in the place of one."""
        if connection in self._connections:
            self._connections.remove(connection)
            self._connections.add(other)

    def remove(self, connection: LimitedConnection) -> None:
        """Count a connection no longer. One that was not counted is ignored."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        self._counts[connection.address] -= 1
        if not self._counts[connection.address]:
            del self._counts[connection.address]

    def _evict(self, connections: Iterable[LimitedConnection], maximum: int) -> bool:
        """Close the connections of the lowest rank that have waited longest; whether there were any."""
        ranked = [(each.rank, each.waiting_since, each) for each in connections]
        lowest = min((rank for rank, _, _ in ranked), default=Rank.BUSY)
        if lowest is Rank.BUSY:
            return False
        waiting = sorted((since, number) for number, (rank, since, _) in enumerate(ranked) if rank is lowest)
        for _, number in waiting[: max(1, maximum // _CLOSED_SHARE)]:
            evicted = ranked[number][2]
            self.remove(evicted)
            evicted.evict()
        return True
