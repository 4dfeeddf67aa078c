"""Animations in renditions: frames, how long they are shown, how often, and when there is only the first."""

import io
import warnings
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageStat

from facetry.imaging.decode import RefusedError, prepare
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import Rendering
from facetry.imaging.render import render
from tests.support import colour_profiles as profiles
from tests.support import pictures

CAP = 60_000_000
MOVING: tuple[Format, ...] = ("GIF", "WEBP", "PNG", "AVIF")
DURATIONS = [100, 240, 50, 400, 70]
SIZE = (60, 40)


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", CAP)
    with warnings.catch_warnings():
        prepare()
        yield


def frames() -> list[Image.Image]:
    return [pictures.pattern(*SIZE, seed) for seed in range(len(DURATIONS))]


def spots() -> list[Image.Image]:
    """A red square with a hole that wanders over nothing."""
    found = []
    for number in range(4):
        frame = Image.new("RGBA", SIZE, (0, 0, 0, 0))
        frame.paste((255, 0, 0, 255), (12 * number, 10, 12 * number + 12, 22))
        frame.paste((0, 0, 0, 0), (12 * number + 4, 14, 12 * number + 8, 18))
        found.append(frame)
    return found


def moving(format: Format, images: list[Image.Image], **options: object) -> bytes:
    target = io.BytesIO()
    options = {"duration": DURATIONS[: len(images)], "loop": 0, "quality": 95} | options
    images[0].save(target, format, save_all=True, append_images=images[1:], **options)
    return target.getvalue()


def played(data: bytes) -> tuple[list[Image.Image], list[int]]:
    """The frames of an animation, and how many milliseconds each is shown."""
    shown, durations = [], []
    with Image.open(io.BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            shown.append(image.convert("RGBA"))
            durations.append(round(image.info.get("duration", 0)))
    return shown, durations


def rendered(data: bytes, rendering: Rendering, *, cap: int = CAP) -> bytes:
    source = format_of(data)
    assert source is not None
    return render(data, source, rendering, CAP, cap)[0]


def difference(left: Image.Image, right: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(left, right.convert("RGBA"))).mean) / 4


@pytest.mark.parametrize("source", MOVING)
@pytest.mark.parametrize("target", MOVING)
def test_frames_and_durations_are_kept_in_every_format_that_can(source: Format, target: Format) -> None:
    data = moving(source, frames())
    for strip in (True, False):
        shown, durations = played(rendered(data, Rendering(format=target, strip=strip, quality=90)))
        assert durations == DURATIONS
        for found, expected in zip(shown, played(data)[0], strict=True):
            assert difference(found, expected) < (9 if "GIF" in (source, target) else 4)


@pytest.mark.parametrize("source", ["GIF", "WEBP", "PNG"])
@pytest.mark.parametrize("target", ["GIF", "WEBP", "PNG"])
def test_transparent_frames_leave_no_traces_of_those_before(source: Format, target: Format) -> None:
    cleared: dict[str, object] = {"disposal": 2} if source == "GIF" else {}
    data = moving(source, spots(), lossless=True, **cleared)
    shown, _ = played(rendered(data, Rendering(format=target, strip=True)))
    assert len(shown) == 4
    for found, expected in zip(shown, spots(), strict=True):
        visible = found.getchannel("A").point([255 * (level > 127) for level in range(256)])
        assert visible.getbbox() == expected.getbbox()
        spot = expected.getbbox()
        assert spot is not None
        assert difference(found.crop((spot[0] + 1, 11, spot[0] + 3, 13)), Image.new("RGB", (2, 2), (255, 0, 0))) < 5


def test_a_gif_of_few_colours_is_exact() -> None:
    flat = [frame.quantize(60).convert("RGB") for frame in frames()]
    data = moving("GIF", flat)
    shown, _ = played(rendered(data, Rendering(strip=True)))
    for found, expected in zip(shown, played(data)[0], strict=True):
        assert found.tobytes() == expected.tobytes()


def test_how_often_it_plays_is_kept() -> None:
    formats: tuple[Format, ...] = ("GIF", "WEBP", "PNG")
    for source in formats:
        for target in formats:
            for loop in (0, 3):
                data = moving(source, frames(), loop=loop)
                found = rendered(data, Rendering(format=target, strip=True))
                expected = loop and loop + (source == "GIF") - (target == "GIF")
                assert Image.open(io.BytesIO(found)).info.get("loop") == expected, (source, target)
    once = io.BytesIO()
    first, *others = frames()
    first.save(once, "GIF", save_all=True, append_images=others, duration=50)
    assert Image.open(io.BytesIO(rendered(once.getvalue(), Rendering(format="WEBP")))).info["loop"] == 1
    assert "loop" not in Image.open(io.BytesIO(rendered(once.getvalue(), Rendering(strip=True)))).info


def test_a_frame_that_does_not_say_how_long_is_shown_as_browsers_do() -> None:
    data = moving("GIF", frames(), duration=0)
    assert played(rendered(data, Rendering(format="WEBP")))[1] == [100] * 5


@pytest.mark.parametrize("source", MOVING)
def test_a_sized_rendition_and_a_still_format_show_the_first_frame(source: Format) -> None:
    data = moving(source, frames())
    for rendering in (
        Rendering(width=30),
        Rendering(height=4000),
        Rendering(format="JPEG"),
        Rendering(format="GIF", width=30, height=30, render="outbox"),
    ):
        found = rendered(data, rendering)
        shown, _ = played(found)
        assert len(shown) == 1, rendering
        assert difference(shown[0], played(data)[0][0].resize(shown[0].size, Image.Resampling.LANCZOS)) < 14, rendering


@pytest.mark.parametrize("source", MOVING)
def test_more_frames_than_the_cap_are_refused_with_the_remedy(source: Format) -> None:
    data = moving(source, frames())
    pixels = SIZE[0] * SIZE[1] * len(DURATIONS)
    assert len(played(rendered(data, Rendering(strip=True), cap=pixels))[0]) == len(DURATIONS)
    with pytest.raises(RefusedError, match="Ask for a size") as raised:
        rendered(data, Rendering(strip=True), cap=pixels - 1)
    assert raised.value.rule == "image.frames"
    assert len(played(rendered(data, Rendering(strip=True, width=30), cap=1))[0]) == 1


def test_a_claim_of_endless_frames_is_refused_before_they_are_looked_for() -> None:
    data = moving("PNG", frames())
    at = data.index(b"acTL") + 4
    claim = b"acTL" + (2**31 - 1).to_bytes(4, "big") + data[at + 4 : at + 8]
    hostile = data[: at - 4] + claim + zlib.crc32(claim).to_bytes(4, "big") + data[at + 12 :]
    with pytest.raises(RefusedError) as raised:
        rendered(hostile, Rendering(format="WEBP"))
    assert raised.value.rule == "image.frames"


@pytest.mark.parametrize("source", MOVING)
def test_an_animation_that_ends_too_early_is_refused_or_shortened_but_never_crashes(source: Format) -> None:
    data = moving(source, frames())
    for at in range(len(data) // 4, len(data), len(data) // 9):
        try:
            shown, _ = played(rendered(data[:at], Rendering(format="WEBP")))
        except RefusedError as refused:
            rule: str | None = refused.rule
        else:
            rule = None if shown else "nothing"
        assert rule in (None, "decode.truncated", "decode.corrupt"), at


def test_an_apng_whose_still_is_not_part_of_it_moves_without_the_still() -> None:
    target = io.BytesIO()
    still = Image.new("RGB", SIZE, (0, 255, 0))
    still.save(target, "PNG", save_all=True, default_image=True, append_images=frames(), duration=DURATIONS, loop=0)
    shown, durations = played(rendered(target.getvalue(), Rendering(format="WEBP", quality=90)))
    assert durations == DURATIONS
    assert difference(shown[0], frames()[0]) < 7
    first = played(rendered(target.getvalue(), Rendering(format="JPEG")))[0][0]
    assert difference(first, still) < 3


def test_colours_of_what_stays_from_frame_to_frame_are_converted_once() -> None:
    still = Image.new("RGB", SIZE, (200, 30, 40))
    first, second, third = still.copy(), still.copy(), still.copy()
    for number, frame in enumerate((first, second, third)):
        frame.paste((0, 0, 0), (10 * number, 0, 10 * number + 8, 8))
    data = moving("PNG", [first, second, third], icc_profile=profiles.wide_gamut())
    shown, _ = played(rendered(data, Rendering(strip=True)))
    red, green, blue = profiles.wide_gamut_in_srgb((200, 30, 40))
    for frame in shown:
        found = frame.getpixel((50, 30))
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, (red, green, blue, 255), strict=True)) <= 2


def test_frames_are_turned_and_stay_lossless() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    flat = [frame.quantize(60).convert("RGB") for frame in frames()]
    data = moving("WEBP", flat, lossless=True, exif=exif.tobytes())
    shown, durations = played(rendered(data, Rendering(strip=True)))
    assert durations == DURATIONS
    for found, expected in zip(shown, flat, strict=True):
        turned = expected.transpose(Image.Transpose.ROTATE_270)
        assert found.convert("RGB").tobytes() == turned.tobytes()
