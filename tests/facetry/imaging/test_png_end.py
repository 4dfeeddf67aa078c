"""PNG files with something broken behind the pixels of their picture, which is read all the same."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from facetry.imaging.decode import RefusedError, configure_libraries, decode
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from facetry.imaging.stripping.png import up_to_pixels
from tests.support.imaging import pictures
from tests.support.imaging.stored_frames import png_chunk

MANY = 1_000_000
END = png_chunk(b"IEND", b"")
TEXT = png_chunk(b"tEXt", b"key\0" + b"x" * 40)


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def png() -> bytes:
    target = io.BytesIO()
    pictures.pattern(83, 61, 3).save(target, "PNG")
    assert target.getvalue().endswith(END)
    return target.getvalue()


def unfinished(kind: bytes) -> bytes:
    return struct.pack(">I", 30_000) + kind + b"x" * 60


@pytest.mark.parametrize(
    "end",
    [
        *((TEXT + END)[:size] for size in range(0, len(TEXT + END), 3)),
        *(unfinished(kind) for kind in (b"IDAT", b"fdAT", b"tEXt", b"IEND", b"yzzz")),
        b"no chunk at all, but some other text",
        png_chunk(b"fcTL", bytes(26)) + png_chunk(b"fdAT", bytes(9)) + END,
        png_chunk(b"acTL", struct.pack(">2I", 2, 0)) + END,
    ],
)
def test_a_picture_is_read_whatever_follows_its_pixels(end: bytes) -> None:
    data = png()
    cut = data[: -len(END)] + end
    assert decode(cut, "PNG", MANY).pixel_hash == decode(data, "PNG", MANY).pixel_hash


def test_an_animation_without_the_data_of_its_frames_is_its_picture() -> None:
    data = png()
    control = png_chunk(b"acTL", struct.pack(">2I", 2, 0))
    broken = data[:33] + control + data[33 : -len(END)] + png_chunk(b"fdAT", bytes(9)) + END
    assert decode(broken, "PNG", MANY).pixel_hash == decode(data, "PNG", MANY).pixel_hash
    stripped, *_ = render(broken, "PNG", RenderOptions(strip=True), MANY, MANY)
    with Image.open(io.BytesIO(stripped)) as image:
        image.load()
    assert stripped == data


def test_a_picture_that_lacks_pixels_stays_refused() -> None:
    data = png()
    start = data.index(b"IDAT") + 4
    pixels = data[start : -len(END) - 4]
    half = png_chunk(b"IDAT", pixels[: len(pixels) // 2])
    for end in (b"", TEXT + END, unfinished(b"IDAT"), unfinished(b"tEXt")):
        with pytest.raises(RefusedError):
            decode(data[: start - 8] + half + end, "PNG", MANY)
    for size in (20, 100, 1_000):
        with pytest.raises(RefusedError):
            decode(data[: -len(END) - size], "PNG", MANY)


def test_a_usual_file_is_not_copied() -> None:
    data = png()
    assert up_to_pixels(data) is data
    assert up_to_pixels(data[: -len(END)]) == data[: -len(END)]
