"""JPEG files with wrong, missing, duplicate or misplaced segments, and with rare codings."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from random import Random

from tests.hostile_pictures.case import (
    MUST_BE_READABLE,
    MUST_BE_REFUSED,
    PIXELS_REFUSED,
    READABLE_OR_REFUSED,
    HostileFile,
)
from tests.hostile_pictures.healthy import sound_variants
from tests.hostile_pictures.parts import (
    QUANTIZATION_TABLE,
    flat_jpeg,
    frame_header,
    huffman_table,
    insert_segments,
    scan_header,
    segment,
    segments_of,
)

KIND = "headers-jpeg"
_THREE_COMPONENTS = b"\x01\x11\0\x02\x11\0\x03\x11\0"
_TABLES = huffman_table(0x00, 0) + huffman_table(0x10, 0)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every fault, one fault a file."""
    for name, data, outcomes in _announcements():
        yield HostileFile(KIND, f"{name}.jpg", data, outcomes)
    for name, data in (*_frames(), *_tables(chance), *_segments(chance), *_codings(chance)):
        yield HostileFile(KIND, f"{name}.jpg", data)


def _jpeg_of(*parts: bytes, data: bytes = bytes(64)) -> bytes:
    return b"\xff\xd8" + b"".join(parts) + data + b"\xff\xd9"


def _announcements() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "sound", flat_jpeg(16, 8), MUST_BE_READABLE
    for name, width, height in (("no-width", 0, 8), ("no-height", 8, 0), ("no-size", 0, 0)):
        yield name, _jpeg_of(QUANTIZATION_TABLE, frame_header(width, height), _TABLES, scan_header()), MUST_BE_REFUSED
    for marker in (0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCA, 0xCB):
        big = _jpeg_of(
            QUANTIZATION_TABLE,
            frame_header(65_500, 65_500, _THREE_COMPONENTS, marker=marker),
            _TABLES,
            scan_header(b"\1\0\2\0\3\0"),
        )
        yield f"65500-squared-{marker:02x}", big, PIXELS_REFUSED | {"decode.corrupt"}
    for width, height in ((65_535, 65_535), (65_535, 1), (1, 65_535), (60_000, 1900)):
        announced = _jpeg_of(
            QUANTIZATION_TABLE, frame_header(width, height, _THREE_COMPONENTS), _TABLES, scan_header(b"\1\0\2\0\3\0")
        )
        yield f"{width}-by-{height}", announced, READABLE_OR_REFUSED


def _frames() -> Iterator[tuple[str, bytes]]:
    tail = _TABLES + scan_header()
    for name, components in (
        ("none", b""),
        ("two", b"\x01\x11\0\x02\x11\0"),
        ("four", _THREE_COMPONENTS + b"\x04\x11\0"),
        ("five", _THREE_COMPONENTS + b"\x04\x11\0\x05\x11\0"),
        ("255", b"\x01\x11\0" * 255),
        ("same", b"\x01\x11\0" * 3),
        ("quantum-unknown", b"\x01\x11\x03"),
        ("quantum-255", b"\x01\x11\xff"),
    ):
        yield f"components-{name}", _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, components), tail)
    for sampling in (0x00, 0x01, 0x10, 0x44, 0x55, 0x1F, 0xF1, 0xFF):
        yield (
            f"sampling-{sampling:02x}",
            _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, bytes([1, sampling, 0])), tail),
        )
    yield "sampling-uneven", _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, b"\x01\x31\0\x02\x22\0\x03\x13\0"), tail)
    for precision in (0, 1, 7, 9, 12, 16, 255):
        yield f"precision-{precision}", _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, precision=precision), tail)
    yield "frame-missing", _jpeg_of(QUANTIZATION_TABLE, tail)
    yield "frame-twice", _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8), frame_header(1600, 800), tail)
    yield "frame-after-scan", _jpeg_of(QUANTIZATION_TABLE, tail, frame_header(16, 8))
    yield "frame-truncated", _jpeg_of(QUANTIZATION_TABLE, segment(0xC0, b"\x08\0\x10"), tail)
    yield (
        "frame-length-too-long",
        _jpeg_of(QUANTIZATION_TABLE, segment(0xC0, b"\x08\0\x08\0\x10\1\1\x11\0", length=0xFFFF), tail),
    )
    yield "frame-by-hierarchy", _jpeg_of(QUANTIZATION_TABLE, segment(0xDE, b"\x08\0\x08\0\x10\1\1\x11\0"), tail)
    yield (
        "height-told-late",
        _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 0), tail, data=bytes(64) + segment(0xDC, b"\xff\xff")),
    )


def _tables(chance: Random) -> Iterator[tuple[str, bytes]]:
    size = frame_header(16, 8)
    yield "quanta-missing", _jpeg_of(size, _TABLES, scan_header())
    yield "quanta-zero", _jpeg_of(segment(0xDB, bytes(65)), size, _TABLES, scan_header())
    yield "quanta-short", _jpeg_of(segment(0xDB, b"\0\1\2"), size, _TABLES, scan_header())
    yield (
        "quanta-slot-15",
        _jpeg_of(segment(0xDB, b"\x0f" + bytes(64)), QUANTIZATION_TABLE, size, _TABLES, scan_header()),
    )
    yield "quanta-precision-15", _jpeg_of(segment(0xDB, b"\xf0" + bytes(128)), size, _TABLES, scan_header())
    yield "codes-missing", _jpeg_of(QUANTIZATION_TABLE, size, scan_header())
    yield (
        "codes-all-255",
        _jpeg_of(QUANTIZATION_TABLE, size, segment(0xC4, b"\0" + b"\xff" * 16 + bytes(255)), scan_header()),
    )
    yield (
        "codes-too-many-of-one-bit",
        _jpeg_of(QUANTIZATION_TABLE, size, segment(0xC4, b"\0\x09" + bytes(15) + bytes(9)), scan_header()),
    )
    yield (
        "codes-none",
        _jpeg_of(QUANTIZATION_TABLE, size, segment(0xC4, bytes(17)), segment(0xC4, b"\x10" + bytes(16)), scan_header()),
    )
    yield (
        "codes-slot-255",
        _jpeg_of(QUANTIZATION_TABLE, size, segment(0xC4, b"\xff\1" + bytes(16)), _TABLES, scan_header()),
    )
    yield (
        "codes-symbol-too-large",
        _jpeg_of(
            QUANTIZATION_TABLE,
            size,
            huffman_table(0, 0xFF),
            huffman_table(0x10, 0xFF),
            scan_header(),
            data=b"\x55" * 99,
        ),
    )
    yield "codes-noise", _jpeg_of(QUANTIZATION_TABLE, size, segment(0xC4, chance.randbytes(200)), scan_header())
    yield (
        "restart-each-block",
        _jpeg_of(QUANTIZATION_TABLE, frame_header(800, 800), segment(0xDD, b"\0\1"), _TABLES, scan_header()),
    )
    yield "restart-interval-short", _jpeg_of(QUANTIZATION_TABLE, size, segment(0xDD, b"\0"), _TABLES, scan_header())
    yield "restart-storm", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, scan_header(), data=b"\xff\xd0\xff\xd7" * 50_000)
    yield "scan-of-unknown", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, scan_header(b"\x09\0"))
    yield "scan-of-none", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, scan_header(b""))
    yield (
        "scan-of-same",
        _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, _THREE_COMPONENTS), _TABLES, scan_header(b"\1\0\1\0\1\0")),
    )
    yield "scan-table-15", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, scan_header(b"\1\xff"))
    yield "scan-band-backwards", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, scan_header(spectrum=b"\x3f\0\xff"))
    yield "scan-length-zero", _jpeg_of(QUANTIZATION_TABLE, size, _TABLES, segment(0xDA, b"\1\1\0\0\x3f\0", length=0))


def _segments(chance: Random) -> Iterator[tuple[str, bytes]]:
    sound = flat_jpeg(16, 8)
    for length in (0, 1, 2, 0xFFFF):
        yield f"comment-length-{length}", insert_segments(sound, segment(0xFE, b"abc", length=length))
        yield f"app1-length-{length}", insert_segments(sound, segment(0xE1, b"Exif\0\0", length=length))
    yield "comments-three-thousand", insert_segments(sound, *(segment(0xFE, b"%d" % n) for n in range(3_000)))
    yield "app0-five-thousand", insert_segments(sound, segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") * 5_000)
    yield "fill-of-a-megabyte", insert_segments(sound, b"\xff" * 1_000_000)
    yield "zeroes-of-a-megabyte", insert_segments(sound, bytes(1_000_000))
    yield "beginning-again", insert_segments(sound, b"\xff\xd8" * 1_000)
    yield "end-first", insert_segments(sound, b"\xff\xd9")
    yield "end-missing", sound[:-2]
    yield "end-a-thousand-times", sound + b"\xff\xd9" * 1_000
    yield "adobe-transform-9", insert_segments(sound, segment(0xEE, b"Adobe\0\x64\0\0\0\0\x09"))
    yield "adobe-short", insert_segments(sound, segment(0xEE, b"Adobe"))
    yield "jfif-thumbnail-missing", insert_segments(sound, segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\xff\xff"))
    yield "jfif-density-zero", insert_segments(sound, segment(0xE0, b"JFIF\0\1\1\1\0\0\0\0\0\0"))
    yield "jfif-short", insert_segments(sound, segment(0xE0, b"JFIF"))
    yield "every-app", insert_segments(sound, *(segment(0xE0 + n, chance.randbytes(40)) for n in range(16)))
    for name, offsets in (("itself", (0, 0)), ("outside", (2**31, 2**31)), ("many", tuple(range(2, 4_000)))):
        yield f"many-pictures-{name}", insert_segments(sound, segment(0xE2, b"MPF\0" + _picture_index(offsets)))
    rich = sound_variants("JPEG")["rich"]
    for number, (marker, start, end) in enumerate(segments_of(rich)):
        yield f"lost-{number:02}-{marker:02x}", rich[:start] + rich[end:]


def _picture_index(offsets: tuple[int, ...]) -> bytes:
    """The index of a file of several pictures, with one picture at each offset."""
    entries = b"".join(struct.pack("<IIIHH", 0x030000, 500, offset, 0, 0) for offset in offsets)
    tags = ((0xB000, 7, 4, b"0100"), (0xB001, 4, 1, struct.pack("<I", len(offsets))))
    head = b"II*\0\x08\0\0\0" + struct.pack("<H", 3)
    for tag, kind, count, value in (*tags, (0xB002, 7, len(entries), struct.pack("<I", 50))):
        head += struct.pack("<HHI", tag, kind, count) + value
    return (head + bytes(4) + entries)[:65_000]


def _codings(chance: Random) -> Iterator[tuple[str, bytes]]:
    """Arithmetic, lossless, hierarchical and progressive frames with noise as data."""
    noise = chance.randbytes(4_000).replace(b"\xff", b"\xfe")
    for marker in (0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF):
        head = (QUANTIZATION_TABLE, frame_header(640, 480, _THREE_COMPONENTS, marker=marker), _TABLES)
        yield f"coding-{marker:02x}-noise", _jpeg_of(*head, scan_header(b"\1\0\2\0\3\0"), data=noise)
        band = b"\0\0\0" if marker in (0xC2, 0xCA) else b"\1\0\0"
        yield f"coding-{marker:02x}-empty", _jpeg_of(*head, scan_header(b"\1\0\2\0\3\0", band), data=b"")
    yield (
        "conditioning-noise",
        _jpeg_of(segment(0xCC, chance.randbytes(30)), frame_header(16, 8, marker=0xC9), scan_header()),
    )
    yield (
        "precision-12-progressive",
        _jpeg_of(QUANTIZATION_TABLE, frame_header(16, 8, precision=12, marker=0xC2), _TABLES, scan_header()),
    )
    yield (
        "precision-16-lossless",
        _jpeg_of(frame_header(16, 8, precision=16, marker=0xC3), _TABLES, scan_header(spectrum=b"\7\0\0")),
    )
