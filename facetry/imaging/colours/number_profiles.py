"""Colour profiles for colours that a file describes in numbers (ICC.1, version 4)."""

from __future__ import annotations

import functools
import struct
from collections.abc import Sequence
from typing import Final

from facetry.imaging.colours.numbers import Numbers
from facetry.imaging.colours.standards import Transfer

_WHITE: Final = (0.9642, 1.0, 0.8249)
_HEAD_BYTES: Final = 128
_FIXED_POINT: Final = 65_536
_LARGEST: Final = 32_767.0
_NAME: Final = "Colours by numbers"
_RIGHTS: Final = "CC0"
_CURVE_OF_FIVE: Final = 3


@functools.lru_cache(maxsize=8)
def profile_of_numbers(numbers: Numbers, *, is_grey: bool) -> bytes:
    """The profile of a picture with these colours. The transfer is a curve."""
    curve = _curve(numbers.transfer)
    tags = {b"desc": _text(_NAME), b"cprt": _text(_RIGHTS), b"wtpt": _xyz(_WHITE)}
    if is_grey:
        return _profile(b"GRAY", tags | {b"kTRC": curve})
    columns = zip(*numbers.chromaticities.to_xyz(), strict=True)
    tags |= {name: _xyz(column) for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
    return _profile(b"RGB ", tags | {b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


def _profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    offsets: dict[bytes, tuple[int, int]] = {}
    at = _HEAD_BYTES + 4 + 12 * len(tags)
    body = b""
    for content in tags.values():
        if content not in offsets:
            offsets[content] = (at, len(content))
            padded = content + bytes(-len(content) % 4)
            body += padded
            at += len(padded)
    table = b"".join(struct.pack(">4s2I", name, *offsets[content]) for name, content in tags.items())
    head = struct.pack(">I4sI4s4s4s12s4s", at, bytes(4), 0x04300000, b"mntr", space, b"XYZ ", bytes(12), b"acsp")
    head += bytes(28) + b"".join(_fixed(value) for value in _WHITE)
    return head + bytes(_HEAD_BYTES - len(head)) + struct.pack(">I", len(tags)) + table + body


def _curve(transfer: Transfer) -> bytes:
    values = (transfer.exponent, transfer.a, transfer.b, transfer.slope, transfer.start)
    return struct.pack(">4s4xH2x", b"para", _CURVE_OF_FIVE) + b"".join(map(_fixed, values))


def _xyz(values: Sequence[float]) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, values))


def _text(text: str) -> bytes:
    encoded = text.encode("utf-16-be")
    return struct.pack(">4s4x2I4s2I", b"mluc", 1, 12, b"enUS", len(encoded), 28) + encoded


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(max(-_LARGEST, min(_LARGEST, value)) * _FIXED_POINT))
