"""Pixel hashes, perceptual hashes and placeholders: which pictures are equal, similar or different."""

import io
import math
import random
import warnings
from collections.abc import Iterator

import pytest
import xxhash
from PIL import Image, PngImagePlugin

from facetry.imaging.decode import DecodedPicture, configure_libraries, decode
from facetry.imaging.formats import Format
from tests.support.imaging import pictures

MAX_PIXELS = 50_000_000


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield
    Image.core.set_block_size(1 << 30)  # type: ignore[attr-defined]  # documented, but not exported


def picture_bytes(image: Image.Image, format: str, **options: object) -> bytes:
    output = io.BytesIO()
    image.save(output, format, **options)
    return output.getvalue()


def decode_image(image: Image.Image, format: Format = "PNG", **options: object) -> DecodedPicture:
    return decode(picture_bytes(image, format, **options), format, MAX_PIXELS)


def pixel_hash_of(image: Image.Image, format: Format = "PNG", **options: object) -> str:
    digest = decode_image(image, format, **options).pixel_hash
    assert digest is not None
    assert len(digest) == 16
    return digest.hex()


def hash_distance(left: DecodedPicture, right: DecodedPicture) -> int:
    assert left.perceptual_hash is not None
    assert right.perceptual_hash is not None
    return (left.perceptual_hash ^ right.perceptual_hash).bit_count()


def textured(seed: int, size: tuple[int, int] = (900, 600)) -> Image.Image:
    """A picture with coarse shapes and much fine detail."""
    noise = Image.frombytes("RGB", size, random.Random(seed).randbytes(size[0] * size[1] * 3))
    return Image.blend(pictures.pattern(*size, seed=seed), noise, 0.15)


# Pixel hashes


def test_the_pixel_hash_is_of_the_size_and_the_rgba_bytes() -> None:
    image = textured(1, (37, 21))
    assert pixel_hash_of(image) == xxhash.xxh3_128(b"37 21 " + image.convert("RGBA").tobytes()).hexdigest()


def test_the_pixel_hash_is_equal_in_every_lossless_format() -> None:
    image = textured(2, (320, 240))
    jpeg = picture_bytes(image, "JPEG", quality=70)
    with Image.open(io.BytesIO(jpeg)) as opened:
        decoded = opened.convert("RGB")
    jpeg_hash = decode(jpeg, "JPEG", MAX_PIXELS).pixel_hash
    assert jpeg_hash is not None
    assert {pixel_hash_of(decoded), pixel_hash_of(decoded, "WEBP", lossless=True), jpeg_hash.hex()} == {
        pixel_hash_of(decoded)
    }
    assert pixel_hash_of(decoded) != pixel_hash_of(image)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("note", "other metadata, same pixels")
    assert pixel_hash_of(decoded, pnginfo=texts, compress_level=1) == pixel_hash_of(decoded)


def test_the_pixel_hash_is_equal_in_every_mode() -> None:
    palette_image = textured(3, (64, 48)).quantize(200)
    colours = palette_image.convert("RGB")
    assert (
        pixel_hash_of(palette_image)
        == pixel_hash_of(colours)
        == pixel_hash_of(colours.convert("RGBA"))
        == pixel_hash_of(palette_image, "GIF")
    )
    grey = colours.convert("L")
    assert (
        pixel_hash_of(grey)
        == pixel_hash_of(grey.convert("LA"))
        == pixel_hash_of(grey.convert("RGB"))
        == pixel_hash_of(grey.convert("RGBA"))
    )
    black_and_white = grey.convert("1")
    assert pixel_hash_of(black_and_white) == pixel_hash_of(black_and_white.convert("L"))
    opaque = colours.copy()
    opaque.putpixel((3, 3), (1, 2, 3))
    transparent = opaque.convert("RGBA")
    transparent.putpixel((3, 3), (1, 2, 3, 0))
    assert pixel_hash_of(opaque, transparency=(1, 2, 3)) == pixel_hash_of(transparent)


def test_invisible_pixels_do_not_change_the_pixel_hash_and_visible_ones_do() -> None:
    image = textured(4, (50, 40)).convert("RGBA")
    image.paste((10, 20, 30, 0), (0, 0, 25, 40))
    other = image.copy()
    other.paste((200, 100, 0, 0), (0, 0, 25, 40))
    assert pixel_hash_of(image) == pixel_hash_of(other) == pixel_hash_of(image, "WEBP", lossless=True)
    other.putpixel((0, 0), (10, 20, 30, 1))
    assert pixel_hash_of(image) != pixel_hash_of(other)


def test_other_pixels_sizes_and_depths_have_other_pixel_hashes() -> None:
    image = textured(5, (40, 20))
    one_bit_changed = image.copy()
    one_bit_changed.putpixel((39, 19), tuple(value ^ 1 for value in image.tobytes()[-3:]))
    reshaped = Image.frombytes("RGB", (20, 40), image.tobytes())
    deep = Image.frombytes("I;16", (40, 20), image.tobytes()[:1600])
    inks = image.convert("CMYK")
    inks.paste(Image.new("CMYK", (40, 20), (90, 80, 70, 60)))
    hashes = [
        pixel_hash_of(image),
        pixel_hash_of(one_bit_changed),
        pixel_hash_of(reshaped),
        pixel_hash_of(deep),
        pixel_hash_of(image.convert("L")),
    ]
    as_inks = picture_bytes(inks, "JPEG", quality=100)
    with Image.open(io.BytesIO(as_inks)) as opened:
        as_colours = Image.frombytes("RGBA", opened.size, opened.tobytes())
    hashes += [
        pixel_hash_of(inks, "JPEG", quality=100),
        pixel_hash_of(as_colours),
        pixel_hash_of(image, "JPEG", quality=100),
    ]
    assert len(set(hashes)) == len(hashes)


def test_an_animation_and_its_first_frame_have_different_pixel_hashes() -> None:
    frames = [textured(seed, (30, 20)).quantize(64).convert("RGB") for seed in range(3)]
    animation_options: dict[str, object] = {"save_all": True, "append_images": frames[1:]}
    still_hash = pixel_hash_of(frames[0])
    assert (
        pixel_hash_of(frames[0], "WEBP", lossless=True, **animation_options)
        == pixel_hash_of(frames[0], "PNG", **animation_options)
        != still_hash
    )
    gif_hash = pixel_hash_of(frames[0], "GIF", **animation_options)
    assert gif_hash == pixel_hash_of(frames[0], "PNG", **animation_options)
    one_frame_hash = pixel_hash_of(frames[0], "PNG", save_all=True, append_images=[])
    assert one_frame_hash == still_hash


def test_hashes_do_not_depend_on_the_memory_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    image = textured(6, (640, 480))
    data = picture_bytes(image, "PNG")
    whole = decode(data, "PNG", MAX_PIXELS)
    Image.core.set_block_size(64 * 1024)  # type: ignore[attr-defined]  # documented, but not exported
    pieces = decode(data, "PNG", MAX_PIXELS)
    assert (pieces.pixel_hash, pieces.perceptual_hash, pieces.placeholder) == (
        whole.pixel_hash,
        whole.perceptual_hash,
        whole.placeholder,
    )


# Perceptual hashes


def test_copies_in_other_sizes_formats_and_qualities_have_close_perceptual_hashes() -> None:
    for seed in range(4):
        image = textured(seed, (1200, 800))
        original = decode_image(image)
        half = image.resize((600, 400), Image.Resampling.LANCZOS)
        copies = [
            decode_image(image, "JPEG", quality=40),
            decode_image(half, "JPEG", quality=75),
            decode_image(image.resize((333, 222), Image.Resampling.BICUBIC), "WEBP", quality=60),
            decode_image(image.point([min(255, round(value * 1.1 + 5)) for value in range(256)] * 3), "JPEG"),
            decode_image(half.convert("L"), "PNG"),
            decode_image(half.convert("RGBA"), "AVIF", quality=50, speed=10),
        ]
        assert max(hash_distance(original, copy) for copy in copies) <= 4, seed
        assert min(hash_distance(original, decode_image(textured(seed + 100 + n))) for n in range(3)) > 8


def test_a_bit_of_the_perceptual_hash_is_set_where_luminance_rises_to_the_right() -> None:
    cells = Image.new("L", (9, 8))
    rows = [[(10, 240), (240, 10)][row % 2] for row in range(8)]
    cells.putdata([rows[y][x % 2] for y in range(8) for x in range(9)])
    bits = decode_image(cells.resize((900, 800), Image.Resampling.NEAREST)).perceptual_hash
    assert bits == int("10101010" + "01010101", 2) * sum(1 << 16 * n for n in range(4))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "1"])
def test_a_picture_without_horizontal_structure_has_no_perceptual_hash(mode: str) -> None:
    assert (
        decode_image(
            Image.new(mode, (300, 200), 255 if mode in "L1" else (9, 80, 70, 255)[: len(mode)])
        ).perceptual_hash
        is None
    )
    gradient = Image.linear_gradient("L").resize((300, 200))
    assert (
        decode_image(gradient.convert(mode) if mode != "1" else gradient).perceptual_hash is None
    )  # from top to bottom only


def test_a_rotated_file_has_the_hash_and_the_placeholder_of_the_upright_one() -> None:
    upright = textured(7, (600, 400))
    original = decode_image(upright)
    inverse_transpositions = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    for orientation, method in inverse_transpositions.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = upright.transpose(method)
        turned = decode_image(stored, "PNG", exif=exif.tobytes())
        assert (turned.width, turned.height) == (600, 400), orientation
        assert hash_distance(original, turned) <= 2, orientation
        assert decode_placeholder(turned)[:2] == decode_placeholder(original)[:2]
        assert mean_difference(decode_placeholder(turned)[2], decode_placeholder(original)[2]) < 6, orientation
        assert turned.pixel_hash == original.pixel_hash


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (2, 3), (143, 145), (9, 287), (289, 288)])
def test_a_picture_of_any_size_has_a_pixel_hash_and_a_placeholder(size: tuple[int, int]) -> None:
    picture = decode_image(textured(8, size))
    assert (picture.width, picture.height) == size
    assert picture.pixel_hash is not None
    assert picture.placeholder is not None
    assert len(picture.placeholder) >= 5


# Placeholders

DecodedPlaceholder = tuple[float, bool, list[tuple[float, float, float, float]]]


def decode_placeholder(picture: DecodedPicture) -> DecodedPlaceholder:
    """A decoded ThumbHash: ratio of width to height, whether it has alpha, and 16 × 16 colours."""
    code = picture.placeholder
    assert code is not None
    head, shape = int.from_bytes(code[:3], "little"), int.from_bytes(code[3:5], "little")
    has_alpha, is_wide = bool(head >> 23), bool(shape >> 15)
    most, least = 5 if has_alpha else 7, shape & 7
    across, down = (most, least) if is_wide else (least, most)
    nibbles = [nibble for byte in code[6 if has_alpha else 5 :] for nibble in (byte & 15, byte >> 4)]

    def waves(nx: int, ny: int, scale: float) -> dict[tuple[int, int], float]:
        return {
            (x, y): (nibbles.pop(0) / 7.5 - 1) * scale
            for y in range(ny)
            for x in range(0 if y else 1, nx)
            if x * ny < nx * (ny - y)
        }

    luminance = waves(max(3, across), max(3, down), (head >> 18 & 31) / 31)
    yellow_blue = waves(3, 3, (shape >> 3 & 63) / 63 * 1.25)
    red_green = waves(3, 3, (shape >> 9 & 63) / 63 * 1.25)
    alpha = waves(5, 5, (code[5] >> 4) / 15) if has_alpha else {}
    assert len(nibbles) <= 1

    def value_at(mean: float, waves_of_channel: dict[tuple[int, int], float], u: float, v: float) -> float:
        return mean + sum(
            2 * f * math.cos(math.pi * u * x) * math.cos(math.pi * v * y) for (x, y), f in waves_of_channel.items()
        )

    colours = []
    for row in range(16):
        for column in range(16):
            u, v = (column + 0.5) / 16, (row + 0.5) / 16
            grey = value_at((head & 63) / 63, luminance, u, v)
            p = value_at((head >> 6 & 63) / 31.5 - 1, yellow_blue, u, v)
            q = value_at((head >> 12 & 63) / 31.5 - 1, red_green, u, v)
            b = grey - 2 / 3 * p
            r = (3 * grey - b + q) / 2
            a = value_at((code[5] & 15) / 15, alpha, u, v) if has_alpha else 1.0
            colours.append(tuple(255 * min(1.0, max(0.0, value)) for value in (r, r - q, b, a)))
    return across / down, has_alpha, [(r, g, b, a) for r, g, b, a in colours]


def mean_difference(
    left: list[tuple[float, float, float, float]], right: list[tuple[float, float, float, float]]
) -> float:
    return sum(abs(a - b) for x, y in zip(left, right, strict=True) for a, b in zip(x, y, strict=True)) / len(left) / 4


def mean_colours(image: Image.Image) -> list[tuple[float, float, float, float]]:
    data = image.convert("RGBA").resize((16, 16), Image.Resampling.BOX).tobytes()
    return [(data[n], data[n + 1], data[n + 2], data[n + 3]) for n in range(0, 1024, 4)]


@pytest.mark.parametrize("size", [(300, 300), (300, 200), (200, 300), (700, 300), (300, 700)])
def test_a_placeholder_looks_like_its_picture(size: tuple[int, int]) -> None:
    for seed in range(5):
        coarse = pictures.pattern(4, 4, seed).resize(size, Image.Resampling.BICUBIC)
        ratio, has_alpha, colours = decode_placeholder(decode_image(coarse))
        assert not has_alpha
        assert ratio == pytest.approx(size[0] / size[1], rel=0.2)
        expected = mean_colours(coarse)
        assert mean_difference(colours, expected) < 14
        for channel in range(3):
            mean = sum(colour[channel] for colour in colours) / 256
            assert mean == pytest.approx(sum(colour[channel] for colour in expected) / 256, abs=5), (seed, channel)


@pytest.mark.parametrize(
    "colour", [(255, 0, 0), (0, 200, 40), (20, 30, 220), (128, 128, 128), (255, 255, 255), (0, 0, 0)]
)
def test_the_placeholder_of_one_colour_is_that_colour(colour: tuple[int, int, int]) -> None:
    _, _, colours = decode_placeholder(decode_image(Image.new("RGB", (400, 300), colour)))
    assert mean_difference(colours, [(*colour, 255.0)] * 256) < 4
    assert decode_placeholder(decode_image(Image.new("RGB", (400, 300), colour), "JPEG"))[1] is False


def test_a_placeholder_keeps_alpha_and_excludes_the_colours_of_transparent_pixels() -> None:
    image = Image.new("RGBA", (300, 200), (0, 255, 0, 0))
    image.paste((250, 20, 30, 255), (0, 0, 150, 200))
    formats: tuple[Format, ...] = ("PNG", "WEBP")
    for format in formats:
        ratio, has_alpha, colours = decode_placeholder(decode_image(image, format))
        assert has_alpha
        assert ratio == pytest.approx(1.5, rel=0.2)
        left, right = colours[8 * 16 + 3], colours[8 * 16 + 13]
        assert left[3] > 200
        assert right[3] < 55
        assert all(colour[0] > 200 and colour[1] < 70 for colour in colours)
    partly_transparent = Image.new("RGBA", (300, 200), (250, 20, 30, 255))
    partly_transparent.paste((0, 255, 0, 0), mask=Image.linear_gradient("L").resize((300, 200)).convert("1"))
    assert all(colour[0] > 200 and colour[1] < 70 for colour in decode_placeholder(decode_image(partly_transparent))[2])
    opaque = image.copy()
    opaque.putalpha(255)
    assert decode_placeholder(decode_image(opaque))[1] is False
