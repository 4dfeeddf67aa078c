"""Hashes of pixels and of looks, and placeholders: what makes pictures equal, alike or different."""

import io
import math
import random
import warnings
from collections.abc import Iterator

import pytest
import xxhash
from PIL import Image, PngImagePlugin

from facetry.imaging.decode import Decoded, decode, prepare
from facetry.imaging.formats import Format
from tests.support import pictures

MAX_PIXELS = 50_000_000


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        prepare()
        yield
    Image.core.set_block_size(1 << 30)  # type: ignore[attr-defined]  # documented, but not exported


def written(image: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format, **options)
    return target.getvalue()


def read(image: Image.Image, format: Format = "PNG", **options: object) -> Decoded:
    return decode(written(image, format, **options), format, MAX_PIXELS)


def pixels(image: Image.Image, format: Format = "PNG", **options: object) -> str:
    found = read(image, format, **options).pixel_hash
    assert found is not None
    assert len(found) == 16
    return found.hex()


def distance(left: Decoded, right: Decoded) -> int:
    assert left.perceptual_hash is not None
    assert right.perceptual_hash is not None
    return (left.perceptual_hash ^ right.perceptual_hash).bit_count()


def textured(seed: int, size: tuple[int, int] = (900, 600)) -> Image.Image:
    """A picture with coarse shapes and much fine detail."""
    noise = Image.frombytes("RGB", size, random.Random(seed).randbytes(size[0] * size[1] * 3))
    return Image.blend(pictures.pattern(*size, seed=seed), noise, 0.15)


# Pixels


def test_the_pixel_hash_is_of_the_size_and_the_rgba_bytes() -> None:
    image = textured(1, (37, 21))
    assert pixels(image) == xxhash.xxh3_128(b"37 21 " + image.convert("RGBA").tobytes()).hexdigest()


def test_equal_pixels_are_equal_in_every_lossless_format() -> None:
    image = textured(2, (320, 240))
    jpeg = written(image, "JPEG", quality=70)
    with Image.open(io.BytesIO(jpeg)) as opened:
        seen = opened.convert("RGB")
    by_jpeg = decode(jpeg, "JPEG", MAX_PIXELS).pixel_hash
    assert by_jpeg is not None
    assert {pixels(seen), pixels(seen, "WEBP", lossless=True), by_jpeg.hex()} == {pixels(seen)}
    assert pixels(seen) != pixels(image)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("note", "other metadata, same pixels")
    assert pixels(seen, pnginfo=texts, compress_level=1) == pixels(seen)


def test_equal_pixels_are_equal_in_every_mode() -> None:
    flat = textured(3, (64, 48)).quantize(200)
    colours = flat.convert("RGB")
    assert pixels(flat) == pixels(colours) == pixels(colours.convert("RGBA")) == pixels(flat, "GIF")
    grey = colours.convert("L")
    assert pixels(grey) == pixels(grey.convert("LA")) == pixels(grey.convert("RGB")) == pixels(grey.convert("RGBA"))
    black_and_white = grey.convert("1")
    assert pixels(black_and_white) == pixels(black_and_white.convert("L"))
    key = colours.copy()
    key.putpixel((3, 3), (1, 2, 3))
    through = key.convert("RGBA")
    through.putpixel((3, 3), (1, 2, 3, 0))
    assert pixels(key, transparency=(1, 2, 3)) == pixels(through)


def test_what_cannot_be_seen_does_not_count_and_what_can_does() -> None:
    image = textured(4, (50, 40)).convert("RGBA")
    image.paste((10, 20, 30, 0), (0, 0, 25, 40))
    other = image.copy()
    other.paste((200, 100, 0, 0), (0, 0, 25, 40))
    assert pixels(image) == pixels(other) == pixels(image, "WEBP", lossless=True)
    other.putpixel((0, 0), (10, 20, 30, 1))
    assert pixels(image) != pixels(other)


def test_other_pixels_sizes_and_depths_are_other_hashes() -> None:
    image = textured(5, (40, 20))
    one = image.copy()
    one.putpixel((39, 19), tuple(value ^ 1 for value in image.tobytes()[-3:]))
    reshaped = Image.frombytes("RGB", (20, 40), image.tobytes())
    deep = Image.frombytes("I;16", (40, 20), image.tobytes()[:1600])
    inks = image.convert("CMYK")
    inks.paste(Image.new("CMYK", (40, 20), (90, 80, 70, 60)))
    hashes = [pixels(image), pixels(one), pixels(reshaped), pixels(deep), pixels(image.convert("L"))]
    as_inks = written(inks, "JPEG", quality=100)
    with Image.open(io.BytesIO(as_inks)) as opened:
        as_colours = Image.frombytes("RGBA", opened.size, opened.tobytes())
    hashes += [pixels(inks, "JPEG", quality=100), pixels(as_colours), pixels(image, "JPEG", quality=100)]
    assert len(set(hashes)) == len(hashes)


def test_an_animation_is_not_its_first_frame_alone() -> None:
    frames = [textured(seed, (30, 20)).quantize(64).convert("RGB") for seed in range(3)]
    moving: dict[str, object] = {"save_all": True, "append_images": frames[1:]}
    still = pixels(frames[0])
    assert pixels(frames[0], "WEBP", lossless=True, **moving) == pixels(frames[0], "PNG", **moving) != still
    gif = pixels(frames[0], "GIF", **moving)
    assert gif == pixels(frames[0], "PNG", **moving)
    shorter = pixels(frames[0], "PNG", save_all=True, append_images=[])
    assert shorter == still


def test_memory_in_several_pieces_is_hashed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    image = textured(6, (640, 480))
    data = written(image, "PNG")
    whole = decode(data, "PNG", MAX_PIXELS)
    Image.core.set_block_size(64 * 1024)  # type: ignore[attr-defined]  # documented, but not exported
    pieces = decode(data, "PNG", MAX_PIXELS)
    assert (pieces.pixel_hash, pieces.perceptual_hash, pieces.placeholder) == (
        whole.pixel_hash,
        whole.perceptual_hash,
        whole.placeholder,
    )


# Looks


def test_copies_in_other_sizes_formats_and_qualities_look_alike() -> None:
    for seed in range(4):
        image = textured(seed, (1200, 800))
        original = read(image)
        half = image.resize((600, 400), Image.Resampling.LANCZOS)
        copies = [
            read(image, "JPEG", quality=40),
            read(half, "JPEG", quality=75),
            read(image.resize((333, 222), Image.Resampling.BICUBIC), "WEBP", quality=60),
            read(image.point([min(255, round(value * 1.1 + 5)) for value in range(256)] * 3), "JPEG"),
            read(half.convert("L"), "PNG"),
            read(half.convert("RGBA"), "AVIF", quality=50, speed=10),
        ]
        assert max(distance(original, copy) for copy in copies) <= 4, seed
        assert min(distance(original, read(textured(seed + 100 + n))) for n in range(3)) > 8


def test_the_bits_tell_whether_it_gets_lighter_to_the_right() -> None:
    cells = Image.new("L", (9, 8))
    rows = [[(10, 240), (240, 10)][row % 2] for row in range(8)]
    cells.putdata([rows[y][x % 2] for y in range(8) for x in range(9)])
    found = read(cells.resize((900, 800), Image.Resampling.NEAREST)).perceptual_hash
    assert found == int("10101010" + "01010101", 2) * sum(1 << 16 * n for n in range(4))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "1"])
def test_a_picture_that_shows_nothing_has_no_looks(mode: str) -> None:
    assert (
        read(Image.new(mode, (300, 200), 255 if mode in "L1" else (9, 80, 70, 255)[: len(mode)])).perceptual_hash
        is None
    )
    fading = Image.linear_gradient("L").resize((300, 200))
    assert read(fading.convert(mode) if mode != "1" else fading).perceptual_hash is None  # from top to bottom only


def test_a_turned_file_looks_and_shows_as_the_upright_one() -> None:
    upright = textured(7, (600, 400))
    original = read(upright)
    undone = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    for orientation, method in undone.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = upright.transpose(method)
        turned = read(stored, "PNG", exif=exif.tobytes())
        assert (turned.width, turned.height) == (600, 400), orientation
        assert distance(original, turned) <= 2, orientation
        assert shown(turned)[:2] == shown(original)[:2]
        assert mean_difference(shown(turned)[2], shown(original)[2]) < 6, orientation
        assert turned.pixel_hash != original.pixel_hash


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (2, 3), (143, 145), (9, 287), (289, 288)])
def test_every_size_has_all_hashes(size: tuple[int, int]) -> None:
    found = read(textured(8, size))
    assert (found.width, found.height) == size
    assert found.pixel_hash is not None
    assert found.placeholder is not None
    assert len(found.placeholder) >= 5


# Placeholders

Shown = tuple[float, bool, list[tuple[float, float, float, float]]]


def shown(picture: Decoded) -> Shown:
    """A ThumbHash unfolded, by the format's description: width to height, whether it has alpha, and 16 × 16 colours."""
    code = picture.placeholder
    assert code is not None
    head, shape = int.from_bytes(code[:3], "little"), int.from_bytes(code[3:5], "little")
    has_alpha, is_wide = bool(head >> 23), bool(shape >> 15)
    most, least = 5 if has_alpha else 7, shape & 7
    across, down = (most, least) if is_wide else (least, most)
    halves = [half for byte in code[6 if has_alpha else 5 :] for half in (byte & 15, byte >> 4)]

    def waves(nx: int, ny: int, scale: float) -> dict[tuple[int, int], float]:
        return {
            (x, y): (halves.pop(0) / 7.5 - 1) * scale
            for y in range(ny)
            for x in range(0 if y else 1, nx)
            if x * ny < nx * (ny - y)
        }

    light = waves(max(3, across), max(3, down), (head >> 18 & 31) / 31)
    yellow = waves(3, 3, (shape >> 3 & 63) / 63 * 1.25)
    red = waves(3, 3, (shape >> 9 & 63) / 63 * 1.25)
    alpha = waves(5, 5, (code[5] >> 4) / 15) if has_alpha else {}
    assert len(halves) <= 1

    def at(mean: float, found: dict[tuple[int, int], float], u: float, v: float) -> float:
        return mean + sum(2 * f * math.cos(math.pi * u * x) * math.cos(math.pi * v * y) for (x, y), f in found.items())

    colours = []
    for row in range(16):
        for column in range(16):
            u, v = (column + 0.5) / 16, (row + 0.5) / 16
            grey = at((head & 63) / 63, light, u, v)
            p = at((head >> 6 & 63) / 31.5 - 1, yellow, u, v)
            q = at((head >> 12 & 63) / 31.5 - 1, red, u, v)
            b = grey - 2 / 3 * p
            r = (3 * grey - b + q) / 2
            a = at((code[5] & 15) / 15, alpha, u, v) if has_alpha else 1.0
            colours.append(tuple(255 * min(1.0, max(0.0, value)) for value in (r, r - q, b, a)))
    return across / down, has_alpha, [(r, g, b, a) for r, g, b, a in colours]


def mean_difference(
    left: list[tuple[float, float, float, float]], right: list[tuple[float, float, float, float]]
) -> float:
    return sum(abs(a - b) for x, y in zip(left, right, strict=True) for a, b in zip(x, y, strict=True)) / len(left) / 4


def cells(image: Image.Image) -> list[tuple[float, float, float, float]]:
    data = image.convert("RGBA").resize((16, 16), Image.Resampling.BOX).tobytes()
    return [(data[n], data[n + 1], data[n + 2], data[n + 3]) for n in range(0, 1024, 4)]


@pytest.mark.parametrize("size", [(300, 300), (300, 200), (200, 300), (700, 300), (300, 700)])
def test_a_placeholder_looks_like_its_picture(size: tuple[int, int]) -> None:
    for seed in range(5):
        coarse = pictures.pattern(4, 4, seed).resize(size, Image.Resampling.BICUBIC)
        ratio, has_alpha, colours = shown(read(coarse))
        assert not has_alpha
        assert ratio == pytest.approx(size[0] / size[1], rel=0.2)
        expected = cells(coarse)
        assert mean_difference(colours, expected) < 14
        for channel in range(3):
            mean = sum(colour[channel] for colour in colours) / 256
            assert mean == pytest.approx(sum(colour[channel] for colour in expected) / 256, abs=5), (seed, channel)


@pytest.mark.parametrize(
    "colour", [(255, 0, 0), (0, 200, 40), (20, 30, 220), (128, 128, 128), (255, 255, 255), (0, 0, 0)]
)
def test_the_placeholder_of_one_colour_is_that_colour(colour: tuple[int, int, int]) -> None:
    _, _, colours = shown(read(Image.new("RGB", (400, 300), colour)))
    assert mean_difference(colours, [(*colour, 255.0)] * 256) < 4
    assert shown(read(Image.new("RGB", (400, 300), colour), "JPEG"))[1] is False


def test_a_placeholder_keeps_alpha_and_no_hidden_colour_shines_through() -> None:
    image = Image.new("RGBA", (300, 200), (0, 255, 0, 0))
    image.paste((250, 20, 30, 255), (0, 0, 150, 200))
    formats: tuple[Format, ...] = ("PNG", "WEBP")
    for format in formats:
        ratio, has_alpha, colours = shown(read(image, format))
        assert has_alpha
        assert ratio == pytest.approx(1.5, rel=0.2)
        left, right = colours[8 * 16 + 3], colours[8 * 16 + 13]
        assert left[3] > 200
        assert right[3] < 55
        assert all(colour[0] > 200 and colour[1] < 70 for colour in colours)
    sieve = Image.new("RGBA", (300, 200), (250, 20, 30, 255))
    sieve.paste((0, 255, 0, 0), mask=Image.linear_gradient("L").resize((300, 200)).convert("1"))
    assert all(colour[0] > 200 and colour[1] < 70 for colour in shown(read(sieve))[2])
    opaque = image.copy()
    opaque.putalpha(255)
    assert shown(read(opaque))[1] is False
