"""The frames on a link. Both ends are processes of one service, so nothing in them is validated.

A frame has a head of its length, its kind and the number of its exchange, and a value. An exchange is one request with
its answer; the API process numbers them. The frames of one turn of the event loop leave together, because a write that
wakes the other process takes longer than most frames.
"""

from __future__ import annotations

import asyncio
import marshal
import struct
from collections.abc import Callable
from enum import IntEnum, auto
from typing import Any, Final, cast

_HEAD: Final = struct.Struct("!IBI")
_FORMAT: Final = 2
"""The version of marshal without references between values, which takes half the time."""
_MAX_NUMBER: Final = 0xFFFF_FFFF


class FrameKind(IntEnum):
    """What a frame says."""

    REQUEST = auto()
    """From the API process: a request, and its body if that has arrived."""
    MORE = auto()
    """From the coordinator: the next part of the body is wanted, or what comes after the body."""
    PART = auto()
    """From the API process: a part of the body, or that the client has disconnected."""
    ANSWER = auto()
    """From the coordinator: the head of the answer, with all or the first part of its body."""
    CHUNK = auto()
    """From the coordinator: a further part of the body of the answer."""
    SENT = auto()
    """From the API process: a part of the answer that is not the last was sent."""
    KNOWN = auto()
    """From the coordinator: the key of the request is valid, before the answer."""
    ABORT = auto()
    """The connection of the client has to be closed at once; from the coordinator, or for a socket from either side."""
    FAILED = auto()
    """From the coordinator: the exchange ended without a complete answer."""
    CANCEL = auto()
    """From the API process: nobody waits for the answer."""
    CLOSED = auto()
    """From the coordinator: the connection that was handed over is closed."""
    METRICS = auto()
    """From the coordinator: the metrics of the API process are wanted. From there: these metrics."""
    CALL = auto()
    """From the API process: a request that was authenticated and validated, for its handler."""
    RESULT = auto()
    """From the coordinator: the result of a call, or its refusal."""


_KINDS: Final = {int(kind): kind for kind in FrameKind}
"""Kinds by their numbers: `FrameKind(number)` would take half the time of a small frame."""


def encode_frame(kind: FrameKind, exchange: int, value: Any = None) -> bytes:
    """A frame. `value` consists of numbers, texts, bytes, None, and lists, tuples, sets and dictionaries of these."""
    data = marshal.dumps(value, _FORMAT)
    return _HEAD.pack(len(data), kind, exchange) + data


def next_number(number: int) -> int:
    """The number of the exchange after the one with this number. After the largest number, they begin again."""
    return number % _MAX_NUMBER + 1


def is_later(number: int, other: int) -> bool:
    """Whether a number was given after another one, of those that were given lately."""
    return 0 < (number - other) % _MAX_NUMBER < _MAX_NUMBER // 2


class FrameProtocol(asyncio.Protocol):
    """One end of a link. `on_frame` gets the kind, the exchange and the value of each frame that arrives."""

    def __init__(self, on_frame: Callable[[FrameKind, int, Any], None], on_lost: Callable[[], None]) -> None:
        """`on_lost` is called once, when the other process is gone."""
        self._on_frame = on_frame
        self._on_lost = on_lost
        self._incomplete = bytearray()
        """The beginning of a frame whose end has not arrived."""
        self._unsent: list[bytes] = []
        """The frames of this turn of the event loop."""
        self._transport: asyncio.Transport | None = None

    @property
    def is_open(self) -> bool:
        """Whether frames can be sent."""
        return self._transport is not None and not self._transport.is_closing()

    def send(self, kind: FrameKind, exchange: int, value: object = None) -> None:
        """Send a frame in this turn of the event loop. What the other process is too busy to read is in memory;
        exchanges bound how much that is.
        """
        if self._transport is None or self._transport.is_closing():
            return
        frame = encode_frame(kind, exchange, value)
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._send_unsent)
        self._unsent.append(frame)

    def close(self) -> None:
        """Close the link after what was sent."""
        self._send_unsent()
        if self._transport is not None:
            self._transport.close()

    def _send_unsent(self) -> None:
        frames, self._unsent = self._unsent, []
        if frames and self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(frames))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the event loop."""
        self._transport = cast("asyncio.Transport", transport)  # that of a stream socket

    def data_received(self, data: bytes) -> None:
        """Called by the event loop."""
        received: bytes | bytearray = data
        if self._incomplete:
            self._incomplete += data
            received = self._incomplete
        offset, end = 0, len(received)
        while end - offset >= _HEAD.size:
            length, kind, exchange = _HEAD.unpack_from(received, offset)
            begin = offset + _HEAD.size
            if end - begin < length:
                break
            offset = begin + length
            value = marshal.loads(received[begin:offset])  # noqa: S302  # from a process of this service
            self._on_frame(_KINDS[kind], exchange, value)
        if received is self._incomplete:
            del self._incomplete[:offset]
        else:
            self._incomplete += received[offset:]

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the process is gone, however it ended
        """Called by the event loop."""
        self._transport = None
        self._on_lost()
