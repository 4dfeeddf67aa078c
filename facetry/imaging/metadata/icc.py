"""The description in a colour profile, read by the layout of ICC.1."""

from __future__ import annotations

from typing import Final

from PIL import Image

from facetry.imaging.metadata.json_values import JsonObject, clean_text

MAX_PROFILE_BYTES: Final = 4 * 1024 * 1024
"""A longer profile is ignored."""
_HEAD_BYTES: Final = 132
_MAX_TAGS: Final = 100


def profile_of(image: Image.Image) -> bytes:
    """The colour profile of an opened picture; empty when it has none, or one that is too short or too long."""
    profile = image.info.get("icc_profile")
    is_usable = isinstance(profile, bytes) and _HEAD_BYTES <= len(profile) <= MAX_PROFILE_BYTES
    return profile if is_usable and isinstance(profile, bytes) else b""


def icc_json(image: Image.Image) -> JsonObject:
    """Description, colour space and device class of the picture's profile; empty when it has none."""
    profile = profile_of(image)
    if not profile:
        return {}
    members: JsonObject = {
        "colorSpace": colour_space(profile),
        "deviceClass": clean_text(profile[12:16].decode("latin-1")).strip(),
        "sizeInBytes": len(profile),
    }
    for entry in range(min(int.from_bytes(profile[128:132], "big"), _MAX_TAGS)):
        at = _HEAD_BYTES + 12 * entry
        if profile[at : at + 4] == b"desc":
            start, size = (int.from_bytes(profile[at + n : at + n + 4], "big") for n in (4, 8))
            description = _description(profile[start : start + size])
            if description:
                members["description"] = description
    return members


def colour_space(profile: bytes) -> str:
    """The colour space of a profile: `RGB`, `GRAY`, `CMYK` or another."""
    return clean_text(profile[16:20].decode("latin-1")).strip()


def _description(tag: bytes) -> str:
    if tag[:4] == b"desc":
        return clean_text(tag[12 : 12 + int.from_bytes(tag[8:12], "big")].decode("latin-1")).strip()
    if tag[:4] == b"mluc":
        size, start = int.from_bytes(tag[20:24], "big"), int.from_bytes(tag[24:28], "big")
        return clean_text(tag[start : start + size].decode("utf-16-be", "replace")).strip()
    return ""
