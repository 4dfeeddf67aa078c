"""JPEG files without metadata, and their segments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

SCAN: Final = 0xDA
"""The marker of a scan, which has pixels."""
_SOI, _EOI = 0xD8, 0xD9
_APP0, _APP14 = 0xE0, 0xEE
_DECODING_MARKERS: Final = frozenset({*range(0xC0, 0xD0), 0xDB, 0xDC, 0xDD, 0xDE, 0xDF})
_STANDALONE_MARKERS: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_END_OF_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_JFIF_SEGMENT: Final = b"\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
_ADOBE_SEGMENT_START: Final = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0"
_ADOBE_BYTES: Final = 12


class BrokenSegmentError(Exception):
    """The structure of the file is damaged."""


def strip_jpeg(data: bytes) -> bytes | None:
    """The JPEG with only the segments that its decoder needs, and without data after the picture.

    None when the segment structure is invalid.
    """
    view = memoryview(data)
    pieces: list[bytes | memoryview] = [bytes((0xFF, _SOI))]
    try:
        for marker, start, end in segments_of(data):
            body = data[start + 4 : min(end, start + 4 + _ADOBE_BYTES)]
            if marker == SCAN or marker in _DECODING_MARKERS:
                pieces.append(view[start:end])
            elif marker == _APP0 and body.startswith(b"JFIF\0"):
                pieces.append(_JFIF_SEGMENT)
            elif marker == _APP14 and body.startswith(b"Adobe") and len(body) == _ADOBE_BYTES:
                pieces.append(_ADOBE_SEGMENT_START + body[-1:])  # the colour transform
    except BrokenSegmentError:
        return None
    pieces.append(bytes((0xFF, _EOI)))
    return b"".join(pieces)


def segments_of(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and end of each segment up to the end of the picture; a scan ends with its data.

    Raises `BrokenSegmentError` at what is no segment, and at one that is not complete.
    """
    at = 2
    while at + 1 < len(data):
        if data[at] != 0xFF:
            raise BrokenSegmentError
        marker = data[at + 1]
        if marker == 0xFF or marker in _STANDALONE_MARKERS:  # padding
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _EOI:
            return
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        end = at + 2 + size
        if size < 2 or end > len(data):
            raise BrokenSegmentError
        if marker == SCAN:
            next_marker = _END_OF_SCAN.search(data, end)
            end = next_marker.start() if next_marker else len(data)
        yield marker, at, end
        at = end
