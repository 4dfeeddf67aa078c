"""The server of Socket.IO, which answers or logs every packet. The library drops those that it cannot read, keeps
waiting for the attachments of a broken one, and does not tell who waits for their answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import socketio

from facetry.errors import printable_text
from facetry.extensions.socket.received_packet import PacketType, ReceivedPacket, read_packet
from facetry.system.log_rate_limit import client_logger

MAX_UNKNOWN_BYTES: Final = 65_536
"""Maximum size of a packet of a socket that has not shown a key; such packets have no attachments."""
_NAME_CHARACTERS: Final = 64

log: Final = client_logger(__name__)

NameOf = Callable[[str | None], str | None]
"""The name of a socket that has shown a key; None for another one, or without a socket."""
OnRefused = Callable[[str | None, str], None]
"""Is called with the id of a socket, if there is one, and the fault of what it has sent."""


@dataclass(frozen=True, slots=True)
class RefusedAcknowledgement:
    """Takes the place of the value of an acknowledgement that could not be read."""

    fault: str


class PacketServer(socketio.AsyncServer):  # type: ignore[misc]  # of a library without types
    """The server of Socket.IO. Packets that are not valid are logged, and answered where an answer is awaited."""

    def __init__(self, name_of: NameOf, on_refused: OnRefused, **options: Any) -> None:
        """`name_of`: tells the names of sockets. `on_refused`: tells their owners. `options`: those of the library."""
        super().__init__(**options)
        self._name_of, self._on_refused = name_of, on_refused
        self._incomplete: dict[str, ReceivedPacket] = {}
        """Packets that wait for attachments, by Engine.IO id."""

    async def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
        """What the library calls with each message of Engine.IO."""
        waiting = self._incomplete.pop(eio_sid, None)
        if not isinstance(data, bytes):
            if waiting is not None:
                waiting.refuse("Another packet came before its attachments.")
                await self._take(eio_sid, waiting)
            packet = self._read(eio_sid, data)
        elif waiting is None:
            self._report("an attachment of %s was ignored: %s", eio_sid, "It belongs to no packet.")
            return
        else:
            packet = waiting
            packet.attach(data)
        if packet.is_complete:
            await self._take(eio_sid, packet)
        else:
            self._incomplete[eio_sid] = packet

    async def _handle_eio_disconnect(self, eio_sid: str, reason: Any) -> None:
        self._incomplete.pop(eio_sid, None)
        await super()._handle_eio_disconnect(eio_sid, reason)

    def _read(self, eio_sid: str, data: Any) -> ReceivedPacket:
        if self._name_of(self._sid(eio_sid, "/")) is not None:
            return read_packet(data)
        if isinstance(data, str) and len(data) > MAX_UNKNOWN_BYTES:
            return ReceivedPacket(fault="It is too large for a socket that has not shown a key.")
        packet = read_packet(data)
        if packet.attachment_count:
            packet.refuse("A socket that has not shown a key may not send attachments.")
        return packet

    async def _take(self, eio_sid: str, packet: ReceivedPacket) -> None:
        sid = self._sid(eio_sid, packet.namespace)
        is_open, is_valid = self.manager.is_connected(sid, packet.namespace), packet.fault is None
        if packet.fault is not None:
            self._report("a packet of %s was refused: %s", eio_sid, packet.fault)
        if is_open and packet.is_event:
            await self._take_event(eio_sid, sid, packet)
        elif is_open and packet.is_acknowledgement:
            await self._acknowledge(eio_sid, sid, packet)
        elif packet.type is PacketType.CONNECT and is_valid:
            await self._handle_connect(eio_sid, packet.namespace, packet.data)
        elif packet.type is PacketType.DISCONNECT and is_valid:
            await self._handle_disconnect(eio_sid, packet.namespace, self.reason.CLIENT_DISCONNECT)
        elif is_valid:
            self._report("a packet of %s was ignored: %s", eio_sid, "It came before its socket was open.")

    async def _take_event(self, eio_sid: str, sid: str | None, packet: ReceivedPacket) -> None:
        fault = packet.fault
        if fault is None and packet.data[0] in self.handlers.get(packet.namespace, ()):
            await self._handle_event(eio_sid, packet.namespace, packet.number, packet.data)
            return
        if fault is None:
            fault = f"There is no event {printable_text(packet.data[0], _NAME_CHARACTERS)}."
            self._report("an event of %s was ignored: %s", eio_sid, fault)
        if packet.number is None:
            return
        # To a socket without a key, an object would say that its message `connection` was accepted.
        answer = [] if self._name_of(sid) is None else [{"error": fault}]
        reply = self.packet_class(
            PacketType.ACKNOWLEDGEMENT.value, namespace=packet.namespace, id=packet.number, data=answer
        )
        await self._send_packet(eio_sid, reply)

    async def _acknowledge(self, eio_sid: str, sid: str | None, packet: ReceivedPacket) -> None:
        waiting = self.manager.callbacks.get(sid, {})
        if not packet.number or packet.number not in waiting:  # at 0, the library keeps its counter
            if packet.fault is None:
                self._report("an acknowledgement of %s was ignored: %s", eio_sid, "Nothing waits for it.")
            return
        data = packet.data if packet.fault is None else [RefusedAcknowledgement(packet.fault)]
        await self.manager.trigger_callback(sid, packet.number, data)

    def _sid(self, eio_sid: str, namespace: str) -> str | None:
        sid: str | None = self.manager.sid_from_eio_sid(eio_sid, namespace)
        return sid

    def _report(self, kind: str, eio_sid: str, fault: str) -> None:
        sid = self._sid(eio_sid, "/")
        log.warning(kind, self._name_of(sid) or "a socket without a key", fault)
        self._on_refused(sid, fault)
