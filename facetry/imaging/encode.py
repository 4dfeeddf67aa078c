"""Writing a picture in one of five formats, fast enough for a server that people wait for."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image, PngImagePlugin

from facetry.imaging.colours import is_sixteen_bit, on_white
from facetry.imaging.formats import Format

HOLD_PROFILE: Final = frozenset({"JPEG", "PNG", "WEBP", "AVIF"})
HOLD_ANIMATION: Final = frozenset({"GIF", "PNG", "WEBP", "AVIF"})
LONGEST_SIDE: Final = {"JPEG": 65_500, "PNG": 2**31 - 1, "WEBP": 16_383, "AVIF": 65_536, "GIF": 65_535}

_QUALITY: Final = {"JPEG": 85, "WEBP": 80, "AVIF": 60}
_FULL_COLOUR_FROM: Final = 90
"""From this quality on, colours are stored as finely as light."""
_WEBP_METHOD: Final = 2  # of 0 to 6: half the time of the usual 4, files larger by 4 %
_AVIF_SPEED: Final = 9  # of 0 to 10: an eighth of the time of the usual 6, files larger by 7 to 25 %
_PNG_LEVEL: Final = 3  # of 0 to 9: half the time of the usual 6, files larger by 6 %
_JPEG_BLOCK: Final = 65_533
_JPEG_XMP: Final = _JPEG_BLOCK - 29
_EXIF_MARK: Final = b"Exif\0\0"
_OPAQUE_FROM: Final = 128
_GIF_COLOURS: Final = 256


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a picture is written: its quality, 1 to 100 or None for the format's usual one, and what goes with it.

    `as_was`: a JPEG whose pixels are unchanged, with the quality that it had. `lossless`: where the format offers it.
    The blocks of metadata are left out when they are empty, or larger than the format can hold.
    """

    quality: int | None = None
    as_was: bool = False
    lossless: bool = False
    exif: bytes = b""
    xmp: bytes = b""
    profile: bytes = b""


def encode(picture: Image.Image, target: Format, encoding: Encoding) -> bytes:
    """The bytes of a picture, in sRGB or with a profile, grey or RGB, or in a mode that `can_stay`.

    Nothing that the picture brings along in `info` is written. Raises what the encoders raise.
    """
    written = io.BytesIO()
    picture, options = _PREPARE[target](picture, encoding)
    picture.info = {}
    picture.save(written, target, save_all=False, **options)
    return written.getvalue()


def can_stay(picture: Image.Image, target: Format) -> bool:
    """Whether a picture with a palette, of two colours or of 16 bits is written best in the mode it was decoded in."""
    if target == "GIF":  # which makes one colour transparent, or none
        return picture.mode == "P" and isinstance(picture.info.get("transparency", 0), int)
    return target == "PNG" and (picture.mode in ("1", "P") or is_sixteen_bit(picture))


def lossy_options(target: Format, encoding: Encoding) -> dict[str, object]:
    """How hard the encoder tries; for still pictures and animations alike."""
    quality = _QUALITY.get(target, 0) if encoding.quality is None else encoding.quality
    if target == "WEBP":
        return {"quality": quality, "method": _WEBP_METHOD, "lossless": encoding.lossless}
    if target == "AVIF":
        fine = quality >= _FULL_COLOUR_FROM
        return {"quality": quality, "speed": _AVIF_SPEED, "subsampling": "4:4:4" if fine else "4:2:0"}
    return {"compress_level": _PNG_LEVEL} if target == "PNG" else {}


def block_options(target: Format, encoding: Encoding) -> dict[str, object]:
    """The metadata that goes with the picture."""
    if target == "GIF":
        return {}
    options: dict[str, object] = {"icc_profile": encoding.profile}
    if encoding.exif:
        options["exif"] = encoding.exif if target == "JPEG" else encoding.exif.removeprefix(_EXIF_MARK)
    if encoding.xmp and target == "PNG":
        chunks = PngImagePlugin.PngInfo()
        chunks.add_itxt("XML:com.adobe.xmp", encoding.xmp)
        options["pnginfo"] = chunks
    elif encoding.xmp:
        options["xmp"] = encoding.xmp
    if target == "JPEG":
        options |= {key: b"" for key, most in (("exif", _JPEG_BLOCK), ("xmp", _JPEG_XMP)) if _size(options, key) > most}
    return options


def in_palette(picture: Image.Image) -> Image.Image:
    """A picture in at most 256 colours; a transparent one has a place of its own in the palette, named in `info`."""
    if picture.mode in ("1", "L", "P"):
        return picture
    alpha = picture.getchannel("A") if picture.mode in ("LA", "RGBA") else None
    if alpha is None or not _sees_through(alpha):
        return _quantized(picture if picture.mode == "RGB" else picture.convert("RGB"), _GIF_COLOURS)
    reduced = _quantized(on_white(picture).convert("RGB"), _GIF_COLOURS - 1)
    reduced.paste(_GIF_COLOURS - 1, mask=alpha.point([255 * (level < _OPAQUE_FROM) for level in range(256)]))
    reduced.info["transparency"] = _GIF_COLOURS - 1
    return reduced


def _sees_through(alpha: Image.Image) -> bool:
    return any(alpha.histogram()[:_OPAQUE_FROM])


def _quantized(picture: Image.Image, colours: int) -> Image.Image:
    """Exact where the picture has no more colours than that; else dithered, by an octree: as good as by a median cut
    when seen from afar, at a twentieth of the time.
    """
    if picture.getcolors(colours) is not None:
        return picture.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = picture.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)


def _jpeg(picture: Image.Image, encoding: Encoding) -> tuple[Image.Image, dict[str, object]]:
    options = block_options("JPEG", encoding)
    if encoding.as_was:
        return picture, {"quality": "keep"} | options
    quality = _QUALITY["JPEG"] if encoding.quality is None else encoding.quality
    fine = quality >= _FULL_COLOUR_FROM
    return on_white(picture), {"quality": quality, "subsampling": "4:4:4" if fine else "4:2:0"} | options


def _png(picture: Image.Image, encoding: Encoding) -> tuple[Image.Image, dict[str, object]]:
    options = lossy_options("PNG", encoding) | block_options("PNG", encoding)
    if "transparency" in picture.info and picture.mode not in ("LA", "RGBA"):
        options["transparency"] = picture.info["transparency"]
    return picture, options


def _gif(picture: Image.Image, encoding: Encoding) -> tuple[Image.Image, dict[str, object]]:
    reduced = in_palette(picture)
    options = lossy_options("GIF", encoding)
    if "transparency" in reduced.info:
        options["transparency"] = reduced.info["transparency"]
    return reduced, options


def _webp(picture: Image.Image, encoding: Encoding) -> tuple[Image.Image, dict[str, object]]:
    return picture, lossy_options("WEBP", encoding) | block_options("WEBP", encoding)


def _avif(picture: Image.Image, encoding: Encoding) -> tuple[Image.Image, dict[str, object]]:
    return picture, lossy_options("AVIF", encoding) | block_options("AVIF", encoding)


def _size(options: Mapping[str, object], key: str) -> int:
    block = options.get(key)
    return len(block) if isinstance(block, bytes) else 0


_Prepare = Callable[[Image.Image, Encoding], tuple[Image.Image, dict[str, object]]]
_PREPARE: Final[Mapping[Format, _Prepare]] = {
    "JPEG": _jpeg,
    "PNG": _png,
    "GIF": _gif,
    "WEBP": _webp,
    "AVIF": _avif,
}
