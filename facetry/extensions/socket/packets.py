"""Packets of Socket.IO with limits: the library itself would accept 10^9 attachments of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import orjson
from engineio.packet import MESSAGE  # type: ignore[import-untyped]  # the transport layer of Socket.IO
from engineio.packet import Packet as EnginePacket
from socketio.packet import BINARY_EVENT, EVENT, Packet

from facetry.http.websocket import MAX_MESSAGE_BYTES, frame

MAX_ATTACHMENTS: Final = 16
MAX_RUN_BYTES: Final = 16_384
"""Maximum size of a run of more than one event: a quarter of what a connection buffers before it is behind."""
_RESERVED_EVENTS: Final = ("connect", "disconnect")


def _dump_json(value: Any, **_: Any) -> str:
    return orjson.dumps(value).decode()


JSON: Final = SimpleNamespace(loads=orjson.loads, dumps=_dump_json, JSONDecodeError=orjson.JSONDecodeError)
"""The JSON codec of all packets: strict, limited in depth, and fast."""


def _has_event_name(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] not in _RESERVED_EVENTS


@dataclass(frozen=True, slots=True)
class Run:
    """WebSocket frames of some events, one behind the other, to be sent at once."""

    count: int
    frames: bytes


@dataclass(frozen=True, slots=True)
class EventBatch:
    """Events without acknowledgement, encoded once for all sockets: the packets of each, and their frames in runs."""

    packets: Sequence[Sequence[EnginePacket]]
    runs: Sequence[Run]


def encode_events(name: str, values: Sequence[Any]) -> EventBatch:
    """Encode events with the same name. The packets of attachments follow the packet of their event."""
    packets = [_event_packets(name, value) for value in values]
    runs, size = [list[bytes]()], 0
    for each in packets:
        frames = b"".join([frame(packet.encode()) for packet in each])  # a packet encodes itself once
        if runs[-1] and size + len(frames) > MAX_RUN_BYTES:
            runs.append([])
            size = 0
        runs[-1].append(frames)
        size += len(frames)
    return EventBatch(packets, [Run(len(run), b"".join(run)) for run in runs])


def _event_packets(name: str, value: Any) -> list[EnginePacket]:
    try:
        encoded = BoundedPacket(EVENT, data=[name, value], binary=False).encode()
    except TypeError:  # it has attachments, which the library would look for in each event
        encoded = BoundedPacket(EVENT, data=[name, value]).encode()
    return [EnginePacket(MESSAGE, part) for part in (encoded if isinstance(encoded, list) else [encoded])]


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
