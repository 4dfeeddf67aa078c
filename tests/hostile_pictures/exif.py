"""EXIF with cyclic, overlapping or external directories, huge counts, and tags with absurd values."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import CODECS, ContainerItem, container, picture_parts, size_property
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.parts import (
    flat_jpeg,
    insert_segments,
    lossless_webp_chunk,
    png_chunk,
    riff,
    riff_chunk,
    segment,
    tiny_png,
    webp_canvas,
)

KIND: Final = "exif"
_EXIF_DIRECTORY_TAG: Final = 0x8769
_GPS_DIRECTORY_TAG: Final = 0x8825
_TIFF_HEADER: Final = b"II*\0\x08\0\0\0"

TagEntry = tuple[int, int, int, bytes]
"""Number, type and count of a tag, and the four bytes of its value or of the offset of the value."""


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each block in one format by turns, some in all formats. The picture itself is valid, so that it is accepted."""
    carriers = (_jpeg, _png, _webp, _avif)
    for number, (name, block) in enumerate(
        (*_cycles(), *_counts(), *_contents(chance), *_orientations(), *_gps_positions())
    ):
        suffix, data = carriers[number % 4](block)
        yield HostileFile(
            KIND, f"{name}.{suffix}", data, MUST_BE_READABLE if block else READABLE_OR_REFUSED
        )  # AVIF has no empty EXIF
    for name, block in _cycles():
        for carry in carriers[:3]:
            suffix, data = carry(block + name.encode())
            yield HostileFile(KIND, f"{name}-everywhere.{suffix}", data, MUST_BE_READABLE)
    for name, data in _segments():
        yield HostileFile(KIND, f"{name}.jpg", data, MUST_BE_READABLE)
    for offset in (0, 6, 2**31, 2**32 - 1):
        data = container(
            "HEIF", *_container_parts("HEIF", struct.pack(">I", offset) + exif_block([(0x010F, 2, 4, b"abc\0")]))
        )
        yield HostileFile(KIND, f"offset-{offset}.heic", data, MUST_BE_READABLE)


def exif_block(*directories: Sequence[TagEntry], links: Sequence[int] = (), after: bytes = b"") -> bytes:
    """A block of consecutive directories. `links` are the offsets of the next directories; a missing one is 0."""
    block = _TIFF_HEADER
    for number, entries in enumerate(directories):
        block += struct.pack("<H", len(entries) & 0xFFFF)
        block += b"".join(struct.pack("<HHI", tag, kind, count) + value for tag, kind, count, value in entries)
        block += struct.pack("<I", links[number] if number < len(links) else 0)
    return block + after


def offset_bytes(offset: int) -> bytes:
    """An offset or a number as the value of an entry."""
    return struct.pack("<I", offset & 0xFFFFFFFF)


def _jpeg(block: bytes) -> tuple[str, bytes]:
    return "jpg", insert_segments(flat_jpeg(16, 8), segment(0xE1, b"Exif\0\0" + block[:65_000]))


def _png(block: bytes) -> tuple[str, bytes]:
    return "png", tiny_png(png_chunk(b"eXIf", block))


def _webp(block: bytes) -> tuple[str, bytes]:
    return "webp", riff(webp_canvas(16, 16, 0x18), lossless_webp_chunk(16, 16, 5), riff_chunk(b"EXIF", block))


def _avif(block: bytes) -> tuple[str, bytes]:
    return "avif", container("AVIF", *_container_parts("AVIF", bytes(4) + block))


def _container_parts(
    format: str, block: bytes
) -> tuple[list[ContainerItem], list[bytes], list[tuple[bytes, int, list[int]]]]:
    data, configuration, depth = picture_parts(format)
    items = [ContainerItem(CODECS[format], data, (1, 2, 3)), ContainerItem(b"Exif", block)]
    return items, [size_property(64, 64), configuration, depth], [(b"cdsc", 2, [1])]


def _cycles() -> Iterator[tuple[str, bytes]]:
    make = (0x010F, 2, 4, b"abc\0")
    yield "next-is-itself", exif_block([make], links=[8])
    yield "next-is-the-one-before", exif_block([make], [make], links=[26, 8])
    yield "camera-is-the-first", exif_block([make, (_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(8))])
    yield (
        "camera-in-camera",
        exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(26))], [(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(26))]),
    )
    yield (
        "place-is-camera",
        exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(8)), (_GPS_DIRECTORY_TAG, 4, 1, offset_bytes(8))]),
    )
    yield (
        "interoperability-is-the-first",
        exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(26))], [(0xA005, 4, 1, offset_bytes(8))]),
    )
    yield "folders-within-each-other", exif_block([(0x014A, 4, 1, offset_bytes(26))], [(0x014A, 4, 1, offset_bytes(8))])
    many = b"".join(offset_bytes(8) for _ in range(10_000))
    yield "ten-thousand-folders-in-a-circle", exif_block([(0x014A, 4, 10_000, offset_bytes(26))], after=many)
    chain = [26 + 18 * number for number in range(3_000)]
    yield "three-thousand-folders-in-a-row", exif_block(*([make] for _ in range(3_000)), links=chain[:-1])
    yield "camera-overlaps-itself", exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(9)), make, make])
    yield "camera-before-the-beginning", exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(-8)), make])
    for name, offset in (("zero", 0), ("header", 4), ("outside", 10_000), ("negative", -1), ("far", 2**31)):
        yield f"first-at-{name}", b"II*\0" + offset_bytes(offset) + exif_block([make])[8:]


def _counts() -> Iterator[tuple[str, bytes]]:
    for kind in (*range(14), 129, 255, 65_535):
        yield f"type-{kind}-count-enormous", exif_block([(0x010E, kind, 0xFFFFFFFF, offset_bytes(26))], after=bytes(64))
        yield (
            f"type-{kind}-count-none",
            exif_block([(0x010E, kind, 0, offset_bytes(26)), (0x0110, kind, 1, offset_bytes(-1))]),
        )
    yield "entries-65535-announced", _TIFF_HEADER + b"\xff\xff" + bytes(24)
    yield "entries-65535", exif_block([(number, 3, 1, offset_bytes(1)) for number in range(65_535)])
    yield "entries-all-the-same", exif_block([(0x010E, 2, 30_000, offset_bytes(26))] * 2_000, after=b"x" * 60_000)
    yield (
        "entries-all-sharing-a-text",
        exif_block([(40_000 + number, 2, 60_000, offset_bytes(1_000)) for number in range(1_000)], after=b"y" * 60_000),
    )
    yield (
        "value-is-the-folder",
        exif_block([(0x010E, 2, 200, offset_bytes(8)), (0x010F, 2, 200, offset_bytes(0))], after=bytes(180)),
    )
    yield "value-reaches-outside", exif_block([(0x010E, 2, 5_000, offset_bytes(26))], after=b"short")
    yield "byte-order-unknown", b"XX*\0\x08\0\0\0" + bytes(20)
    yield "byte-order-of-the-other", b"MM\0*\x08\0\0\0" + exif_block([(0x010F, 2, 4, b"abc\0")])[8:]
    yield "of-64-bits", b"II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0" + bytes(64)
    yield "empty", b""
    yield "cut-in-the-header", b"II*"
    yield "cut-in-the-folder", exif_block([(0x010F, 2, 4, b"abc\0")])[:15]


def _contents(chance: Random) -> Iterator[tuple[str, bytes]]:
    def camera(*entries: TagEntry, after: bytes = b"") -> bytes:
        return exif_block([(_EXIF_DIRECTORY_TAG, 4, 1, offset_bytes(26))], entries, after=after)

    behind = 26 + 2 + 12 + 4
    yield "maker-note-giant", camera((0x927C, 7, 60_000, offset_bytes(behind)), after=chance.randbytes(60_000))
    yield "maker-note-of-16-megabytes", camera((0x927C, 7, 16_000_000, offset_bytes(behind)), after=bytes(16_000_000))
    for maker in (b"Nikon\0\2\0\0\0II*\0\x08\0\0\0\xff\xff", b"FUJIFILM\x0c\0\0\0\xff\xff", b"OLYMPUS\0II\3\0\xff\xff"):
        name = maker[:5].decode().lower()
        yield f"maker-note-of-{name}", camera((0x927C, 7, 200, offset_bytes(behind)), after=maker.ljust(200, b"\xff"))
    for name, value in (
        ("megabyte", b"ASCII\0\0\0" + b"a" * 1_000_000),
        ("odd-unicode", b"UNICODE\0" + b"\xd8" * 33),
        ("jis", b"JIS\0\0\0\0\0" + b"\x1b$B\x30\x21" * 20),
        ("noise", chance.randbytes(300)),
        ("code-only", b"UNICODE\0"),
    ):
        yield f"comment-{name}", camera((0x9286, 7, len(value), offset_bytes(behind)), after=value)
    for name, value in (
        ("zeroes", b"0000:00:00 00:00:00\0"),
        ("nines", b"9999:99:99 99:99:99\0"),
        ("words", b"the day before\0"),
        ("digits", b"1" * 50_000 + b"\0"),
        ("year-zero", b"0000:01:01 00:00:00\0"),
        ("negative", b"-001:-1:-1 -1:-1:-1\0"),
        ("arabic-digits", "٢٠٢٤:٠٥:٠٦ ٠٧:٠٨:٠٩\0".encode()),
    ):
        yield f"date-{name}", camera((0x9003, 2, len(value), offset_bytes(behind)), after=value)
    for name, kind, value in (
        ("by-zero", 5, bytes([1, 0, 0, 0, 0, 0, 0, 0])),
        ("zero-by-zero", 5, bytes(8)),
        ("negative-by-zero", 10, b"\xff\xff\xff\xff" + bytes(4)),
        ("smallest", 10, b"\0\0\0\x80\xff\xff\xff\xff"),
        ("not-a-number", 12, b"\xff" * 8),
        ("infinite", 12, struct.pack("<d", float("inf"))),
        ("infinite-single", 11, struct.pack("<f", float("-inf")) * 2),
    ):
        count = 2 if kind == 11 else 1
        yield f"exposure-{name}", camera((0x829A, kind, count, offset_bytes(behind)), after=value)
    yield (
        "thumbnail-outside",
        exif_block([], [(0x0201, 4, 1, offset_bytes(2**31)), (0x0202, 4, 1, offset_bytes(2**31))], links=[14]),
    )
    yield (
        "thumbnail-is-the-block",
        exif_block([], [(0x0201, 4, 1, offset_bytes(0)), (0x0202, 4, 1, offset_bytes(60))], links=[14]),
    )


def _orientations() -> Iterator[tuple[str, bytes]]:
    for value in (0, 9, 255, 65_535):
        yield f"orientation-{value}", exif_block([(0x0112, 3, 1, offset_bytes(value))])
    yield "orientation-negative", exif_block([(0x0112, 8, 1, offset_bytes(-1))])
    yield "orientation-long", exif_block([(0x0112, 4, 1, offset_bytes(2**32 - 1))])
    yield "orientation-text", exif_block([(0x0112, 2, 2, b"6\0\0\0")])
    yield "orientation-two", exif_block([(0x0112, 3, 2, struct.pack("<HH", 6, 3))])
    yield "orientation-none", exif_block([(0x0112, 3, 0, offset_bytes(6))])
    yield "orientation-by-zero", exif_block([(0x0112, 5, 1, offset_bytes(26))], after=bytes(8))
    yield "orientation-six-by-one", exif_block([(0x0112, 5, 1, offset_bytes(26))], after=struct.pack("<II", 6, 1))
    yield "orientation-not-a-number", exif_block([(0x0112, 11, 1, b"\xff\xff\xff\xff")])
    yield "orientation-bytes", exif_block([(0x0112, 7, 4, b"\6\0\0\0")])
    yield "orientation-twice", exif_block([(0x0112, 3, 1, offset_bytes(6)), (0x0112, 3, 1, offset_bytes(8))])


def _gps_positions() -> Iterator[tuple[str, bytes]]:
    def place(*entries: TagEntry, after: bytes = b"") -> bytes:
        return exif_block([(_GPS_DIRECTORY_TAG, 4, 1, offset_bytes(26))], entries, after=after)

    north, behind = (1, 2, 2, b"N\0\0\0"), 26 + 2 + 24 + 4
    for name, kind, count, value in (
        ("by-zero", 5, 3, struct.pack("<6I", 48, 0, 51, 0, 30, 0)),
        ("zero-by-zero", 5, 3, bytes(24)),
        ("huge", 5, 3, struct.pack("<6I", 2**32 - 1, 1, 2**32 - 1, 1, 2**32 - 1, 1)),
        ("negative", 10, 3, struct.pack("<6i", -500, 1, -1, 1, -1, 1)),
        ("of-one", 5, 1, struct.pack("<2I", 48, 1)),
        ("of-four", 5, 4, struct.pack("<8I", *[7, 1] * 4)),
        ("of-none", 5, 0, b""),
        ("of-a-million", 5, 1_000_000, bytes(64)),
        ("text", 2, 12, b"48 deg north"),
        ("not-a-number", 12, 3, b"\xff" * 24),
        ("whole-numbers", 3, 3, struct.pack("<4H", 48, 51, 30, 0)),
    ):
        yield f"place-{name}", place(north, (2, kind, count, offset_bytes(behind)), after=value)
    yield "place-direction-unknown", place((1, 2, 2, b"Q\0\0\0"), (3, 2, 2, b"\xff\xff\0\0"))
    yield "place-direction-long", place((1, 2, 60, offset_bytes(behind)), north, after=b"N" * 60)
    yield "place-time-by-zero", place((7, 5, 3, offset_bytes(behind)), north, after=bytes(24))
    yield "place-is-text", exif_block([(_GPS_DIRECTORY_TAG, 2, 9, offset_bytes(26))], after=b"Trafalgar")


def _segments() -> Iterator[tuple[str, bytes]]:
    sound, block = flat_jpeg(16, 8), exif_block([(0x010F, 2, 4, b"abc\0"), (0x0112, 3, 1, offset_bytes(6))])
    whole = segment(0xE1, b"Exif\0\0" + block)
    yield (
        "told-twice",
        insert_segments(sound, whole, segment(0xE1, b"Exif\0\0" + exif_block([(0x0112, 3, 1, offset_bytes(8))]))),
    )
    yield "told-a-thousand-times", insert_segments(sound, whole * 1_000)
    yield "told-within-itself", insert_segments(sound, segment(0xE1, b"Exif\0\0Exif\0\0" + block))
    yield (
        "split",
        insert_segments(sound, segment(0xE1, b"Exif\0\0" + block[:20]), segment(0xE1, b"Exif\0\0" + block[20:])),
    )
    yield "mark-only", insert_segments(sound, segment(0xE1, b"Exif\0\0"))
    yield "mark-cut", insert_segments(sound, segment(0xE1, b"Exif"))
