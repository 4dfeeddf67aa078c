"""WebSockets that an API process has handed over to the coordinator, as they count in the limits of the API process."""

from __future__ import annotations

from collections.abc import Callable

from facetry.server.connection_limits import LimitedConnection, Rank, rank_of_socket


class HandedOverSocket(LimitedConnection):
    """Counts in the place of a connection that was handed over, until the coordinator has closed it."""

    abort_socket: Callable[[], object] | None = None
    """Has the coordinator close the connection."""
    is_known = False
    """Whether the other side has shown a valid key."""

    @property
    def rank(self) -> Rank:
        """How much the connection matters; as for a WebSocket."""
        return rank_of_socket(self.waiting_since, is_known=self.is_known)

    def abort(self) -> None:
        """Have the coordinator close the connection at once."""
        if self.abort_socket is not None:
            self.abort_socket()

    def count_instead_of(self, connection: LimitedConnection) -> None:
        """Count instead of the connection before it is handed over."""
        self.address, self.waiting_since = connection.address, connection.waiting_since
        self.on_lost, connection.on_lost = connection.on_lost, None
        if connection.limits is not None:
            connection.limits.replace(connection, self)

    def end(self) -> None:
        """Count no longer: the connection is closed."""
        self.connection_lost(None)
