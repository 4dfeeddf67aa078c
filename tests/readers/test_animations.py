"""Animations: a browser shows the frames as they are composed here, and those of renditions as the originals."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence

import pytest
from PIL import Image

from facetry.imaging.animations.reading import shown_frames
from facetry.imaging.decode import configure_libraries
from facetry.imaging.formats import Format
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.readers.conftest import Frames, Still
from tests.support.imaging import stored_frames
from tests.support.imaging.stored_frames import GIF_COLOURS, StoredFrame, apng, gif, pixels_of

MANY = 1_000_000
SIZE = (24, 18)
COUNT = 60 if os.environ.get("READERS") == "whole" else 6
VISIBLE = 40
"""Colours of less alpha are rounded differently by the browser, which multiplies them with it."""


@pytest.fixture(autouse=True, scope="module")
def libraries() -> None:
    configure_libraries()


def assert_alike(found: Sequence[Image.Image], right: Sequence[Image.Image], tolerance: int) -> None:
    assert len(found) == len(right)
    for number, (left, other) in enumerate(zip(found, right, strict=True)):
        assert left.size == other.size
        for at, (colour, expected) in enumerate(zip(pixels_of(left), pixels_of(other), strict=True)):
            difference = abs(colour[3] - expected[3])
            if min(colour[3], expected[3]) >= VISIBLE:
                difference = max(abs(a - b) for a, b in zip(colour, expected, strict=True))
            assert difference <= tolerance, (number, at, colour, expected)


def composed(data: bytes, format: Format) -> list[Image.Image]:
    with Image.open(io.BytesIO(data), formats=(format,)) as image:
        return [picture for picture, _ in shown_frames(image, data, format)]


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_png(frames_in_browser: Frames, seed: int) -> None:
    data = apng(SIZE, stored_frames.random_frames(seed, SIZE, None, fills_first=True))
    assert_alike(composed(data, "PNG"), frames_in_browser(data, "image/png"), 8)


@pytest.mark.parametrize("seed", range(COUNT))
@pytest.mark.parametrize("has_transparent_colour", [True, False])
def test_a_gif(frames_in_browser: Frames, seed: int, has_transparent_colour: bool) -> None:
    colours = GIF_COLOURS if has_transparent_colour else GIF_COLOURS[:3]
    frames = stored_frames.random_frames(seed, SIZE, colours, fills_first=seed % 2 == 0)
    data = gif(SIZE, frames, has_transparent_colour=has_transparent_colour)
    assert_alike(composed(data, "GIF"), frames_in_browser(data, "image/gif"), 0)


@pytest.mark.parametrize("target", ["PNG", "GIF", "WEBP"])
@pytest.mark.parametrize("source", ["PNG", "GIF"])
@pytest.mark.parametrize("seed", range(COUNT))
def test_a_rendition(frames_in_browser: Frames, seed: int, source: Format, target: Format) -> None:
    frames = stored_frames.random_frames(seed, SIZE, GIF_COLOURS, fills_first=True)
    data = apng(SIZE, frames) if source == "PNG" else gif(SIZE, frames)
    out, *_ = render(data, source, RenderOptions(format=target, quality=100), MANY, MANY)
    original = frames_in_browser(data, f"image/{source.lower()}")
    rendition = frames_in_browser(out, f"image/{target.lower()}")
    if target == "WEBP":  # so small a picture of few colours changes; its transparency does not
        original, rendition = ([_alpha_of(picture) for picture in pictures] for pictures in (original, rendition))
    assert_alike(_distinct(rendition), _distinct(original), 0)


def test_the_first_frame_is_the_picture(shown_in_browser: Still) -> None:
    blue = Image.new("RGBA", (9, 9), (0, 0, 200, 255))
    data = gif(SIZE, [StoredFrame((2, 3), blue)], has_transparent_colour=False)
    out, *_ = render(data, "GIF", RenderOptions(format="PNG", width=SIZE[0]), MANY, MANY)
    assert_alike([shown_in_browser(out, "image/png")], [shown_in_browser(data, "image/gif")], 0)


def _alpha_of(picture: Image.Image) -> Image.Image:
    alpha = Image.new("RGBA", picture.size)
    alpha.putalpha(picture.getchannel("A"))
    return alpha


def _distinct(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """Encoders merge equal frames that follow each other."""
    return [picture for at, picture in enumerate(pictures) if at == 0 or picture != pictures[at - 1]]
