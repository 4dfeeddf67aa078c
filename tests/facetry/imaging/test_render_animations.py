"""Animations in renditions: frames, durations, number of plays, and renditions with the first frame only."""

import io
import warnings
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageStat

from facetry.imaging.decode import RefusedError, configure_libraries
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.support.imaging import colour_profiles, pictures

MAX_PIXELS = 60_000_000
ANIMATED_FORMATS: tuple[Format, ...] = ("GIF", "WEBP", "PNG", "AVIF")
DURATIONS = [100, 240, 50, 400, 70]
SIZE = (60, 40)


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield


def pattern_frames() -> list[Image.Image]:
    return [pictures.pattern(*SIZE, seed) for seed in range(len(DURATIONS))]


def transparent_frames() -> list[Image.Image]:
    """A red square with a hole that moves over a transparent background."""
    frames = []
    for number in range(4):
        frame = Image.new("RGBA", SIZE, (0, 0, 0, 0))
        frame.paste((255, 0, 0, 255), (12 * number, 10, 12 * number + 12, 22))
        frame.paste((0, 0, 0, 0), (12 * number + 4, 14, 12 * number + 8, 18))
        frames.append(frame)
    return frames


def animation_bytes(format: Format, images: list[Image.Image], **options: object) -> bytes:
    output = io.BytesIO()
    options = {"duration": DURATIONS[: len(images)], "loop": 0, "quality": 95} | options
    images[0].save(output, format, save_all=True, append_images=images[1:], **options)
    return output.getvalue()


def frames_and_durations(data: bytes) -> tuple[list[Image.Image], list[int]]:
    """The frames of an animation, and their durations in milliseconds."""
    frames, durations = [], []
    with Image.open(io.BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            frames.append(image.convert("RGBA"))
            durations.append(round(image.info.get("duration", 0)))
    return frames, durations


def render_animation(data: bytes, rendering: RenderOptions, *, max_animation_pixels: int = MAX_PIXELS) -> bytes:
    source = format_of(data)
    assert source is not None
    return render(data, source, rendering, MAX_PIXELS, max_animation_pixels)[0]


def mean_difference(left: Image.Image, right: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(left, right.convert("RGBA"))).mean) / 4


@pytest.mark.parametrize("source", ANIMATED_FORMATS)
@pytest.mark.parametrize("target", ANIMATED_FORMATS)
def test_frames_and_durations_are_kept_in_every_animated_format(source: Format, target: Format) -> None:
    data = animation_bytes(source, pattern_frames())
    for strip in (True, False):
        shown, durations = frames_and_durations(
            render_animation(data, RenderOptions(format=target, strip=strip, quality=90))
        )
        assert durations == DURATIONS
        for found, expected in zip(shown, frames_and_durations(data)[0], strict=True):
            assert mean_difference(found, expected) < (9 if "GIF" in (source, target) else 4)


@pytest.mark.parametrize("source", ["GIF", "WEBP", "PNG"])
@pytest.mark.parametrize("target", ["GIF", "WEBP", "PNG"])
def test_a_transparent_frame_shows_nothing_of_the_frame_before(source: Format, target: Format) -> None:
    cleared: dict[str, object] = {"disposal": 2} if source == "GIF" else {}
    data = animation_bytes(source, transparent_frames(), lossless=True, **cleared)
    shown, _ = frames_and_durations(render_animation(data, RenderOptions(format=target, strip=True)))
    assert len(shown) == 4
    for found, expected in zip(shown, transparent_frames(), strict=True):
        visible = found.getchannel("A").point([255 * (level > 127) for level in range(256)])
        assert visible.getbbox() == expected.getbbox()
        spot = expected.getbbox()
        assert spot is not None
        assert (
            mean_difference(found.crop((spot[0] + 1, 11, spot[0] + 3, 13)), Image.new("RGB", (2, 2), (255, 0, 0))) < 5
        )


def test_a_gif_of_few_colours_is_exact() -> None:
    flat = [frame.quantize(60).convert("RGB") for frame in pattern_frames()]
    data = animation_bytes("GIF", flat)
    shown, _ = frames_and_durations(render_animation(data, RenderOptions(strip=True)))
    for found, expected in zip(shown, frames_and_durations(data)[0], strict=True):
        assert found.tobytes() == expected.tobytes()


def test_the_number_of_plays_is_kept() -> None:
    formats: tuple[Format, ...] = ("GIF", "WEBP", "PNG")
    for source in formats:
        for target in formats:
            for loop in (0, 3):
                data = animation_bytes(source, pattern_frames(), loop=loop)
                rendered = render_animation(data, RenderOptions(format=target, strip=True))
                expected = loop and loop + (source == "GIF") - (target == "GIF")
                assert Image.open(io.BytesIO(rendered)).info.get("loop") == expected, (source, target)
    without_loop = io.BytesIO()
    first, *others = pattern_frames()
    first.save(without_loop, "GIF", save_all=True, append_images=others, duration=50)
    assert (
        Image.open(io.BytesIO(render_animation(without_loop.getvalue(), RenderOptions(format="WEBP")))).info["loop"]
        == 1
    )
    assert (
        "loop" not in Image.open(io.BytesIO(render_animation(without_loop.getvalue(), RenderOptions(strip=True)))).info
    )


def test_a_frame_without_duration_gets_the_default_of_browsers() -> None:
    data = animation_bytes("GIF", pattern_frames(), duration=0)
    assert frames_and_durations(render_animation(data, RenderOptions(format="WEBP")))[1] == [100] * 5


@pytest.mark.parametrize("source", ANIMATED_FORMATS)
def test_a_sized_rendition_and_a_still_format_show_the_first_frame(source: Format) -> None:
    data = animation_bytes(source, pattern_frames())
    for rendering in (
        RenderOptions(width=30),
        RenderOptions(height=4000),
        RenderOptions(format="JPEG"),
        RenderOptions(format="GIF", width=30, height=30, fit="outbox"),
    ):
        rendered = render_animation(data, rendering)
        shown, _ = frames_and_durations(rendered)
        assert len(shown) == 1, rendering
        assert (
            mean_difference(shown[0], frames_and_durations(data)[0][0].resize(shown[0].size, Image.Resampling.LANCZOS))
            < 14
        ), rendering


@pytest.mark.parametrize("source", ANIMATED_FORMATS)
def test_more_frames_than_the_cap_are_refused_with_the_remedy(source: Format) -> None:
    data = animation_bytes(source, pattern_frames())
    pixels = SIZE[0] * SIZE[1] * len(DURATIONS)
    converting = RenderOptions(format="WEBP" if source == "GIF" else "GIF", strip=True)
    assert len(frames_and_durations(render_animation(data, converting, max_animation_pixels=pixels))[0]) == len(
        DURATIONS
    )
    with pytest.raises(RefusedError, match="Ask for a size") as raised:
        render_animation(data, converting, max_animation_pixels=pixels - 1)
    assert raised.value.rule == "image.frames"
    assert (
        len(
            frames_and_durations(render_animation(data, RenderOptions(strip=True, width=30), max_animation_pixels=1))[0]
        )
        == 1
    )


def test_frames_that_a_file_claims_and_does_not_have_are_not_decoded() -> None:
    data = animation_bytes("PNG", pattern_frames())
    at = data.index(b"acTL") + 4
    claim = b"acTL" + (2**31 - 1).to_bytes(4, "big") + data[at + 4 : at + 8]
    hostile = data[: at - 4] + claim + zlib.crc32(claim).to_bytes(4, "big") + data[at + 12 :]
    shown, _ = frames_and_durations(render_animation(hostile, RenderOptions(format="WEBP")))
    assert len(shown) == len(DURATIONS)


@pytest.mark.parametrize("source", ANIMATED_FORMATS)
def test_an_animation_that_ends_too_early_is_refused_or_shortened_but_never_crashes(source: Format) -> None:
    data = animation_bytes(source, pattern_frames())
    for at in range(len(data) // 4, len(data), len(data) // 9):
        try:
            shown, _ = frames_and_durations(render_animation(data[:at], RenderOptions(format="WEBP")))
        except RefusedError as refused:
            rule: str | None = refused.rule
        else:
            rule = None if shown else "nothing"
        assert rule in (None, "decode.truncated", "decode.corrupt"), at


def test_an_apng_with_a_separate_default_image_is_rendered_without_it() -> None:
    target = io.BytesIO()
    still = Image.new("RGB", SIZE, (0, 255, 0))
    still.save(
        target, "PNG", save_all=True, default_image=True, append_images=pattern_frames(), duration=DURATIONS, loop=0
    )
    shown, durations = frames_and_durations(
        render_animation(target.getvalue(), RenderOptions(format="WEBP", quality=90))
    )
    assert durations == DURATIONS
    assert mean_difference(shown[0], pattern_frames()[0]) < 7
    first = frames_and_durations(render_animation(target.getvalue(), RenderOptions(format="JPEG")))[0][0]
    assert mean_difference(first, pattern_frames()[0]) < 7


def test_colours_that_stay_from_frame_to_frame_are_converted_once() -> None:
    still = Image.new("RGB", SIZE, (200, 30, 40))
    first, second, third = still.copy(), still.copy(), still.copy()
    for number, frame in enumerate((first, second, third)):
        frame.paste((0, 0, 0), (10 * number, 0, 10 * number + 8, 8))
    data = animation_bytes("PNG", [first, second, third], icc_profile=colour_profiles.wide_gamut())
    shown, _ = frames_and_durations(render_animation(data, RenderOptions(strip=True)))
    red, green, blue = colour_profiles.wide_gamut_in_srgb((200, 30, 40))
    for frame in shown:
        found = frame.getpixel((50, 30))
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, (red, green, blue, 255), strict=True)) <= 2


def test_frames_are_rotated_without_loss() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    flat = [frame.quantize(60).convert("RGB") for frame in pattern_frames()]
    data = animation_bytes("WEBP", flat, lossless=True, exif=exif.tobytes())
    shown, durations = frames_and_durations(render_animation(data, RenderOptions(strip=True)))
    assert durations == DURATIONS
    for found, expected in zip(shown, flat, strict=True):
        turned = expected.transpose(Image.Transpose.ROTATE_270)
        assert found.convert("RGB").tobytes() == turned.tobytes()
