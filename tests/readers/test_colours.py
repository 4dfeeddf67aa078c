"""Colours that numbers describe: a browser shows original and rendition alike."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image

from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import Format
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.readers.conftest import Still
from tests.support.imaging import avif_properties, colour_profiles
from tests.support.imaging.stored_frames import PNG_SIGNATURE, png_chunk

MANY = 1_000_000
TOLERANCE = 3
SIDE = 6
COLOURS = [
    *((shade, shade, shade) for shade in range(0, 256, 17)),
    *((220, 30, 30), (30, 220, 30), (30, 30, 220), (240, 240, 20), (255, 0, 0), (0, 255, 0), (0, 0, 255)),
    *((128, 64, 200), (200, 128, 64), (64, 200, 128), (90, 90, 160), (250, 200, 180)),
]
CHROMATICITIES = {
    "sRGB": (0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06),
    "P3": (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    "Adobe": (0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06),
    "D50": (0.3457, 0.3585, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06),
    "none": (0.0,) * 8,
}
IS_WHOLE = os.environ.get("READERS") == "whole"


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def chunk_of_gamma(gamma: int) -> bytes:
    return png_chunk(b"gAMA", struct.pack(">I", gamma))


def chunk_of_primaries(name: str) -> bytes:
    return png_chunk(b"cHRM", struct.pack(">8I", *(round(100_000 * value) for value in CHROMATICITIES[name])))


def chunk_of_code_points(primaries: int, transfer: int, is_full: int = 1) -> bytes:
    return png_chunk(b"cICP", bytes((primaries, transfer, 0, is_full)))


def chunk_of_profile() -> bytes:
    return png_chunk(b"iCCP", b"wide\0\0" + zlib.compress(colour_profiles.wide_gamut()))


def png(chunks: bytes, *, is_grey: bool = False) -> bytes:
    """A patch for each colour, side by side."""
    patches = [bytes(colour[:1] if is_grey else colour) * SIDE for colour in COLOURS]
    row = b"\0" + b"".join(patches)
    header = struct.pack(">2I5B", SIDE * len(COLOURS), SIDE, 8, 0 if is_grey else 2, 0, 0, 0)
    data = png_chunk(b"IDAT", zlib.compress(row * SIDE))
    return PNG_SIGNATURE + png_chunk(b"IHDR", header) + chunks + data + png_chunk(b"IEND", b"")


def patches() -> Image.Image:
    return Image.open(io.BytesIO(png(b"")))


def chunks_by_name() -> Iterator[tuple[str, bytes]]:
    for gamma in (100_000, 55_000, 45_455, 43_000, 47_900, 22_000, 0):
        yield f"gamma {gamma}", chunk_of_gamma(gamma)
    for name in CHROMATICITIES:
        yield f"gamma and {name}", chunk_of_gamma(45_455) + chunk_of_primaries(name)
        yield f"only {name}", chunk_of_primaries(name)
    for primaries in (1, 4, 5, 6, 7, 8, 9, 11, 12, 22) if IS_WHOLE else (1, 9, 12):
        for transfer in (1, 2, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 17, 18) if IS_WHOLE else (1, 4, 8, 13, 16, 18):
            yield f"code points {primaries} {transfer}", chunk_of_code_points(primaries, transfer)
    yield "narrow", chunk_of_code_points(1, 8, 0)
    yield "a profile", chunk_of_profile()
    yield "a profile and gamma", chunk_of_profile() + chunk_of_gamma(100_000)
    yield "a profile and code points", chunk_of_profile() + chunk_of_code_points(1, 13)
    yield "sRGB and gamma", png_chunk(b"sRGB", b"\0") + chunk_of_gamma(100_000)
    yield "sRGB and code points", png_chunk(b"sRGB", b"\0") + chunk_of_code_points(12, 13)
    bright = png_chunk(b"cLLI", struct.pack(">2I", 4_000_000, 1_000_000))
    yield "a peak", chunk_of_code_points(9, 16) + bright
    display = struct.pack(">8H2I", 35_400, 14_600, 8_500, 39_850, 6_550, 2_300, 15_635, 16_450, 40_000_000, 50)
    yield "a display", chunk_of_code_points(9, 16) + png_chunk(b"mDCV", display)
    yield "a peak and a display", chunk_of_code_points(9, 16) + bright + png_chunk(b"mDCV", display)


def assert_alike(show: Still, data: bytes, source: Format, tolerance: int = TOLERANCE) -> None:
    original = show(data, f"image/{source.lower()}")
    for rendering in (
        RenderOptions(format="PNG", strip=True),
        RenderOptions(format="PNG", strip=False),
        RenderOptions(format="PNG", strip=True, width=original.width - 1),
    ):
        out, target, *_ = render(data, source, rendering, MANY, MANY)
        shown = show(out, f"image/{target.lower()}")
        limit = tolerance if rendering.width is None else 12  # patches of neighbours are near
        for number in range(len(COLOURS)):
            place = (SIDE * number + SIDE // 2 - 1, SIDE // 2)
            left, right = original.getpixel(place), shown.getpixel(place)
            assert isinstance(left, tuple)
            assert isinstance(right, tuple)
            assert max(abs(a - b) for a, b in zip(left, right, strict=True)) <= limit, (COLOURS[number], left, right)


@pytest.mark.parametrize(("name", "chunks"), list(chunks_by_name()), ids=[name for name, _ in chunks_by_name()])
def test_a_png_with_numbers_looks_like_its_renditions(shown_in_browser: Still, name: str, chunks: bytes) -> None:
    assert_alike(shown_in_browser, png(chunks), "PNG")
    if name.startswith(("gamma", "code points")) and "none" not in name:
        assert_alike(shown_in_browser, png(chunks, is_grey=True), "PNG")


@pytest.mark.parametrize("primaries", [1, 2, 9, 12])
@pytest.mark.parametrize(
    "transfer", [1, 2, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18] if IS_WHOLE else [1, 6, 8, 13, 16, 18]
)
def test_an_avif_with_numbers_looks_like_its_renditions(shown_in_browser: Still, primaries: int, transfer: int) -> None:
    data = avif_properties.with_colours(avif_properties.avif(patches()), primaries, transfer)
    assert_alike(shown_in_browser, data, "AVIF")
