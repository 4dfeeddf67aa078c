"""Packets of Socket.IO with limits: the library itself would accept 10^9 attachments of any size."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import orjson
from engineio.packet import MESSAGE  # type: ignore[import-untyped]  # the transport layer of Socket.IO
from engineio.packet import Packet as EnginePacket
from socketio.packet import BINARY_EVENT, EVENT, Packet

from facetry.http.websocket import MAX_MESSAGE_BYTES

MAX_ATTACHMENTS: Final = 16
_RESERVED_EVENTS: Final = ("connect", "disconnect")


def _dump_json(value: Any, **_: Any) -> str:
    return orjson.dumps(value).decode()


JSON: Final = SimpleNamespace(loads=orjson.loads, dumps=_dump_json, JSONDecodeError=orjson.JSONDecodeError)
"""The JSON codec of all packets: strict, limited in depth, and fast."""


def _has_event_name(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] not in _RESERVED_EVENTS


def event_packets(name: str, value: Any) -> list[EnginePacket]:
    """The packets of an event without acknowledgement and its attachments, encoded once for all sockets."""
    encoded = BoundedPacket(EVENT, data=[name, value]).encode()
    packets = [EnginePacket(MESSAGE, part) for part in (encoded if isinstance(encoded, list) else [encoded])]
    for packet in packets:
        packet.encode()  # the packet caches the result
    return packets


class BoundedPacket(Packet):  # type: ignore[misc]  # of a library without types
    """A packet with at most `MAX_ATTACHMENTS` attachments, together at most `MAX_MESSAGE_BYTES`."""

    json = JSON
    _attachment_bytes = 0

    def decode(self, encoded_packet: Any) -> int:
        """Decode as the library does, and return the number of attachments.

        Raises `ValueError` for too many attachments, and for an event without a name or with a reserved one; then the
        library ignores the packet.
        """
        count: int = super().decode(encoded_packet)
        if count > MAX_ATTACHMENTS:
            raise ValueError("too many attachments")
        if self.packet_type in (EVENT, BINARY_EVENT) and not _has_event_name(self.data):
            raise ValueError("an event without a name")
        return count

    def add_attachment(self, attachment: Any) -> bool:
        """Add as the library does. Raises `ValueError` for an attachment that is not bytes, and for too many bytes."""
        if not isinstance(attachment, bytes):
            raise ValueError("an attachment is not bytes")
        self._attachment_bytes += len(attachment)
        if self._attachment_bytes > MAX_MESSAGE_BYTES:
            raise ValueError("the attachments are too large")
        is_complete: bool = super().add_attachment(attachment)
        return is_complete
