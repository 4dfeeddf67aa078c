"""Colours that a file describes in numbers: converted as a browser shows them."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from facetry.imaging.colours.conversion import Colours, colours_of, is_srgb, mark_of_colours
from facetry.imaging.colours.numbers import numbers_of
from facetry.imaging.colours.standards import PRIMARIES, TRANSFERS, Chromaticities, apply
from facetry.imaging.decode import configure_libraries, decode
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging import avif_properties, colour_profiles
from tests.support.imaging.stored_frames import PNG_SIGNATURE, png_chunk

MANY = 1_000_000
COLOURS = [(17, 17, 17), (68, 68, 68), (136, 136, 136), (204, 204, 204), (220, 30, 30), (240, 240, 20), (128, 64, 200)]
CHROMATICITIES = {
    "P3": (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),
    "Adobe": (0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06),
    "D50": (0.3457, 0.3585, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06),
}


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def gamma(value: int) -> bytes:
    return png_chunk(b"gAMA", struct.pack(">I", value))


def primaries(name: str) -> bytes:
    return png_chunk(b"cHRM", struct.pack(">8I", *(round(100_000 * value) for value in CHROMATICITIES[name])))


def code_points(number: int, transfer: int) -> bytes:
    return png_chunk(b"cICP", bytes((number, transfer, 0, 1)))


def peak(luminance: int) -> bytes:
    return png_chunk(b"cLLI", struct.pack(">2I", luminance * 10_000, 1))


def display(luminance: int) -> bytes:
    return png_chunk(b"mDCV", bytes(16) + struct.pack(">2I", luminance * 10_000, 1))


def png(chunks: bytes, colours: list[tuple[int, int, int]] = COLOURS) -> bytes:
    header = struct.pack(">2I5B", len(colours), 1, 8, 2, 0, 0, 0)
    data = png_chunk(b"IDAT", zlib.compress(b"\0" + b"".join(map(bytes, colours))))
    return PNG_SIGNATURE + png_chunk(b"IHDR", header) + chunks + data + png_chunk(b"IEND", b"")


def grey_png(chunks: bytes) -> bytes:
    header = struct.pack(">2I5B", 3, 1, 8, 0, 0, 0, 0)
    data = png_chunk(b"IDAT", zlib.compress(b"\0" + bytes((17, 136, 204))))
    return PNG_SIGNATURE + png_chunk(b"IHDR", header) + chunks + data + png_chunk(b"IEND", b"")


def converted(data: bytes) -> list[tuple[int, ...]]:
    lossless, *_ = render(data, "PNG", RenderOptions(format="GIF", strip=True), MANY, MANY)
    picture = Image.open(io.BytesIO(lossless)).convert("RGB")
    return [pixel for x in range(picture.width) if isinstance(pixel := picture.getpixel((x, 0)), tuple)]


AS_SHOWN = [
    (
        gamma(100_000),
        [
            (73, 73, 73),
            (141, 141, 141),
            (193, 193, 193),
            (231, 231, 231),
            (239, 96, 96),
            (248, 248, 79),
            (188, 137, 229),
        ],
    ),
    (
        gamma(45_455) + primaries("P3"),
        [(9, 9, 9), (66, 66, 66), (137, 137, 137), (205, 205, 205), (241, 0, 0), (240, 240, 0), (139, 57, 209)],
    ),
    (
        gamma(45_455) + primaries("Adobe"),
        [(9, 9, 9), (66, 66, 66), (137, 137, 137), (205, 205, 205), (255, 24, 24), (240, 240, 0), (146, 62, 205)],
    ),
    (
        code_points(1, 1),
        [(5, 5, 5), (58, 58, 58), (129, 129, 129), (201, 201, 201), (218, 18, 18), (239, 239, 7), (121, 54, 197)],
    ),
    (
        code_points(1, 5),
        [(2, 2, 2), (44, 44, 44), (115, 115, 115), (193, 193, 193), (212, 8, 8), (237, 237, 3), (106, 40, 189)],
    ),
    (
        code_points(9, 13),
        [(17, 17, 17), (68, 68, 68), (136, 136, 136), (204, 204, 204), (255, 0, 1), (247, 241, 0), (146, 45, 209)],
    ),
    (
        code_points(12, 8),
        [
            (73, 73, 73),
            (141, 141, 141),
            (193, 193, 193),
            (231, 231, 231),
            (255, 83, 90),
            (248, 248, 0),
            (197, 135, 235),
        ],
    ),
    (
        code_points(1, 16),
        [(1, 1, 1), (34, 34, 34), (153, 153, 153), (255, 255, 255), (255, 1, 1), (255, 255, 0), (79, 14, 255)],
    ),
    (
        code_points(9, 16),
        [(1, 1, 1), (34, 34, 34), (153, 153, 153), (255, 255, 255), (255, 0, 0), (255, 255, 0), (57, 0, 255)],
    ),
    (
        code_points(12, 18),
        [(3, 3, 3), (46, 46, 46), (107, 107, 107), (207, 207, 207), (244, 0, 0), (243, 243, 0), (104, 44, 184)],
    ),
    (
        code_points(9, 16) + peak(400),
        [(1, 1, 1), (44, 44, 44), (187, 187, 187), (255, 255, 255), (255, 0, 0), (255, 255, 0), (57, 0, 255)],
    ),
    (
        code_points(9, 16) + display(4_000),
        [(1, 1, 1), (34, 34, 34), (153, 153, 153), (235, 235, 235), (255, 0, 0), (255, 255, 0), (51, 0, 243)],
    ),
    (
        code_points(1, 7),
        [(35, 35, 35), (85, 85, 85), (148, 148, 148), (210, 210, 210), (224, 48, 48), (242, 242, 38), (141, 81, 206)],
    ),
    (
        code_points(1, 17),
        [(3, 3, 3), (53, 53, 53), (127, 127, 127), (205, 205, 205), (224, 13, 13), (247, 247, 5), (118, 48, 200)],
    ),
    (
        gamma(45_455) + primaries("D50"),
        [(9, 9, 9), (66, 66, 66), (137, 137, 137), (205, 205, 205), (231, 30, 34), (242, 241, 54), (132, 61, 198)],
    ),
    (
        code_points(4, 8),
        [
            (73, 73, 73),
            (141, 141, 141),
            (193, 193, 193),
            (231, 231, 231),
            (255, 89, 88),
            (255, 241, 35),
            (200, 145, 233),
        ],
    ),
    (
        code_points(22, 8),
        [
            (73, 73, 73),
            (141, 141, 141),
            (193, 193, 193),
            (231, 231, 231),
            (241, 102, 96),
            (248, 245, 78),
            (189, 143, 229),
        ],
    ),
]
"""What Chromium 156 shows of `COLOURS`."""


@pytest.mark.parametrize(("chunks", "shown"), AS_SHOWN)
def test_numbers_are_applied_as_a_browser_applies_them(chunks: bytes, shown: list[tuple[int, int, int]]) -> None:
    found = converted(png(chunks))
    assert (
        max(abs(a - b) for left, right in zip(found, shown, strict=True) for a, b in zip(left, right, strict=True)) <= 2
    )


@pytest.mark.parametrize(
    "chunks",
    [
        b"",
        gamma(0),
        gamma(45_455),
        gamma(43_300),
        gamma(47_600),
        primaries("P3"),
        code_points(1, 2),
        code_points(2, 13),
        code_points(1, 9),
        code_points(10, 13),
        png_chunk(b"cICP", bytes((1, 8, 1, 1))),
        png_chunk(b"cICP", bytes((1, 8, 0, 0))),
        png_chunk(b"cICP", bytes((1, 8, 0))),
        png_chunk(b"sRGB", b"\0") + gamma(100_000),
        gamma(100_000) + png_chunk(b"cHRM", bytes(32)),
        gamma(100_000) + png_chunk(b"cHRM", struct.pack(">8I", 31_270, 32_900, *(30_000, 30_000) * 3)),
    ],
)
def test_numbers_that_say_nothing_change_nothing(chunks: bytes) -> None:
    assert converted(png(chunks)) == COLOURS
    assert numbers_of(png(chunks), "PNG", has_profile=False) is None


def test_the_first_chunk_before_the_pixels_counts() -> None:
    twice = png(gamma(100_000) + gamma(22_000))
    assert converted(twice) == converted(png(gamma(100_000)))
    late = png(b"")
    assert converted(late[:-12] + gamma(100_000) + late[-12:]) == COLOURS


def test_a_profile_counts_before_gamma_and_after_code_points() -> None:
    profile = png_chunk(b"iCCP", b"wide\0\0" + zlib.compress(colour_profiles.wide_gamut()))
    assert converted(png(profile + gamma(100_000))) == converted(png(profile)) != COLOURS
    assert converted(png(profile + code_points(12, 8))) == converted(png(code_points(12, 8)))


def test_grey_stays_grey() -> None:
    for chunks, shown in ((gamma(100_000), (73, 193, 231)), (code_points(1, 16), (1, 153, 255))):
        jpeg, *_ = render(grey_png(chunks), "PNG", RenderOptions(format="JPEG", strip=True, quality=100), MANY, MANY)
        picture = Image.open(io.BytesIO(jpeg))
        assert picture.mode == "L"
        assert max(abs(a - b) for a, b in zip(picture.tobytes(), shown, strict=True)) <= 3


def test_alpha_stays() -> None:
    header = struct.pack(">2I5B", 1, 1, 8, 6, 0, 0, 0)
    data = png_chunk(b"IDAT", zlib.compress(b"\0" + bytes((204, 204, 204, 77))))
    for chunks, shade in ((gamma(100_000), 231), (code_points(1, 16), 255)):
        file = PNG_SIGNATURE + png_chunk(b"IHDR", header) + chunks + data + png_chunk(b"IEND", b"")
        out, *_ = render(file, "PNG", RenderOptions(format="WEBP", strip=True, quality=100), MANY, MANY)
        pixel = Image.open(io.BytesIO(out)).convert("RGBA").getpixel((0, 0))
        assert isinstance(pixel, tuple)
        assert pixel[3] == 77
        assert abs(pixel[0] - shade) <= 3


def test_an_unstripped_rendition_has_a_profile_with_the_same_effect() -> None:
    for chunks in (gamma(100_000), code_points(12, 8), code_points(9, 4)):
        out, *_ = render(png(chunks), "PNG", RenderOptions(format="PNG", strip=False), MANY, MANY)
        kept = Image.open(io.BytesIO(out))
        assert [kept.convert("RGB").getpixel((x, 0)) for x in range(kept.width)] == COLOURS
        assert converted(out) == converted(png(chunks))
    bright, *_ = render(png(code_points(9, 16)), "PNG", RenderOptions(format="PNG", strip=False), MANY, MANY)
    assert "icc_profile" not in Image.open(io.BytesIO(bright)).info
    assert converted(bright) == converted(png(code_points(9, 16)))


@pytest.mark.parametrize("transfer", [1, 2, 6, 13, 14, 15])
def test_the_transfers_of_video_are_srgb_in_an_avif(transfer: int) -> None:
    plain = avif_properties.avif(Image.new("RGB", (16, 16), (220, 30, 30)))
    assert numbers_of(avif_properties.with_colours(plain, 1, transfer), "AVIF", has_profile=False) is None
    wide = avif_properties.with_colours(plain, 12, transfer)
    found = numbers_of(wide, "AVIF", has_profile=False)
    assert found is not None
    assert (found.chromaticities, found.transfer) == (PRIMARIES[12], TRANSFERS[13])
    assert numbers_of(wide, "AVIF", has_profile=True) is None
    out, *_ = render(wide, "AVIF", RenderOptions(format="PNG", strip=True), MANY, MANY)
    pixel = Image.open(io.BytesIO(out)).convert("RGB").getpixel((8, 8))
    assert isinstance(pixel, tuple)
    assert max(abs(a - b) for a, b in zip(pixel, (241, 0, 0), strict=True)) <= 3


def test_the_peak_of_an_avif_is_that_of_its_property() -> None:
    plain = avif_properties.with_colours(avif_properties.avif(Image.new("RGB", (16, 16))), 9, 16)
    found = numbers_of(plain, "AVIF", has_profile=False)
    assert found is not None
    assert found.peak is None
    bright = numbers_of(
        avif_properties.with_property(plain, b"clli", struct.pack(">2H", 400, 100)), "AVIF", has_profile=False
    )
    assert bright is not None
    assert bright.peak == 400
    assert numbers_of(plain[:40], "AVIF", has_profile=False) is None
    assert numbers_of(b"", "JPEG", has_profile=False) is None


def test_pictures_of_other_colours_are_not_the_same() -> None:
    hashes = [decode(png(chunks), "PNG", MANY).pixel_hash for chunks in (b"", gamma(100_000), gamma(22_000))]
    hashes += [decode(png(code_points(9, transfer)), "PNG", MANY).pixel_hash for transfer in (13, 16, 18)]
    assert len(set(hashes)) == len(hashes)
    assert decode(png(gamma(45_455)), "PNG", MANY).pixel_hash == hashes[0]
    profile = png_chunk(b"iCCP", b"wide\0\0" + zlib.compress(colour_profiles.wide_gamut()))
    assert decode(png(profile), "PNG", MANY).pixel_hash not in hashes


def test_the_mark_of_colours_is_that_of_their_effect() -> None:
    image = Image.new("RGB", (1, 1))
    linear, again = (colours_of(image, png(chunks), "PNG") for chunks in (gamma(100_000), code_points(1, 8)))
    assert mark_of_colours("RGB", linear) == mark_of_colours("RGB", again) != b""
    assert mark_of_colours("RGB", Colours()) == b""
    assert mark_of_colours("CMYK", Colours()) == b""
    assert mark_of_colours("CMYK", Colours(colour_profiles.purple_ink())) != b""
    assert not is_srgb("RGB", linear)


def test_white_stays_white() -> None:
    for found in PRIMARIES.values():
        assert found.are_sound
        white = apply(found.to_xyz(), (1.0, 1.0, 1.0))
        assert max(abs(a - b) for a, b in zip(white, (0.9642, 1.0, 0.8249), strict=True)) < 1e-3
    assert not Chromaticities((0.3, 0.3), (0.64, 0.33), (0.3, 0.0), (0.15, 0.06)).are_sound
