"""Colours of a picture brought into the form that a rendition needs: 8 bits, RGB, sRGB."""

from __future__ import annotations

import functools
import io
from typing import Final

from PIL import Image, ImageCms

from facetry.imaging.formats import Format
from facetry.imaging.metadata.icc import colour_space

_SIXTEEN_BIT: Final = frozenset({"I;16", "I;16L", "I;16B", "I;16N", "I"})
_GREY: Final = frozenset({"1", "L", "LA", "La", *_SIXTEEN_BIT})
_TO_EIGHT_BITS: Final = 255 / 65_535
_WHITE: Final = (255, 255, 255)
_PROBES: Final = tuple((r, g, b) for r in range(0, 256, 51) for g in range(0, 256, 51) for b in range(0, 256, 51))
_SHADE: Final = 2
"""Colours that differ by no more than this, of 255, count as the same."""


def is_sixteen_bit(image: Image.Image) -> bool:
    """Whether the picture is grey in 16 bits."""
    return image.mode in _SIXTEEN_BIT


def has_alpha(image: Image.Image) -> bool:
    """Whether the picture may have transparent pixels: by a channel, its palette, or one colour that stands for it."""
    return image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info


def working(image: Image.Image) -> Image.Image:
    """The picture in one of the modes `L`, `LA`, `RGB`, `RGBA` and `CMYK`, in which it can be resized."""
    if image.mode == "CMYK" or (image.mode in ("L", "LA", "RGB", "RGBA") and "transparency" not in image.info):
        return image
    if is_sixteen_bit(image):
        return _eight_bits(image)
    grey = image.mode in ("1", "L", "La")
    return image.convert(("L" if grey else "RGB") + ("A" if has_alpha(image) else ""))


def is_srgb(mode: str, profile: bytes) -> bool:
    """Whether the colours of a picture in `mode` are those of sRGB, by its profile, or nothing says otherwise.

    A profile that cannot be used, or is for other colours than the picture's, says nothing.
    """
    if mode == "CMYK":
        return False
    space = colour_space(profile)
    usable = space == "RGB" or (space == "GRAY" and mode in _GREY)
    return not usable or _transform(profile, "L" if space == "GRAY" else "RGB", "RGB") is None


def in_srgb(picture: Image.Image, profile: bytes) -> Image.Image:
    """A working picture, of which `is_srgb` says no, in sRGB: grey or RGB, alpha kept. May work in place."""
    space = colour_space(profile)
    if space == "RGB" and picture.mode in ("L", "LA"):
        picture = picture.convert("RGBA" if picture.mode == "LA" else "RGB")
    if space == "RGB" and picture.mode in ("RGB", "RGBA"):
        transform = _transform(profile, picture.mode, picture.mode)
        return picture if transform is None else transform.apply_in_place(picture)
    if picture.mode == "CMYK":
        transform = _transform(profile, "CMYK", "RGB") if space == "CMYK" else None
        return picture.convert("RGB") if transform is None else transform.apply(picture)
    transform = _transform(profile, "L", "RGB")
    if transform is None:
        return picture
    grey = transform.apply(picture.convert("L")).convert("L")
    if picture.mode == "LA":
        grey.putalpha(picture.getchannel("A"))
    return grey


def keeps_profile(mode: str, profile: bytes, target: Format) -> bool:
    """Whether a picture decoded in `mode` and written as `target` still has the colours that its profile tells of."""
    space = colour_space(profile)
    if space == "GRAY":  # the others write colours where grey comes with alpha, or always
        return mode in _GREY and target in ("JPEG", "PNG")
    return space == "RGB" and mode in ("RGB", "RGBA", "P", "PA") and target != "GIF"


def on_white(image: Image.Image) -> Image.Image:
    """A working picture without its alpha, as it looks on white."""
    if image.mode not in ("LA", "RGBA"):
        return image
    ground = Image.new(image.mode[:-1], image.size, 255 if image.mode == "LA" else _WHITE)
    ground.paste(image, mask=image)
    return ground


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 bits in 8; with an alpha channel where one shade stands for transparent pixels."""
    grey = image.point(lambda shade: shade * _TO_EIGHT_BITS + 0.5).convert("L")  # Pillow's own conversion clips
    transparent = grey.info.pop("transparency", None)
    if isinstance(transparent, int) and 0 <= transparent <= 65_535:
        visible = [255] * 65_536
        visible[transparent] = 0
        grey.putalpha(image.convert("I").point(visible, "L"))
    return grey


@functools.lru_cache(maxsize=4)  # a library holds pictures of few cameras
def _transform(profile: bytes, mode: str, target: str) -> ImageCms.ImageCmsTransform | None:
    """From the profile's colours to sRGB; None when they are sRGB already, or the profile is broken."""
    try:
        transform = ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            mode,
            target,
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
    return None if mode != "CMYK" and _changes_nothing(transform, mode, target) else transform


def _changes_nothing(transform: ImageCms.ImageCmsTransform, mode: str, target: str) -> bool:
    probe = Image.new("RGB", (len(_PROBES), 1))
    probe.putdata(_PROBES)
    probe = probe.convert(mode)
    before, after = probe.convert(target).tobytes(), transform.apply(probe).tobytes()
    return all(abs(a - b) <= _SHADE for a, b in zip(before, after, strict=True))
