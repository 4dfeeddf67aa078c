"""JPEG files without metadata."""

from __future__ import annotations

import re
from typing import Final

_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_APP0, _APP14 = 0xE0, 0xEE
_DECODING_MARKERS: Final = frozenset({*range(0xC0, 0xD0), 0xDB, 0xDC, 0xDD, 0xDE, 0xDF})
_STANDALONE_MARKERS: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_END_OF_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_JFIF_SEGMENT: Final = b"\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
_ADOBE_SEGMENT_START: Final = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0"
_ADOBE_BYTES: Final = 12


def strip_jpeg(data: bytes) -> bytes | None:
    """The JPEG with only the segments that its decoder needs, and without data after the picture.

    None when the segment structure is invalid.
    """
    view = memoryview(data)
    pieces: list[bytes | memoryview] = [bytes((0xFF, _SOI))]
    at = 2
    while at + 1 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF or marker in _STANDALONE_MARKERS:  # padding
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _EOI:
            break
        size = int.from_bytes(view[at + 2 : at + 4], "big")
        end = at + 2 + size
        if size < 2 or end > len(data):
            return None
        body = data[at + 4 : min(end, at + 4 + _ADOBE_BYTES)]
        if marker == _SOS:
            next_marker = _END_OF_SCAN.search(data, end)
            end = next_marker.start() if next_marker else len(data)
        if marker == _SOS or marker in _DECODING_MARKERS:
            pieces.append(view[at:end])
        elif marker == _APP0 and body.startswith(b"JFIF\0"):
            pieces.append(_JFIF_SEGMENT)
        elif marker == _APP14 and body.startswith(b"Adobe") and len(body) == _ADOBE_BYTES:
            pieces.append(_ADOBE_SEGMENT_START + body[-1:])  # the colour transform
        at = end
    pieces.append(bytes((0xFF, _EOI)))
    return b"".join(pieces)
