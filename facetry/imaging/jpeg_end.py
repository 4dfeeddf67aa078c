"""JPEG files that lack only their end mark."""

from __future__ import annotations

import io
import re
from itertools import product
from typing import Final

from PIL import Image

from facetry.imaging.hashes import pixel_hash
from facetry.imaging.stripping.jpeg import SCAN, BrokenSegmentError, segments_of

_SCAN_MARK: Final = b"\xff\xda"
_END: Final = b"\xff\xd9"
_NOISE: Final = bytes.fromhex("5ac3174e2b91d03867a4f81c7d3580be") * 4
_NOISES: Final = tuple(_NOISE[start:] for start in range(5))
"""Their first bits differ, because few bits may be missing."""
_RESTART: Final = re.compile(rb"\xff[\xd0-\xd7]")
_FIRST_RESTART, _RESTARTS = 0xD0, 8
_COEFFICIENTS: Final = 64
_PROGRESSIVE: Final = (0xC2, 0xCA)


def with_end(data: bytes) -> bytes:
    """The JPEG with an end mark, if that is all it lacks; otherwise the same object.

    The decoder paints the rest of a picture that ends too early, and says nothing. But then what follows changes the
    picture: different continuations show whether pixels are missing.
    """
    if data.endswith(_END) or data.find(_END, max(0, data.rfind(_SCAN_MARK))) >= 0:
        return data
    body = data.removesuffix(b"\xff")
    if not _has_all_scans(body):
        return data
    pictures = set()
    for filling in (b"", *_NOISES, _after_restart(body)):
        try:
            with Image.open(io.BytesIO(b"".join((body, filling, _END))), formats=("JPEG",)) as image:
                image.load()
                pictures.add(pixel_hash(image))
        except (OSError, ValueError, SyntaxError):  # the decoder says what else is wrong
            return data
        if len(pictures) > 1:
            return data
    return body + _END


def _after_restart(data: bytes) -> bytes:
    """What may follow, if the data ends before a mark after which the decoder begins anew."""
    last_scan = memoryview(data)[data.rfind(_SCAN_MARK) :]
    following = 0
    for match in _RESTART.finditer(last_scan):
        following = match[0][1] - _FIRST_RESTART + 1
    numbers = range(following, following + _RESTARTS)
    return b"".join(bytes((0xFF, _FIRST_RESTART + number % _RESTARTS)) + _NOISE for number in numbers)


def _has_all_scans(data: bytes) -> bool:
    """Whether the scans have every coefficient of every component, in its full precision."""
    missing: set[tuple[int, int]] = set()
    is_progressive = False
    try:
        for marker, start, _ in segments_of(data):
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                components = data[start + 10 : start + 10 + 3 * data[start + 9] : 3]
                is_progressive = marker in _PROGRESSIVE
                missing = set(product(components, range(_COEFFICIENTS)))
            elif marker == SCAN:
                count = data[start + 4]
                scanned, at = data[start + 5 : start + 5 + 2 * count : 2], start + 5 + 2 * count
                first, last, precision = data[at], data[at + 1], data[at + 2] & 15
                if not is_progressive:
                    first, last, precision = 0, _COEFFICIENTS - 1, 0
                if precision == 0:
                    missing -= set(product(scanned, range(first, last + 1)))
    except (BrokenSegmentError, IndexError):
        return False
    return not missing
