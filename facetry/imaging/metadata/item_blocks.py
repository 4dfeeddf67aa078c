"""Metadata in the boxes of a HEIF or AVIF file: the EXIF block as it is there, which is an item that describes the
picture (ISO 23008-12), and the date in the header of a sequence (ISO 14496-12).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from facetry.imaging.stripping.boxes import FULL_BOX_BYTES, Box, BoxReader, UnusualFileError

_EXIF: Final = b"Exif"
_OFFSET_BYTES: Final = 4
_IN_FILE, _IN_IDAT = 0, 1
_SECONDS_FROM_1904: Final = 2_082_844_800
"""From the first moment of such dates to the epoch."""
_LAST_DATE: Final = 253_402_300_799
_MAX_BYTES: Final = 4 * 1024 * 1024


def exif_of(data: bytes) -> bytes | None:
    """The block, without what precedes it in its item; empty without one, None for a file of unusual structure."""
    reader = BoxReader(data)
    try:
        meta = next((box for box in reader.boxes(0, len(data)) if box.kind == b"meta"), None)
        if meta is None:
            return None
        boxes = {box.kind: box for box in reader.boxes(meta.body + FULL_BOX_BYTES, meta.end)}
        item = next((number for number, kind in _items(reader, boxes[b"iinf"]) if kind == _EXIF), None)
        if item is None:
            return b""
        block = b"".join(_parts(reader, data, boxes, item))
    except (UnusualFileError, KeyError):
        return None
    skipped = int.from_bytes(block[:_OFFSET_BYTES], "big")
    return block[_OFFSET_BYTES + skipped :]


def movie_date_of(data: bytes) -> int | None:
    """The creation date of the sequence in the file, in seconds since the epoch; None without one."""
    reader = BoxReader(data)
    try:
        movie = next((box for box in reader.boxes(0, len(data)) if box.kind == b"moov"), None)
        if movie is None:
            return None
        header = next(box for box in reader.boxes(movie.body, movie.end) if box.kind == b"mvhd")
        size = 8 if _version(reader, header) == 1 else 4
        date = reader.number(header.body + FULL_BOX_BYTES, size, header.end) - _SECONDS_FROM_1904
    except (UnusualFileError, StopIteration):
        return None
    return date if 0 < date <= _LAST_DATE else None


def _version(reader: BoxReader, box: Box) -> int:
    return reader.number(box.body, 1, box.end)


def _items(reader: BoxReader, box: Box) -> Iterator[tuple[int, bytes]]:
    """Number and type of each item."""
    count_bytes = 2 if _version(reader, box) == 0 else 4
    for entry in reader.boxes(box.body + FULL_BOX_BYTES + count_bytes, box.end):
        id_bytes = 2 if _version(reader, entry) == 2 else 4
        at = entry.body + FULL_BOX_BYTES
        yield reader.number(at, id_bytes, entry.end), reader.text(at + id_bytes + 2, 4, entry.end)


def _parts(reader: BoxReader, data: bytes, boxes: dict[bytes, Box], item: int) -> Iterator[bytes]:
    """The pieces of an item, by the box that says where items are."""
    box, version = boxes[b"iloc"], _version(reader, boxes[b"iloc"])
    sizes = reader.number(box.body + FULL_BOX_BYTES, 2, box.end)
    offset_bytes, length_bytes, base_bytes = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15
    index_bytes = sizes & 15 if version else 0
    id_bytes = 2 if version < 2 else 4
    at = box.body + FULL_BOX_BYTES + 2
    count = reader.number(at, id_bytes, box.end)
    at += id_bytes
    for _ in range(count):
        number = reader.number(at, id_bytes, box.end)
        at += id_bytes
        method = reader.number(at, 2, box.end) & 15 if version else _IN_FILE
        at += 4 if version else 2  # also the index of the file, which is this one
        base = reader.number(at, base_bytes, box.end) if base_bytes else 0
        extents = reader.number(at + base_bytes, 2, box.end)
        at += base_bytes + 2
        for _ in range(extents):
            at += index_bytes
            offset = reader.number(at, offset_bytes, box.end) if offset_bytes else 0
            length = reader.number(at + offset_bytes, length_bytes, box.end) if length_bytes else 0
            at += offset_bytes + length_bytes
            if number == item:
                if method not in (_IN_FILE, _IN_IDAT) or length > _MAX_BYTES:
                    raise UnusualFileError
                start = base + offset + (boxes[b"idat"].body if method == _IN_IDAT else 0)
                yield reader.text(start, length, len(data))
