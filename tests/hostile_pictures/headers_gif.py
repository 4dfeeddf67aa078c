"""GIF files whose canvas, frames, palettes, codes and extensions contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.hostile_pictures.case import (
    MUST_BE_READABLE,
    MUST_BE_REFUSED,
    PIXELS_REFUSED,
    READABLE_OR_REFUSED,
    HostileFile,
)
from tests.hostile_pictures.parts import flat_lzw_data, gif, gif_blocks, gif_image, graphic_control

KIND = "headers-gif"
_FLAT = flat_lzw_data(16)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every fault, one fault a file."""
    for name, data, outcomes in _canvases():
        yield HostileFile(KIND, f"{name}.gif", data, outcomes)
    for name, data in (*_codes(chance), *_extensions(chance), *_frames()):
        yield HostileFile(KIND, f"{name}.gif", data)


def _canvases() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    image = gif_image(4, 4, _FLAT)
    yield "sound", gif(4, 4, image), MUST_BE_READABLE
    yield "canvas-nothing", gif(0, 0, image), READABLE_OR_REFUSED
    yield "canvas-no-width", gif(0, 4, image), READABLE_OR_REFUSED
    yield "canvas-smaller", gif(1, 1, image), READABLE_OR_REFUSED
    yield "canvas-enormous", gif(65_535, 65_535, image), PIXELS_REFUSED
    yield "canvas-long", gif(65_535, 1, image), READABLE_OR_REFUSED
    yield "frame-enormous", gif(4, 4, gif_image(65_535, 65_535, _FLAT)), MUST_BE_REFUSED
    yield "frame-outside", gif(4, 4, gif_image(4, 4, _FLAT, left=65_531, top=65_531)), MUST_BE_REFUSED
    yield "frame-far-right", gif(4, 4, gif_image(4, 4, _FLAT, left=60_000)), READABLE_OR_REFUSED
    yield "frame-nothing", gif(4, 4, gif_image(0, 0, _FLAT)), READABLE_OR_REFUSED
    yield "frame-no-height", gif(4, 4, gif_image(4, 0, _FLAT)), READABLE_OR_REFUSED
    yield "no-frame", gif(4, 4), MUST_BE_REFUSED
    yield "nothing-but-header", gif(4, 4)[:13], MUST_BE_REFUSED
    yield "palette-missing", gif(4, 4, image, palette=b"", flags=0), READABLE_OR_REFUSED
    yield "palette-cut", gif(4, 4, flags=0x87), MUST_BE_REFUSED


def _codes(chance: Random) -> Iterator[tuple[str, bytes]]:
    for minimum in (0, 1, 8, 9, 11, 12, 13, 32, 255):
        yield f"code-size-{minimum}", gif(4, 4, gif_image(4, 4, _FLAT, minimum=minimum))
    yield "codes-none", gif(4, 4, gif_image(4, 4, b""))
    yield "codes-only-clear", gif(4, 4, gif_image(4, 4, b"\x24\x49\x92" * 5_000))
    yield "codes-end-at-once", gif(4, 4, gif_image(4, 4, b"\x2c"))
    yield "codes-end-many-times", gif(4, 4, gif_image(4, 4, b"\x6d\xdb\xb6" * 100))
    yield "codes-beyond-the-table", gif(4, 4, gif_image(4, 4, b"\xfc" + b"\xff" * 100))
    yield "codes-first-unknown", gif(4, 4, gif_image(4, 4, b"\x3c\xff"))
    yield "codes-noise", gif(64, 64, gif_image(64, 64, chance.randbytes(3_000)))
    yield "codes-noise-wide", gif(64, 64, gif_image(64, 64, chance.randbytes(3_000), minimum=8))
    yield "codes-too-many", gif(4, 4, gif_image(4, 4, flat_lzw_data(4_000_000)))
    yield "codes-too-few", gif(400, 400, gif_image(400, 400, _FLAT))
    yield "interlaced", gif(4, 4, gif_image(4, 4, _FLAT, flags=0x40))
    yield "interlaced-one-line", gif(4, 1, gif_image(4, 1, flat_lzw_data(4), flags=0x40))
    yield "colour-outside-the-palette", gif(4, 4, gif_image(4, 4, b"\xdc\x76\x1b\x05", minimum=2))


def _extensions(chance: Random) -> Iterator[tuple[str, bytes]]:
    image = gif_image(4, 4, _FLAT)
    yield "control-short", gif(4, 4, b"!\xf9\x01\0\0", image)
    yield "control-long", gif(4, 4, b"!\xf9" + gif_blocks(bytes(1_000)), image)
    yield "control-empty", gif(4, 4, b"!\xf9\0", image)
    yield "control-ten-thousand", gif(4, 4, graphic_control(9) * 10_000, image)
    yield "transparent-outside", gif(4, 4, graphic_control(0, 255), image)
    for disposal in (4, 7):
        yield (
            f"disposal-{disposal}",
            gif(4, 4, graphic_control(0, 1, disposal), image, graphic_control(0, 1, disposal), image),
        )
    yield "loops-short", gif(4, 4, b"!\xff\x0bNETSCAPE2.0\x01\1\0", image)
    yield "loops-empty", gif(4, 4, b"!\xff\x0bNETSCAPE2.0\0", image)
    yield "application-unknown", gif(4, 4, b"!\xff\x0bFACETRY1.23" + gif_blocks(chance.randbytes(700)), image)
    yield "xmp-without-trailer", gif(4, 4, b"!\xff\x0bXMP DataXMP<x:xmpmeta", image)
    yield "xmp", gif(4, 4, b"!\xff\x0bXMP DataXMP" + b"<x/>" + bytes([1, *range(255, -1, -1), 0]), image)
    yield "profile", gif(4, 4, b"!\xff\x0bICCRGBG1012" + gif_blocks(chance.randbytes(900)), image)
    yield "text-over-the-picture", gif(4, 4, b"!\x01\x0c" + bytes(12) + gif_blocks(b"hello"), image)
    yield "extension-unknown", gif(4, 4, b"!\x77" + gif_blocks(b"what?"), image)
    yield "comment-never-ends", gif(4, 4, b"!\xfe" + b"\xff" * 100_000, image)
    yield "comments-forty-thousand", gif(4, 4, (b"!\xfe" + gif_blocks(b"no")) * 40_000, image)


def _frames() -> Iterator[tuple[str, bytes]]:
    image = gif_image(4, 4, _FLAT)
    yield "trailer-missing", gif(4, 4, image)[:-1]
    yield "trailer-a-thousand-times", gif(4, 4, image) + b";" * 1_000
    yield "noise-between", gif(4, 4, b"\x99" * 100, image)
    yield "zeroes-between", gif(4, 4, bytes(100_000), image)
    yield "second-enormous", gif(4, 4, image, gif_image(60_000, 60_000, _FLAT))
    yield "second-far-outside", gif(4, 4, image, gif_image(4, 4, _FLAT, left=65_000, top=65_000))
    yield "second-cut", gif(4, 4, image, image[:12])
    yield "growing", gif(4, 4, image, *(gif_image(4 * n, 4 * n, flat_lzw_data(16 * n * n)) for n in range(2, 30)))
    yield "local-palettes", gif(4, 4, *(image[:9] + b"\x87" + bytes(768) + image[10:] for _ in range(40)))
