"""AVIF files with a further property of their picture, such as a clean aperture or numbers of colours."""

from __future__ import annotations

import io
import struct

from PIL import Image


def avif(picture: Image.Image, **options: object) -> bytes:
    """The picture as an AVIF of high quality."""
    target = io.BytesIO()
    picture.save(target, "AVIF", **({"quality": 100, "subsampling": "4:4:4"} | options))
    return target.getvalue()


def with_property(data: bytes, kind: bytes, body: bytes) -> bytes:
    """The still AVIF, as libavif writes it, with the property at the end of those of its first item."""
    box = struct.pack(">I", 8 + len(body)) + kind + body
    grown = bytearray(data)
    ipco, ipma = grown.index(b"ipco") - 4, grown.index(b"ipma") - 4
    count = sum(1 for _ in _boxes(data, ipco + 8, ipco + _size(data, ipco)))
    associations = ipma + 12 + 4 + 2  # after the version, the number of items and the first item
    grown[associations] += 1
    at = associations + 1 + data[associations]
    is_essential = kind in (b"clap", b"irot", b"imir")
    grown[at:at] = bytes((count + 1 | is_essential << 7,))
    grown[ipco + _size(data, ipco) : ipco + _size(data, ipco)] = box
    for parent, growth in ((b"ipma", 1), (b"ipco", len(box)), (b"iprp", len(box) + 1), (b"meta", len(box) + 1)):
        start = grown.index(parent) - 4
        grown[start : start + 4] = struct.pack(">I", _size(data, data.index(parent) - 4) + growth)
    _move_items(grown, len(box) + 1)
    return bytes(grown)


def clean_aperture(width: int, height: int, left: int, top: int, size: tuple[int, int]) -> bytes:
    """The content of a `clap` property for the box of this size at this place of a picture."""
    right, down = 2 * left + width - size[0], 2 * top + height - size[1]
    return struct.pack(">IIIIiIiI", width, 1, height, 1, right, 2, down, 2)


def _size(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def _boxes(data: bytes, at: int, end: int) -> list[int]:
    found = []
    while at < end:
        found.append(at)
        at += _size(data, at)
    return found


def _move_items(data: bytearray, distance: int) -> None:
    """Let the places of items in the file begin later: the form of libavif, one extent of 4 + 4 bytes an item."""
    at = data.index(b"iloc") + 4 + 4
    assert data[at : at + 2] == b"\x44\0"
    count = int.from_bytes(data[at + 2 : at + 4], "big")
    for item in range(count):
        place = at + 4 + item * 14 + 6
        data[place : place + 4] = struct.pack(">I", int.from_bytes(data[place : place + 4], "big") + distance)


def with_colours(data: bytes, primaries: int, transfer: int) -> bytes:
    """The AVIF, as libavif writes it, with other numbers of colours."""
    at = data.index(b"nclx") + 4
    return data[:at] + struct.pack(">2H", primaries, transfer) + data[at + 4 :]
