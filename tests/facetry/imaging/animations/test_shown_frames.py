"""Frames as they are shown: compared with a naive reader, in random animations and in chosen ones."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence

import pytest
from PIL import Image

from facetry.imaging.animations.conversion import shown_milliseconds
from facetry.imaging.animations.reading import first_picture, frame_count, is_animated, shown_frames
from facetry.imaging.decode import configure_libraries, decode
from facetry.imaging.formats import Format
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging import stored_frames
from tests.support.imaging.stored_frames import CLEAR, GIF_COLOURS, Colour, StoredFrame, apng, gif, pixels_of, shown

SIZE = (9, 7)
MANY = 1_000_000
RED, GREEN, BLUE, _ = GIF_COLOURS


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def read(data: bytes, format: Format) -> tuple[list[list[Colour]], list[float]]:
    with Image.open(io.BytesIO(data), formats=(format,)) as image:
        assert is_animated(image, data, format)
        found = list(shown_frames(image, data, format))
        assert frame_count(image, data, format) == len(found)
    return [pixels_of(picture) for picture, _ in found], [duration for _, duration in found]


def assert_alike(found: Sequence[Sequence[Colour]], right: Sequence[Sequence[Colour]], tolerance: int) -> None:
    assert len(found) == len(right)
    for number, (picture, expected) in enumerate(zip(found, right, strict=True)):
        for at, (colour, other) in enumerate(zip(picture, expected, strict=True)):
            is_invisible = colour[3] == other[3] == 0
            difference = max(abs(a - b) for a, b in zip(colour, other, strict=True))
            assert is_invisible or difference <= tolerance, (number, at, colour, other)


def plain(colour: Colour, size: tuple[int, int] = SIZE) -> Image.Image:
    return Image.new("RGBA", size, colour)


@pytest.mark.parametrize("seed", range(60))
def test_random_frames_of_a_png_are_shown_as_the_standard_says(seed: int) -> None:
    frames = stored_frames.random_frames(seed, SIZE, None, fills_first=True)
    found, durations = read(apng(SIZE, frames), "PNG")
    # Colours that are hardly visible are rounded more than once.
    right = [[colour if colour[3] > 40 else CLEAR for colour in picture] for picture in shown(SIZE, frames)]
    visible = [[colour if colour[3] > 40 else CLEAR for colour in picture] for picture in found]
    assert_alike(visible, right, 6)
    assert durations == [frame.milliseconds for frame in frames]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("fills_first", [True, False])
def test_random_frames_of_a_gif_are_shown_as_browsers_show_them(seed: int, fills_first: bool) -> None:
    frames = stored_frames.random_frames(seed, SIZE, GIF_COLOURS, fills_first=fills_first)
    found, durations = read(gif(SIZE, frames), "GIF")
    assert_alike(found, shown(SIZE, frames), 0)
    assert durations == [frame.milliseconds for frame in frames]


@pytest.mark.parametrize("target", ["WEBP", "PNG", "GIF"])
@pytest.mark.parametrize("source", ["PNG", "GIF"])
@pytest.mark.parametrize("seed", range(8))
def test_a_rendition_shows_the_same_frames(seed: int, source: Format, target: Format) -> None:
    frames = stored_frames.random_frames(seed, SIZE, GIF_COLOURS, fills_first=True)
    data = apng(SIZE, frames) if source == "PNG" else gif(SIZE, frames)
    out, *_ = render(data, source, RenderOptions(format=target, quality=100, strip=False), MANY, MANY)
    right = shown(SIZE, frames)
    # Encoders merge equal frames that follow each other.
    distinct = [picture for at, picture in enumerate(right) if at == 0 or picture != right[at - 1]]
    if len(distinct) == 1:
        return
    found, _ = read(out, target)
    if target == "WEBP":  # its colours are not exact in so small a picture, but its transparency is
        found = [[(0, 0, 0, colour[3]) for colour in picture] for picture in found]
        distinct_alpha = [[(0, 0, 0, colour[3]) for colour in picture] for picture in distinct]
        assert {tuple(each) for each in distinct_alpha} == {tuple(each) for each in found}
    else:
        unique = [picture for at, picture in enumerate(found) if at == 0 or picture != found[at - 1]]
        assert_alike(unique, distinct, 0)


def test_the_picture_of_a_png_that_is_no_frame_is_not_shown() -> None:
    frames = [StoredFrame((0, 0), plain(GREEN)), StoredFrame((0, 0), plain(BLUE))]
    data = apng(SIZE, frames, plain(RED))
    found, _ = read(data, "PNG")
    assert [picture[0] for picture in found] == [GREEN, BLUE]
    green, red = decode(stored_frames.picture_file(plain(GREEN)), "PNG", MANY), decode(data, "PNG", MANY)
    assert (red.placeholder, red.perceptual_hash) == (green.placeholder, green.perceptual_hash)
    sized, *_ = render(data, "PNG", RenderOptions(width=3), MANY, MANY)
    assert pixels_of(Image.open(io.BytesIO(sized)).convert("RGBA"))[0] == GREEN


def test_a_first_frame_that_leaves_a_part_free_is_transparent_there() -> None:
    frame = StoredFrame((2, 1), plain(BLUE, (3, 3)))
    data = gif(SIZE, [frame], has_transparent_colour=False)
    with Image.open(io.BytesIO(data)) as image:
        first = first_picture(image, data, "GIF")
    assert first is not None
    assert_alike([pixels_of(first)], shown(SIZE, [frame]), 0)
    out, *_ = render(data, "GIF", RenderOptions(format="PNG"), MANY, MANY)
    assert_alike([pixels_of(Image.open(io.BytesIO(out)).convert("RGBA"))], shown(SIZE, [frame]), 0)


def test_a_cleared_area_is_transparent_without_a_transparent_colour() -> None:
    frames = [StoredFrame((0, 0), plain(RED), "clear"), StoredFrame((2, 1), plain(BLUE, (3, 3)))]
    found, _ = read(gif(SIZE, frames, has_transparent_colour=False), "GIF")
    assert found[1][0] == CLEAR


def test_a_frame_that_leaves_the_area_is_cut() -> None:
    frames = [StoredFrame((0, 0), plain(RED)), StoredFrame((6, 4), plain(BLUE)), StoredFrame((20, 20), plain(GREEN))]
    data = gif(SIZE, frames)
    with Image.open(io.BytesIO(data)) as image:
        found = [pixels_of(picture) for picture, _ in shown_frames(image, data, "GIF")]
    width = len(found[0]) // SIZE[1] if len(found[0]) % SIZE[1] == 0 else 0
    assert width == SIZE[0]
    assert_alike(found, shown(SIZE, frames), 0)


def test_what_a_file_lacks_ends_its_frames() -> None:
    frames = [StoredFrame((0, 0), plain(colour)) for colour in (RED, GREEN, BLUE)]
    data = gif(SIZE, frames)
    with Image.open(io.BytesIO(data)) as image:
        assert frame_count(image, data[:-30], "GIF") == 2
        assert frame_count(image, b"GIF89a", "GIF") == frame_count(image, b"", "GIF") == 0
    moving = apng(SIZE, frames)
    cut = moving[: moving.rindex(b"fcTL") - 4]
    with Image.open(io.BytesIO(moving)) as image:
        assert frame_count(image, cut, "PNG") == 2
        short = moving.replace(struct.pack(">I", 26) + b"fcTL", struct.pack(">I", 25) + b"fcTL")
        assert frame_count(image, short, "PNG") == 0
        still = moving.replace(b"acTL", b"adTL")
        assert not is_animated(image, still, "PNG")


@pytest.mark.parametrize(
    ("milliseconds", "in_gif", "elsewhere"),
    [
        (0, 100, 100),
        (1, 10, 1),
        (4.9, 10, 5),
        (14.9, 10, 15),
        (15, 20, 15),
        (16, 20, 16),
        (16.67, 20, 17),
        (400, 400, 400),
    ],
)
def test_durations_are_rounded(milliseconds: float, in_gif: int, elsewhere: int) -> None:
    assert shown_milliseconds(milliseconds, "GIF") == in_gif
    assert {shown_milliseconds(milliseconds, "PNG"), shown_milliseconds(milliseconds, "WEBP")} == {elsewhere}


@pytest.mark.parametrize("has_transparent_shade", [False, True])
def test_frames_of_sixteen_bits_keep_their_shades(has_transparent_shade: bool) -> None:
    row = struct.pack(">3H", 0x8000, 0x8001, 0xFFFF)
    packed, control = zlib.compress(b"\0" + row), struct.pack(">4I2H2B", 3, 1, 0, 0, 1, 10, 0, 0)
    chunks = [
        (b"IHDR", struct.pack(">2I5B", 3, 1, 16, 0, 0, 0, 0)),
        (b"acTL", struct.pack(">2I", 2, 0)),
        *([(b"tRNS", b"\x80\1")] if has_transparent_shade else []),
        (b"fcTL", struct.pack(">I", 0) + control),
        (b"IDAT", packed),
        (b"fcTL", struct.pack(">I", 1) + control),
        (b"fdAT", struct.pack(">I", 2) + packed),
        (b"IEND", b""),
    ]
    data = stored_frames.PNG_SIGNATURE + b"".join(stored_frames.png_chunk(*each) for each in chunks)
    found, _ = read(data, "PNG")
    grey, white = (128, 128, 128, 255), (255, 255, 255, 255)
    second = (128, 128, 128, 0) if has_transparent_shade else grey
    assert_alike(found, [[grey, second, white]] * 2, 0)


def test_an_old_number_of_a_gif_restores() -> None:
    frames = [StoredFrame((0, 0), plain(RED)), StoredFrame((1, 1), plain(BLUE, (3, 3)), "restore")]
    data = gif(SIZE, [*frames, StoredFrame((6, 5), plain(GREEN, (1, 1)))])
    assert read(data.replace(b"\x21\xf9\x04\x0d", b"\x21\xf9\x04\x11"), "GIF") == read(data, "GIF")
