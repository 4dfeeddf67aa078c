"""Builders of AVIF and HEIF files: boxes, and complete containers of items."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.support.imaging import pictures

BRANDS: Final = {"AVIF": b"avif", "HEIF": b"heic"}
CODECS: Final = {"AVIF": b"av01", "HEIF": b"hvc1"}
_MEDIA: Final = {b"mime": b"application/rdf+xml\0"}


def box(kind: bytes, *bodies: bytes, size: int | None = None) -> bytes:
    """A box; `size` replaces its true size."""
    body = b"".join(bodies)
    return struct.pack(">I", (len(body) + 8 if size is None else size) & 0xFFFFFFFF) + kind + body


def full_box(kind: bytes, version: int, flags: int, *bodies: bytes, size: int | None = None) -> bytes:
    """A full box: a box with version and flags."""
    return box(kind, struct.pack(">I", version << 24 | flags), *bodies, size=size)


def boxes_of(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[bytes, int, int]]:
    """Type, start and end of each box of a valid file."""
    stop = len(data) if end is None else end
    while start + 8 <= stop:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start, start + size
        start += size


def find_box(data: bytes, *kinds: bytes) -> tuple[int, int]:
    """Start and end of the first box at a path of types, outermost first."""
    start, end = 0, len(data)
    for depth, kind in enumerate(kinds):
        inner = start + (12 if kinds[depth - 1] == b"meta" else 8) if depth else 0
        start, end = next((a, b) for found, a, b in boxes_of(data, inner, end) if found == kind)
    return start, end


@dataclass(frozen=True, slots=True)
class ContainerItem:
    """An item of a container: its type, its data, and the indexes of its properties, which start at 1."""

    kind: bytes
    data: bytes
    properties: tuple[int, ...] = ()
    hidden: bool = False


def container(
    format: str,
    items: Sequence[ContainerItem],
    properties: Sequence[bytes],
    references: Sequence[tuple[bytes, int, Sequence[int]]] = (),
    *,
    primary: int = 1,
    brands: bytes = b"mif1miaf",
    extra_boxes: bytes = b"",
) -> bytes:
    """A file of these items, numbered from 1. A reference has type, origin and targets.

    Items with equal data share one copy. `extra_boxes` are added to the `meta` box."""
    head = box(b"ftyp", BRANDS[format], b"\0\0\0\0", BRANDS[format], brands)
    offsets: dict[bytes, int] = {}
    body = b""
    for item in items:
        if item.data not in offsets:
            offsets[item.data] = len(body)
            body += item.data
    meta = _meta(items, properties, references, primary, offsets, 0, extra_boxes)
    return (
        head
        + _meta(items, properties, references, primary, offsets, len(head) + len(meta) + 8, extra_boxes)
        + box(b"mdat", body)
    )


def _meta(
    items: Sequence[ContainerItem],
    properties: Sequence[bytes],
    references: Sequence[tuple[bytes, int, Sequence[int]]],
    primary: int,
    offsets: dict[bytes, int],
    base: int,
    extra_boxes: bytes,
) -> bytes:
    locations = b"".join(
        struct.pack(">HHHHII", number, 0, 0, 1, base + offsets[item.data], len(item.data))
        for number, item in enumerate(items, 1)
    )
    names = b"".join(
        full_box(
            b"infe", 2, int(item.hidden), struct.pack(">HH4sB", number, 0, item.kind, 0), _MEDIA.get(item.kind, b"")
        )
        for number, item in enumerate(items, 1)
    )
    associations = b"".join(
        struct.pack(">HB", number, len(item.properties)) + bytes(item.properties)
        for number, item in enumerate(items, 1)
    )
    reference_boxes = b"".join(
        box(kind, struct.pack(f">HH{len(targets)}H", origin, len(targets), *targets))
        for kind, origin, targets in references
    )
    return full_box(
        b"meta",
        0,
        0,
        full_box(b"hdlr", 0, 0, struct.pack(">I4s12xB", 0, b"pict", 0)),
        full_box(b"pitm", 0, 0, struct.pack(">H", primary)),
        full_box(b"iloc", 1, 0, struct.pack(">HH", 0x4400, len(items)), locations),
        full_box(b"iinf", 0, 0, struct.pack(">H", len(items)), names),
        full_box(b"iref", 0, 0, reference_boxes) if references else b"",
        box(b"iprp", box(b"ipco", *properties), full_box(b"ipma", 0, 0, struct.pack(">I", len(items)), associations)),
        extra_boxes,
    )


def size_property(width: int, height: int) -> bytes:
    """The property with the size of an item."""
    return full_box(b"ispe", 0, 0, struct.pack(">II", width & 0xFFFFFFFF, height & 0xFFFFFFFF))


def grid_data(rows: int, columns: int, width: int, height: int) -> bytes:
    """The data of a grid item, which is composed of other items."""
    return struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, width & 0xFFFFFFFF, height & 0xFFFFFFFF)


@cache
def picture_parts(format: str, side: int = 64) -> tuple[bytes, bytes, bytes]:
    """Data, configuration and depth of a valid picture; for HEIF always 64 × 64 pixels."""
    data = pictures.picture(format, size=(side, side))
    start, end = find_box(data, b"meta", b"iprp", b"ipco")
    properties = {kind: data[a:b] for kind, a, b in boxes_of(data, start + 8, end)}
    data_start, data_end = find_box(data, b"mdat")
    return data[data_start + 8 : data_end], properties[b"av1C" if format == "AVIF" else b"hvcC"], properties[b"pixi"]


def single_picture(
    format: str,
    *,
    announced_size: bytes | None = None,
    extra_properties: Sequence[bytes] = (),
    extra_boxes: bytes = b"",
) -> bytes:
    """A container of one picture of 64 × 64 pixels; `announced_size` replaces its size property."""
    data, configuration, depth = picture_parts(format)
    properties = [
        size_property(64, 64) if announced_size is None else announced_size,
        configuration,
        depth,
        *extra_properties,
    ]
    item = ContainerItem(CODECS[format], data, tuple(range(1, len(properties) + 1)))
    return container(format, [item], properties, extra_boxes=extra_boxes)


def tiled_picture(format: str, rows: int, columns: int, side: int = 64, *, width: int = 0, height: int = 0) -> bytes:
    """A container of a grid picture whose tiles are all the same."""
    data, configuration, depth = picture_parts(format, side)
    full_width, full_height = width or columns * side, height or rows * side
    tiles = [ContainerItem(CODECS[format], data, (2, 3, 4), hidden=True)] * (rows * columns)
    items = [ContainerItem(b"grid", grid_data(rows, columns, full_width, full_height), (1, 4)), *tiles]
    properties = [size_property(full_width, full_height), size_property(side, side), configuration, depth]
    return container(format, items, properties, [(b"dimg", 1, range(2, len(items) + 1))])
