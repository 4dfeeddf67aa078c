"""Colour profiles with wrong tag tables, and data that is no profile."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import box, single_picture
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.healthy import sound_profile
from tests.hostile_pictures.parts import (
    flat_jpeg,
    insert_segments,
    lossless_webp_chunk,
    png_chunk,
    repeated_zlib,
    riff,
    riff_chunk,
    segment,
    tiny_png,
    webp_canvas,
)

KIND: Final = "profiles"
_THREE_COMPONENTS: Final = b"\x01\x11\0\x02\x11\0\x03\x11\0"


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each profile in one format by turns. An invalid profile is ignored, and its picture is accepted."""
    carriers = (_jpeg, _png, _webp, _avif)
    for number, (name, data) in enumerate((*_tables(), *_tags(), *_whole_profiles(chance))):
        suffix, whole = carriers[number % 4](data)
        yield HostileFile(
            KIND, f"{name}.{suffix}", whole, MUST_BE_READABLE if data else READABLE_OR_REFUSED
        )  # AVIF has no empty profile
    for name, chunks in _segments():
        yield HostileFile(KIND, f"{name}.jpg", insert_segments(flat_jpeg(16, 8, _THREE_COMPONENTS), *chunks))


def _jpeg(data: bytes) -> tuple[str, bytes]:
    pieces = [data[start : start + 65_000] for start in range(0, len(data), 65_000)] or [b""]
    count = min(len(pieces), 255)
    marks = (segment(0xE2, b"ICC_PROFILE\0" + bytes([n + 1, count]) + pieces[n]) for n in range(count))
    return "jpg", insert_segments(flat_jpeg(16, 8, _THREE_COMPONENTS), *marks)


def _png(data: bytes) -> tuple[str, bytes]:
    return "png", tiny_png(png_chunk(b"iCCP", b"profile\0\0" + zlib.compress(data)))


def _webp(data: bytes) -> tuple[str, bytes]:
    return "webp", riff(webp_canvas(16, 16, 0x30), riff_chunk(b"ICCP", data), lossless_webp_chunk(16, 16, 8))


def _avif(data: bytes) -> tuple[str, bytes]:
    return "avif", single_picture("AVIF", extra_properties=[box(b"colr", b"prof", data)])


def _edit_profile(*edits: tuple[int, bytes]) -> bytes:
    data = bytearray(sound_profile())
    for at, value in edits:
        data[at : at + len(value)] = value
    return bytes(data)


def _tables() -> Iterator[tuple[str, bytes]]:
    for count in (0, 1, 101, 65_536, 2**31, 2**32 - 1):
        yield f"tags-{count}", _edit_profile((128, struct.pack(">I", count)))
    for name, location in (
        ("outside", (2**31, 100)),
        ("enormous", (128, 2**32 - 1)),
        ("around", (2**32 - 4, 8)),
        ("of-the-table", (128, 12)),
        ("of-nothing", (0, 0)),
    ):
        yield f"tag-{name}", _edit_profile(*((136 + 12 * n, struct.pack(">II", *location)) for n in range(8)))
    names = struct.pack(">I", 4_000) + b"".join(struct.pack(">4sII", b"desc", 128, 90) for _ in range(4_000))
    yield "tags-four-thousand-the-same", sound_profile()[:128] + names
    for name, size in (("zero", 0), ("short", 100), ("enormous", 2**32 - 1)):
        yield f"size-{name}", _edit_profile((0, struct.pack(">I", size)))
    for at, name in ((12, "class"), (16, "space"), (20, "connection"), (36, "mark")):
        for value in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"CMYK", b"\r\nA:"):
            yield f"{name}-{value.hex()}", _edit_profile((at, value))
    yield "version-255", _edit_profile((8, b"\xff\xff\xff\xff"))
    yield "intent-enormous", _edit_profile((64, b"\xff\xff\xff\xff"))


def _profile(*tags: tuple[bytes, bytes]) -> bytes:
    at = 132 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags:
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    whole = sound_profile()[4:128] + table + body
    return struct.pack(">I", len(whole) + 4) + whole


def _tags() -> Iterator[tuple[str, bytes]]:
    point = b"XYZ \0\0\0\0" + struct.pack(">3i", 63_190, 65_536, 54_061)
    colours = tuple((name, point) for name in (b"rXYZ", b"gXYZ", b"bXYZ", b"wtpt"))
    for name, curve in (
        ("of-four-billion", b"curv\0\0\0\0" + struct.pack(">I", 2**32 - 1)),
        ("of-none", b"curv\0\0\0\0\0\0\0\0"),
        ("of-a-million", b"curv\0\0\0\0" + struct.pack(">I", 1_000_000) + bytes(2_000_000)),
        ("by-formula-99", b"para\0\0\0\0\0\x63\0\0" + bytes(28)),
        ("by-zeroes", b"para\0\0\0\0\0\4\0\0" + bytes(28)),
        ("cut", b"curv"),
    ):
        yield f"curve-{name}", _profile(*colours, *((tag, curve) for tag in (b"rTRC", b"gTRC", b"bTRC")))
    for name, head in (
        ("inputs-15-grid-255", b"mft2\0\0\0\0\x0f\x0f\xff\0"),
        ("grid-one", b"mft2\0\0\0\0\3\3\1\0"),
        ("grid-none", b"mft1\0\0\0\0\3\3\0\0"),
        ("channels-none", b"mft1\0\0\0\0\0\0\x10\0"),
        ("grid-255", b"mft2\0\0\0\0\3\3\xff\0"),
    ):
        lookup = (
            head + struct.pack(">9i", 65_536, 0, 0, 0, 65_536, 0, 0, 0, 65_536) + b"\xff\xff\xff\xff" + bytes(4_000)
        )
        yield f"lookup-{name}", _profile((b"A2B0", lookup), (b"B2A0", lookup), *colours)
    steps = b"mpet\0\0\0\0\0\3\0\3" + struct.pack(">III", 2**32 - 1, 16, 2**32 - 1) + bytes(100)
    yield "steps-four-billion", _profile((b"D2B0", steps), (b"B2D0", steps), *colours)
    for name, text in (
        ("returns", b"desc\0\0\0\0\0\0\0\x20a\r\nSet-Cookie: b=c".ljust(60, b"\0")),
        ("enormous", b"desc\0\0\0\0\xff\xff\xff\xff" + b"a" * 300),
        ("megabyte", b"desc\0\0\0\0" + struct.pack(">I", 1_000_000) + b"a" * 1_000_000),
        ("of-many-languages", b"mluc\0\0\0\0" + struct.pack(">II", 2**32 - 1, 12) + b"enUS\xff\xff\xff\xff\0\0\0\x1c"),
        ("half-characters", b"mluc\0\0\0\0\0\0\0\1\0\0\0\x0cenUS\0\0\0\x07\0\0\0\x1c\xd8\0\xd8\0\xdc\0\x41"),
        ("of-no-length", b"mluc\0\0\0\0\0\0\0\1\0\0\0\0enUS\0\0\0\0\0\0\0\0"),
    ):
        yield f"name-{name}", _profile((b"desc", text), *colours)


def _whole_profiles(chance: Random) -> Iterator[tuple[str, bytes]]:
    sound = sound_profile()
    yield "empty", b""
    yield "short", sound[:100]
    yield "header-only", sound[:128]
    yield "cut", sound[: len(sound) // 2]
    yield "noise", chance.randbytes(len(sound))
    yield "noise-behind-the-header", sound[:128] + chance.randbytes(2_000)
    for number in range(12):
        flipped = bytearray(sound)
        for _ in range(6):
            flipped[chance.randrange(len(sound))] ^= 1 << chance.randrange(8)
        yield f"flipped-{number:02}", bytes(flipped)
    yield "zeroes", bytes(10_000)
    yield "of-ten-megabytes", sound + bytes(10_000_000)
    yield "page", b"<script>alert(1)</script>" * 20


def _segments() -> Iterator[tuple[str, tuple[bytes, ...]]]:
    def part(number: int, count: int, data: bytes) -> bytes:
        return segment(0xE2, b"ICC_PROFILE\0" + bytes([number, count]) + data)

    sound = sound_profile()
    yield "parts-missing", (part(1, 9, sound),)
    yield "parts-of-none", (part(1, 0, sound),)
    yield "parts-number-zero", (part(0, 1, sound),)
    yield "parts-twice", (part(1, 2, sound), part(1, 2, sound))
    yield "parts-backwards", (part(2, 2, sound[200:]), part(1, 2, sound[:200]))
    yield "parts-255-of-60000", tuple(part(n + 1, 255, sound.ljust(60_000, b"\0")) for n in range(255))
    yield "parts-without-a-number", (segment(0xE2, b"ICC_PROFILE\0"),)


def png_with_profile_bomb() -> bytes:
    """A PNG whose profile decompresses to a gigabyte."""
    return tiny_png(png_chunk(b"iCCP", b"profile\0\0" + repeated_zlib(bytes(1_000_000), 1_000)))
