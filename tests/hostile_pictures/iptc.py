"""IPTC records and Photoshop blocks that are truncated, have wrong lengths, or hold invalid values."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import MUST_BE_READABLE, HostileFile
from tests.hostile_pictures.healthy import IPTC, app13_segment, photoshop_block
from tests.hostile_pictures.parts import flat_jpeg, insert_segments, png_chunk, segment, tiny_png

KIND: Final = "iptc"


def cases(chance: Random) -> Iterator[HostileFile]:
    """All cases are in valid pictures, mostly JPEG."""
    sound = flat_jpeg(16, 8)
    for name, records in _records(chance):
        yield HostileFile(
            KIND, f"{name}.jpg", insert_segments(sound, app13_segment(photoshop_block(records))), MUST_BE_READABLE
        )
    for name, body in _photoshop_blocks(chance):
        yield HostileFile(KIND, f"block-{name}.jpg", insert_segments(sound, segment(0xED, body)), MUST_BE_READABLE)
    for name, text in _hexadecimal_texts():
        yield HostileFile(KIND, f"text-{name}.png", tiny_png(png_chunk(b"zTXt", text)), MUST_BE_READABLE)


def _record(number: int, value: bytes, *, record: int = 2, length: int | None = None) -> bytes:
    return struct.pack(">BBBH", 0x1C, record, number, len(value) if length is None else length) + value


def _records(chance: Random) -> Iterator[tuple[str, bytes]]:
    yield "cut-in-a-value", IPTC[:7]
    yield "cut-in-a-head", IPTC[:3]
    yield "length-outside", _record(5, b"abc", length=0x7FFF)
    yield "length-of-many-bytes", _record(5, b"\x7f\xff\xff\xff\xff\xff\xff\xff", length=0x8008)
    yield "length-of-32767-bytes", _record(5, b"\1" * 900, length=0xFFFF)
    yield "length-of-four-bytes-negative", _record(5, b"\xff\xff\xff\xff", length=0x8004)
    yield "length-of-no-bytes", _record(5, b"abc", length=0x8000)
    yield "mark-wrong", b"\x1d" + IPTC[1:]
    yield "mark-missing-in-between", IPTC + b"\0\0\0" + IPTC
    yield "record-255", _record(255, b"abc", record=255)
    yield "keywords-eight-thousand", b"".join(_record(25, b"%d" % n) for n in range(7_000))
    yield "titles-five-hundred", _record(5, b"heron") * 500
    yield "empty-values", b"".join(_record(n, b"") for n in range(256))
    yield "character-set-unknown", _record(90, b"\x1b%/@", record=1) + _record(120, chance.randbytes(200))
    yield "character-set-utf-8-not-kept", _record(90, b"\x1b%G", record=1) + _record(120, b"\xff\xfe\xc0\xaf")
    yield "character-set-endless", _record(90, b"\x1b" * 20_000, record=1)
    yield "dates", _record(55, b"99999999") + _record(60, b"256199+9999") + _record(62, b"0000")
    yield "words", _record(120, b"a\r\nSet-Cookie: b=c\0<script>alert(1)</script>\x1b[31m\xe2\x80\xae")
    yield "zeroes", bytes(5_000)
    yield "noise", b"\x1c\x02" + chance.randbytes(5_000)
    yield "empty", b""


def _photoshop_blocks(chance: Random) -> Iterator[tuple[str, bytes]]:
    mark = b"Photoshop 3.0\0"
    for length in (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0):
        yield f"length-{length:08x}", mark + photoshop_block(IPTC, length=length)
    yield "odd-without-padding", mark + photoshop_block(IPTC[:-1])[:-1] + photoshop_block(IPTC)
    yield "name-outside", mark + b"8BIM\x04\x04\xff" + b"n" * 30 + struct.pack(">I", 4) + b"abcd"
    yield "mark-unknown", mark + b"8BPS" + photoshop_block(IPTC)[4:]
    yield "mark-cut", b"Photoshop 3"
    yield "nothing-behind-the-mark", mark
    yield "old-mark", b"Adobe_Photoshop2.5:" + photoshop_block(IPTC)
    yield "block-in-block", mark + photoshop_block(mark + photoshop_block(IPTC))
    yield (
        "thumbnail-enormous",
        mark + photoshop_block(struct.pack(">IIIIIIHH", 1, 60_000, 60_000, 2**31, 9, 9, 24, 1), 0x040C),
    )
    yield "resolution-noise", mark + photoshop_block(chance.randbytes(3), 0x03ED)
    yield "three-thousand", mark + photoshop_block(b"ab", 0x0FA0) * 4_000
    yield "split-in-a-record", mark + photoshop_block(IPTC)[:15]


def _hexadecimal_texts() -> Iterator[tuple[str, bytes]]:
    """Raw profiles as ImageMagick writes them: a text chunk of hexadecimal digits after a length."""
    digits = IPTC.hex().encode()
    for name, kind, text in (
        ("iptc", b"iptc", b"\niptc\n%8d\n" % len(IPTC) + digits),
        ("length-wrong", b"iptc", b"\niptc\n99999999\n" + digits),
        ("length-negative", b"iptc", b"\niptc\n      -1\n" + digits),
        ("no-digits", b"iptc", b"\niptc\n      10\nzz not digits"),
        ("odd-digits", b"iptc", b"\niptc\n      10\n" + digits[:-1]),
        ("no-lines", b"8bim", b"8bim"),
        ("exif", b"exif", b"\nexif\n      10\n" + b"Exif\0\0II*\0\xff\xff\xff\xff".hex().encode()),
        ("exif-no-digits", b"exif", b"\nexif\n  10\n\xff\xfe\xfd"),
        ("app1", b"APP1", b"\ngeneric profile\n  10\n" + b"Exif\0\0MM".hex().encode()),
        ("xmp", b"xmp", b"\nxmp\n   4\n3c782f3e"),
    ):
        yield name, b"Raw profile type " + kind + b"\0\0" + zlib.compress(text)
