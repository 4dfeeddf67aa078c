"""The connections behind the sockets: how the ids of Socket.IO, the queues of Engine.IO and scopes belong together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facetry.extensions.socket.packet_queue import PacketQueue
from facetry.extensions.socket.packets import EventBatch
from facetry.http.request import ABORT_KEY
from facetry.http.websocket import WRITE_FRAMES_KEY


class Connections:
    """The connections of a Socket.IO server. `sid` is the id of a socket, `engine_sid` that of its connection."""

    def __init__(self, server: Any) -> None:
        self._server = server
        server.eio.create_queue = PacketQueue

    def engine_sid(self, sid: str) -> str | None:
        """The id of the connection of a socket; None when it is gone."""
        engine_sid: str | None = self._server.manager.eio_sid_from_sid(sid, "/")
        return engine_sid

    def address(self, sid: str) -> str:
        """The address of the other side; empty when it is gone."""
        return str((self._scope(self.engine_sid(sid)).get("client") or ("",))[0])

    def abort(self, engine_sid: str | None) -> None:
        """Close a connection at once. The library would wait until the client has read the queue."""
        self.call(engine_sid, ABORT_KEY)

    def call(self, engine_sid: str | None, key: str) -> None:
        """Call a function that the server offers for a connection."""
        if (function := self._scope(engine_sid).get(key)) is not None:
            function()

    def allow_direct_writes(self, sid: str) -> None:
        """Let events for a socket be written without waiting in its `PacketQueue`, if the server offers it."""
        if (queue := self._queue(sid)) is not None:
            queue.write_frames = self._scope(self.engine_sid(sid)).get(WRITE_FRAMES_KEY)

    async def send(self, sid: str, batch: EventBatch, max_queued: int) -> bool:
        """Send events in order. False, with the rest not sent, if more than `max_queued` messages wait already."""
        if (queue := self._queue(sid)) is None:
            return True  # it is gone
        for packets in batch.packets[queue.write(batch) :]:
            if queue.qsize() > max_queued:
                return False
            for packet in packets:  # the library's emit would create a task for each
                await self._server.eio.send_packet(self.engine_sid(sid), packet)
        return True

    def _queue(self, sid: str) -> PacketQueue | None:
        engine_socket = self._server.eio.sockets.get(self.engine_sid(sid))
        queue: PacketQueue | None = None if engine_socket is None else engine_socket.queue
        return queue

    def _scope(self, engine_sid: str | None) -> Mapping[str, Any]:
        """The ASGI scope of a connection; empty when it is gone."""
        scope: Mapping[str, Any] = (self._server.environ.get(engine_sid) or {}).get("asgi.scope", {})
        return scope
