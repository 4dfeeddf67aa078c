"""WEBP files whose chunks, canvases and frames contradict each other."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from random import Random

from tests.hostile_pictures.case import DAMAGED, PIXELS, REFUSED, SOUND, Hostile
from tests.hostile_pictures.healthy import kinds
from tests.hostile_pictures.parts import canvas, lossless, moving, piece, riff, still, u24

KIND = "headers-webp"
_PICTURE = lossless(16, 16, 9)


def cases(chance: Random) -> Iterator[Hostile]:
    """Every edit, each one fault only."""
    for name, data, outcomes in _announcements():
        yield Hostile(KIND, f"{name}.webp", data, outcomes)
    for name, data in (*_chunks(chance), *_frames(), *_streams(chance)):
        yield Hostile(KIND, f"{name}.webp", data)


def _announcements() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "sound", riff(_PICTURE), SOUND
    yield "sound-moving", moving(still(16, 16, colour=3), still(4, 4, left=2, top=6, colour=4)), SOUND
    for width, height in ((16_384, 16_384), (2**24, 2**24), (2**24, 1), (1, 2**24), (2**24, 256)):
        outcomes = PIXELS if width * height > 2**27 else DAMAGED
        yield f"canvas-{width}-by-{height}", riff(canvas(width, height), _PICTURE), outcomes
        animation = moving(still(16, 16), width=width, height=height)
        yield f"moving-canvas-{width}-by-{height}", animation, outcomes
    yield "lossless-16384-squared", riff(lossless(16_384, 16_384)), PIXELS
    yield "canvas-smaller-than-picture", riff(canvas(8, 8), _PICTURE), DAMAGED
    for size in (0, 4, 11, 2**31, 2**32 - 1):
        yield f"size-{size}", riff(_PICTURE, size=size), DAMAGED
    yield "nothing", riff(), REFUSED
    yield "canvas-only", riff(canvas(16, 16)), REFUSED


def _chunks(chance: Random) -> Iterator[tuple[str, bytes]]:
    for flags in (0x01, 0x20, 0x08, 0x04, 0x02, 0x3E, 0xFF):
        yield f"flags-{flags:02x}-without-chunks", riff(canvas(16, 16, flags), _PICTURE)
    for length in (0, 3, 2**24, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - 2):
        yield f"length-{length:08x}", riff(piece(b"VP8L", _PICTURE[8:], length=length))
        yield f"exif-length-{length:08x}", riff(canvas(16, 16, 0x18), _PICTURE, piece(b"EXIF", b"II*\0", length=length))
    yield "canvas-twice", riff(canvas(16, 16), canvas(16_000, 16_000), _PICTURE)
    yield "picture-twice", riff(canvas(16, 16), _PICTURE, _PICTURE)
    yield "canvas-last", riff(_PICTURE, canvas(16, 16))
    yield "transparency-alone", riff(canvas(16, 16), piece(b"ALPH", b"\0" * 20))
    yield "transparency-of-lossless", riff(canvas(16, 16), piece(b"ALPH", b"\0" * 256), _PICTURE)
    yield "transparency-noise", _with_alpha(chance.randbytes(300))
    for head in (0x00, 0x01, 0x1D, 0x3F, 0xFF):
        yield f"transparency-method-{head:02x}", _with_alpha(bytes([head]) + chance.randbytes(200))
    yield "profile-empty", riff(canvas(16, 16, 0x30), piece(b"ICCP", b""), _PICTURE)
    yield "profiles-many", riff(canvas(16, 16, 0x30), *(piece(b"ICCP", b"x" * n) for n in range(200)), _PICTURE)
    yield "unknown-thirty-thousand", riff(canvas(16, 16), *(piece(b"ABCD", b"") for _ in range(30_000)), _PICTURE)
    yield "inner-riff", riff(riff(riff(_PICTURE)))
    yield "canvas-short", riff(piece(b"VP8X", b"\x10\0\0\0"), _PICTURE)


def _with_alpha(alpha: bytes) -> bytes:
    lossy = kinds("WEBP")["lossy"]
    return riff(canvas(96, 72), piece(b"ALPH", alpha), lossy[12:])


def _frames() -> Iterator[tuple[str, bytes]]:
    yield "moving-without-frames", moving()
    yield "moving-without-loops", riff(canvas(16, 16, 0x12), still(16, 16))
    yield "moving-empty-frame", moving(piece(b"ANMF", b""))
    yield "moving-frame-without-picture", moving(piece(b"ANMF", u24(0) * 2 + u24(15) * 2 + u24(40) + b"\0"))
    yield "moving-frame-outside", moving(still(16, 16, left=8, top=8))
    yield "moving-frame-far-outside", moving(still(16, 16, left=2**24, top=2**24))
    yield "moving-frame-larger", moving(still(4_000, 4_000))
    yield "moving-frame-lies", moving(piece(b"ANMF", u24(0) * 2 + u24(7) * 2 + u24(40) + b"\0" + _PICTURE))
    yield "moving-frame-in-frame", moving(piece(b"ANMF", u24(0) * 2 + u24(15) * 2 + u24(40) + b"\0" + still(16, 16)))
    yield "moving-forever", moving(still(16, 16, duration=2**24 - 1), still(16, 16, colour=1, duration=2**24 - 1))
    yield "moving-no-time", moving(*(still(16, 16, colour=n, duration=0) for n in range(50)))
    yield "moving-flags", moving(still(16, 16, flags=0xFF), still(16, 16, flags=0x03), loops=65_535)


def _streams(chance: Random) -> Iterator[tuple[str, bytes]]:
    lossy = bytearray(kinds("WEBP")["lossy"])
    for name, at, value in (
        ("not-a-key-frame", 20, b"\x01"),
        ("profile-7", 20, b"\x0e"),
        ("partition-enormous", 20, b"\xf0\xff\xff"),
        ("start-code-wrong", 23, b"\0\0\0"),
        ("no-width", 26, b"\0\0"),
        ("scaled", 26, b"\x60\xc0\x48\xc0"),
        ("16383-squared", 26, b"\xff\x3f\xff\x3f"),
    ):
        edited = lossy[:]
        edited[at : at + len(value)] = value
        yield f"lossy-{name}", bytes(edited)
    head = struct.pack("<BI", 0x2F, 63 | 63 << 14)
    yield "lossless-noise", riff(piece(b"VP8L", head + chance.randbytes(2_000)))
    yield "lossless-ones", riff(piece(b"VP8L", head + b"\xff" * 2_000))
    yield "lossless-zeroes", riff(piece(b"VP8L", head + bytes(2_000)))
    yield "lossless-version-7", riff(piece(b"VP8L", struct.pack("<BI", 0x2F, 63 | 63 << 14 | 7 << 29) + bytes(99)))
    yield "lossless-head-only", riff(piece(b"VP8L", head))
    for transform in range(4):
        bits = (1 | transform << 1 | 1 << 3) | chance.getrandbits(900) << 4
        yield f"lossless-transform-{transform}", riff(piece(b"VP8L", head + bits.to_bytes(120, "little")))
    cache = (0 | 1 << 1 | 15 << 2) | chance.getrandbits(900) << 6
    yield "lossless-cache-of-15-bits", riff(piece(b"VP8L", head + cache.to_bytes(120, "little")))
