"""Conversion of the colours of a picture for a rendition: to 8 bits, to RGB, to sRGB."""

from __future__ import annotations

import functools
import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageCms

from facetry.imaging.colours.number_profiles import profile_of_numbers
from facetry.imaging.colours.numbers import Numbers, numbers_of
from facetry.imaging.colours.tone_mapping import to_standard_range
from facetry.imaging.formats import ENCODINGS, Format
from facetry.imaging.metadata.icc import colour_space, profile_of

_SIXTEEN_BIT_MODES: Final = frozenset({"I;16", "I;16L", "I;16B", "I;16N", "I"})
_GREY_MODES: Final = frozenset({"1", "L", "LA", "La", *_SIXTEEN_BIT_MODES})
_COLOUR_MODES: Final = frozenset({"RGB", "RGBA", "P", "PA"})
_EIGHT_BIT_SCALE: Final = 255 / 65_535
_WHITE: Final = (255, 255, 255)
_PROBE_COLOURS: Final = tuple(
    (r, g, b) for r in range(0, 256, 51) for g in range(0, 256, 51) for b in range(0, 256, 51)
)
_TOLERANCE: Final = 2
"""Largest difference, of 255, between channel values that count as equal."""


def is_sixteen_bit(image: Image.Image) -> bool:
    """Whether the picture is grey in 16 bits."""
    return image.mode in _SIXTEEN_BIT_MODES


def has_alpha(image: Image.Image) -> bool:
    """Whether the picture may have transparent pixels: by a channel, by its palette, or by a transparent colour."""
    return image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info


def to_working_mode(image: Image.Image) -> Image.Image:
    """The picture in one of the modes that can be resized: `L`, `LA`, `RGB`, `RGBA` or `CMYK`."""
    if image.mode == "CMYK" or (image.mode in ("L", "LA", "RGB", "RGBA") and "transparency" not in image.info):
        return image
    if is_sixteen_bit(image):
        return _to_eight_bits(image)
    is_grey = image.mode in ("1", "L", "La")
    return image.convert(("L" if is_grey else "RGB") + ("A" if has_alpha(image) else ""))


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a picture: the profile that describes them, empty for sRGB; or numbers of a high dynamic range."""

    profile: bytes = b""
    numbers: Numbers | None = None


def colours_of(image: Image.Image, data: bytes, format: Format) -> Colours:
    """What the file `data` of an opened picture says of its colours. Numbers become a profile where one can say it."""
    profile = profile_of(image)
    numbers = numbers_of(data, format, has_profile=bool(profile))
    if numbers is None:
        return Colours(profile)
    if numbers.transfer.kind != "curve":
        return Colours(numbers=numbers)
    return Colours(profile_of_numbers(numbers, is_grey=image.mode in _GREY_MODES))


def is_srgb(mode: str, colours: Colours) -> bool:
    """Whether a picture in `mode` with these colours has those of sRGB.

    True also without a usable profile. A profile for another colour space than the picture's is not usable. False for
    `CMYK` always.
    """
    profile = colours.profile
    if mode == "CMYK" or colours.numbers is not None:
        return False
    space = colour_space(profile)
    usable = space == "RGB" or (space == "GRAY" and mode in _GREY_MODES)
    return not usable or _srgb_transform(profile, "L" if space == "GRAY" else "RGB", "RGB") is None


def mark_of_colours(mode: str, colours: Colours) -> bytes:
    """What distinguishes these colours from sRGB, for a hash: equal for profiles with the same effect. Empty for sRGB,
    and for CMYK without a profile.
    """
    if colours.numbers is not None:
        return repr(colours.numbers).encode()
    space = colour_space(colours.profile)
    if mode == "CMYK":
        return colours.profile if space == "CMYK" else b""
    if is_srgb(mode, colours):
        return b""
    transform_mode = "L" if space == "GRAY" else "RGB"
    transform = _srgb_transform(colours.profile, transform_mode, "RGB")
    return b"" if transform is None else transform.apply(_probe(transform_mode)).tobytes()


def to_srgb(picture: Image.Image, colours: Colours) -> Image.Image:
    """Convert a picture in a working mode that is not `is_srgb` to sRGB: grey or RGB, alpha kept. May work in place."""
    if colours.numbers is not None and picture.mode != "CMYK":
        return to_standard_range(picture, colours.numbers)
    profile = colours.profile
    space = colour_space(profile)
    if space == "RGB" and picture.mode in ("L", "LA"):
        picture = picture.convert("RGBA" if picture.mode == "LA" else "RGB")
    if space == "RGB" and picture.mode in ("RGB", "RGBA"):
        transform = _srgb_transform(profile, picture.mode, picture.mode)
        return picture if transform is None else transform.apply_in_place(picture)
    if picture.mode == "CMYK":
        transform = _srgb_transform(profile, "CMYK", "RGB") if space == "CMYK" else None
        return picture.convert("RGB") if transform is None else transform.apply(picture)
    transform = _srgb_transform(profile, "L", "RGB")
    if transform is None:
        return picture
    grey = transform.apply(picture.convert("L")).convert("L")
    if picture.mode == "LA":
        grey.putalpha(picture.getchannel("A"))
    return grey


def can_keep_profile(mode: str, colours: Colours, target: Format) -> bool:
    """Whether the profile stays valid for a picture that was decoded in `mode` and is written as `target`."""
    space = colour_space(colours.profile)
    if space not in ENCODINGS[target].profile_spaces:
        return False
    return mode in (_GREY_MODES if space == "GRAY" else _COLOUR_MODES)


def on_white(image: Image.Image) -> Image.Image:
    """The picture in a working mode without alpha, composed onto white."""
    if image.mode not in ("LA", "RGBA"):
        return image
    background = Image.new(image.mode[:-1], image.size, 255 if image.mode == "LA" else _WHITE)
    background.paste(image, mask=image)
    return background


def _to_eight_bits(image: Image.Image) -> Image.Image:
    """16-bit grey scaled to 8 bits, with an alpha channel where one shade marks transparent pixels."""
    grey = image.point(lambda shade: shade * _EIGHT_BIT_SCALE + 0.5).convert(
        "L"
    )  # Pillow's own conversion clips instead of scaling
    transparent = grey.info.pop("transparency", None)
    if isinstance(transparent, int) and 0 <= transparent <= 65_535:
        visible = [255] * 65_536
        visible[transparent] = 0
        grey.putalpha(image.convert("I").point(visible, "L"))
    return grey


@functools.lru_cache(maxsize=4)  # the pictures of a library have few different profiles
def _srgb_transform(profile: bytes, mode: str, target: str) -> ImageCms.ImageCmsTransform | None:
    """The transform from the colours of the profile to sRGB; None for an sRGB profile and for an invalid one."""
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
    return None if mode != "CMYK" and _is_identity(transform, mode, target) else transform


def _is_identity(transform: ImageCms.ImageCmsTransform, mode: str, target: str) -> bool:
    probe = _probe(mode)
    before, after = probe.convert(target).tobytes(), transform.apply(probe).tobytes()
    return all(abs(a - b) <= _TOLERANCE for a, b in zip(before, after, strict=True))


def _probe(mode: str) -> Image.Image:
    probe = Image.new("RGB", (len(_PROBE_COLOURS), 1))
    probe.putdata(_PROBE_COLOURS)
    return probe.convert(mode)
