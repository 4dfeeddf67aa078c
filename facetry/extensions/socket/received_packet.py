"""A packet of a client: reading never fails, and a packet that is not valid has a fault.

The library itself drops such packets without a word, and would accept 10^9 attachments of any size.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

import orjson

from facetry.extensions.socket.packets import JSON
from facetry.http.websocket import MAX_MESSAGE_BYTES
from facetry.schema.strict_json import nesting_depth

MAX_ATTACHMENTS: Final = 16
MAX_DEPTH: Final = 128
"""Maximum depth of arrays and objects. What is forwarded nests deeper by its envelope, and has to stay encodable."""
_RESERVED_EVENTS: Final = ("connect", "disconnect")
# The type, the number of attachments of a binary packet, the namespace, and the number that its acknowledgement has.
_HEADER: Final = re.compile(r"(?:(?P<binary>[56])(?P<count>[0-9]{1,10})-|(?P<plain>[0-4]))(?P<namespace>/[^,]*,?)?")
_NUMBER: Final = re.compile(r"[0-9]{0,15}(?![0-9])")


class PacketType(IntEnum):
    """The types of packets of Socket.IO 5."""

    CONNECT = 0
    DISCONNECT = 1
    EVENT = 2
    ACKNOWLEDGEMENT = 3
    CONNECT_ERROR = 4
    BINARY_EVENT = 5
    BINARY_ACKNOWLEDGEMENT = 6


_EVENTS: Final = (PacketType.EVENT, PacketType.BINARY_EVENT)
_ACKNOWLEDGEMENTS: Final = (PacketType.ACKNOWLEDGEMENT, PacketType.BINARY_ACKNOWLEDGEMENT)


@dataclass(slots=True)
class ReceivedPacket:
    """A packet, as far as it could be read. With a `fault`, which is a sentence, `data` has no meaning."""

    type: PacketType | None = None
    namespace: str = "/"
    number: int | None = None
    """What its acknowledgement has to name, or the delivery that it acknowledges."""
    data: Any = None
    fault: str | None = None
    attachment_count: int = 0
    _attachments: list[bytes] = field(default_factory=list)

    @property
    def is_event(self) -> bool:
        """Whether it is an event."""
        return self.type in _EVENTS

    @property
    def is_acknowledgement(self) -> bool:
        """Whether it acknowledges a delivery."""
        return self.type in _ACKNOWLEDGEMENTS

    @property
    def is_complete(self) -> bool:
        """Whether no attachment of it has still to come. One with a fault waits for none."""
        return self.fault is not None or len(self._attachments) == self.attachment_count

    def attach(self, attachment: bytes) -> None:
        """Add an attachment; the last one is followed by all of them taking their places in the data."""
        self._attachments.append(attachment)
        if sum(map(len, self._attachments)) > MAX_MESSAGE_BYTES:
            self.refuse(f"Its attachments have more than {MAX_MESSAGE_BYTES} bytes.")
        elif self.is_complete:
            self.fill()

    def fill(self) -> None:
        """Replace the placeholders of the data by the attachments."""
        try:
            self.data = _filled(self.data, self._attachments)
        except LookupError:
            self.refuse("A placeholder names no attachment.")

    def refuse(self, fault: str) -> None:
        """Give it a fault, and drop its content."""
        self.fault, self.data = fault, None
        self._attachments.clear()


def read_packet(text: object) -> ReceivedPacket:
    """Read a packet. `text` is another value than a text if it was no packet of Socket.IO."""
    header = _HEADER.match(text) if isinstance(text, str) else None
    if not isinstance(text, str) or header is None:
        return ReceivedPacket(fault="It does not begin as a packet of Socket.IO.")
    packet = ReceivedPacket(PacketType(int(header["binary"] or header["plain"])))
    packet.namespace = (header["namespace"] or "/").removesuffix(",").partition("?")[0]
    number = _NUMBER.match(text, header.end())
    if number is None:
        packet.refuse("Its number is too long.")
        return packet
    packet.number = int(number[0]) if number[0] else None
    packet.attachment_count = int(header["count"] or 0)
    if packet.attachment_count > MAX_ATTACHMENTS:
        packet.refuse(f"It has more than {MAX_ATTACHMENTS} attachments.")
        return packet
    try:
        packet.data = _value(text[number.end() :])
    except ValueError as error:
        packet.refuse(str(error))
        return packet
    _require_form(packet)
    if header["binary"] and packet.fault is None and packet.is_complete:  # it has no attachments
        packet.fill()
    return packet


def _value(text: str) -> Any:
    """The value of the JSON of a packet; None without any. Raises `ValueError` with a sentence."""
    if not text:
        return None
    try:
        value = JSON.loads(text)
    except orjson.JSONDecodeError as error:
        raise ValueError(f"It is not JSON: {error.msg.partition(':')[0]}, at character {error.pos + 1}.") from None
    brackets = text.count("[") + text.count("{")
    if brackets > MAX_DEPTH and nesting_depth(text.encode("utf-8", "replace"), MAX_DEPTH) > MAX_DEPTH:
        raise ValueError(f"It nests deeper than {MAX_DEPTH} levels.")
    return value


def _require_form(packet: ReceivedPacket) -> None:
    """Refuse a packet of a type that clients do not send, or whose data is not as its type requires."""
    data = packet.data
    if packet.is_event:
        name = data[0] if isinstance(data, list) and data else None
        if not isinstance(name, str) or name in _RESERVED_EVENTS:
            packet.refuse("It is an event without a name of its own.")
    elif packet.is_acknowledgement:
        if not isinstance(data, list) or packet.number is None:
            packet.refuse("It is an acknowledgement without an array, or without a number.")
    elif packet.type is PacketType.CONNECT_ERROR:
        packet.refuse("Only a service sends packets of its type.")


def _filled(value: Any, attachments: list[bytes]) -> Any:
    """A copy with the attachments in their places. Raises `LookupError` for a placeholder without one."""
    if isinstance(value, list):
        return [_filled(item, attachments) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("_placeholder") is not True:
        return {name: _filled(item, attachments) for name, item in value.items()}
    number = value.get("num")
    if type(number) is not int or not 0 <= number < len(attachments):
        raise LookupError
    return attachments[number]
