"""EXIF: what a camera wrote about a picture, read as JSON, and made ready for a rendition of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import ExifTags, Image

from facetry.imaging.metadata.json_values import ITEMS, JsonObject, number, plain

_FOLDERS: Final = {"Exif": ExifTags.IFD.Exif, "GPSInfo": ExifTags.IFD.GPSInfo}
_BINARY: Final = frozenset({"MakerNote", "PrintImageMatching", "JPEGInterchangeFormat", "XMLPacket", "ImageResources"})
_SIZE_TAGS: Final = (ExifTags.Base.ExifImageWidth, ExifTags.Base.ExifImageHeight)
_MAX_BYTES: Final = 4 * 1024 * 1024
_PNG_TEXT: Final = "Raw profile type exif"


def exif_of(image: Image.Image) -> Image.Exif:
    """The EXIF block of an opened picture, empty when it has none. Raises whatever the parser raises on hostile data.

    Unlike Pillow's own, it does not take an orientation out of XMP.
    """
    exif = Image.Exif()
    block = image.info.get("exif")
    if block is None and isinstance(hexadecimal := image.info.get(_PNG_TEXT), str):  # as ImageMagick writes it
        block = bytes.fromhex("".join(hexadecimal.split("\n")[3:]))
    if isinstance(block, bytes) and block:
        if len(block) > _MAX_BYTES:
            raise ValueError(f"the block has more than {_MAX_BYTES} bytes")
        exif.load(block)
    return exif


def exif_json(image: Image.Image) -> JsonObject:
    """The tags by name. `GPSInfo` has `latitude` and `longitude` in degrees and `altitude` in metres as well."""
    exif = exif_of(image)
    found = _named(exif, ExifTags.TAGS)
    for name, folder in _FOLDERS.items():
        found.pop(name, None)
        tags = exif.get_ifd(folder) if folder in exif else {}
        inner = _named(tags, ExifTags.GPSTAGS if name == "GPSInfo" else ExifTags.TAGS)
        if name == "GPSInfo":
            inner |= _place(tags)
        if inner:
            found[name] = inner
    found.pop("ExifOffset", None)
    return found


def carried_exif(image: Image.Image, size: tuple[int, int]) -> bytes:
    """The EXIF block for a rendition of `size` that is turned already: upright, without thumbnail; empty without EXIF.

    A block that cannot be read or written anew is left out.
    """
    try:
        exif = exif_of(image)
        if not exif:
            return b""
        if ExifTags.Base.Orientation in exif:
            exif[ExifTags.Base.Orientation] = 1
        details = exif.get_ifd(ExifTags.IFD.Exif) if ExifTags.IFD.Exif in exif else {}
        for tag, side in zip(_SIZE_TAGS, size, strict=True):
            if tag in details:
                details[tag] = side
        return exif.tobytes()  # of the first directory and its folders; the thumbnail lies in the second
    except Exception:  # hostile or broken EXIF: the metadata of the original names the reason
        return b""


def _named(tags: Mapping[int, object], names: Mapping[int, str]) -> JsonObject:
    found: JsonObject = {}
    for tag, value in list(tags.items())[:ITEMS]:
        name = names.get(tag, f"Tag{tag}")
        if name not in _BINARY:
            said = plain(value)
            if said is not None:
                found[name] = said
    return found


def _place(tags: Mapping[int, object]) -> JsonObject:
    """Where the picture was taken, in decimal numbers; south, west and below the sea are negative."""
    gps = ExifTags.GPS
    found: JsonObject = {}
    for name, tag, reference, most in (
        ("latitude", gps.GPSLatitude, gps.GPSLatitudeRef, 90),
        ("longitude", gps.GPSLongitude, gps.GPSLongitudeRef, 180),
    ):
        degrees = _degrees(tags.get(tag))
        if degrees is not None and degrees <= most:
            negative = str(tags.get(reference, "")).strip("\0 ").upper() in ("S", "W")
            found[name] = round(-degrees if negative else degrees, 7)
    altitude = number(tags.get(gps.GPSAltitude))
    if altitude is not None:
        below = tags.get(gps.GPSAltitudeRef) in (1, b"\1")
        found["altitude"] = round(-altitude if below else altitude, 3)
    return found


def _degrees(value: object) -> float | None:
    """Degrees, minutes and seconds as one number."""
    if not isinstance(value, tuple) or not 1 <= len(value) <= 3:
        return None
    parts = [number(part) for part in value]
    return sum(part / 60**n for n, part in enumerate(parts) if part is not None) if None not in parts else None
