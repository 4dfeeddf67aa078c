"""WEBP files whose chunks, canvases and frames contradict each other."""

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
    animated_webp,
    lossless_webp_chunk,
    riff,
    riff_chunk,
    u24,
    webp_canvas,
    webp_frame,
)

KIND = "headers-webp"
_PICTURE = lossless_webp_chunk(16, 16, 9)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every fault, one fault a file."""
    for name, data, outcomes in _announcements():
        yield HostileFile(KIND, f"{name}.webp", data, outcomes)
    for name, data in (*_chunks(chance), *_frames(), *_streams(chance)):
        yield HostileFile(KIND, f"{name}.webp", data)


def _announcements() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "sound", riff(_PICTURE), MUST_BE_READABLE
    yield (
        "sound-moving",
        animated_webp(webp_frame(16, 16, colour=3), webp_frame(4, 4, left=2, top=6, colour=4)),
        MUST_BE_READABLE,
    )
    for width, height in ((16_384, 16_384), (2**24, 2**24), (2**24, 1), (1, 2**24), (2**24, 256)):
        outcomes = PIXELS_REFUSED if width * height > 2**27 else READABLE_OR_REFUSED
        yield f"canvas-{width}-by-{height}", riff(webp_canvas(width, height), _PICTURE), outcomes
        animation = animated_webp(webp_frame(16, 16), width=width, height=height)
        yield f"moving-canvas-{width}-by-{height}", animation, outcomes
    yield "lossless-16384-squared", riff(lossless_webp_chunk(16_384, 16_384)), PIXELS_REFUSED
    yield "canvas-smaller-than-picture", riff(webp_canvas(8, 8), _PICTURE), READABLE_OR_REFUSED
    for size in (0, 4, 11, 2**31, 2**32 - 1):
        yield f"size-{size}", riff(_PICTURE, size=size), READABLE_OR_REFUSED
    yield "nothing", riff(), MUST_BE_REFUSED
    yield "canvas-only", riff(webp_canvas(16, 16)), MUST_BE_REFUSED


def _chunks(chance: Random) -> Iterator[tuple[str, bytes]]:
    for flags in (0x01, 0x20, 0x08, 0x04, 0x02, 0x3E, 0xFF):
        yield f"flags-{flags:02x}-without-chunks", riff(webp_canvas(16, 16, flags), _PICTURE)
    for length in (0, 3, 2**24, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - 2):
        yield f"length-{length:08x}", riff(riff_chunk(b"VP8L", _PICTURE[8:], length=length))
        yield (
            f"exif-length-{length:08x}",
            riff(webp_canvas(16, 16, 0x18), _PICTURE, riff_chunk(b"EXIF", b"II*\0", length=length)),
        )
    yield "canvas-twice", riff(webp_canvas(16, 16), webp_canvas(16_000, 16_000), _PICTURE)
    yield "picture-twice", riff(webp_canvas(16, 16), _PICTURE, _PICTURE)
    yield "canvas-last", riff(_PICTURE, webp_canvas(16, 16))
    yield "transparency-alone", riff(webp_canvas(16, 16), riff_chunk(b"ALPH", b"\0" * 20))
    yield "transparency-of-lossless", riff(webp_canvas(16, 16), riff_chunk(b"ALPH", b"\0" * 256), _PICTURE)
    yield "transparency-noise", _with_alpha(chance.randbytes(300))
    for head in (0x00, 0x01, 0x1D, 0x3F, 0xFF):
        yield f"transparency-method-{head:02x}", _with_alpha(bytes([head]) + chance.randbytes(200))
    yield "profile-empty", riff(webp_canvas(16, 16, 0x30), riff_chunk(b"ICCP", b""), _PICTURE)
    yield (
        "profiles-many",
        riff(webp_canvas(16, 16, 0x30), *(riff_chunk(b"ICCP", b"x" * n) for n in range(200)), _PICTURE),
    )
    yield (
        "unknown-thirty-thousand",
        riff(webp_canvas(16, 16), *(riff_chunk(b"ABCD", b"") for _ in range(30_000)), _PICTURE),
    )
    yield "inner-riff", riff(riff(riff(_PICTURE)))
    yield "canvas-short", riff(riff_chunk(b"VP8X", b"\x10\0\0\0"), _PICTURE)


def _with_alpha(alpha: bytes) -> bytes:
    lossy = sound_variants("WEBP")["lossy"]
    return riff(webp_canvas(96, 72), riff_chunk(b"ALPH", alpha), lossy[12:])


def _frames() -> Iterator[tuple[str, bytes]]:
    yield "moving-without-frames", animated_webp()
    yield "moving-without-loops", riff(webp_canvas(16, 16, 0x12), webp_frame(16, 16))
    yield "moving-empty-frame", animated_webp(riff_chunk(b"ANMF", b""))
    yield "moving-frame-without-picture", animated_webp(riff_chunk(b"ANMF", u24(0) * 2 + u24(15) * 2 + u24(40) + b"\0"))
    yield "moving-frame-outside", animated_webp(webp_frame(16, 16, left=8, top=8))
    yield "moving-frame-far-outside", animated_webp(webp_frame(16, 16, left=2**24, top=2**24))
    yield "moving-frame-larger", animated_webp(webp_frame(4_000, 4_000))
    yield "moving-frame-lies", animated_webp(riff_chunk(b"ANMF", u24(0) * 2 + u24(7) * 2 + u24(40) + b"\0" + _PICTURE))
    yield (
        "moving-frame-in-frame",
        animated_webp(riff_chunk(b"ANMF", u24(0) * 2 + u24(15) * 2 + u24(40) + b"\0" + webp_frame(16, 16))),
    )
    yield (
        "moving-forever",
        animated_webp(webp_frame(16, 16, duration=2**24 - 1), webp_frame(16, 16, colour=1, duration=2**24 - 1)),
    )
    yield "moving-no-time", animated_webp(*(webp_frame(16, 16, colour=n, duration=0) for n in range(50)))
    yield "moving-flags", animated_webp(webp_frame(16, 16, flags=0xFF), webp_frame(16, 16, flags=0x03), loops=65_535)


def _streams(chance: Random) -> Iterator[tuple[str, bytes]]:
    lossy = bytearray(sound_variants("WEBP")["lossy"])
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
    yield "lossless-noise", riff(riff_chunk(b"VP8L", head + chance.randbytes(2_000)))
    yield "lossless-ones", riff(riff_chunk(b"VP8L", head + b"\xff" * 2_000))
    yield "lossless-zeroes", riff(riff_chunk(b"VP8L", head + bytes(2_000)))
    yield "lossless-version-7", riff(riff_chunk(b"VP8L", struct.pack("<BI", 0x2F, 63 | 63 << 14 | 7 << 29) + bytes(99)))
    yield "lossless-head-only", riff(riff_chunk(b"VP8L", head))
    for transform in range(4):
        bits = (1 | transform << 1 | 1 << 3) | chance.getrandbits(900) << 4
        yield f"lossless-transform-{transform}", riff(riff_chunk(b"VP8L", head + bits.to_bytes(120, "little")))
    cache = (0 | 1 << 1 | 15 << 2) | chance.getrandbits(900) << 6
    yield "lossless-cache-of-15-bits", riff(riff_chunk(b"VP8L", head + cache.to_bytes(120, "little")))
