"""Packets of Socket.IO, within bounds: the library would wait for a thousand million attachments, of any size."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import orjson
from engineio.packet import MESSAGE  # type: ignore[import-untyped]  # the lower half of Socket.IO
from engineio.packet import Packet as EnginePacket
from socketio.packet import BINARY_EVENT, EVENT, Packet

from facetry.server import MESSAGE_BYTES

MOST_ATTACHMENTS: Final = 16
_OWN: Final = ("connect", "disconnect")


def _written(value: Any, **_: Any) -> str:
    return orjson.dumps(value).decode()


JSON: Final = SimpleNamespace(loads=orjson.loads, dumps=_written, JSONDecodeError=orjson.JSONDecodeError)
"""For the library's own packets as well: strict, bounded in depth, and quick."""


def _is_named(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] not in _OWN


def event_packets(name: str, value: Any) -> list[EnginePacket]:
    """An event that nobody acknowledges, encoded once however many sockets it is sent to; attachments follow it."""
    encoded = BoundedPacket(EVENT, data=[name, value]).encode()
    packets = [EnginePacket(MESSAGE, each) for each in (encoded if isinstance(encoded, list) else [encoded])]
    for packet in packets:
        packet.encode()  # it keeps that
    return packets


class BoundedPacket(Packet):  # type: ignore[misc]  # of a library without types
    """A packet whose attachments are few, and no larger together than a message may be."""

    json = JSON
    _attached = 0

    def decode(self, encoded_packet: Any) -> int:
        """As the library's. Raises `ValueError`, upon which nothing is done, for too many attachments, and for an event
        without a name or with one of those by which the library calls its own.
        """
        count: int = super().decode(encoded_packet)
        if count > MOST_ATTACHMENTS:
            raise ValueError("too many attachments")
        if self.packet_type in (EVENT, BINARY_EVENT) and not _is_named(self.data):
            raise ValueError("an event without a name")
        return count

    def add_attachment(self, attachment: Any) -> bool:
        """As the library's. Raises `ValueError` for what is no bytes and for too many of them."""
        if not isinstance(attachment, bytes):
            raise ValueError("an attachment is bytes")
        self._attached += len(attachment)
        if self._attached > MESSAGE_BYTES:
            raise ValueError("the attachments are too large")
        is_whole: bool = super().add_attachment(attachment)
        return is_whole
