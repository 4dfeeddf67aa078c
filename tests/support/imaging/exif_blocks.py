"""EXIF blocks that are packed by hand: any type, any bytes, either byte order."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

Entry = tuple[int, int, bytes]
"""Tag, type and value. A value is packed in the byte order of the block."""

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, UTF8 = 1, 2, 3, 4, 5, 7, 129
_SIZES: Final = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1, UTF8: 1}
_EXIF_POINTER, _GPS_POINTER = 0x8769, 0x8825


def shorts(order: str, *numbers: int) -> bytes:
    return struct.pack(f"{order}{len(numbers)}H", *numbers)


def rationals(order: str, *pairs: tuple[int, int]) -> bytes:
    return struct.pack(f"{order}{2 * len(pairs)}I", *(number for pair in pairs for number in pair))


def block(
    main: Sequence[Entry] = (),
    details: Sequence[Entry] = (),
    place: Sequence[Entry] = (),
    *,
    order: str = "<",
    following: bytes = b"",
) -> bytes:
    """A block without its name, with the directories of EXIF and GPS, and `following` as the directory after the main
    one, which is that of the thumbnail.
    """
    pointers = [(tag, LONG, bytes(4)) for tag, tags in ((_EXIF_POINTER, details), (_GPS_POINTER, place)) if tags]
    first_bytes = len(_directory([*main, *pointers], 8, order))
    places, at = {}, 8 + first_bytes
    for tag, tags in ((_EXIF_POINTER, details), (_GPS_POINTER, place)):
        if tags:
            places[tag] = struct.pack(f"{order}I", at)
            at += len(_directory(tags, at, order))
    pointers = [(tag, LONG, places[tag]) for tag in places]
    parts = [_directory([*main, *pointers], 8, order, at if following else 0)]
    for tag, tags in ((_EXIF_POINTER, details), (_GPS_POINTER, place)):
        if tags:
            parts.append(_directory(tags, struct.unpack(f"{order}I", places[tag])[0], order))
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(f"{order}HI", 42, 8) + b"".join(parts) + following


def _directory(entries: Sequence[Entry], at: int, order: str, following: int = 0) -> bytes:
    packed, values = struct.pack(f"{order}H", len(entries)), b""
    first = at + 2 + 12 * len(entries) + 4
    for tag, kind, value in sorted(entries):
        packed += struct.pack(f"{order}HHI", tag, kind, len(value) // _SIZES[kind])
        if len(value) <= 4:
            packed += value.ljust(4, b"\0")
        else:
            packed += struct.pack(f"{order}I", first + len(values))
            values += value + b"\0" * (len(value) % 2)
    return packed + struct.pack(f"{order}I", following) + values
