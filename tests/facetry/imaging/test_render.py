"""Renditions of pictures: size, format, orientation, quality, and refusals."""

import io
import struct
import warnings
from collections.abc import Iterator
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageStat

from facetry.imaging.decode import RefusedError, configure_libraries
from facetry.imaging.formats import Format, format_of
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import fit_size, render
from tests.support.imaging import pictures

MAX_PIXELS = 60_000_000
WRITABLE_FORMATS: tuple[Format, ...] = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
TRANSPOSITIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield


def picture_bytes(image: Image.Image, format: str, **options: object) -> bytes:
    output = io.BytesIO()
    image.save(output, format, **options)
    return output.getvalue()


def render_picture(data: bytes, rendering: RenderOptions) -> Image.Image:
    """The rendition, opened. Asserts that the format and the size that `render` returns are true."""
    source = format_of(data[:4096])
    assert source is not None
    rendered, format, width, height = render(data, source, rendering, MAX_PIXELS, MAX_PIXELS)
    assert format_of(rendered[:4096]) == format
    image = Image.open(io.BytesIO(rendered), formats=(format,))
    image.load()
    assert image.size == (width, height)
    return image


def open_image(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def mean_difference(left: Image.Image, right: Image.Image) -> float:
    """The mean difference of the channels of two pictures, of 255."""
    assert left.size == right.size
    delta = ImageChops.difference(left.convert("RGBA"), right.convert("RGBA"))
    return sum(ImageStat.Stat(delta).mean) / 4


# Sizes


@pytest.mark.parametrize(
    ("requested", "expected"),
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
def test_the_size_of_a_rendition(requested: tuple[int | None, int | None, str], expected: tuple[int, int]) -> None:
    width, height, fit = requested
    rendering = RenderOptions(width=width, height=height, fit="inbox" if fit == "inbox" else "outbox")
    assert fit_size((4000, 3000), rendering) == expected


def test_a_rendition_fits_or_covers_its_box_and_is_never_enlarged() -> None:
    for width in range(1, 60, 7):
        for height in range(1, 60, 5):
            for size in ((1, 1), (37, 20), (20, 37), (59, 58), (200, 3)):
                inner = fit_size(size, RenderOptions(width=width, height=height))
                outer = fit_size(size, RenderOptions(width=width, height=height, fit="outbox"))
                assert 1 <= inner[0] <= max(1, min(width, size[0]))
                assert 1 <= inner[1] <= max(1, min(height, size[1]))
                assert min(width, size[0]) <= outer[0] <= size[0] or outer == size
                assert min(height, size[1]) <= outer[1] <= size[1] or outer == size


def test_every_format_is_rendered_in_every_format_and_size() -> None:
    for source in get_args(Format):
        data = pictures.picture(source)
        for target in (None, *WRITABLE_FORMATS):
            for rendering in (
                RenderOptions(format=target),
                RenderOptions(format=target, width=32, strip=True),
                RenderOptions(format=target, width=500, quality=40),
            ):
                image = render_picture(data, rendering)
                assert image.format == (target or ("JPEG" if source == "HEIF" else source))
                expected = open_image(data).resize(image.size)
                assert mean_difference(image, expected) < 16, (source, rendering)


def test_a_reduced_jpeg_looks_like_one_that_was_decoded_in_full() -> None:
    image = pictures.pattern(1600, 1200, 3)
    noise = Image.effect_noise(image.size, 80).convert("RGB")
    data = picture_bytes(Image.blend(image, noise, 0.2), "JPEG", quality=92)
    for width in (90, 133, 200, 270, 400, 533, 800, 1100, 1599):
        exact = open_image(data).resize(fit_size((1600, 1200), RenderOptions(width=width)), Image.Resampling.LANCZOS)
        assert mean_difference(render_picture(data, RenderOptions(width=width, format="PNG")), exact) < 1.5, width


def test_the_same_rendition_has_the_same_bytes_and_rendering_it_again_changes_little() -> None:
    data = picture_bytes(pictures.pattern(300, 200, 4), "JPEG", quality=90)
    for target in WRITABLE_FORMATS:
        rendering = RenderOptions(format=target, width=120, strip=True)
        first = render(data, "JPEG", rendering, MAX_PIXELS, MAX_PIXELS)
        assert render(data, "JPEG", rendering, MAX_PIXELS, MAX_PIXELS) == first
        second = render(first[0], first[1], rendering, MAX_PIXELS, MAX_PIXELS)
        assert second[1:] == first[1:]
        assert mean_difference(open_image(first[0]), open_image(second[0])) < 2, target
        if target in ("PNG", "JPEG"):
            assert second[0] == first[0]


# Orientation


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_eight_orientations_are_applied(format: Format, orientation: int) -> None:
    stored = pictures.pattern(96, 48, 5)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = picture_bytes(stored, format, exif=exif.tobytes(), quality=95)
    upright = stored.transpose(TRANSPOSITIONS[orientation]) if orientation > 1 else stored
    for strip in (True, False):
        targets: tuple[Format, ...] = ("PNG", "JPEG", "AVIF")
        for target in targets:
            whole = render_picture(data, RenderOptions(format=target, quality=95, strip=strip))
            assert mean_difference(whole, upright) < 4, (target, strip)
            assert whole.getexif().get(0x0112, 1) == 1
    small = render_picture(data, RenderOptions(width=24, format="PNG"))
    assert small.size == ((24, 12) if orientation < 5 else (24, 48))
    assert mean_difference(small, upright.resize(small.size, Image.Resampling.LANCZOS)) < 4


def test_the_orientation_of_a_heif_is_applied_once() -> None:
    data = pictures.picture("HEIF", with_exif=True)
    turned = render_picture(data, RenderOptions(format="PNG"))
    assert turned.size == (48, 64)
    assert mean_difference(turned, open_image(data)) == 0
    assert turned.getexif().get(0x0112, 1) == 1


# Quality, and unchanged pixels


def test_the_quality_changes_the_size_of_lossy_formats_only() -> None:
    image = Image.blend(pictures.pattern(400, 300, 6), Image.effect_noise((400, 300), 90).convert("RGB"), 0.3)
    data = picture_bytes(image, "PNG")
    for target in WRITABLE_FORMATS:
        low, usual, high = (
            len(render(data, "PNG", RenderOptions(format=target, quality=quality), MAX_PIXELS, MAX_PIXELS)[0])
            for quality in (20, None, 97)
        )
        assert (low < usual < high) == (target not in ("PNG", "GIF")), target
        assert (low == usual == high) == (target in ("PNG", "GIF")), target


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"quality": 30, "subsampling": 1}, {"mode": "L"}])
def test_a_jpeg_that_only_loses_its_metadata_keeps_its_pixels_and_its_data(options: dict[str, object]) -> None:
    image = pictures.pattern(200, 120, 7).convert(str(options.pop("mode", "RGB")))
    data = picture_bytes(image, "JPEG", comment=b"secret-comment", exif=exif_with_secret(), **options)
    scan = data.index(b"\xff\xda")
    with_secrets = jfif_with_thumbnail(data)
    scan += len(with_secrets) - len(data)
    with_secrets = with_secrets[:scan] + b"\xff\xed\0\x10secret-between" + with_secrets[scan:] + b"secret-behind"
    stripped = render(with_secrets, "JPEG", RenderOptions(strip=True), MAX_PIXELS, MAX_PIXELS)[0]
    assert b"secret" not in stripped
    assert open_image(stripped).tobytes() == open_image(data).tobytes()
    assert open_image(stripped).info.keys() <= {
        "jfif",
        "jfif_version",
        "jfif_unit",
        "jfif_density",
        "progressive",
        "progression",
    }
    assert stripped.endswith(data[data.index(b"\xff\xda") :])
    assert render(stripped, "JPEG", RenderOptions(strip=True), MAX_PIXELS, MAX_PIXELS)[0] == stripped


def jfif_with_thumbnail(data: bytes) -> bytes:
    """The JPEG with a thumbnail in its JFIF segment, whose bytes can be searched for."""
    at = data.index(b"JFIF\0")
    return data[: at - 2] + b"\0\x1c" + data[at : at + 12] + b"\2\2secret-thumb" + data[at + 14 :]


def exif_with_secret() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = "secret-description"
    return exif.tobytes()


def test_a_jpeg_of_unchanged_pixels_keeps_its_quality() -> None:
    for quality, sampling in ((35, 2), (97, 0)):
        data = picture_bytes(pictures.pattern(300, 200, 8), "JPEG", quality=quality, subsampling=sampling)
        before, after = open_image(data), render_picture(data, RenderOptions(width=900))
        assert after.quantization == before.quantization  # type: ignore[attr-defined]  # a JPEG's
        assert mean_difference(before, after) < 1
    coarse = render_picture(data, RenderOptions(width=900, quality=35))
    assert coarse.quantization != before.quantization  # type: ignore[attr-defined]  # a JPEG's


def test_a_lossless_webp_stays_lossless() -> None:
    image = Image.blend(pictures.pattern(80, 60, 9), Image.effect_noise((80, 60), 90).convert("RGB"), 0.3)
    data = picture_bytes(image, "WEBP", lossless=True, exif=exif_with_secret())
    stripped, *_ = render(data, "WEBP", RenderOptions(strip=True), MAX_PIXELS, MAX_PIXELS)
    assert open_image(stripped).tobytes() == image.tobytes()
    assert b"secret" not in stripped
    assert mean_difference(render_picture(data, RenderOptions(quality=50)), image) > 0.5
    lossy = picture_bytes(image, "WEBP", quality=50)
    assert len(render(lossy, "WEBP", RenderOptions(strip=True), MAX_PIXELS, MAX_PIXELS)[0]) < len(stripped) / 2


@pytest.mark.parametrize(("mode", "expected"), [("P", "RGB"), ("1", "L"), ("L", "L"), ("LA", "LA"), ("I;16", "L")])
def test_a_resized_png_has_the_simplest_mode_that_holds_its_colours(mode: str, expected: str) -> None:
    image = pictures.pattern(60, 40, 10).convert("L")
    sixteen_bit = image.convert("I").convert("I;16")
    data = picture_bytes(
        image.quantize(100) if mode == "P" else sixteen_bit if mode == "I;16" else image.convert(mode), "PNG"
    )
    assert render_picture(data, RenderOptions(width=20)).mode == expected


@pytest.mark.parametrize("mode", ["P", "1", "L", "LA", "RGB", "RGBA", "I;16"])
def test_a_png_keeps_its_mode(mode: str) -> None:
    image = pictures.pattern(60, 40, 10)
    sixteen_bit = (
        Image.linear_gradient("L").resize((60, 40)).convert("I").point(lambda value: value * 257.0).convert("I;16")
    )
    source = image.quantize(100) if mode == "P" else sixteen_bit if mode == "I;16" else image.convert(mode)
    data = picture_bytes(source, "PNG")
    rendered = render_picture(data, RenderOptions(strip=True))
    assert rendered.mode == open_image(data).mode
    assert rendered.tobytes() == open_image(data).tobytes()
    assert rendered.convert("RGBA").tobytes() == open_image(data).convert("RGBA").tobytes()


# Refusals


def refusal_of(data: bytes, rendering: RenderOptions, *, max_pixels: int = MAX_PIXELS) -> RefusedError:
    source = format_of(data)
    assert source is not None
    with pytest.raises(RefusedError) as raised:
        render(data, source, rendering, max_pixels, max_pixels)
    assert str(raised.value).endswith(".")
    return raised.value


def test_a_heif_as_target_is_refused_with_the_remedy() -> None:
    for source in ("PNG", "HEIF"):
        refusal = refusal_of(pictures.picture(source), RenderOptions(format="HEIF"))
        assert refusal.rule == "format.not-writable"
        assert "AVIF" in str(refusal)


def test_sides_beyond_the_limit_of_a_format_are_refused() -> None:
    data = picture_bytes(Image.new("L", (17_000, 4)), "PNG")
    assert refusal_of(data, RenderOptions(format="WEBP")).rule == "render.size"
    assert render_picture(data, RenderOptions(format="WEBP", width=16_383)).size == (16_383, 4)
    assert render_picture(data, RenderOptions(format="JPEG")).size == (17_000, 4)
    assert (
        refusal_of(picture_bytes(Image.new("1", (65_600, 1)), "PNG"), RenderOptions(format="GIF")).rule == "render.size"
    )


def test_broken_pictures_are_refused_with_the_rule_they_break() -> None:
    for name, data, rule in pictures.broken_pictures():
        source = format_of(data)
        if source is None or rule == "decode.format":
            continue
        refusal = refusal_of(data, RenderOptions(format="JPEG", width=10))
        assert refusal.rule == rule, name


def test_the_pixel_cap_applies_to_renditions() -> None:
    assert refusal_of(pictures.flat_png(2000), RenderOptions(width=10), max_pixels=3_999_999).rule == "decode.pixels"
    header = struct.pack(">HH", 60_000, 60_000)
    jpeg = picture_bytes(Image.new("RGB", (16, 16)), "JPEG")
    at = jpeg.index(b"\xff\xc0") + 5
    assert refusal_of(jpeg[:at] + header + jpeg[at + 4 :], RenderOptions(width=10)).rule == "decode.pixels"
    heif = pictures.picture("HEIF")
    at = heif.index(b"ispe") + 8
    assert refusal_of(heif[:at] + b"\0\1\0\0\0\1\0\0" + heif[at + 8 :], RenderOptions(width=10)).rule == "decode.pixels"
