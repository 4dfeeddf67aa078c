"""PNG files with wrong, missing, duplicate or misplaced chunks."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random

from tests.hostile_pictures.case import (
    MUST_BE_READABLE,
    MUST_BE_REFUSED,
    PIXELS_REFUSED,
    READABLE_OR_REFUSED,
    HostileFile,
)
from tests.hostile_pictures.parts import PNG_END, png, png_chunk, png_header, tiny_png

KIND = "headers-png"
_ROWS = zlib.compress(b"\0\x10\x20\x30\0\x40\x50\x60")
_DATA = png_chunk(b"IDAT", _ROWS)
_HEADER = png_header(3, 2)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every fault, one fault a file."""
    for name, data, outcomes in _announcements():
        yield HostileFile(KIND, f"{name}.png", data, outcomes)
    for name, data in _orders():
        yield HostileFile(KIND, f"{name}.png", data)
    for name, data in _extras(chance):
        yield HostileFile(KIND, f"{name}.png", data)


def _announcements() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    for name, width, height in (("no-width", 0, 2), ("no-height", 3, 0), ("no-size", 0, 0)):
        yield name, png(png_header(width, height), _DATA, PNG_END), MUST_BE_REFUSED
    for name, width, height in (
        ("wide", 2**31 - 1, 1),
        ("high", 1, 2**31 - 1),
        ("negative-width", 2**32 - 1, 2),
        ("negative-height", 3, 2**31),
        ("both-enormous", 2**31 - 1, 2**31 - 1),
        ("square-of-100000", 100_000, 100_000),
    ):
        yield name, png(png_header(width, height), _DATA, PNG_END), PIXELS_REFUSED | {"decode.corrupt"}
    yield "wide-within-the-cap", png(png_header(100_000_000, 1), _DATA, PNG_END), MUST_BE_REFUSED
    yield "high-within-the-cap", png(png_header(1, 100_000_000), _DATA, PNG_END), MUST_BE_REFUSED
    for depth, colour in ((0, 0), (3, 0), (5, 3), (16, 3), (32, 0), (255, 2), (8, 1), (8, 5), (8, 7), (8, 255)):
        yield (
            f"depth-{depth}-colour-{colour}",
            png(png_header(3, 2, depth, colour), _DATA, PNG_END),
            READABLE_OR_REFUSED,
        )
    for rest in (b"\1\0\0", b"\xff\0\0", b"\0\1\0", b"\0\xff\0", b"\0\0\1", b"\0\0\2", b"\0\0\xff"):
        yield f"method-{rest.hex()}", png(png_header(3, 2, rest=rest), _DATA, PNG_END), READABLE_OR_REFUSED
    yield "sound", tiny_png(), MUST_BE_READABLE


def _orders() -> Iterator[tuple[str, bytes]]:
    yield "header-missing", png(_DATA, PNG_END)
    yield "header-twice", png(_HEADER, png_header(30, 20), _DATA, PNG_END)
    yield "header-after-data", png(_DATA, _HEADER, PNG_END)
    yield "header-short", png(png_chunk(b"IHDR", b"\0\0\0\3\0\0\0\2"), _DATA, PNG_END)
    yield "header-long", png(png_chunk(b"IHDR", struct.pack(">IIBB", 3, 2, 8, 0) + bytes(100)), _DATA, PNG_END)
    yield "header-empty", png(png_chunk(b"IHDR", b""), _DATA, PNG_END)
    yield "header-check-wrong", png(png_chunk(b"IHDR", struct.pack(">IIBB3x", 3, 2, 8, 0), crc=1), _DATA, PNG_END)
    yield "data-missing", png(_HEADER, PNG_END)
    yield "data-empty", png(_HEADER, png_chunk(b"IDAT", b""), PNG_END)
    yield "data-no-zlib", png(_HEADER, png_chunk(b"IDAT", b"not compressed at all"), PNG_END)
    yield "data-check-wrong", png(_HEADER, png_chunk(b"IDAT", _ROWS, crc=0), PNG_END)
    yield "data-sum-wrong", png(_HEADER, png_chunk(b"IDAT", _ROWS[:-4] + b"\0\0\0\0"), PNG_END)
    yield (
        "data-split-by-bytes",
        png(_HEADER, *(png_chunk(b"IDAT", _ROWS[at : at + 1]) for at in range(len(_ROWS))), PNG_END),
    )
    yield (
        "data-split-by-another",
        png(_HEADER, png_chunk(b"IDAT", _ROWS[:5]), png_chunk(b"tIME", bytes(7)), _DATA[9:], PNG_END),
    )
    yield "data-twenty-thousand-empty", png(_HEADER, png_chunk(b"IDAT", b"") * 20_000, _DATA, PNG_END)
    yield "data-filter-unknown", png(_HEADER, png_chunk(b"IDAT", zlib.compress(b"\x09\1\2\3\xff\1\2\3")), PNG_END)
    yield "data-dictionary-wanted", png(_HEADER, png_chunk(b"IDAT", b"\x78\xbb\0\0\0\1" + _ROWS[2:]), PNG_END)
    yield "end-missing", png(_HEADER, _DATA)
    yield "end-first", png(PNG_END, _HEADER, _DATA)
    yield "end-with-data", png(_HEADER, _DATA, png_chunk(b"IEND", b"x" * 1000))
    yield "nothing-but-magic", png()
    yield "magic-twice", png(png(_HEADER, _DATA, PNG_END))


def _extras(chance: Random) -> Iterator[tuple[str, bytes]]:
    for length in (0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 2**24):
        yield f"length-{length:08x}", tiny_png(png_chunk(b"tEXt", b"a\0b", length=length))
        yield f"data-length-{length:08x}", png(_HEADER, png_chunk(b"IDAT", _ROWS, length=length), PNG_END)
    yield "critical-unknown", tiny_png(png_chunk(b"ABCD", b"x"))
    yield "kind-not-letters", tiny_png(png_chunk(b"\0\1\2\3", b"x"))
    yield "kind-high-bytes", tiny_png(png_chunk(b"\xff\xfe\xfd\xfc", b"x"))
    palette = png_header(3, 2, 8, 3)
    yield "palette-missing", png(palette, _DATA, PNG_END)
    yield "palette-of-one", png(palette, png_chunk(b"PLTE", b"\1\2\3"), _DATA, PNG_END)
    yield "palette-of-three-hundred", png(palette, png_chunk(b"PLTE", b"\1\2\3" * 300), _DATA, PNG_END)
    yield "palette-odd", png(palette, png_chunk(b"PLTE", b"\1\2\3\4\5"), _DATA, PNG_END)
    yield "palette-empty", png(palette, png_chunk(b"PLTE", b""), _DATA, PNG_END)
    yield "palette-in-grey", tiny_png(png_chunk(b"PLTE", b"\1\2\3"))
    yield "transparency-long", tiny_png(png_chunk(b"tRNS", b"\1" * 70_000))
    yield "transparency-empty", tiny_png(png_chunk(b"tRNS", b""))
    yield (
        "transparency-in-palette",
        png(palette, png_chunk(b"PLTE", b"\1\2\3"), png_chunk(b"tRNS", b"\1" * 999), _DATA, PNG_END),
    )
    for kind in (b"gAMA", b"cHRM", b"sRGB", b"pHYs", b"sBIT", b"bKGD", b"hIST", b"tIME", b"sPLT", b"eXIf", b"cICP"):
        yield f"{kind.decode().lower()}-empty", tiny_png(png_chunk(kind, b""))
        yield f"{kind.decode().lower()}-zeroes", tiny_png(png_chunk(kind, bytes(32)))
        yield f"{kind.decode().lower()}-noise", tiny_png(png_chunk(kind, chance.randbytes(61)))
    for frames in (0, 1, 2, 2**31, 2**32 - 1):
        yield f"frames-{frames}", tiny_png(png_chunk(b"acTL", struct.pack(">II", frames, 0)))
    for name, geometry in (
        ("outside", (2, 2, 2, 2)),
        ("enormous", (2**31 - 1, 2**31 - 1, 0, 0)),
        ("nothing", (0, 0, 0, 0)),
        ("negative", (3, 2, 2**32 - 1, 2**32 - 1)),
    ):
        frame_control = struct.pack(">IIIIIHHBB", 0, *geometry, 0, 0, 9, 9)
        second_frame = (png_chunk(b"fcTL", b"\0\0\0\1" + frame_control[4:]), png_chunk(b"fdAT", b"\0\0\0\2" + _ROWS))
        yield (
            f"frame-{name}",
            tiny_png(
                png_chunk(b"acTL", struct.pack(">II", 2, 0)), png_chunk(b"fcTL", frame_control), after=second_frame
            ),
        )
