"""Removal of all metadata from JPEG and PNG files without encoding the pixels again."""

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

_PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_DECODING_CHUNKS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT"})


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


def strip_png(data: bytes) -> bytes | None:
    """The PNG with only the chunks that its decoder needs. None when it does not begin with the PNG signature."""
    if not data.startswith(_PNG_SIGNATURE):
        return None
    view = memoryview(data)
    pieces: list[bytes | memoryview] = [_PNG_SIGNATURE]
    at = len(_PNG_SIGNATURE)
    while at + 12 <= len(data):
        size = int.from_bytes(view[at : at + 4], "big")
        if bytes(view[at + 4 : at + 8]) in _DECODING_CHUNKS:
            pieces.append(view[at : at + 12 + size])
        at += 12 + size
    return b"".join(pieces)
