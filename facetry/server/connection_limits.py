"""The number of connections, in all and of one address. Beyond it, the ones that matter least are closed."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from heapq import nsmallest
from typing import Any, Final

from facetry.system.log_rate_limit import client_logger

MAX_CONNECTIONS: Final = 10_000
NEW_SECONDS: Final = 1.0
"""How long a connection counts as new. Its first request should arrive meanwhile."""
REFUSAL_RULES: Final = ("http.connections", "http.head", "http.slow", "http.syntax")
"""The rules of requests and connections that are refused before the application sees them."""
log: Final = client_logger(__name__)
_reset_log: Final = client_logger(f"{__name__}.resets")
_CLOSED_SHARE: Final = 8
"""One candidate in so many is closed at once. So the search is rare, and new connections are not among the closed."""
_UNKNOWN_SHARE: Final = 4
"""One slot in so many is for unknown callers: every client is unknown before its first request is read."""


class Rank(IntEnum):
    """How much a connection matters. A caller is known when a request with a valid key came."""

    UNKNOWN = 0
    """No request is being answered."""
    UNKNOWN_IN_REQUEST = 1
    """A request is being answered, or the connection is new."""
    KNOWN = 2
    """All requests were answered."""
    KNOWN_IN_BODY = 3
    """The body of a request is still arriving."""
    KNOWN_IN_REQUEST = 4
    """A request that has arrived is being answered. Such connections are never closed for others."""


def rank_of_socket(waiting_since: float, *, is_known: bool) -> Rank:
    """How much a WebSocket matters. Its other side is known when it has shown a valid key."""
    if is_known:
        return Rank.KNOWN_IN_REQUEST
    is_new = time.monotonic() - waiting_since < NEW_SECONDS
    return Rank.UNKNOWN_IN_REQUEST if is_new else Rank.UNKNOWN


class LimitedConnection(asyncio.Protocol):
    """A connection that counts in the limits."""

    transport: Any = None
    """None until the connection is open."""
    address = ""
    """The address of the other side; for IPv6 its network of 64 bits."""
    waiting_since = 0.0
    """When the connection was opened or its last answer ended, by `time.monotonic`. The loop's clock is coarse."""
    limits: ConnectionLimits | None = None
    """The limits in which the connection counts."""
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""
    on_known: Callable[[], None] | None = None
    """Called when the other side has shown a valid key on a WebSocket."""

    @property
    def rank(self) -> Rank:
        """How much the connection matters."""
        raise NotImplementedError

    def abort(self) -> None:
        """Close the connection at once, and discard what was not sent."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the event loop when the connection has ended."""
        if self.limits is not None:
            self.limits.remove(self)
        if self.on_lost is not None:
            self.on_lost()
        if isinstance(exc, ConnectionError):
            _reset_log.info("%s has reset a connection", self.address)
        super().connection_lost(exc)


class ConnectionLimits:
    """All connections of a server. For one thread."""

    def __init__(
        self, maximum: int, maximum_of_address: int, is_unlimited: Callable[[str], bool] = lambda _: False
    ) -> None:
        """`is_unlimited` says of an address, or of a network of IPv6, whether its connections are those of many
        clients, so that only `maximum` limits them.
        """
        self.maximum = maximum
        self.maximum_of_address = maximum_of_address
        self._is_unlimited = lru_cache(maxsize=4_096)(is_unlimited)
        self.refusals = Counter(dict.fromkeys(REFUSAL_RULES, 0))
        """Requests and connections that were refused before the application saw them, by rule."""
        self.closed_count = 0
        """Connections that were closed for new ones."""
        self._connections: set[LimitedConnection] = set()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connections)

    def has_slot(self, address: str) -> bool:
        """Whether one more connection of `address` is within the limits."""
        return self._is_within(address) and len(self._connections) < self.maximum

    def make_slot(self, address: str) -> bool:
        """Close connections to make a slot for one of `address`. False if none can be closed."""
        if self._is_within(address):
            return self._evict(self._connections, self.maximum)
        return self._evict((each for each in self._connections if each.address == address), self.maximum_of_address)

    def add(self, connection: LimitedConnection) -> None:
        """Count a new connection, which has a slot."""
        connection.limits = self
        self._connections.add(connection)
        self._counts[connection.address] += 1

    def replace(self, connection: LimitedConnection, other: LimitedConnection) -> None:
        """Count another connection of the same address in the place of one."""
        if connection in self._connections:
            self.remove(connection)
            self.add(other)

    def remove(self, connection: LimitedConnection) -> None:
        """Count a connection no longer. One that was not counted is ignored."""
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        self._counts[connection.address] -= 1
        if not self._counts[connection.address]:
            del self._counts[connection.address]

    def maximum_for(self, address: str) -> int:
        """The maximum for connections of an address, or of a network of IPv6."""
        return self.maximum if self._is_unlimited(address) else self.maximum_of_address

    def _is_within(self, address: str) -> bool:
        return self._counts[address] < self.maximum_of_address or self._is_unlimited(address)

    def _evict(self, connections: Iterable[LimitedConnection], maximum: int) -> bool:
        """Close some connections of the lowest rank, those that have waited longest; whether there were any."""
        by_rank: dict[Rank, list[LimitedConnection]] = {rank: [] for rank in Rank}
        for each in connections:
            by_rank[each.rank].append(each)
        unknown, unknown_in_request = by_rank[Rank.UNKNOWN], by_rank[Rank.UNKNOWN_IN_REQUEST]
        known = by_rank[Rank.KNOWN] or by_rank[Rank.KNOWN_IN_BODY]
        candidates = unknown or unknown_in_request or known
        if known and len(unknown) + len(unknown_in_request) < maximum // _UNKNOWN_SHARE:
            candidates = known
        count = max(1, len(candidates) // _CLOSED_SHARE)
        if candidates:
            log.warning("%d connections were closed for new ones, among them one of %s", count, candidates[0].address)
            self.closed_count += count
        for connection in nsmallest(count, candidates, key=lambda each: each.waiting_since):
            self.remove(connection)
            connection.abort()
        return bool(candidates)
