"""Animations of very many frames, of enormous canvases, and of both."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.bombs import WITHIN
from tests.hostile_pictures.boxes import place_of
from tests.hostile_pictures.case import DAMAGED, ENDLESS, PIXELS, SOUND, Hostile
from tests.hostile_pictures.healthy import kinds
from tests.hostile_pictures.parts import END, chunk, control, flat_codes, gif, header, moving, png, shown, still, zeros

KIND = "bombs-moving"
_PLACE: Final = struct.Struct(">IIIIIHHBB")


def cases(chance: Random) -> Iterator[Hostile]:
    """Animations of every format that moves. A scan looks at the first frame only."""
    for make in (_gif, _png, _webp, _sequences):
        for name, data, outcomes in make():
            yield Hostile(KIND, name, data, outcomes)


def _gif() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    dot = shown(1, 1)
    square = flat_codes(16)
    yield "gif-100000-frames.gif", gif(16, 16, (control(1, 0, 2) + dot) * 100_000), DAMAGED
    yield "gif-20000-frames-of-1000.gif", gif(1_000, 1_000, (control(1, 1, 1) + dot) * 20_000), ENDLESS
    full = control(1, 0, 2) + shown(3_000, 3_000, flat_codes(9_000_000))
    yield "gif-1000-full-frames-of-3000.gif", gif(3_000, 3_000, full * 1_000), ENDLESS
    yield f"gif-200-frames-of-{WITHIN}.gif", gif(WITHIN, WITHIN, (control(1, 0, 3) + dot) * 200), ENDLESS
    yield "gif-frames-of-65535.gif", gif(65_535, 65_535, dot * 1_000), PIXELS
    growing = (shown(n, n, flat_codes(n * n)) for n in range(100, 2_000, 100))
    yield "gif-growing-frames.gif", gif(100, 100, *growing), ENDLESS
    yield "gif-frames-of-another-place.gif", gif(9_000, 9_000, *_scattered(square)), ENDLESS


def _scattered(codes: bytes) -> Iterator[bytes]:
    for n in range(500):
        yield control(1, 0, n % 4) + shown(4, 4, codes, left=(n * 997) % 8_990, top=(n * 631) % 8_990)


def _png() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    yield "png-100000-frames.png", _animation(2, 1, 100_000), DAMAGED
    yield "png-2000-frames-of-2000.png", _animation(2_000, 2_000, 2_000, part=(1, 1)), ENDLESS
    yield f"png-50-frames-of-{WITHIN}.png", _animation(WITHIN, WITHIN, 50, part=(1, 1)), ENDLESS
    yield "png-300-full-frames-of-2500.png", _animation(2_500, 2_500, 300), ENDLESS
    yield "png-says-four-billion-frames.png", _animation(2, 2, 3, told=2**32 - 1), DAMAGED
    yield "png-frames-of-60000.png", _animation(60_000, 60_000, 3, part=(1, 1)), PIXELS


def _animation(
    width: int, height: int, frames: int, *, part: tuple[int, int] | None = None, told: int | None = None
) -> bytes:
    """An animated PNG in grey, of a first frame in full and others that change `part` of it."""
    wide, high = part or (width, height)
    first, other = zeros((width + 1) * min(height, WITHIN)), zeros((wide + 1) * high)
    chunks = [header(width, height), chunk(b"acTL", struct.pack(">II", frames if told is None else told, 0))]
    chunks += [chunk(b"fcTL", _PLACE.pack(0, width, height, 0, 0, 1, 10, 0, 0)), chunk(b"IDAT", first)]
    for number in range(1, frames):
        chunks.append(chunk(b"fcTL", _PLACE.pack(2 * number - 1, wide, high, 0, 0, 1, 10, 1, 0)))
        chunks.append(chunk(b"fdAT", struct.pack(">I", 2 * number) + other))
    return png(*chunks, END)


def _webp() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    dots = b"".join(still(1, 1, colour=n) for n in range(256))
    yield "webp-100000-frames.webp", moving(dots * 391), DAMAGED
    yield "webp-3000-frames-of-1000.webp", moving(dots * 12, width=1_000, height=1_000), ENDLESS
    full = b"".join(still(2_000, 2_000, colour=n) for n in range(250))
    yield "webp-1000-full-frames-of-2000.webp", moving(full * 4, width=2_000, height=2_000), ENDLESS
    yield f"webp-250-frames-of-{WITHIN}.webp", moving(dots, width=WITHIN, height=WITHIN), ENDLESS
    long = b"".join(still(16_383, 7_300, colour=n) for n in range(20))
    yield "webp-full-frames-within.webp", moving(long, width=16_383, height=7_300), ENDLESS
    yield "webp-frames-of-16383.webp", moving(dots, width=16_383, height=16_383), PIXELS


def _sequences() -> Iterator[tuple[str, bytes, frozenset[str]]]:
    """AVIF sequences whose tables announce other numbers of frames than there are."""
    sound = kinds("AVIF")["moving"]
    yield "avif-sound.avif", sound, SOUND
    sizes, _ = place_of(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsz")
    times, _ = place_of(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts")
    spans, _ = place_of(sound, b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsc")
    for table, at, what in (
        (sizes, 16, "sizes"),
        (times, 12, "times"),
        (sizes, 12, "bytes-each"),
        (spans, 20, "a-chunk"),
    ):
        for count in (0, 1, 3, 1_000_000, 2**31, 2**32 - 1):
            edited = sound[: table + at] + struct.pack(">I", count) + sound[table + at + 4 :]
            if edited != sound:
                yield f"avif-{count}-{what}.avif", edited, DAMAGED
