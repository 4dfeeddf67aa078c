"""Animations with very many frames, with huge canvases, or with both."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.bombs import MAX_SIDE
from tests.hostile_pictures.boxes import find_box
from tests.hostile_pictures.case import (
    ANYTHING_BUT_A_CRASH,
    MUST_BE_READABLE,
    PIXELS_REFUSED,
    READABLE_OR_REFUSED,
    HostileFile,
)
from tests.hostile_pictures.healthy import sound_variants
from tests.hostile_pictures.parts import (
    PNG_END,
    animated_webp,
    flat_lzw_data,
    gif,
    gif_image,
    graphic_control,
    png,
    png_chunk,
    png_header,
    webp_frame,
    zlib_zeros,
)

KIND = "bombs-moving"
_FRAME_CONTROL: Final = struct.Struct(">IIIIIHHBB")


def cases(chance: Random) -> Iterator[HostileFile]:
    """Animations of every animated format. A scan decodes the first frame only."""
    for make in (_gif, _png, _webp, _sequences):
        for name, data, outcomes in make():
            yield HostileFile(KIND, name, data, outcomes)


def _gif() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    dot = gif_image(1, 1)
    square = flat_lzw_data(16)
    yield "gif-100000-frames.gif", gif(16, 16, (graphic_control(1, 0, 2) + dot) * 100_000), READABLE_OR_REFUSED
    yield (
        "gif-20000-frames-of-1000.gif",
        gif(1_000, 1_000, (graphic_control(1, 1, 1) + dot) * 20_000),
        ANYTHING_BUT_A_CRASH,
    )
    full = graphic_control(1, 0, 2) + gif_image(3_000, 3_000, flat_lzw_data(9_000_000))
    yield "gif-1000-full-frames-of-3000.gif", gif(3_000, 3_000, full * 1_000), ANYTHING_BUT_A_CRASH
    yield (
        f"gif-200-frames-of-{MAX_SIDE}.gif",
        gif(MAX_SIDE, MAX_SIDE, (graphic_control(1, 0, 3) + dot) * 200),
        ANYTHING_BUT_A_CRASH,
    )
    yield "gif-frames-of-65535.gif", gif(65_535, 65_535, dot * 1_000), PIXELS_REFUSED
    growing = (gif_image(n, n, flat_lzw_data(n * n)) for n in range(100, 2_000, 100))
    yield "gif-growing-frames.gif", gif(100, 100, *growing), ANYTHING_BUT_A_CRASH
    yield "gif-frames-of-another-place.gif", gif(9_000, 9_000, *_scattered_frames(square)), ANYTHING_BUT_A_CRASH


def _scattered_frames(codes: bytes) -> Iterator[bytes]:
    for n in range(500):
        yield graphic_control(1, 0, n % 4) + gif_image(4, 4, codes, left=(n * 997) % 8_990, top=(n * 631) % 8_990)


def _png() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "png-100000-frames.png", _animation(2, 1, 100_000), READABLE_OR_REFUSED
    yield "png-2000-frames-of-2000.png", _animation(2_000, 2_000, 2_000, part=(1, 1)), ANYTHING_BUT_A_CRASH
    yield f"png-50-frames-of-{MAX_SIDE}.png", _animation(MAX_SIDE, MAX_SIDE, 50, part=(1, 1)), ANYTHING_BUT_A_CRASH
    yield "png-300-full-frames-of-2500.png", _animation(2_500, 2_500, 300), ANYTHING_BUT_A_CRASH
    yield "png-says-four-billion-frames.png", _animation(2, 2, 3, announced_frames=2**32 - 1), READABLE_OR_REFUSED
    yield "png-frames-of-60000.png", _animation(60_000, 60_000, 3, part=(1, 1)), PIXELS_REFUSED


def _animation(
    width: int, height: int, frames: int, *, part: tuple[int, int] | None = None, announced_frames: int | None = None
) -> bytes:
    """An animated grey PNG: a complete first frame, then frames of the size `part`."""
    wide, high = part or (width, height)
    first, other = zlib_zeros((width + 1) * min(height, MAX_SIDE)), zlib_zeros((wide + 1) * high)
    chunks = [
        png_header(width, height),
        png_chunk(b"acTL", struct.pack(">II", frames if announced_frames is None else announced_frames, 0)),
    ]
    chunks += [png_chunk(b"fcTL", _FRAME_CONTROL.pack(0, width, height, 0, 0, 1, 10, 0, 0)), png_chunk(b"IDAT", first)]
    for number in range(1, frames):
        chunks.append(png_chunk(b"fcTL", _FRAME_CONTROL.pack(2 * number - 1, wide, high, 0, 0, 1, 10, 1, 0)))
        chunks.append(png_chunk(b"fdAT", struct.pack(">I", 2 * number) + other))
    return png(*chunks, PNG_END)


def _webp() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    dots = b"".join(webp_frame(1, 1, colour=n) for n in range(256))
    yield "webp-100000-frames.webp", animated_webp(dots * 391), READABLE_OR_REFUSED
    yield "webp-3000-frames-of-1000.webp", animated_webp(dots * 12, width=1_000, height=1_000), ANYTHING_BUT_A_CRASH
    full = b"".join(webp_frame(2_000, 2_000, colour=n) for n in range(250))
    yield "webp-1000-full-frames-of-2000.webp", animated_webp(full * 4, width=2_000, height=2_000), ANYTHING_BUT_A_CRASH
    yield (
        f"webp-250-frames-of-{MAX_SIDE}.webp",
        animated_webp(dots, width=MAX_SIDE, height=MAX_SIDE),
        ANYTHING_BUT_A_CRASH,
    )
    long = b"".join(webp_frame(16_383, 7_300, colour=n) for n in range(20))
    yield "webp-full-frames-within.webp", animated_webp(long, width=16_383, height=7_300), ANYTHING_BUT_A_CRASH
    yield "webp-frames-of-16383.webp", animated_webp(dots, width=16_383, height=16_383), PIXELS_REFUSED


def _sequences() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """AVIF sequences whose tables announce a wrong number of frames."""
    sound = sound_variants("AVIF")["moving"]
    yield "avif-sound.avif", sound, MUST_BE_READABLE
    sizes, _ = find_box(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsz")
    times, _ = find_box(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts")
    spans, _ = find_box(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsc")
    for table, at, what in (
        (sizes, 16, "sizes"),
        (times, 12, "times"),
        (sizes, 12, "bytes-each"),
        (spans, 20, "a-chunk"),
    ):
        for count in (0, 1, 3, 1_000_000, 2**31, 2**32 - 1):
            edited = sound[: table + at] + struct.pack(">I", count) + sound[table + at + 4 :]
            if edited != sound:
                yield f"avif-{count}-{what}.avif", edited, READABLE_OR_REFUSED
