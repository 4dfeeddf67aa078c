"""Generates random landscapes and patterns from a seed, for libraries without pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageDraw, ImageFilter

COUNT: Final = 60
_SIZES: Final = ((640, 480), (480, 640), (560, 560), (800, 400))
_FORMATS: Final = (("jpg", "JPEG"), ("jpg", "JPEG"), ("png", "PNG"), ("webp", "WEBP"))
_GRAIN: Final = 5.0

Colour = tuple[int, int, int]
Random = np.random.Generator


def paint(folder: Path, count: int = COUNT, seed: int = 1) -> list[Path]:
    """Write `count` pictures into a folder, and return their paths. The same seed gives the same pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(folder, number, np.random.default_rng([seed, number])) for number in range(count)]


def _write(folder: Path, number: int, random: Random) -> Path:
    name, scene = list(_SCENES.items())[number % len(_SCENES)]
    ending, format = _FORMATS[number % len(_FORMATS)]
    picture = _add_grain(scene(_SIZES[int(random.integers(len(_SIZES)))], random), random)
    exif = Image.Exif()
    exif[ExifTags.Base.ImageDescription] = f"A painted {name}"
    exif[ExifTags.Base.Software] = "facetry demo"
    path = folder / f"{name}-{number // len(_SCENES) + 1:02}.{ending}"
    picture.save(path, format, exif=exif, **({"compress_level": 1} if format == "PNG" else {"quality": 85}))
    return path


def _sunset(size: tuple[int, int], random: Random) -> Image.Image:
    """A sun over the sea."""
    width, height = size
    horizon = int(height * random.uniform(0.5, 0.7))
    picture = _gradient(size, _vary((40, 30, 90), random), _vary((250, 140, 60), random))
    picture.paste(_gradient((width, height - horizon), (150, 70, 60), (20, 20, 60)), (0, horizon))
    draw, x, radius = ImageDraw.Draw(picture), int(width * random.uniform(0.2, 0.8)), height // 10
    draw.ellipse((x - radius, horizon - radius, x + radius, horizon + radius), fill=(255, 220, 130))
    draw.rectangle((0, horizon + radius // 3, width, horizon + radius), fill=(120, 60, 70))
    return picture


def _hills(size: tuple[int, int], random: Random) -> Image.Image:
    """Green hills below a blue sky."""
    width, height = size
    picture = _gradient(size, (90, 150, 230), (210, 230, 250))
    draw = ImageDraw.Draw(picture)
    for step in range(4):
        waves = np.arange(width + 1) / width * random.uniform(4, 9) + random.uniform(0, 6)
        tops = height * (0.45 + 0.14 * step) + np.sin(waves) * height * 0.06
        outline = [(0, height), *zip(range(width + 1), tops.tolist(), strict=True), (width, height)]
        draw.polygon(outline, fill=_vary((70 - 10 * step, 150 - 22 * step, 60), random))
    return picture


def _night(size: tuple[int, int], random: Random) -> Image.Image:
    """Houses with lights in their windows."""
    width, height = size
    picture = _gradient(size, (5, 5, 25), (40, 35, 70))
    draw, x = ImageDraw.Draw(picture), 0
    while x < width:
        wide, top = int(random.integers(40, 100)), int(height * random.uniform(0.3, 0.7))
        draw.rectangle((x, top, x + wide, height), fill=(15, 15, 22))
        for left in range(x + 8, x + wide - 10, 16):
            for y in range(top + 10, height - 10, 20):
                if random.random() < 0.4:
                    draw.rectangle((left, y, left + 7, y + 9), fill=(250, 210, 110))
        x += wide + 4
    return picture


def _meadow(size: tuple[int, int], random: Random) -> Image.Image:
    """Flowers in the grass."""
    width, height = size
    picture = _gradient(size, (90, 170, 70), (40, 110, 40))
    draw, petals = ImageDraw.Draw(picture), _vary(_choose(_VIVID, random), random)
    for _ in range(70):
        x, y, radius = random.uniform(0, width), random.uniform(0, height), random.uniform(5, 16)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=petals)
        draw.ellipse((x - radius / 3, y - radius / 3, x + radius / 3, y + radius / 3), fill=(250, 220, 60))
    return picture


def _poster(size: tuple[int, int], random: Random) -> Image.Image:
    """A few large shapes of one hue on white."""
    width, height = size
    picture = Image.new("RGB", size, (245, 243, 238))
    draw, colour = ImageDraw.Draw(picture), _choose(_VIVID, random)
    for _ in range(5):
        x, y = random.uniform(0, width * 0.7), random.uniform(0, height * 0.7)
        box = (x, y, x + width * random.uniform(0.15, 0.4), y + height * random.uniform(0.15, 0.4))
        (draw.ellipse if random.random() < 0.5 else draw.rectangle)(box, fill=_vary(colour, random))
    return picture


def _fabric(size: tuple[int, int], random: Random) -> Image.Image:
    """Stripes of two colours."""
    width, height = size
    picture = Image.new("RGB", size, _choose(_VIVID, random))
    draw, other, step = ImageDraw.Draw(picture), _choose(_VIVID, random), int(random.integers(24, 60))
    lean = int(random.integers(-height // 2, height // 2))
    for x in range(-height, width + height, 2 * step):
        draw.polygon([(x, 0), (x + step, 0), (x + step + lean, height), (x + lean, height)], fill=other)
    return picture


_SCENES: Final[dict[str, Callable[[tuple[int, int], Random], Image.Image]]] = {
    "sunset": _sunset,
    "hills": _hills,
    "night": _night,
    "meadow": _meadow,
    "poster": _poster,
    "fabric": _fabric,
}
_VIVID: Final[tuple[Colour, ...]] = (
    *((200, 40, 40), (230, 130, 30), (240, 210, 50), (40, 90, 190)),
    *((120, 60, 170), (230, 100, 160), (30, 160, 170)),
)


def _choose(colours: tuple[Colour, ...], random: Random) -> Colour:
    return colours[int(random.integers(len(colours)))]


def _vary(colour: Colour, random: Random) -> Colour:
    red, green, blue = np.clip(np.array(colour) + random.integers(-25, 26, 3), 0, 255).tolist()
    return red, green, blue


def _gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    width, height = size
    share = np.linspace(0, 1, height)[:, None, None]
    rows = np.array(top) * (1 - share) + np.array(bottom) * share
    return Image.fromarray(np.broadcast_to(rows, (height, width, 3)).astype(np.uint8))


def _add_grain(picture: Image.Image, random: Random) -> Image.Image:
    """The picture blurred and with film grain, so that it resembles a photo more than a drawing."""
    soft: NDArray[np.float32] = np.asarray(picture.filter(ImageFilter.GaussianBlur(1)), dtype=np.float32)
    noise = random.standard_normal(soft.shape[:2], dtype=np.float32)[:, :, None] * _GRAIN
    return Image.fromarray(np.clip(soft + noise, 0, 255).astype(np.uint8))
