"""Packets of Socket.IO as they are sent, and the JSON codec of packets in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import orjson
from engineio.packet import MESSAGE  # type: ignore[import-untyped]  # the transport layer of Socket.IO
from engineio.packet import Packet as EnginePacket
from socketio.packet import EVENT, Packet

from facetry.http.websocket import frame
from facetry.schema.repaired_json import loads

MAX_RUN_BYTES: Final = 16_384
"""Maximum size of a run of more than one event: a quarter of what a connection buffers before it is behind."""


def _dump_json(value: Any, **_: Any) -> str:
    return orjson.dumps(value).decode()


JSON: Final = SimpleNamespace(loads=loads, dumps=_dump_json, JSONDecodeError=orjson.JSONDecodeError)
"""The JSON codec of all packets: strict but for halves of surrogate pairs, limited in depth, and fast."""


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
        encoded = OutgoingPacket(EVENT, data=[name, value], binary=False).encode()
    except TypeError:  # it has attachments, which the library would look for in each event
        encoded = OutgoingPacket(EVENT, data=[name, value]).encode()
    return [EnginePacket(MESSAGE, part) for part in (encoded if isinstance(encoded, list) else [encoded])]


class OutgoingPacket(Packet):  # type: ignore[misc]  # of a library without types
    """A packet that is sent. Those of clients are read by `received_packet`."""

    json = JSON
