"""The one transparent colour of a PNG, in every depth."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from facetry.imaging.decode import configure_libraries, load_picture, open_picture
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging.stored_frames import PNG_SIGNATURE, png_chunk

MANY = 1_000_000


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def png(depth: int, kind: int, width: int, row: bytes, key: bytes) -> bytes:
    """One row of samples."""
    header = struct.pack(">2I5B", width, 1, depth, kind, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"tRNS", key), (b"IDAT", zlib.compress(b"\0" + row)), (b"IEND", b""))
    return PNG_SIGNATURE + b"".join(png_chunk(name, body) for name, body in chunks)


def alpha_of(data: bytes) -> list[int]:
    with open_picture(data, "PNG", MANY) as image:
        loaded = list(load_picture(image, data, "PNG").convert("RGBA").getchannel("A").tobytes())
    out, *_ = render(data, "PNG", RenderOptions(format="WEBP", strip=True), MANY, MANY)
    with Image.open(io.BytesIO(out)) as rendition:
        assert list(rendition.convert("RGBA").getchannel("A").tobytes()) == loaded
    return loaded


@pytest.mark.parametrize("depth", [1, 2, 4, 8])
@pytest.mark.parametrize("high_bits", [0, 0x5500])
def test_one_shade_of_grey_is_transparent(depth: int, high_bits: int) -> None:
    width = 8 // depth
    for shade in range(0, 1 << depth, 17 if depth == 8 else 1):
        samples = [(number + shade) % (1 << depth) for number in range(width)]
        row = sum(sample << 8 - depth * (at + 1) for at, sample in enumerate(samples))
        key = struct.pack(">H", shade | high_bits)
        expected = [0 if sample == shade else 255 for sample in samples]
        assert alpha_of(png(depth, 0, width, bytes((row,)), key)) == expected


def test_one_colour_is_transparent() -> None:
    colours = [(18, 86, 154), (19, 86, 154), (18, 87, 154), (18, 86, 155)]
    row = b"".join(bytes(colour) for colour in colours)
    for high in (0, 0x7700):
        key = struct.pack(">3H", *(sample | high for sample in colours[0]))
        assert alpha_of(png(8, 2, 4, row, key)) == [0, 255, 255, 255]


def test_one_colour_of_16_bits_is_transparent_and_no_similar_one() -> None:
    colours = [(0x1234, 0x5678, 0x9ABC), (0x1235, 0x5678, 0x9ABC), (0x1234, 0x5600, 0x9ABC), (0x1334, 0x5678, 0x9ABC)]
    row = b"".join(struct.pack(">3H", *colour) for colour in colours)
    assert alpha_of(png(16, 2, 4, row, struct.pack(">3H", *colours[0]))) == [0, 255, 255, 255]
