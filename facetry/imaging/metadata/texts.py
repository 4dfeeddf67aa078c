"""What a picture says about itself, as JSON texts: tags of the camera, captions, XMP, colour profile, text chunks."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from facetry.imaging.metadata.exif import exif_json
from facetry.imaging.metadata.icc import icc_json
from facetry.imaging.metadata.iptc import iptc_json, readable_iptc
from facetry.imaging.metadata.json_values import ITEMS, JsonObject, text
from facetry.imaging.metadata.xmp import packet_of, properties

TEXT_BYTES: Final = 65_536
"""No metadata text is longer than this, in UTF-8. What does not fit is left out, so that each stays valid JSON."""
LEFT_OUT: Final = "facetry-left-out"
"""In `info` of an image whose file can only be read without its metadata."""
_REASON_CHARACTERS: Final = 200


def metadata_of(image: Image.Image) -> dict[str, str]:
    """The metadata texts of a loaded image: any of `exif`, `icc`, `iptc`, `xmp` and `others`, and `all` of them.

    A part that cannot be understood is named, with the reason, under `unreadable` in `others`: a picture is not
    refused for it. Empty when the file has no metadata.
    """
    parts: dict[str, JsonObject] = {}
    unreadable: JsonObject = {}
    if LEFT_OUT in image.info:
        unreadable["file"] = "The metadata is damaged so that the file can only be read without."
    for name, (read, instead) in _READERS.items():
        try:
            part = read(image)
        except Exception as error:  # hostile input through several parsers; the reason is kept with the picture
            said = " ".join(str(error).split())
            unreadable[name] = text(f"{type(error).__name__}: {said}"[:_REASON_CHARACTERS])
            part = instead(image)
        if part:
            parts[name] = part
    if unreadable:
        parts.setdefault("others", {})["unreadable"] = unreadable
    texts = {name: _fitting({key: _dump(value) for key, value in part.items()}) for name, part in parts.items()}
    if texts:
        texts["all"] = _fitting(texts)
    return texts


def _xmp(image: Image.Image) -> JsonObject:
    packet = packet_of(image)
    return properties(packet) if packet else {}


def _packet(image: Image.Image) -> JsonObject:
    """The packet as text, where it is no XMP."""
    return {"packet": text(packet_of(image).decode("utf-8", "replace"))}


def _others(image: Image.Image) -> JsonObject:
    """Text chunks of PNG, where programs that generate pictures put their prompts, and comments of JPEG and GIF."""
    texts: JsonObject = {}
    chunks = getattr(image, "text", None)
    for key, value in list(chunks.items() if isinstance(chunks, dict) else ())[:ITEMS]:
        if key != "XML:com.adobe.xmp" and not key.startswith("Raw profile type"):
            texts[text(key)] = text(value)
    comment = image.info.get("comment")
    if isinstance(comment, bytes):
        comment = comment.decode("utf-8", "replace")
    if isinstance(comment, str) and comment.strip("\0 \r\n"):
        texts["comment"] = text(comment)
    return texts


def _nothing(image: Image.Image) -> JsonObject:  # noqa: ARG001  # has the shape of a reader
    return {}


_Reader = Callable[[Image.Image], JsonObject]
_READERS: Final[Mapping[str, tuple[_Reader, _Reader]]] = {  # and what is said where it fails
    "exif": (exif_json, _nothing),
    "icc": (icc_json, _nothing),
    "iptc": (iptc_json, readable_iptc),
    "xmp": (_xmp, _packet),
    "others": (_others, _nothing),
}


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _fitting(members: Mapping[str, str]) -> str:
    """One JSON object of members that are JSON texts already, less those that no longer fit into the cap."""
    room = TEXT_BYTES - 2
    fitting: list[str] = []
    for key, said in members.items():
        member = f"{_dump(key)}:{said}"
        size = len(member.encode()) + 1
        if size <= room:
            fitting.append(member)
            room -= size
    return "{" + ",".join(fitting) + "}"
