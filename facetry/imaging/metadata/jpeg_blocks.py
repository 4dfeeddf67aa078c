"""The segments of a JPEG with XMP, resources of Photoshop and comments, each of which may be several segments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from facetry.imaging.metadata.xmp_packets import utf8_packet
from facetry.imaging.stripping.jpeg import SCAN, BrokenSegmentError, segments_of

_APP1, _APP13, _COM = 0xE1, 0xED, 0xFE
_PACKET_NAME: Final = b"http://ns.adobe.com/xap/1.0/\0"
_EXTENSION_NAME: Final = b"http://ns.adobe.com/xmp/extension/\0"
_RESOURCES_NAME: Final = b"Photoshop 3.0\0"
_DIGEST_BYTES: Final = 32
_HAS_EXTENSION: Final = re.compile(rb"HasExtendedXMP(?s:.){1,300}?\b([0-9A-Fa-f]{32})\b")
MAX_EXTENSION_BYTES: Final = 1024 * 1024
"""A longer extension is left out: it has no texts, but a further picture."""


@dataclass(slots=True)
class Segments:
    """What was found: packets, the pieces of extensions by their digests, resources of Photoshop, and comments."""

    packets: list[bytes] = field(default_factory=list)
    pieces: dict[bytes, dict[int, bytes]] = field(default_factory=dict)
    lengths: dict[bytes, int] = field(default_factory=dict)
    resources: bytes = b""
    """Those of all segments: the first one is continued in the others."""
    comments: list[bytes] = field(default_factory=list)

    def extensions(self, packets: Sequence[bytes]) -> tuple[bytes, ...]:
        """The packet that extends the main one, if it names its digest and all pieces are there."""
        named = _HAS_EXTENSION.search(packets[0]) if packets else None
        digest = named[1].upper() if named is not None else b""
        pieces = self.pieces.get(digest, {})
        whole = b"".join(piece for _, piece in sorted(pieces.items()))
        is_whole = 0 < len(whole) == self.lengths[digest] <= MAX_EXTENSION_BYTES if pieces else False
        return (utf8_packet(whole),) if is_whole else ()


def read_segments(data: bytes) -> Segments:
    """The segments of these kinds before the pixels."""
    found = Segments()
    for marker, body in _segments(data):
        if marker == _COM:
            found.comments.append(body)
        elif marker == _APP13:
            if body.startswith(_RESOURCES_NAME):
                found.resources += body[len(_RESOURCES_NAME) :]
        elif body.startswith(_PACKET_NAME):
            found.packets.append(utf8_packet(body[len(_PACKET_NAME) :]))
        elif body.startswith(_EXTENSION_NAME):
            at = len(_EXTENSION_NAME)
            digest = body[at : at + _DIGEST_BYTES].upper()
            length, offset = (int.from_bytes(body[at + n : at + n + 4], "big") for n in (32, 36))
            found.lengths[digest] = length
            found.pieces.setdefault(digest, {})[offset] = body[at + 40 :]
    return found


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and content of each segment of these kinds, up to the pixels or to what is no segment."""
    with suppress(BrokenSegmentError):
        for marker, start, end in segments_of(data):
            if marker == SCAN:
                return
            if marker in (_APP1, _APP13, _COM):
                yield marker, data[start + 4 : end]
