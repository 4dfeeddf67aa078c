"""EXIF: the tags that a camera wrote into a picture, as JSON and as a block for renditions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from PIL import ExifTags

from facetry.imaging.metadata.exif_block import (
    BYTE_KINDS,
    TEXT_KINDS,
    Directory,
    DirectoryName,
    ExifBlock,
    Kind,
    Value,
    read_block,
    write_block,
)
from facetry.imaging.metadata.exif_texts import copyright_of, marked_text_of, text_of, windows_text_of
from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject

ORIENTATION: Final = 0x0112
_SIZE_TAGS: Final = (0xA002, 0xA003)
_INNER_NAMES: Final[tuple[DirectoryName, ...]] = ("Exif", "GPSInfo")
"""The directories that are members of the JSON."""
_NAMES: Final[Mapping[int, str]] = {
    **ExifTags.TAGS,
    0x9214: "SubjectArea",  # Pillow has the name of another tag here
    0xA436: "ImageTitle",  # tags of EXIF 3.0
    0xA437: "Photographer",
    0xA438: "ImageEditor",
    0xA439: "CameraFirmware",
    0xA43A: "RAWDevelopingSoftware",
    0xA43B: "ImageEditingSoftware",
    0xA43C: "MetadataEditingSoftware",
    0x920B: "FlashEnergyTIFFEP",  # tags of TIFF/EP with the meaning of others, beside which they may stand
    0x920C: "SpatialFrequencyResponseTIFFEP",
    0x9215: "ExposureIndexTIFFEP",
    0x828E: "CFAPatternTIFFEP",
}
_NOT_SHOWN: Final = frozenset(
    {
        *("MakerNote", "PrintImageMatching", "JPEGInterchangeFormat", "XMLPacket", "ImageResources"),
        *("ExifOffset", "GPSInfo", "ExifInteroperabilityOffset"),
    }
)
_BELOW: Final = (b"\1", b"\3")
"""References of an altitude below the ellipsoid or the sea: EXIF 3.0 tells them apart."""
_COPYRIGHT: Final = 0x8298
_WINDOWS_TAGS: Final = frozenset(range(0x9C9B, 0x9CA0))
_OF_ORIGINAL: Final = frozenset(
    {
        *(0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0115, 0x011C, 0x0153),  # how pixels of a TIFF are stored
        *(0x0111, 0x0116, 0x0117, 0x0142, 0x0143, 0x0144, 0x0145),  # and where
        *(0x0201, 0x0202, 0x0207, 0x0208, 0x0209, 0x014A),  # where a thumbnail and other pictures are
    }
)
"""Tags of the main directory that are true of the original file only. A TIFF that became an EXIF block has them."""


def exif_json(block: ExifBlock) -> JsonObject:
    """The tags by name. `GPSInfo` has `latitude` and `longitude` in degrees and `altitude` in metres as well."""
    tags = _tags_by_name(block, "main", _NAMES)
    for name in _INNER_NAMES:
        names = ExifTags.GPSTAGS if name == "GPSInfo" else _NAMES
        members = _tags_by_name(block, name, names)
        if name == "GPSInfo":
            members |= _gps_position(block.directories.get(name, {}))
        if members:
            tags[name] = members
    return tags


def exif_for_rendition(
    data: bytes, size: tuple[int, int], *, has_orientation: bool = True, max_bytes: int | None = None
) -> bytes:
    """The EXIF block for an upright rendition of `size`: orientation 1, without thumbnail; empty without EXIF.

    All other values have the bytes of the original. Without `has_orientation`, the block has none, as the container of
    the rendition defines it. Beyond `max_bytes`, its longest values are left out. Empty also when the block cannot be
    parsed.
    """
    try:
        block = read_block(data)
    except ValueError:  # broken EXIF: the metadata of the original has the reason
        return b""
    changes: dict[tuple[DirectoryName, int], Value | None] = {("main", tag): None for tag in _OF_ORIGINAL}
    if block.find("main", ORIENTATION) is not None:
        changes["main", ORIENTATION] = Value.of(Kind.SHORT, block.order, 1) if has_orientation else None
    for tag, side in zip(_SIZE_TAGS, size, strict=True):
        if block.find("Exif", tag) is not None:
            changes["Exif", tag] = Value.of(Kind.LONG, block.order, side)
    changed = block.changed(changes)
    written = write_block(changed)
    if max_bytes is None or len(written) <= max_bytes:
        return written
    return write_block(changed.changed(dict.fromkeys(_longest(changed, len(written) - max_bytes))))


def _longest(block: ExifBlock, excess: int) -> Iterator[tuple[DirectoryName, int]]:
    """The longest values, until they have so many bytes together."""
    values = [(len(value.data), name, tag) for name, tags in block.directories.items() for tag, value in tags.items()]
    for length, name, tag in sorted(values, reverse=True):
        if excess <= 0:
            return
        excess -= length
        yield name, tag


def _tags_by_name(block: ExifBlock, directory: DirectoryName, names: Mapping[int, str]) -> JsonObject:
    members: JsonObject = {}
    for tag, value in list(block.directories.get(directory, {}).items())[:MAX_ITEMS]:
        name = names.get(tag, f"Tag{tag}")
        if name in _NOT_SHOWN:
            continue
        readable = _readable(directory, tag, value)
        if readable is not None:
            members[name] = readable
    return members


def _readable(directory: DirectoryName, tag: int, value: Value) -> object:
    """The value as JSON; None when it has no JSON form: binary data, a fraction by zero."""
    if directory != "GPSInfo" and (tag in _WINDOWS_TAGS or tag == _COPYRIGHT):
        return (windows_text_of if tag in _WINDOWS_TAGS else copyright_of)(value.data) or None
    if value.kind in TEXT_KINDS:
        return text_of(value.data)
    if value.kind in BYTE_KINDS and value.count > 1:
        return marked_text_of(value.data, value.order)
    if value.kind == Kind.UNDEFINED:
        return marked_text_of(value.data, value.order)
    numbers = [_finite(number) for number in value.numbers()[:MAX_ITEMS]]
    if all(number is None for number in numbers):
        return None
    return numbers[0] if len(numbers) == 1 else numbers


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def _gps_position(tags: Directory) -> JsonObject:
    """Where the picture was taken, as decimal numbers; south, west and below sea level are negative."""
    gps = ExifTags.GPS
    position: JsonObject = {}
    for name, tag, reference, limit, negative in (
        ("latitude", gps.GPSLatitude, gps.GPSLatitudeRef, 90, "S"),
        ("longitude", gps.GPSLongitude, gps.GPSLongitudeRef, 180, "W"),
    ):
        degrees = _degrees(tags.get(tag))
        if degrees is not None and degrees <= limit:
            side = tags.get(reference)
            is_negative = side is not None and text_of(side.data).strip().upper().startswith(negative)
            position[name] = round(-degrees if is_negative else degrees, 7)
    height = tags.get(gps.GPSAltitude)
    altitude = None if height is None or height.count != 1 else _finite(height.numbers()[0])
    if altitude is not None:
        side = tags.get(gps.GPSAltitudeRef)
        is_below_sea = side is not None and side.data[:1] in _BELOW
        position["altitude"] = round(-altitude if is_below_sea else altitude, 3)
    return position


def _degrees(value: Value | None) -> float | None:
    """Degrees, minutes and seconds as decimal degrees; None when they are invalid."""
    if value is None or value.kind in TEXT_KINDS or not 1 <= value.count <= 3:
        return None
    parts = [_finite(part) for part in value.numbers()]
    return sum(part / 60**n for n, part in enumerate(parts) if part is not None) if None not in parts else None
