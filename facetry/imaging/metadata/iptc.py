"""IPTC: captions, keywords and rights as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, clean_text, decoded_text

_MARKER: Final = 0x1C
_UTF8_ESCAPE: Final = b"\x1b%G"
_CHARACTER_SET: Final = (1, 90)
_FIELD_NAMES: Final = {
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


def iptc_json(block: bytes) -> JsonObject:
    """The fields of a block by name; repeatable fields are lists. Raises ValueError when it ends within a field."""
    return _fields(block, is_strict=True)


def partial_iptc_json(block: bytes) -> JsonObject:
    """The fields of a block up to the first one that is cut off."""
    return _fields(block, is_strict=False)


def _fields(block: bytes, *, is_strict: bool) -> JsonObject:
    fields: JsonObject = {}
    is_utf8 = False
    for key, value in _datasets(block, is_strict=is_strict):
        if key == _CHARACTER_SET:
            is_utf8 = value == _UTF8_ESCAPE
        name = _FIELD_NAMES.get(key)
        if name is None or key == _CHARACTER_SET:
            continue
        text = clean_text(_decode_text(value, is_utf8)).strip()
        if key not in _REPEATABLE:
            fields.setdefault(name, text)
            continue
        values = fields.setdefault(name, [])
        if isinstance(values, list) and len(values) < MAX_ITEMS:
            values.append(text)
    return fields


def _datasets(block: bytes, *, is_strict: bool) -> Iterator[tuple[tuple[int, int], bytes]]:
    at = 0
    while at < len(block) and block[at] == _MARKER:
        key, size = tuple(block[at + 1 : at + 3]), int.from_bytes(block[at + 3 : at + 5], "big")
        at += 5
        if size & 0x8000:  # an extended dataset: the lower 15 bits are the number of bytes of the size
            size_bytes = size & 0x7FFF
            size = int.from_bytes(block[at : at + size_bytes], "big")
            at += size_bytes
        if len(key) < 2 or at + size > len(block):
            if is_strict:
                raise ValueError("the block ends within a field")
            return
        yield (key[0], key[1]), block[at : at + size]
        at += size


def _decode_text(value: bytes, is_utf8: bool) -> str:
    """Decode as UTF-8 if that is declared; most programs write it without declaring it."""
    return value.decode("utf-8", "replace") if is_utf8 else decoded_text(value)
