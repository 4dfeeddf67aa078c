"""The extensions of a GIF with comments and XMP, wherever they are in the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from facetry.imaging.stripping.gif import APPLICATION, EXTENSION, HEADER_BYTES, block_end, palette_bytes

_COMMENT: Final = 0xFE
_PACKET_NAME: Final = b"\x0bXMP DataXMP"
_MAGIC_TRAILER: Final = b"\x01" + bytes(range(255, -1, -1))
"""What follows a packet, which is not stored in blocks: readers that look for blocks find the end behind it."""
_MAX_COMMENTS: Final = 1_024


@dataclass(slots=True)
class Extensions:
    """What was found: the packet of XMP, and comments in the order of the file."""

    packet: bytes = b""
    comments: list[bytes] = field(default_factory=list)


def read_extensions(data: bytes) -> Extensions:
    """The extensions up to the end, or to a damaged block."""
    found = Extensions()
    at = HEADER_BYTES + palette_bytes(data[10]) if len(data) >= HEADER_BYTES else len(data)
    while at + 1 < len(data):
        end = block_end(data, at)
        if end is None:
            break
        if data[at] == EXTENSION and data[at + 1] == _COMMENT and len(found.comments) < _MAX_COMMENTS:
            found.comments.append(_joined(data, at + 2, end))
        elif data[at] == EXTENSION and data[at + 1] == APPLICATION and data.startswith(_PACKET_NAME, at + 2):
            found.packet = found.packet or _packet(data, at + 2 + len(_PACKET_NAME), end)
        at = end
    return found


def _packet(data: bytes, start: int, end: int) -> bytes:
    """The packet as it is in the file, or in blocks, as some writers store it."""
    trailer = data.find(_MAGIC_TRAILER, start, end + 1)
    return _joined(data, start, end) if trailer < 0 else data[start:trailer]


def _joined(data: bytes, at: int, end: int) -> bytes:
    pieces = []
    while at < end and data[at]:
        pieces.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return b"".join(pieces)
