"""Still pictures that are small on the disk and huge in memory, or keep a decoder busy for very long."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import single_picture, tiled_picture
from tests.hostile_pictures.case import (
    ANYTHING_BUT_A_CRASH,
    MAY_EXHAUST_RESOURCES,
    MUST_BE_REFUSED,
    PIXELS_REFUSED,
    READABLE_OR_REFUSED,
    HostileFile,
)
from tests.hostile_pictures.parts import (
    PNG_END,
    QUANTIZATION_TABLE,
    flat_jpeg,
    flat_lzw_data,
    frame_header,
    gif,
    gif_image,
    huffman_table,
    lossless_webp_chunk,
    png,
    png_chunk,
    png_header,
    riff,
    scan_header,
    segment,
    webp_canvas,
    zlib_zeros,
)

KIND = "bombs"
MAX_SIDE: Final = 10_900
"""The side of the largest square within the pixel cap."""
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_THREE_COMPONENTS: Final = b"\x01\x11\0\x02\x11\0\x03\x11\0"
_SUBSAMPLED_COMPONENTS: Final = b"\x01\x22\0\x02\x11\0\x03\x11\0"


def cases(chance: Random) -> Iterator[HostileFile]:
    """Bombs of every format. Those above the pixel cap are refused; the others only need much memory or time."""
    makers = (_png_flat, _png_streams, _jpeg_flat, _jpeg_scans, _gif_flat, _webp_flat, _tiles)
    for make in makers:
        for name, data, outcomes in make():
            yield HostileFile(KIND, name, data, outcomes)


def _png(width: int, height: int, depth: int = 8, colour: int = 0, *, interlaced: bool = False) -> bytes:
    row = 1 + -(-width * depth * _CHANNELS[colour] // 8)
    room = row * height + (8 * height + 8 * width if interlaced else 0)
    palette = png_chunk(b"PLTE", b"\x80\x80\x80") if colour == 3 else b""
    rest = b"\0\0\1" if interlaced else b"\0\0\0"
    return png(png_header(width, height, depth, colour, rest), palette, png_chunk(b"IDAT", zlib_zeros(room)), PNG_END)


def _png_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    for side in (14_000, 20_000, 60_000):
        yield f"png-flat-{side}.png", _png(side, side, 1 if side > 14_000 else 8), PIXELS_REFUSED
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
        yield f"png-flat-{MAX_SIDE}-{name}.png", _png(MAX_SIDE, MAX_SIDE, depth, colour), MAY_EXHAUST_RESOURCES
    yield f"png-flat-{MAX_SIDE}-interlaced.png", _png(MAX_SIDE, MAX_SIDE, interlaced=True), MAY_EXHAUST_RESOURCES
    yield "png-line.png", _png(100_000_000, 1), ANYTHING_BUT_A_CRASH
    yield "png-column.png", _png(1, 100_000_000), ANYTHING_BUT_A_CRASH


def _png_streams() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """Compressed data that continues after the picture, is compressed twice, or ends too early."""
    gigabyte = zlib_zeros(1_000_000_000)
    yield (
        "png-gigabyte-for-six-pixels.png",
        png(png_header(3, 2), png_chunk(b"IDAT", gigabyte), PNG_END),
        READABLE_OR_REFUSED,
    )
    packed = zlib.compress(gigabyte, 9)
    yield "png-packed-twice.png", png(png_header(3000, 3000), png_chunk(b"IDAT", packed), PNG_END), READABLE_OR_REFUSED
    empty = b"\x78\xda" + b"\0\0\0\xff\xff" * 1_000_000
    yield "png-million-empty-blocks.png", png(png_header(3, 2), png_chunk(b"IDAT", empty), PNG_END), MUST_BE_REFUSED
    yield (
        "png-half-a-picture.png",
        png(png_header(MAX_SIDE, MAX_SIDE, 8, 2), png_chunk(b"IDAT", zlib_zeros(180_000_000)), PNG_END),
        ANYTHING_BUT_A_CRASH,
    )
    yield (
        "png-announced-only.png",
        png(png_header(MAX_SIDE, MAX_SIDE, 8, 6), png_chunk(b"IDAT", zlib_zeros(1_000)), PNG_END),
        MUST_BE_REFUSED,
    )


def _jpeg_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield f"jpeg-flat-{MAX_SIDE}-grey.jpg", flat_jpeg(MAX_SIDE, MAX_SIDE), MAY_EXHAUST_RESOURCES
    yield (
        f"jpeg-flat-{MAX_SIDE}-colour.jpg",
        flat_jpeg(MAX_SIDE, MAX_SIDE, _SUBSAMPLED_COMPONENTS),
        MAY_EXHAUST_RESOURCES,
    )
    yield (
        f"jpeg-flat-{MAX_SIDE}-cmyk.jpg",
        flat_jpeg(MAX_SIDE, MAX_SIDE, _THREE_COMPONENTS + b"\x04\x11\0"),
        MAY_EXHAUST_RESOURCES,
    )
    yield "jpeg-flat-14000.jpg", flat_jpeg(14_000, 14_000), PIXELS_REFUSED
    yield "jpeg-line.jpg", flat_jpeg(65_500, 1_800, _SUBSAMPLED_COMPONENTS), MAY_EXHAUST_RESOURCES
    for name, components in (
        ("grey", b"\x01\x11\0"),
        ("colour", _THREE_COMPONENTS),
        ("cmyk", _THREE_COMPONENTS + b"\x04\x11\0"),
    ):
        for marker in (0xC0, 0xC2, 0xC9, 0xCA):
            scan_components = b"".join(bytes([components[3 * n], 0]) for n in range(len(components) // 3))
            band = b"\0\0\0" if marker in (0xC2, 0xCA) else b"\0\x3f\0"
            head = (
                QUANTIZATION_TABLE
                + frame_header(MAX_SIDE, MAX_SIDE, components, marker=marker)
                + huffman_table(0, 0)
                + huffman_table(0x10, 0)
            )
            data = b"\xff\xd8" + head + scan_header(scan_components, band) + bytes(500)
            yield f"jpeg-announced-{name}-{marker:02x}.jpg", data, MUST_BE_REFUSED | MAY_EXHAUST_RESOURCES


def _jpeg_scans() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """Progressive pictures of very many scans: a dozen bytes make the decoder visit every block again."""
    for side, scans in ((500, 5_000), (2_000, 1_000), (8_000, 10_000)):
        blocks = (-(-side // 8)) ** 2
        head = (
            QUANTIZATION_TABLE
            + frame_header(side, side, marker=0xC2)
            + huffman_table(0, 0)
            + scan_header(b"\1\0", b"\0\0\0")
            + bytes(-(-blocks // 8))
        )
        skip = b"\x7f\xff" * (blocks // 32_767 + 1)  # a zero bit, then 15 bits: skip the next 32,767 blocks
        again = scan_header(b"\1\0", b"\1\x3f\0") + skip.replace(b"\xff", b"\xff\0")
        data = b"\xff\xd8" + head + huffman_table(0x10, 0xE0) + again * scans + b"\xff\xd9"
        yield f"jpeg-{side}-drawn-{scans}-times.jpg", data, ANYTHING_BUT_A_CRASH
    refined = (
        frame_header(2_000, 2_000, marker=0xC2) + huffman_table(0, 0) + scan_header(b"\1\0", b"\0\0\x0d") + bytes(8_000)
    )
    for level in range(12, -1, -1):
        refined += scan_header(b"\1\0", bytes([0, 0, (level + 1) << 4 | level])) + b"\xaa" * 7_813
    yield "jpeg-refined-bit-by-bit.jpg", b"\xff\xd8" + QUANTIZATION_TABLE + refined + b"\xff\xd9", ANYTHING_BUT_A_CRASH
    restarts = segment(0xDD, b"\0\1")
    stream = b"".join(b"\0\xff" + bytes([0xD0 + n % 8]) for n in range(250_000))
    tables = QUANTIZATION_TABLE + frame_header(4_000, 4_000) + huffman_table(0, 0) + huffman_table(0x10, 0) + restarts
    yield (
        "jpeg-restarts-at-every-block.jpg",
        b"\xff\xd8" + tables + scan_header() + stream + b"\xff\xd9",
        ANYTHING_BUT_A_CRASH,
    )


def _gif_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    one = gif_image(4, 4, flat_lzw_data(16))
    yield (
        "gif-flat-12000.gif",
        gif(12_000, 12_000, gif_image(12_000, 12_000, flat_lzw_data(144_000_000))),
        PIXELS_REFUSED,
    )
    flat = gif_image(MAX_SIDE, MAX_SIDE, flat_lzw_data(MAX_SIDE * MAX_SIDE))
    yield f"gif-flat-{MAX_SIDE}.gif", gif(MAX_SIDE, MAX_SIDE, flat), MAY_EXHAUST_RESOURCES
    yield f"gif-canvas-{MAX_SIDE}.gif", gif(MAX_SIDE, MAX_SIDE, one), ANYTHING_BUT_A_CRASH
    yield (
        "gif-line.gif",
        gif(65_535, 1_800, gif_image(65_535, 1_800, flat_lzw_data(65_535 * 1_800))),
        MAY_EXHAUST_RESOURCES,
    )
    local = one[:9] + b"\x80\xff\0\0\0\xff\0" + one[10:]
    yield f"gif-canvas-{MAX_SIDE}-two-palettes.gif", gif(MAX_SIDE, MAX_SIDE, one, local), ANYTHING_BUT_A_CRASH


def _webp_flat() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "webp-flat-16383.webp", riff(lossless_webp_chunk(16_383, 16_383, 3)), PIXELS_REFUSED
    yield (
        "webp-flat-16383-in-a-canvas.webp",
        riff(webp_canvas(16_383, 16_383), lossless_webp_chunk(16_383, 16_383, 3)),
        PIXELS_REFUSED,
    )
    yield (
        "webp-flat-16383-in-a-small-canvas.webp",
        riff(webp_canvas(16, 16), lossless_webp_chunk(16_383, 16_383, 3)),
        READABLE_OR_REFUSED,
    )
    yield f"webp-flat-{MAX_SIDE}.webp", riff(lossless_webp_chunk(MAX_SIDE, MAX_SIDE, 3)), MAY_EXHAUST_RESOURCES
    yield (
        f"webp-flat-{MAX_SIDE}-transparent.webp",
        riff(lossless_webp_chunk(MAX_SIDE, MAX_SIDE, 3, transparent=True)),
        MAY_EXHAUST_RESOURCES,
    )
    yield "webp-line.webp", riff(lossless_webp_chunk(16_383, 7_300, 3)), MAY_EXHAUST_RESOURCES
    yield (
        "webp-canvas-within.webp",
        riff(webp_canvas(MAX_SIDE, MAX_SIDE), lossless_webp_chunk(16, 16)),
        ANYTHING_BUT_A_CRASH,
    )


def _tiles() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "avif-of-256-tiles.avif", tiled_picture("AVIF", 16, 16, 640), MAY_EXHAUST_RESOURCES
    yield "avif-of-1024-tiles.avif", tiled_picture("AVIF", 32, 32, 384), PIXELS_REFUSED
    yield "avif-of-many-small-tiles.avif", tiled_picture("AVIF", 60, 60, 64), MAY_EXHAUST_RESOURCES
    yield "heif-of-961-tiles.heic", tiled_picture("HEIF", 31, 31), MAY_EXHAUST_RESOURCES
    yield "heif-of-1600-tiles.heic", tiled_picture("HEIF", 40, 40), MUST_BE_REFUSED
    for format, suffix in (("AVIF", "avif"), ("HEIF", "heic")):
        announced_size = struct.pack(">I4sIII", 20, b"ispe", 0, MAX_SIDE, MAX_SIDE)
        yield (
            f"{format.lower()}-announced-{MAX_SIDE}.{suffix}",
            single_picture(format, announced_size=announced_size),
            READABLE_OR_REFUSED,
        )
