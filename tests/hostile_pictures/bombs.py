"""Pictures without motion that are small on the disk and enormous in memory, or take a decoder for ever."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import single, tiled
from tests.hostile_pictures.case import DAMAGED, ENDLESS, HEAVY, PIXELS, REFUSED, Hostile
from tests.hostile_pictures.parts import (
    END,
    QUANTA,
    canvas,
    chunk,
    flat_codes,
    flat_jpeg,
    frame,
    gif,
    header,
    lossless,
    png,
    riff,
    scan,
    segment,
    shown,
    table,
    zeros,
)

KIND = "bombs"
WITHIN: Final = 10_900
"""The side of a square that is just within the cap on pixels."""
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_THREE: Final = b"\x01\x11\0\x02\x11\0\x03\x11\0"
_HALVED: Final = b"\x01\x22\0\x02\x11\0\x03\x11\0"


def cases(chance: Random) -> Iterator[Hostile]:
    """Bombs of every format; those over the cap are refused for it, the others are no more than heavy."""
    makers = (_png_flat, _png_streams, _jpeg_flat, _jpeg_scans, _gif_flat, _webp_flat, _tiles)
    for make in makers:
        for name, data, outcomes in make():
            yield Hostile(KIND, name, data, outcomes)


def _png(width: int, height: int, depth: int = 8, colour: int = 0, *, interlaced: bool = False) -> bytes:
    row = 1 + -(-width * depth * _CHANNELS[colour] // 8)
    room = row * height + (8 * height + 8 * width if interlaced else 0)
    palette = chunk(b"PLTE", b"\x80\x80\x80") if colour == 3 else b""
    rest = b"\0\0\1" if interlaced else b"\0\0\0"
    return png(header(width, height, depth, colour, rest), palette, chunk(b"IDAT", zeros(room)), END)


def _png_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    for side in (14_000, 20_000, 60_000):
        yield f"png-flat-{side}.png", _png(side, side, 1 if side > 14_000 else 8), PIXELS
    for name, depth, colour in (
        ("grey", 8, 0),
        ("grey-of-one-bit", 1, 0),
        ("grey-of-16-bits", 16, 0),
        ("colour", 8, 2),
        ("palette", 8, 3),
        ("palette-of-one-bit", 1, 3),
        ("transparent-grey", 8, 4),
        ("transparent", 8, 6),
        ("transparent-of-16-bits", 16, 6),
    ):
        yield f"png-flat-{WITHIN}-{name}.png", _png(WITHIN, WITHIN, depth, colour), HEAVY
    yield f"png-flat-{WITHIN}-interlaced.png", _png(WITHIN, WITHIN, interlaced=True), HEAVY
    yield "png-line.png", _png(100_000_000, 1), ENDLESS
    yield "png-column.png", _png(1, 100_000_000), ENDLESS


def _png_streams() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """Data that goes on when the picture is over, and data that is packed again and again."""
    gigabyte = zeros(1_000_000_000)
    yield "png-gigabyte-for-six-pixels.png", png(header(3, 2), chunk(b"IDAT", gigabyte), END), DAMAGED
    packed = zlib.compress(gigabyte, 9)
    yield "png-packed-twice.png", png(header(3000, 3000), chunk(b"IDAT", packed), END), DAMAGED
    empty = b"\x78\xda" + b"\0\0\0\xff\xff" * 1_000_000
    yield "png-million-empty-blocks.png", png(header(3, 2), chunk(b"IDAT", empty), END), REFUSED
    yield "png-half-a-picture.png", png(header(WITHIN, WITHIN, 8, 2), chunk(b"IDAT", zeros(180_000_000)), END), ENDLESS
    yield "png-announced-only.png", png(header(WITHIN, WITHIN, 8, 6), chunk(b"IDAT", zeros(1_000)), END), REFUSED


def _jpeg_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield f"jpeg-flat-{WITHIN}-grey.jpg", flat_jpeg(WITHIN, WITHIN), HEAVY
    yield f"jpeg-flat-{WITHIN}-colour.jpg", flat_jpeg(WITHIN, WITHIN, _HALVED), HEAVY
    yield f"jpeg-flat-{WITHIN}-cmyk.jpg", flat_jpeg(WITHIN, WITHIN, _THREE + b"\x04\x11\0"), HEAVY
    yield "jpeg-flat-14000.jpg", flat_jpeg(14_000, 14_000), PIXELS
    yield "jpeg-line.jpg", flat_jpeg(65_500, 1_800, _HALVED), HEAVY
    for name, components in (("grey", b"\x01\x11\0"), ("colour", _THREE), ("cmyk", _THREE + b"\x04\x11\0")):
        for marker in (0xC0, 0xC2, 0xC9, 0xCA):
            told = b"".join(bytes([components[3 * n], 0]) for n in range(len(components) // 3))
            band = b"\0\0\0" if marker in (0xC2, 0xCA) else b"\0\x3f\0"
            head = QUANTA + frame(WITHIN, WITHIN, components, marker=marker) + table(0, 0) + table(0x10, 0)
            data = b"\xff\xd8" + head + scan(told, band) + bytes(500)
            yield f"jpeg-announced-{name}-{marker:02x}.jpg", data, REFUSED | HEAVY


def _jpeg_scans() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """Progressive pictures that are drawn over and over again: a dozen bytes make the decoder visit every block."""
    for side, scans in ((500, 5_000), (2_000, 1_000), (8_000, 10_000)):
        blocks = (-(-side // 8)) ** 2
        head = QUANTA + frame(side, side, marker=0xC2) + table(0, 0) + scan(b"\1\0", b"\0\0\0") + bytes(-(-blocks // 8))
        skip = b"\x7f\xff" * (blocks // 32_767 + 1)  # a zero bit, then 15 bits: the next 32,767 blocks are as they were
        again = scan(b"\1\0", b"\1\x3f\0") + skip.replace(b"\xff", b"\xff\0")
        data = b"\xff\xd8" + head + table(0x10, 0xE0) + again * scans + b"\xff\xd9"
        yield f"jpeg-{side}-drawn-{scans}-times.jpg", data, ENDLESS
    refined = frame(2_000, 2_000, marker=0xC2) + table(0, 0) + scan(b"\1\0", b"\0\0\x0d") + bytes(8_000)
    for level in range(12, -1, -1):
        refined += scan(b"\1\0", bytes([0, 0, (level + 1) << 4 | level])) + b"\xaa" * 7_813
    yield "jpeg-refined-bit-by-bit.jpg", b"\xff\xd8" + QUANTA + refined + b"\xff\xd9", ENDLESS
    restarts = segment(0xDD, b"\0\1")
    stream = b"".join(b"\0\xff" + bytes([0xD0 + n % 8]) for n in range(250_000))
    tables = QUANTA + frame(4_000, 4_000) + table(0, 0) + table(0x10, 0) + restarts
    yield "jpeg-restarts-at-every-block.jpg", b"\xff\xd8" + tables + scan() + stream + b"\xff\xd9", ENDLESS


def _gif_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    one = shown(4, 4, flat_codes(16))
    yield "gif-flat-12000.gif", gif(12_000, 12_000, shown(12_000, 12_000, flat_codes(144_000_000))), PIXELS
    flat = shown(WITHIN, WITHIN, flat_codes(WITHIN * WITHIN))
    yield f"gif-flat-{WITHIN}.gif", gif(WITHIN, WITHIN, flat), HEAVY
    yield f"gif-canvas-{WITHIN}.gif", gif(WITHIN, WITHIN, one), ENDLESS
    yield "gif-line.gif", gif(65_535, 1_800, shown(65_535, 1_800, flat_codes(65_535 * 1_800))), HEAVY
    local = one[:9] + b"\x80\xff\0\0\0\xff\0" + one[10:]
    yield f"gif-canvas-{WITHIN}-two-palettes.gif", gif(WITHIN, WITHIN, one, local), ENDLESS


def _webp_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "webp-flat-16383.webp", riff(lossless(16_383, 16_383, 3)), PIXELS
    yield "webp-flat-16383-in-a-canvas.webp", riff(canvas(16_383, 16_383), lossless(16_383, 16_383, 3)), PIXELS
    yield "webp-flat-16383-in-a-small-canvas.webp", riff(canvas(16, 16), lossless(16_383, 16_383, 3)), DAMAGED
    yield f"webp-flat-{WITHIN}.webp", riff(lossless(WITHIN, WITHIN, 3)), HEAVY
    yield f"webp-flat-{WITHIN}-transparent.webp", riff(lossless(WITHIN, WITHIN, 3, transparent=True)), HEAVY
    yield "webp-line.webp", riff(lossless(16_383, 7_300, 3)), HEAVY
    yield "webp-canvas-within.webp", riff(canvas(WITHIN, WITHIN), lossless(16, 16)), ENDLESS


def _tiles() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "avif-of-256-tiles.avif", tiled("AVIF", 16, 16, 640), HEAVY
    yield "avif-of-1024-tiles.avif", tiled("AVIF", 32, 32, 384), PIXELS
    yield "avif-of-many-small-tiles.avif", tiled("AVIF", 60, 60, 64), HEAVY
    yield "heif-of-961-tiles.heic", tiled("HEIF", 31, 31), HEAVY
    yield "heif-of-1600-tiles.heic", tiled("HEIF", 40, 40), REFUSED
    for format, suffix in (("AVIF", "avif"), ("HEIF", "heic")):
        told = struct.pack(">I4sIII", 20, b"ispe", 0, WITHIN, WITHIN)
        yield f"{format.lower()}-announced-{WITHIN}.{suffix}", single(format, told=told), DAMAGED
