"""Renditions of pictures: size, format, orientation, quality, and what a picture is refused for."""

import io
import struct
import warnings
from collections.abc import Iterator
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageStat

from facetry.imaging.decode import RefusedError, prepare
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import Rendering
from facetry.imaging.render import fitted, render
from tests.support import pictures

CAP = 60_000_000
WRITTEN: tuple[Format, ...] = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", CAP)
    with warnings.catch_warnings():
        prepare()
        yield


def written(image: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format, **options)
    return target.getvalue()


def rendered(data: bytes, rendering: Rendering) -> Image.Image:
    """The rendition, opened again; what `render` tells of it is judged on the way."""
    source = format_of(data[:4096])
    assert source is not None
    found, format, width, height = render(data, source, rendering, CAP, CAP)
    assert format_of(found[:4096]) == format
    image = Image.open(io.BytesIO(found), formats=(format,))
    image.load()
    assert image.size == (width, height)
    return image


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def difference(left: Image.Image, right: Image.Image) -> float:
    """How far two pictures are apart in the mean, of 255."""
    assert left.size == right.size
    delta = ImageChops.difference(left.convert("RGBA"), right.convert("RGBA"))
    return sum(ImageStat.Stat(delta).mean) / 4


# Sizes


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ((None, None, "inbox"), (4000, 3000)),
        ((256, 256, "inbox"), (256, 192)),
        ((256, 256, "outbox"), (341, 256)),
        ((256, None, "inbox"), (256, 192)),
        ((256, None, "outbox"), (256, 192)),
        ((None, 300, "inbox"), (400, 300)),
        ((1000, 10, "inbox"), (13, 10)),
        ((1000, 10, "outbox"), (1000, 750)),
        ((4000, 3000, "inbox"), (4000, 3000)),
        ((9000, 200, "outbox"), (4000, 3000)),
        ((16384, 16384, "inbox"), (4000, 3000)),
        ((1, 1, "inbox"), (1, 1)),
        ((3999, None, "inbox"), (3999, 2999)),
    ],
)
def test_sizes(asked: tuple[int | None, int | None, str], expected: tuple[int, int]) -> None:
    width, height, way = asked
    rendering = Rendering(width=width, height=height, render="inbox" if way == "inbox" else "outbox")
    assert fitted((4000, 3000), rendering) == expected


def test_a_box_is_never_left_nor_uncovered_nor_anything_enlarged() -> None:
    for width in range(1, 60, 7):
        for height in range(1, 60, 5):
            for size in ((1, 1), (37, 20), (20, 37), (59, 58), (200, 3)):
                inner = fitted(size, Rendering(width=width, height=height))
                outer = fitted(size, Rendering(width=width, height=height, render="outbox"))
                assert 1 <= inner[0] <= max(1, min(width, size[0]))
                assert 1 <= inner[1] <= max(1, min(height, size[1]))
                assert min(width, size[0]) <= outer[0] <= size[0] or outer == size
                assert min(height, size[1]) <= outer[1] <= size[1] or outer == size


def test_every_format_is_rendered_in_every_format_and_size() -> None:
    for source in get_args(Format):
        data = pictures.picture(source)
        for target in (None, *WRITTEN):
            for rendering in (
                Rendering(format=target),
                Rendering(format=target, width=32, strip=True),
                Rendering(format=target, width=500, quality=40),
            ):
                image = rendered(data, rendering)
                assert image.format == (target or ("JPEG" if source == "HEIF" else source))
                expected = opened(data).resize(image.size)
                assert difference(image, expected) < 16, (source, rendering)


def test_a_reduced_jpeg_looks_like_one_that_was_decoded_in_full() -> None:
    image = pictures.pattern(1600, 1200, 3)
    noise = Image.effect_noise(image.size, 80).convert("RGB")
    data = written(Image.blend(image, noise, 0.2), "JPEG", quality=92)
    for width in (90, 133, 200, 270, 400, 533, 800, 1100, 1599):
        exact = opened(data).resize(fitted((1600, 1200), Rendering(width=width)), Image.Resampling.LANCZOS)
        assert difference(rendered(data, Rendering(width=width, format="PNG")), exact) < 1.5, width


def test_the_same_rendition_has_the_same_bytes_and_rendering_it_again_changes_little() -> None:
    data = written(pictures.pattern(300, 200, 4), "JPEG", quality=90)
    for target in WRITTEN:
        rendering = Rendering(format=target, width=120, strip=True)
        once = render(data, "JPEG", rendering, CAP, CAP)
        assert render(data, "JPEG", rendering, CAP, CAP) == once
        again = render(once[0], once[1], rendering, CAP, CAP)
        assert again[1:] == once[1:]
        assert difference(opened(once[0]), opened(again[0])) < 2, target
        if target in ("PNG", "JPEG"):
            assert again[0] == once[0]


# Orientation


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_eight_orientations_are_applied(format: Format, orientation: int) -> None:
    stored = pictures.pattern(96, 48, 5)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = written(stored, format, exif=exif.tobytes(), quality=95)
    upright = stored.transpose(UPRIGHT[orientation]) if orientation > 1 else stored
    for strip in (True, False):
        targets: tuple[Format, ...] = ("PNG", "JPEG", "AVIF")
        for target in targets:
            whole = rendered(data, Rendering(format=target, quality=95, strip=strip))
            assert difference(whole, upright) < 4, (target, strip)
            assert whole.getexif().get(0x0112, 1) == 1
    small = rendered(data, Rendering(width=24, format="PNG"))
    assert small.size == ((24, 12) if orientation < 5 else (24, 48))
    assert difference(small, upright.resize(small.size, Image.Resampling.LANCZOS)) < 4


def test_a_heif_is_turned_once() -> None:
    data = pictures.picture("HEIF", described=True)
    turned = rendered(data, Rendering(format="PNG"))
    assert turned.size == (48, 64)
    assert difference(turned, opened(data)) == 0
    assert turned.getexif().get(0x0112, 1) == 1


# Quality, and pixels that stay as they are


def test_quality_counts_where_a_format_has_one() -> None:
    image = Image.blend(pictures.pattern(400, 300, 6), Image.effect_noise((400, 300), 90).convert("RGB"), 0.3)
    data = written(image, "PNG")
    for target in WRITTEN:
        low, usual, high = (
            len(render(data, "PNG", Rendering(format=target, quality=quality), CAP, CAP)[0])
            for quality in (20, None, 97)
        )
        assert (low < usual < high) == (target not in ("PNG", "GIF")), target
        assert (low == usual == high) == (target in ("PNG", "GIF")), target


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"quality": 30, "subsampling": 1}, {"mode": "L"}])
def test_a_jpeg_that_only_loses_its_metadata_keeps_its_pixels_and_its_data(options: dict[str, object]) -> None:
    image = pictures.pattern(200, 120, 7).convert(str(options.pop("mode", "RGB")))
    data = written(image, "JPEG", comment=b"secret-comment", exif=pictures_exif(), **options)
    scan = data.index(b"\xff\xda")
    hidden = jfif_with_thumbnail(data)
    scan += len(hidden) - len(data)
    hidden = hidden[:scan] + b"\xff\xed\0\x10secret-between" + hidden[scan:] + b"secret-behind"
    stripped = render(hidden, "JPEG", Rendering(strip=True), CAP, CAP)[0]
    assert b"secret" not in stripped
    assert opened(stripped).tobytes() == opened(data).tobytes()
    assert opened(stripped).info.keys() <= {
        "jfif",
        "jfif_version",
        "jfif_unit",
        "jfif_density",
        "progressive",
        "progression",
    }
    assert stripped.endswith(data[data.index(b"\xff\xda") :])
    assert render(stripped, "JPEG", Rendering(strip=True), CAP, CAP)[0] == stripped


def jfif_with_thumbnail(data: bytes) -> bytes:
    """The JPEG with a small picture in its first segment, in bytes that can be searched for."""
    at = data.index(b"JFIF\0")
    return data[: at - 2] + b"\0\x1c" + data[at : at + 12] + b"\2\2secret-thumb" + data[at + 14 :]


def pictures_exif() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "secret-description"
    return exif.tobytes()


def test_a_jpeg_of_unchanged_pixels_keeps_its_quality() -> None:
    for quality, sampling in ((35, 2), (97, 0)):
        data = written(pictures.pattern(300, 200, 8), "JPEG", quality=quality, subsampling=sampling)
        before, after = opened(data), rendered(data, Rendering(width=900))
        assert after.quantization == before.quantization  # type: ignore[attr-defined]  # a JPEG's
        assert difference(before, after) < 1
    coarse = rendered(data, Rendering(width=900, quality=35))
    assert coarse.quantization != before.quantization  # type: ignore[attr-defined]  # a JPEG's


def test_a_lossless_webp_stays_lossless() -> None:
    image = Image.blend(pictures.pattern(80, 60, 9), Image.effect_noise((80, 60), 90).convert("RGB"), 0.3)
    data = written(image, "WEBP", lossless=True, exif=pictures_exif())
    stripped, *_ = render(data, "WEBP", Rendering(strip=True), CAP, CAP)
    assert opened(stripped).tobytes() == image.tobytes()
    assert b"secret" not in stripped
    assert difference(rendered(data, Rendering(quality=50)), image) > 0.5
    lossy = written(image, "WEBP", quality=50)
    assert len(render(lossy, "WEBP", Rendering(strip=True), CAP, CAP)[0]) < len(stripped) / 2


@pytest.mark.parametrize(("mode", "expected"), [("P", "RGB"), ("1", "L"), ("L", "L"), ("LA", "LA"), ("I;16", "L")])
def test_a_smaller_png_has_no_more_kinds_of_colour_than_needed(mode: str, expected: str) -> None:
    image = pictures.pattern(60, 40, 10).convert("L")
    deep = image.convert("I").convert("I;16")
    data = written(image.quantize(100) if mode == "P" else deep if mode == "I;16" else image.convert(mode), "PNG")
    assert rendered(data, Rendering(width=20)).mode == expected


@pytest.mark.parametrize("mode", ["P", "1", "L", "LA", "RGB", "RGBA", "I;16"])
def test_a_png_keeps_its_kind_of_pixels(mode: str) -> None:
    image = pictures.pattern(60, 40, 10)
    wide = Image.linear_gradient("L").resize((60, 40)).convert("I").point(lambda value: value * 257.0).convert("I;16")
    source = image.quantize(100) if mode == "P" else wide if mode == "I;16" else image.convert(mode)
    data = written(source, "PNG")
    again = rendered(data, Rendering(strip=True))
    assert again.mode == opened(data).mode
    assert again.tobytes() == opened(data).tobytes()
    assert again.convert("RGBA").tobytes() == opened(data).convert("RGBA").tobytes()


# What is refused


def refused(data: bytes, rendering: Rendering, *, cap: int = CAP) -> RefusedError:
    source = format_of(data)
    assert source is not None
    with pytest.raises(RefusedError) as raised:
        render(data, source, rendering, cap, cap)
    assert str(raised.value).endswith(".")
    return raised.value


def test_heif_is_not_written_and_the_remedy_is_told() -> None:
    for source in ("PNG", "HEIF"):
        found = refused(pictures.picture(source), Rendering(format="HEIF"))
        assert found.rule == "format.not-writable"
        assert "AVIF" in str(found)


def test_sides_that_a_format_cannot_hold_are_refused_and_smaller_ones_are_not() -> None:
    data = written(Image.new("L", (17_000, 4)), "PNG")
    assert refused(data, Rendering(format="WEBP")).rule == "render.size"
    assert rendered(data, Rendering(format="WEBP", width=16_383)).size == (16_383, 4)
    assert rendered(data, Rendering(format="JPEG")).size == (17_000, 4)
    assert refused(written(Image.new("1", (65_600, 1)), "PNG"), Rendering(format="GIF")).rule == "render.size"


def test_broken_pictures_get_the_rule_that_they_break() -> None:
    for name, data, rule in pictures.broken():
        source = format_of(data)
        if source is None or rule == "decode.format":
            continue
        found = refused(data, Rendering(format="JPEG", width=10))
        assert found.rule == rule, name


def test_the_pixel_cap_holds_for_renditions() -> None:
    assert refused(pictures.flat_png(2000), Rendering(width=10), cap=3_999_999).rule == "decode.pixels"
    header = struct.pack(">HH", 60_000, 60_000)
    jpeg = written(Image.new("RGB", (16, 16)), "JPEG")
    at = jpeg.index(b"\xff\xc0") + 5
    assert refused(jpeg[:at] + header + jpeg[at + 4 :], Rendering(width=10)).rule == "decode.pixels"
    heif = pictures.picture("HEIF")
    at = heif.index(b"ispe") + 8
    assert refused(heif[:at] + b"\0\1\0\0\0\1\0\0" + heif[at + 8 :], Rendering(width=10)).rule == "decode.pixels"
