"""One connection that was upgraded to a WebSocket."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import State

from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY
from facetry.http.websocket import WRITE_FRAMES_KEY
from facetry.server.connection_limits import LimitedConnection, Rank, rank_of_socket
from facetry.server.refusals import refusal
from facetry.system.log_rate_limit import client_logger

log: Final = client_logger(__name__)
logging.getLogger("uvicorn.error").addFilter(lambda record: "Invalid UTF-8" not in str(record.msg))  # with a traceback


class BoundedWebSocketProtocol(LimitedConnection, WebSocketsSansIOProtocol):
    """A connection that was upgraded to a WebSocket. The application may close it at once by calling
    `scope[ABORT_KEY]`; an orderly close would wait until the other side has read everything. It calls
    `scope[KNOWN_CALLER_KEY]` when the other side has shown a valid key, and may send frames by
    `scope[WRITE_FRAMES_KEY]`.
    """

    _is_known = False

    @property
    def rank(self) -> Rank:
        """How much the connection matters."""
        return rank_of_socket(self.waiting_since, is_known=self._is_known)

    def handle_parser_exception(self) -> None:
        """Close the connection after a frame that breaks the protocol, or a request that is none for a WebSocket."""
        if self.conn.close_sent is None:  # the library above expects that only frames can be wrong
            log.warning("a request of %s for a WebSocket was refused: it is malformed", self.address)
            self.transport.write(refusal(400, "http.syntax", "The request for a WebSocket is malformed."))
            self.transport.close()
            return
        log.warning("a socket of %s was closed: it sent a malformed frame", self.address)
        super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application. An answer to a request whose client has broken the protocol meanwhile is
        dropped: the library above would fail.
        """
        if not self.handshake_complete and self.conn.eof_sent:
            self.handshake_complete = True
            self.transport.close()
            return
        await super().send(message)

    def send_receive_event_to_app(self) -> None:
        """Give a message to the application. After a text that is no UTF-8, the library above begins to close a
        connection; it expects that the client has not begun that.
        """
        try:
            super().send_receive_event_to_app()
        except InvalidState:
            log.warning("a socket of %s was closed: it sent a malformed frame", self.address)
            self.transport.close()

    def count_instead_of(self, connection: LimitedConnection) -> None:
        """Count instead of the connection before its upgrade."""
        self.address, self.waiting_since = connection.address, connection.waiting_since
        self.on_known, self.on_lost, connection.on_lost = connection.on_known, connection.on_lost, None
        if connection.limits is not None:
            connection.limits.replace(connection, self)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope[ABORT_KEY] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # our own key
            self.scope[KNOWN_CALLER_KEY] = self._on_known_caller  # type: ignore[typeddict-unknown-key]  # our own key

            self.scope[WRITE_FRAMES_KEY] = self._write_frames  # type: ignore[typeddict-unknown-key]  # our own key

    def _write_frames(self, frames: bytes) -> bool:
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(frames)
        return True

    def _on_known_caller(self) -> None:
        self._is_known = True
        if self.on_known is not None:
            self.on_known()
