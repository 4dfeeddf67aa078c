"""The clean aperture of AVIF files: what is outside is not shown."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image, ImageChops

from facetry.imaging.decode import configure_libraries, decode
from facetry.imaging.item_properties import clean_aperture, properties_of
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging import avif_properties, pictures

MANY = 1_000_000
SIZE = (64, 48)
BOX = (8, 4, 48, 40)


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def cropped(box: tuple[int, int, int, int] = BOX, **options: object) -> bytes:
    left, top, right, bottom = box
    body = avif_properties.clean_aperture(right - left, bottom - top, left, top, SIZE)
    return avif_properties.with_property(avif_properties.avif(pictures.pattern(*SIZE, 2), **options), b"clap", body)


def test_record_rendition_and_placeholder_are_those_of_the_part() -> None:
    data = cropped()
    assert clean_aperture(data, SIZE) == BOX
    picture = decode(data, "AVIF", MANY)
    assert (picture.width, picture.height) == (40, 36)
    part = decode(avif_properties.avif(pictures.pattern(*SIZE, 2).crop(BOX)), "AVIF", MANY)
    assert picture.placeholder == part.placeholder
    for rendering in (RenderOptions(format="PNG"), RenderOptions(format="PNG", width=40), RenderOptions(strip=True)):
        out, _, *size = render(data, "AVIF", rendering, MANY, MANY)
        assert tuple(size) == (40, 36)
        if rendering.format == "PNG":
            difference = ImageChops.difference(
                Image.open(io.BytesIO(out)).convert("RGB"), pictures.pattern(*SIZE, 2).crop(BOX)
            )
            assert max(difference.tobytes()) < 12


def test_the_part_is_cut_before_the_picture_is_turned() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = cropped(exif=exif.tobytes())
    picture = decode(data, "AVIF", MANY)
    assert (picture.width, picture.height) == (36, 40)
    assert render(data, "AVIF", RenderOptions(format="PNG", width=18), MANY, MANY)[2:] == (18, 20)


@pytest.mark.parametrize(
    "numbers",
    [
        (0, 1, 48, 1, 0, 1, 0, 1),
        (65, 1, 48, 1, 0, 1, 0, 1),
        (63, 1, 48, 1, 0, 1, 0, 1),
        (32, 0, 48, 1, 0, 1, 0, 1),
        (32, 1, 24, 1, 99, 1, 0, 1),
        (32, 1, 24, 1, 0, 1, -99, 1),
        (65, 2, 24, 1, 0, 1, 0, 1),
    ],
)
def test_a_part_that_does_not_lie_in_the_picture_is_ignored(numbers: tuple[int, ...]) -> None:
    data = avif_properties.with_property(
        avif_properties.avif(pictures.pattern(*SIZE, 2)), b"clap", struct.pack(">IIIIiIiI", *numbers)
    )
    assert b"clap" in dict(properties_of(data))
    assert clean_aperture(data, SIZE) is None
    picture = decode(data, "AVIF", MANY)
    assert (picture.width, picture.height) == SIZE


def test_a_file_of_unusual_structure_has_no_properties() -> None:
    data = cropped()
    assert properties_of(b"") == properties_of(data[:200]) == properties_of(data.replace(b"ipma", b"ipmx")) == []
    assert clean_aperture(data.replace(b"clap", b"clax"), SIZE) is None
    short = data.replace(struct.pack(">I", 40) + b"clap", struct.pack(">I", 40) + b"clop")
    assert clean_aperture(short, SIZE) is None
