"""The metadata of a picture as JSON texts: EXIF, IPTC, XMP, colour profile, text chunks and comments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from facetry.imaging.metadata.exif import exif_json
from facetry.imaging.metadata.icc import icc_json
from facetry.imaging.metadata.iptc import iptc_json, partial_iptc_json
from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, clean_text
from facetry.imaging.metadata.xmp import packet_of, properties

MAX_TEXT_BYTES: Final = 65_536
"""Largest size of a metadata text in UTF-8. Members that do not fit are left out, so that the text is valid JSON."""
METADATA_OMITTED: Final = "facetry-left-out"
"""Key in `info` of an image that was opened without its metadata, because the metadata is damaged."""
_REASON_CHARACTERS: Final = 200


def metadata_of(image: Image.Image) -> dict[str, str]:
    """The metadata texts of a loaded image: any of `exif`, `icc`, `iptc`, `xmp` and `others`, and `all` with them.

    A part that cannot be parsed does not refuse the picture: `unreadable` in `others` has its name and the reason.
    Empty when the file has no metadata.
    """
    parts: dict[str, JsonObject] = {}
    unreadable: JsonObject = {}
    if METADATA_OMITTED in image.info:
        unreadable["file"] = "The metadata is damaged; the picture was read without it."
    for name, (read, read_partially) in _READERS.items():
        try:
            part = read(image)
        except Exception as error:  # hostile input through several parsers; the metadata has the reason
            message = " ".join(str(error).split())
            unreadable[name] = clean_text(f"{type(error).__name__}: {message}"[:_REASON_CHARACTERS])
            part = read_partially(image)
        if part:
            parts[name] = part
    if unreadable:
        parts.setdefault("others", {})["unreadable"] = unreadable
    texts = {
        name: _bounded_object({key: _to_json(value) for key, value in part.items()}) for name, part in parts.items()
    }
    if texts:
        texts["all"] = _bounded_object(texts)
    return texts


def _xmp_json(image: Image.Image) -> JsonObject:
    packet = packet_of(image)
    return properties(packet) if packet else {}


def _packet_as_text(image: Image.Image) -> JsonObject:
    """The packet as text, for a packet that is not valid XMP."""
    return {"packet": clean_text(packet_of(image).decode("utf-8", "replace"))}


def _other_texts(image: Image.Image) -> JsonObject:
    """Text chunks of PNG, such as the prompts of picture generators, and comments of JPEG and GIF."""
    texts: JsonObject = {}
    chunks = getattr(image, "text", None)
    for key, value in list(chunks.items() if isinstance(chunks, dict) else ())[:MAX_ITEMS]:
        if key != "XML:com.adobe.xmp" and not key.startswith("Raw profile type"):
            texts[clean_text(key)] = clean_text(value)
    comment = image.info.get("comment")
    if isinstance(comment, bytes):
        comment = comment.decode("utf-8", "replace")
    if isinstance(comment, str) and comment.strip("\0 \r\n"):
        texts["comment"] = clean_text(comment)
    return texts


def _no_metadata(image: Image.Image) -> JsonObject:  # noqa: ARG001  # has the signature of a reader
    return {}


_Reader = Callable[[Image.Image], JsonObject]
_READERS: Final[Mapping[str, tuple[_Reader, _Reader]]] = {  # the reader, and the fallback when it fails
    "exif": (exif_json, _no_metadata),
    "icc": (icc_json, _no_metadata),
    "iptc": (iptc_json, partial_iptc_json),
    "xmp": (_xmp_json, _packet_as_text),
    "others": (_other_texts, _no_metadata),
}


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _bounded_object(members: Mapping[str, str]) -> str:
    """One JSON object of members that are JSON texts, without those that exceed `MAX_TEXT_BYTES`."""
    remaining_bytes = MAX_TEXT_BYTES - 2
    written: list[str] = []
    for key, text in members.items():
        member = f"{_to_json(key)}:{text}"
        size = len(member.encode()) + 1
        if size <= remaining_bytes:
            written.append(member)
            remaining_bytes -= size
    return "{" + ",".join(written) + "}"
