"""What pictures look like, and how far two of them are apart."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageCms, ImageStat

from tests.support.readers.programs import run

_SRGB: Final = ImageCms.createProfile("sRGB")
_END_OF_PNG: Final = b"IEND\xaeB`\x82"
_BACKGROUNDS: Final = ((255, 255, 255, 255), (0, 0, 0, 255))


def thumbnails(files: Sequence[Path], side: int, folder: Path) -> list[Path | None]:
    """The pictures as libvips makes them fit into a square, as PNG files in `folder`; None for those it refuses."""
    links = []
    for number, file in enumerate(files):
        link = folder / f"{number}.input"
        link.symlink_to(file)
        links.append(f"{link}[fail_on=error]")
    run("vipsthumbnail", ["--vips-concurrency=1", "--size", f"{side}x{side}>", "-o", f"{folder}/%s.png", *links])
    found = [folder / f"{number}.png" for number in range(len(files))]
    return [each if each.exists() and _is_whole(each) else None for each in found]


def in_srgb(data: bytes) -> Image.Image:
    """A picture in `RGBA` and sRGB."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            return _in_srgb(image)


def _in_srgb(image: Image.Image) -> Image.Image:
    picture = image.convert("I").point(_byte_of_16_bits).convert("L") if image.mode[0] == "I" else image
    alpha, profile = image.convert("RGBA").getchannel("A"), image.info.get("icc_profile")
    if profile:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = "L" if opened.profile.xcolor_space.strip() == "GRAY" else "RGB"
        intent = ImageCms.Intent(ImageCms.getDefaultIntent(opened))
        converted = ImageCms.profileToProfile(picture.convert(mode), opened, _SRGB, intent, "RGB")
        assert converted is not None
        picture = converted
    picture = picture.convert("RGB")
    picture.putalpha(alpha)
    return picture


def distance(left: Image.Image, right: Image.Image) -> float:
    """The mean difference of two pictures in `RGBA`, from 0 to 255, on the background on which it is larger."""
    if left.size != right.size:
        return 255.0
    return max(_mean(_on(colour, left), _on(colour, right)) for colour in _BACKGROUNDS)


def _is_whole(file: Path) -> bool:
    """Whether libvips has come to the end of a file: it may fail while it writes."""
    return file.read_bytes().endswith(_END_OF_PNG)


def _byte_of_16_bits(value: float) -> float:
    return value / 257


def _on(colour: tuple[int, int, int, int], picture: Image.Image) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", picture.size, colour), picture).convert("RGB")


def _mean(left: Image.Image, right: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(left, right)).mean) / 3
