"""IPTC: captions, keywords and rights in the block that Photoshop puts into a JPEG, read as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image

from facetry.imaging.metadata.json_values import ITEMS, JsonObject, text

_RESOURCE: Final = 0x0404
_MARKER: Final = 0x1C
_UTF8: Final = b"\x1b%G"
_CHARACTER_SET: Final = (1, 90)
_NAMES: Final = {
    (1, 90): "CodedCharacterSet",
    (2, 3): "ObjectTypeReference",
    (2, 4): "ObjectAttributeReference",
    (2, 5): "ObjectName",
    (2, 7): "EditStatus",
    (2, 10): "Urgency",
    (2, 12): "SubjectReference",
    (2, 15): "Category",
    (2, 20): "SupplementalCategories",
    (2, 22): "FixtureIdentifier",
    (2, 25): "Keywords",
    (2, 26): "ContentLocationCode",
    (2, 27): "ContentLocationName",
    (2, 30): "ReleaseDate",
    (2, 35): "ReleaseTime",
    (2, 37): "ExpirationDate",
    (2, 38): "ExpirationTime",
    (2, 40): "SpecialInstructions",
    (2, 55): "DateCreated",
    (2, 60): "TimeCreated",
    (2, 62): "DigitalCreationDate",
    (2, 63): "DigitalCreationTime",
    (2, 65): "OriginatingProgram",
    (2, 70): "ProgramVersion",
    (2, 80): "Byline",
    (2, 85): "BylineTitle",
    (2, 90): "City",
    (2, 92): "SubLocation",
    (2, 95): "ProvinceState",
    (2, 100): "CountryCode",
    (2, 101): "CountryName",
    (2, 103): "OriginalTransmissionReference",
    (2, 105): "Headline",
    (2, 110): "Credit",
    (2, 115): "Source",
    (2, 116): "CopyrightNotice",
    (2, 118): "Contact",
    (2, 120): "Caption",
    (2, 121): "LocalCaption",
    (2, 122): "CaptionWriter",
    (2, 130): "ImageType",
    (2, 131): "ImageOrientation",
    (2, 135): "LanguageIdentifier",
}
_REPEATABLE: Final = frozenset({(2, 12), (2, 20), (2, 25), (2, 26), (2, 27), (2, 80), (2, 85), (2, 118), (2, 122)})


def iptc_json(image: Image.Image) -> JsonObject:
    """The fields of an opened picture by name; those that may stand there more than once are lists.

    Raises ValueError when the block ends within a field.
    """
    return _fields(_block(image), is_whole=True)


def readable_iptc(image: Image.Image) -> JsonObject:
    """The fields of a block that may end within one: those before it."""
    return _fields(_block(image), is_whole=False)


def _block(image: Image.Image) -> bytes:
    resources = image.info.get("photoshop")
    block = resources.get(_RESOURCE) if isinstance(resources, dict) else None
    return block if isinstance(block, bytes) else b""


def _fields(block: bytes, *, is_whole: bool) -> JsonObject:
    found: JsonObject = {}
    utf8 = False
    for key, value in _datasets(block, is_whole=is_whole):
        if key == _CHARACTER_SET:
            utf8 = value == _UTF8
        name = _NAMES.get(key)
        if name is None or key == _CHARACTER_SET:
            continue
        said = text(_decoded(value, utf8)).strip()
        if key not in _REPEATABLE:
            found.setdefault(name, said)
            continue
        several = found.setdefault(name, [])
        if isinstance(several, list) and len(several) < ITEMS:
            several.append(said)
    return found


def _datasets(block: bytes, *, is_whole: bool) -> Iterator[tuple[tuple[int, int], bytes]]:
    at = 0
    while at < len(block) and block[at] == _MARKER:
        key, size = tuple(block[at + 1 : at + 3]), int.from_bytes(block[at + 3 : at + 5], "big")
        at += 5
        if size & 0x8000:  # then it tells how many bytes of size follow
            digits = size & 0x7FFF
            size = int.from_bytes(block[at : at + digits], "big")
            at += digits
        if len(key) < 2 or at + size > len(block):
            if is_whole:
                raise ValueError("the block ends within a field")
            return
        yield (key[0], key[1]), block[at : at + size]
        at += size


def _decoded(value: bytes, utf8: bool) -> str:
    """Most programs write UTF-8 without saying so; what is no UTF-8 is Latin-1."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("utf-8" if utf8 else "latin-1", "replace")
