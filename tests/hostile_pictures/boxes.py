"""The building blocks of AVIF and HEIF files: boxes, and whole containers of items."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.support import pictures

BRANDS: Final = {"AVIF": b"avif", "HEIF": b"heic"}
CODES: Final = {"AVIF": b"av01", "HEIF": b"hvc1"}
_MEDIA: Final = {b"mime": b"application/rdf+xml\0"}


def box(kind: bytes, *bodies: bytes, size: int | None = None) -> bytes:
    """A box; its size is right unless given."""
    body = b"".join(bodies)
    return struct.pack(">I", (len(body) + 8 if size is None else size) & 0xFFFFFFFF) + kind + body


def full(kind: bytes, version: int, flags: int, *bodies: bytes, size: int | None = None) -> bytes:
    """A box with a version and flags."""
    return box(kind, struct.pack(">I", version << 24 | flags), *bodies, size=size)


def boxes_of(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[bytes, int, int]]:
    """Kind, beginning and end of each box of a sound file."""
    stop = len(data) if end is None else end
    while start + 8 <= stop:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start, start + size
        start += size


def place_of(data: bytes, *kinds: bytes) -> tuple[int, int]:
    """Beginning and end of the first box of such kinds, one within the other."""
    start, end = 0, len(data)
    for depth, kind in enumerate(kinds):
        inner = start + (12 if kinds[depth - 1] == b"meta" else 8) if depth else 0
        start, end = next((a, b) for found, a, b in boxes_of(data, inner, end) if found == kind)
    return start, end


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a container: what it is, its data, and the numbers of its properties, which begin with 1."""

    kind: bytes
    data: bytes
    properties: tuple[int, ...] = ()
    hidden: bool = False


def container(
    format: str,
    items: Sequence[Item],
    properties: Sequence[bytes],
    references: Sequence[tuple[bytes, int, Sequence[int]]] = (),
    *,
    primary: int = 1,
    brands: bytes = b"mif1miaf",
    more: bytes = b"",
) -> bytes:
    """A file of these items, numbered from 1, with what refers to what: kind, from, to. Items of the same data share
    one copy of it, and `more` stands among the boxes that describe them."""
    head = box(b"ftyp", BRANDS[format], b"\0\0\0\0", BRANDS[format], brands)
    places: dict[bytes, int] = {}
    body = b""
    for item in items:
        if item.data not in places:
            places[item.data] = len(body)
            body += item.data
    meta = _meta(items, properties, references, primary, places, 0, more)
    return (
        head
        + _meta(items, properties, references, primary, places, len(head) + len(meta) + 8, more)
        + box(b"mdat", body)
    )


def _meta(
    items: Sequence[Item],
    properties: Sequence[bytes],
    references: Sequence[tuple[bytes, int, Sequence[int]]],
    primary: int,
    places: dict[bytes, int],
    base: int,
    more: bytes,
) -> bytes:
    located = b"".join(
        struct.pack(">HHHHII", number, 0, 0, 1, base + places[item.data], len(item.data))
        for number, item in enumerate(items, 1)
    )
    named = b"".join(
        full(b"infe", 2, int(item.hidden), struct.pack(">HH4sB", number, 0, item.kind, 0), _MEDIA.get(item.kind, b""))
        for number, item in enumerate(items, 1)
    )
    owned = b"".join(
        struct.pack(">HB", number, len(item.properties)) + bytes(item.properties)
        for number, item in enumerate(items, 1)
    )
    referred = b"".join(
        box(kind, struct.pack(f">HH{len(to)}H", origin, len(to), *to)) for kind, origin, to in references
    )
    return full(
        b"meta",
        0,
        0,
        full(b"hdlr", 0, 0, struct.pack(">I4s12xB", 0, b"pict", 0)),
        full(b"pitm", 0, 0, struct.pack(">H", primary)),
        full(b"iloc", 1, 0, struct.pack(">HH", 0x4400, len(items)), located),
        full(b"iinf", 0, 0, struct.pack(">H", len(items)), named),
        full(b"iref", 0, 0, referred) if references else b"",
        box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, 0, struct.pack(">I", len(items)), owned)),
        more,
    )


def size(width: int, height: int) -> bytes:
    """The property that tells how large an item is."""
    return full(b"ispe", 0, 0, struct.pack(">II", width & 0xFFFFFFFF, height & 0xFFFFFFFF))


def grid(rows: int, columns: int, width: int, height: int) -> bytes:
    """The data of an item that is put together from others."""
    return struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, width & 0xFFFFFFFF, height & 0xFFFFFFFF)


@cache
def tile(format: str, side: int = 64) -> tuple[bytes, bytes, bytes]:
    """Data, configuration and depth of a sound picture; HEIF has none but 64 × 64 pixels."""
    data = pictures.picture(format, size=(side, side))
    start, end = place_of(data, b"meta", b"iprp", b"ipco")
    found = {kind: data[a:b] for kind, a, b in boxes_of(data, start + 8, end)}
    begin, finish = place_of(data, b"mdat")
    return data[begin + 8 : finish], found[b"av1C" if format == "AVIF" else b"hvcC"], found[b"pixi"]


def single(format: str, *, told: bytes | None = None, also: Sequence[bytes] = (), more: bytes = b"") -> bytes:
    """A container of one picture of 64 × 64 pixels; `told` in the place of its size, and other properties besides."""
    data, configuration, depth = tile(format)
    properties = [size(64, 64) if told is None else told, configuration, depth, *also]
    item = Item(CODES[format], data, tuple(range(1, len(properties) + 1)))
    return container(format, [item], properties, more=more)


def tiled(format: str, rows: int, columns: int, side: int = 64, *, width: int = 0, height: int = 0) -> bytes:
    """A container of a picture made of many times the same tile."""
    data, configuration, depth = tile(format, side)
    wide, high = width or columns * side, height or rows * side
    tiles = [Item(CODES[format], data, (2, 3, 4), hidden=True)] * (rows * columns)
    items = [Item(b"grid", grid(rows, columns, wide, high), (1, 4)), *tiles]
    properties = [size(wide, high), size(side, side), configuration, depth]
    return container(format, items, properties, [(b"dimg", 1, range(2, len(items) + 1))])
