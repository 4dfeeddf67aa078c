"""The properties of the picture in a HEIF or AVIF file, by the boxes of the file (ISO 14496-12, ISO 23008-12)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from facetry.imaging.stripping.boxes import FULL_BOX_BYTES, Box, BoxReader, UnusualFileError

_APERTURE_NUMBERS: Final = 8
_LARGE_INDEX: Final = 1
"""The flag of associations whose index of a property has 15 bits."""


def properties_of(data: bytes) -> list[tuple[bytes, bytes]]:
    """Type and content of each property of the primary item; none for a file of unusual structure."""
    reader = BoxReader(data)
    try:
        meta = next((box for box in reader.boxes(0, len(data)) if box.kind == b"meta"), None)
        if meta is None:
            return []
        boxes = _by_kind(reader, meta.body + FULL_BOX_BYTES, meta.end)
        primary = boxes[b"pitm"]
        item = reader.number(primary.body + FULL_BOX_BYTES, _id_bytes(reader, primary, 0), primary.end)
        properties = boxes[b"iprp"]
        inner = _by_kind(reader, properties.body, properties.end)
        kept = list(reader.boxes(inner[b"ipco"].body, inner[b"ipco"].end))
        return [
            (kept[index - 1].kind, data[kept[index - 1].body : kept[index - 1].end])
            for index in _indices(reader, inner[b"ipma"], item)
            if 0 < index <= len(kept)
        ]
    except (UnusualFileError, KeyError):
        return []


def clean_aperture(data: bytes, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """The part of a picture of the stored size `size` that its file says is shown: a box in pixels.

    None without one, and for one that does not lie on pixels within the picture.
    """
    body = next((body for kind, body in properties_of(data) if kind == b"clap"), b"")
    if len(body) != 4 * _APERTURE_NUMBERS:
        return None
    numbers = [int.from_bytes(body[at : at + 4], "big", signed=True) for at in range(0, len(body), 4)]
    if any(denominator <= 0 for denominator in numbers[1::2]):
        return None
    width, height, right, down = (Fraction(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True))
    left, top = ((side - part) / 2 + off for side, part, off in zip(size, (width, height), (right, down), strict=True))
    box = (left, top, left + width, top + height)
    if any(edge.denominator != 1 for edge in box) or min(left, top) < 0 or min(width, height) < 1:
        return None
    if box[2] > size[0] or box[3] > size[1]:
        return None
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def _by_kind(reader: BoxReader, start: int, end: int) -> dict[bytes, Box]:
    return {box.kind: box for box in reader.boxes(start, end)}


def _id_bytes(reader: BoxReader, box: Box, last_short_version: int) -> int:
    return 2 if reader.number(box.body, 1, box.end) <= last_short_version else 4


def _indices(reader: BoxReader, box: Box, item: int) -> Iterator[int]:
    """The indices of the properties of an item, from 1, in their order."""
    id_bytes = _id_bytes(reader, box, 0)
    is_large = reader.number(box.body + 1, 3, box.end) & _LARGE_INDEX
    at = box.body + FULL_BOX_BYTES
    count = reader.number(at, 4, box.end)
    at += 4
    for _ in range(count):
        number = reader.number(at, id_bytes, box.end)
        associations = reader.number(at + id_bytes, 1, box.end)
        at += id_bytes + 1
        for index in reader.numbers(at, associations, 2 if is_large else 1, box.end):
            if number == item:
                yield index & (0x7FFF if is_large else 0x7F)
        at += associations * (2 if is_large else 1)
