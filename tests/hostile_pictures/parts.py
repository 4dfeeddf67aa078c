"""Builders of valid and invalid PNG, JPEG, GIF and WEBP files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

MIB: Final = 1024 * 1024


def repeated_zlib(unit: bytes, times: int) -> bytes:
    """A zlib stream that decompresses to `times` copies of `unit`, built without decompressing it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    check = 1
    for _ in range(times):
        check = zlib.adler32(unit, check)
    return b"\x78\xda" + block * times + b"\x03\x00" + struct.pack(">I", check)


def zlib_zeros(count: int) -> bytes:
    """A zlib stream that decompresses to `count` zero bytes, or up to a thousandth more."""
    unit = max(1, min(MIB, count // 1000))
    return repeated_zlib(bytes(unit), -(-count // unit))


def png_chunk(kind: bytes, body: bytes, *, length: int | None = None, crc: int | None = None) -> bytes:
    """A chunk of a PNG; `length` and `crc` replace its true length and checksum."""
    check = zlib.crc32(kind + body) if crc is None else crc
    return struct.pack(">I", len(body) if length is None else length) + kind + body + struct.pack(">I", check)


def png(*chunks: bytes) -> bytes:
    """A PNG of these chunks."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def png_header(width: int, height: int, depth: int = 8, colour: int = 0, rest: bytes = b"\0\0\0") -> bytes:
    """The header chunk of a PNG; `rest` has the methods of compression, filtering and interlacing."""
    return png_chunk(b"IHDR", struct.pack(">IIBB", width, height, depth, colour) + rest)


PNG_END: Final = png_chunk(b"IEND", b"")


def tiny_png(*before: bytes, after: tuple[bytes, ...] = ()) -> bytes:
    """A valid grey PNG of 3 × 2 pixels with these chunks before and after its data."""
    rows = zlib.compress(b"\0\x10\x20\x30\0\x40\x50\x60")
    return png(png_header(3, 2), *before, png_chunk(b"IDAT", rows), *after, PNG_END)


def segment(marker: int, body: bytes = b"", *, length: int | None = None) -> bytes:
    """A segment of a JPEG; `length` replaces its true length."""
    return struct.pack(">BBH", 0xFF, marker, (len(body) + 2 if length is None else length) & 0xFFFF) + body


def insert_segments(jpeg: bytes, *segments: bytes) -> bytes:
    """A JPEG with these segments before its own."""
    return jpeg[:2] + b"".join(segments) + jpeg[2:]


def segments_of(jpeg: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and end of each segment of a valid JPEG, up to and including the header of its first scan."""
    at = 2
    while True:
        marker, length = struct.unpack_from(">xBH", jpeg, at)
        yield marker, at, at + 2 + length
        if marker == 0xDA:
            return
        at += 2 + length


def frame_header(
    width: int, height: int, components: bytes = b"\x01\x11\0", *, precision: int = 8, marker: int = 0xC0
) -> bytes:
    """The frame header of a JPEG, with its size; three bytes a component."""
    return segment(marker, struct.pack(">BHHB", precision, height, width, len(components) // 3) + components)


def scan_header(components: bytes = b"\x01\0", spectrum: bytes = b"\0\x3f\0") -> bytes:
    """The header of a scan; two bytes a component, then the spectral band and its precision."""
    return segment(0xDA, bytes([len(components) // 2]) + components + spectrum)


QUANTIZATION_TABLE: Final = segment(0xDB, b"\0" + b"\x01" * 64)


def huffman_table(slot: int, symbol: int) -> bytes:
    """A Huffman table of one symbol, whose code is a single zero bit."""
    return segment(0xC4, bytes([slot, 1]) + bytes(15) + bytes([symbol]))


def flat_jpeg(width: int, height: int, components: bytes = b"\x01\x11\0", *, marker: int = 0xC0) -> bytes:
    """A valid baseline JPEG of one colour: two zero bits a block."""
    count = len(components) // 3
    blocks = -(-width // 8) * -(-height // 8) * count
    scan_components = b"".join(bytes([components[3 * n], 0]) for n in range(count))
    header = (
        QUANTIZATION_TABLE
        + frame_header(width, height, components, marker=marker)
        + huffman_table(0x00, 0)
        + huffman_table(0x10, 0)
    )
    return b"\xff\xd8" + header + scan_header(scan_components) + bytes(-(-blocks // 4)) + b"\xff\xd9"


def gif_blocks(data: bytes) -> bytes:
    """Data in the blocks of a GIF: at most 255 bytes each, then an empty block."""
    pieces = (data[at : at + 255] for at in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


def gif(width: int, height: int, *parts: bytes, palette: bytes = b"\0\0\0\xff\xff\xff", flags: int = 0x80) -> bytes:
    """A GIF of these parts. Bits 0 to 2 of `flags` are the size of the palette, bit 7 that there is one."""
    return b"GIF89a" + struct.pack("<HHBBB", width, height, flags, 0, 0) + palette + b"".join(parts) + b";"


def gif_image(
    width: int, height: int, data: bytes = b"\x44\x01", *, left: int = 0, top: int = 0, flags: int = 0, minimum: int = 2
) -> bytes:
    """An image of a GIF; the default data has one pixel."""
    return b"," + struct.pack("<HHHHB", left, top, width, height, flags) + bytes([minimum]) + gif_blocks(data)


def graphic_control(delay: int = 0, transparent: int | None = None, disposal: int = 0) -> bytes:
    """The graphic control extension of a GIF: delay, transparent colour and disposal of the next image."""
    flags = disposal << 2 | (transparent is not None)
    return b"!\xf9\x04" + struct.pack("<BHB", flags, delay, transparent or 0) + b"\0"


def flat_lzw_data(pixels: int) -> bytes:
    """The LZW data of `pixels` pixels of colour 0, for a GIF with a code size of 2.

    Each code stands for one pixel more than the code before, until the table is full and is cleared."""
    packed = bytearray()
    bits = used = 0
    for code, width in _flat_lzw_codes(pixels):
        bits |= code << used
        used += width
        while used >= 8:
            packed.append(bits & 0xFF)
            bits >>= 8
            used -= 8
    packed.append(bits)
    return bytes(packed)


def _flat_lzw_codes(left: int) -> Iterator[tuple[int, int]]:
    """The codes and their widths in bits: 4 clears the table, 5 ends, code n from 6 on stands for n - 4 pixels."""
    while True:
        width = 3
        yield 4, width
        yield 0, width
        left -= 1
        for code in range(6, 4096):
            if left < 2:
                break
            pixels = min(code - 4, left)
            yield pixels + 4, width
            left -= pixels
            if code + 1 == 1 << width and width < 12:
                width += 1
        if left < 2:
            break
        yield 4, 12
    if left:
        yield 0, width
    yield 5, width


def riff(*chunks: bytes, size: int | None = None) -> bytes:
    """A WEBP file of these chunks; `size` replaces its true size."""
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def riff_chunk(kind: bytes, body: bytes, *, length: int | None = None) -> bytes:
    """A chunk of a WEBP file, padded to an even size; `length` replaces its true length."""
    return kind + struct.pack("<I", len(body) if length is None else length) + body + b"\0" * (len(body) % 2)


def u24(number: int) -> bytes:
    """A 24-bit number, as in the frames and canvases of WEBP."""
    return number.to_bytes(3, "little")


def webp_canvas(width: int, height: int, flags: int = 0x10) -> bytes:
    """The chunk with the size of the canvas. The flags announce chunks: 0x20 a profile, 0x10 transparency, 0x08 EXIF,
    0x04 XMP, 0x02 an animation."""
    return riff_chunk(b"VP8X", bytes([flags, 0, 0, 0]) + u24(width - 1) + u24(height - 1))


def lossless_webp_chunk(width: int, height: int, colour: int = 0, transparent: bool = False) -> bytes:
    """A valid lossless picture of one colour, with `colour` as its green. 16384² pixels take 20 bytes."""
    bits = (width - 1) | (height - 1) << 14 | transparent << 28
    used = 32  # after the flag: three bits of version; then no transform, no colour cache, no groups: three zero bits
    used += 3
    for symbol in (colour, 0, 0, 255, 0):  # green, red, blue, alpha, distance: each code has one symbol, of zero bits
        bits |= (0b101 | symbol << 3) << used
        used += 11
    return riff_chunk(b"VP8L", b"\x2f" + bits.to_bytes(used // 8 + 4, "little"))


def animated_webp(*frames: bytes, width: int = 16, height: int = 16, loops: int = 0) -> bytes:
    """An animated WEBP of these frames."""
    return riff(webp_canvas(width, height, 0x12), riff_chunk(b"ANIM", b"\0\0\0\0" + struct.pack("<H", loops)), *frames)


def webp_frame(
    width: int, height: int, *, left: int = 0, top: int = 0, colour: int = 0, flags: int = 0, duration: int = 40
) -> bytes:
    """A frame of an animated WEBP, of one colour."""
    place = u24(left // 2) + u24(top // 2) + u24(width - 1) + u24(height - 1) + u24(duration) + bytes([flags])
    return riff_chunk(b"ANMF", place + lossless_webp_chunk(width, height, colour))
