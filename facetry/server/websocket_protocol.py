"""One connection that was upgraded to a WebSocket."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from facetry.http.connection import ABORT_KEY, KNOWN_CALLER_KEY
from facetry.server.connection_limits import ConnectionLimits, LimitedConnection, Rank


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that was upgraded to a WebSocket. The application may close it at once by calling
    `scope[ABORT_KEY]`; an orderly close would wait until the other side has read everything. It calls
    `scope[KNOWN_CALLER_KEY]` when the other side has shown a valid key.
    """

    address = ""
    waiting_since = 0.0
    rank = Rank.STRANGER

    def __init__(self, *arguments: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits = limits

    def take_place_of(self, connection: LimitedConnection) -> None:
        """Count in the place of the connection before its upgrade."""
        self.address, self.waiting_since = connection.address, connection.waiting_since
        self._limits.replace(connection, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self)
        super().connection_lost(exc)

    def evict(self) -> None:
        """Close the connection at once, because others need its place."""
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope[ABORT_KEY] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # our own key
            self.scope[KNOWN_CALLER_KEY] = self._on_known_caller  # type: ignore[typeddict-unknown-key]  # our own key

    def _on_known_caller(self) -> None:
        self.rank = Rank.BUSY
