"""EXIF: the tags that a camera wrote into a picture, as JSON and as a block for renditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import ExifTags, Image

from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, finite_number, json_value

_SUB_DIRECTORIES: Final = {"Exif": ExifTags.IFD.Exif, "GPSInfo": ExifTags.IFD.GPSInfo}
_BINARY_TAGS: Final = frozenset(
    {"MakerNote", "PrintImageMatching", "JPEGInterchangeFormat", "XMLPacket", "ImageResources"}
)
_SIZE_TAGS: Final = (ExifTags.Base.ExifImageWidth, ExifTags.Base.ExifImageHeight)
_MAX_BYTES: Final = 4 * 1024 * 1024
_PNG_EXIF_KEYWORD: Final = "Raw profile type exif"


def exif_of(image: Image.Image) -> Image.Exif:
    """The EXIF block of an opened picture, empty when it has none. Raises the parser's exceptions on hostile data.

    Unlike `Image.getexif` of Pillow, it takes no orientation from XMP.
    """
    exif = Image.Exif()
    block = image.info.get("exif")
    if block is None and isinstance(hexadecimal := image.info.get(_PNG_EXIF_KEYWORD), str):  # as ImageMagick writes it
        block = bytes.fromhex("".join(hexadecimal.split("\n")[3:]))
    if isinstance(block, bytes) and block:
        if len(block) > _MAX_BYTES:
            raise ValueError(f"the block has more than {_MAX_BYTES} bytes")
        exif.load(block)
    return exif


def exif_json(image: Image.Image) -> JsonObject:
    """The tags by name. `GPSInfo` has `latitude` and `longitude` in degrees and `altitude` in metres as well."""
    exif = exif_of(image)
    tags = _tags_by_name(exif, ExifTags.TAGS)
    for name, directory in _SUB_DIRECTORIES.items():
        tags.pop(name, None)
        entries = exif.get_ifd(directory) if directory in exif else {}
        directory_tags = _tags_by_name(entries, ExifTags.GPSTAGS if name == "GPSInfo" else ExifTags.TAGS)
        if name == "GPSInfo":
            directory_tags |= _gps_position(entries)
        if directory_tags:
            tags[name] = directory_tags
    tags.pop("ExifOffset", None)
    return tags


def exif_for_rendition(image: Image.Image, size: tuple[int, int]) -> bytes:
    """The EXIF block for an upright rendition of `size`: orientation 1, without thumbnail; empty without EXIF.

    Empty also when the block cannot be parsed or serialized.
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
        return exif.tobytes()  # the first directory and its sub-directories; the thumbnail is in the second
    except Exception:  # hostile or broken EXIF: the metadata of the original has the reason
        return b""


def _tags_by_name(tags: Mapping[int, object], names: Mapping[int, str]) -> JsonObject:
    named_tags: JsonObject = {}
    for tag, value in list(tags.items())[:MAX_ITEMS]:
        name = names.get(tag, f"Tag{tag}")
        if name not in _BINARY_TAGS:
            readable = json_value(value)
            if readable is not None:
                named_tags[name] = readable
    return named_tags


def _gps_position(tags: Mapping[int, object]) -> JsonObject:
    """Where the picture was taken, as decimal numbers; south, west and below sea level are negative."""
    gps = ExifTags.GPS
    position: JsonObject = {}
    for name, tag, reference, limit in (
        ("latitude", gps.GPSLatitude, gps.GPSLatitudeRef, 90),
        ("longitude", gps.GPSLongitude, gps.GPSLongitudeRef, 180),
    ):
        degrees = _degrees(tags.get(tag))
        if degrees is not None and degrees <= limit:
            is_negative = str(tags.get(reference, "")).strip("\0 ").upper() in ("S", "W")
            position[name] = round(-degrees if is_negative else degrees, 7)
    altitude = finite_number(tags.get(gps.GPSAltitude))
    if altitude is not None:
        is_below_sea = tags.get(gps.GPSAltitudeRef) in (1, b"\1")
        position["altitude"] = round(-altitude if is_below_sea else altitude, 3)
    return position


def _degrees(value: object) -> float | None:
    """Degrees, minutes and seconds as decimal degrees; None when they are invalid."""
    if not isinstance(value, tuple) or not 1 <= len(value) <= 3:
        return None
    parts = [finite_number(part) for part in value]
    return sum(part / 60**n for n, part in enumerate(parts) if part is not None) if None not in parts else None
