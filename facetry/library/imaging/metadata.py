"""What a picture says about itself, as JSON texts: tags of the camera, XMP, colour profile, text chunks."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Final

from PIL import ExifTags, Image

TEXT_BYTES: Final = 65_536
"""No metadata text is longer than this, in UTF-8. What does not fit is left out, so that each stays valid JSON."""
VALUE_CHARACTERS: Final = 32_768
_ITEMS: Final = 1_024
_FOLDERS: Final = {"Exif": ExifTags.IFD.Exif, "GPSInfo": ExifTags.IFD.GPSInfo}
_BINARY: Final = frozenset({"MakerNote", "PrintImageMatching", "JPEGInterchangeFormat", "XMLPacket", "ImageResources"})


def metadata_of(image: Image.Image) -> dict[str, str]:
    """The metadata texts of a loaded image: any of `exif`, `icc`, `xmp` and `others`, and `all`, which holds them.

    A part that cannot be understood is named, with the reason, under `unreadable` in `others`: a picture is not
    refused for it. Empty when the file has no metadata.
    """
    readers: dict[str, Callable[[Image.Image], dict[str, object]]] = {
        "exif": _exif,
        "icc": _icc,
        "xmp": _xmp,
        "others": _others,
    }
    parts: dict[str, dict[str, object]] = {}
    unreadable: dict[str, object] = {}
    for name, read in readers.items():
        try:
            part = read(image)
        except Exception as error:  # hostile input through several parsers; the reason is kept with the picture
            unreadable[name] = _text(f"{type(error).__name__}: {error}"[:200])
            continue
        if part:
            parts[name] = part
    if unreadable:
        parts.setdefault("others", {})["unreadable"] = unreadable
    texts = {name: _fitting({key: _dump(value) for key, value in part.items()}) for name, part in parts.items()}
    if texts:
        texts["all"] = _fitting(texts)
    return texts


def _exif(image: Image.Image) -> dict[str, object]:
    exif = image.getexif()
    found = _named(exif, ExifTags.TAGS)
    for name, folder in _FOLDERS.items():
        found.pop(name, None)
        inner = _named(exif.get_ifd(folder), ExifTags.GPSTAGS if name == "GPSInfo" else ExifTags.TAGS)
        if inner:
            found[name] = inner
    found.pop("ExifOffset", None)
    return found


def _named(tags: Mapping[int, object], names: Mapping[int, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for number, value in list(tags.items())[:_ITEMS]:
        name = names.get(number, f"Tag{number}")
        if name not in _BINARY:
            plain = _plain(value)
            if plain is not None:
                found[name] = plain
    return found


def _plain(value: object) -> object:
    """`value` as JSON can hold it, or None when it says nothing: binary data, a fraction by zero."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, bytes):
        return _printable(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple | list):
        items = [_plain(item) for item in value[:_ITEMS]]
        return None if None in items else items
    if isinstance(value, float) or hasattr(value, "numerator"):
        try:
            number = float(value)  # type: ignore[arg-type]  # Pillow's IFDRational, or a float
        except (ZeroDivisionError, OverflowError, ValueError):
            return None
        return number if math.isfinite(number) else None
    return None


def _printable(value: bytes) -> str | None:
    """Bytes that hold a text, such as a user comment with its eight-byte character code; None when they do not."""
    encoding = "utf-8"
    if value.startswith(b"UNICODE\0"):
        encoding = "utf-16-be" if value[8:9] == b"\0" else "utf-16-le"
    if value.startswith((b"UNICODE\0", b"ASCII\0\0\0", b"\0" * 8)):
        value = value[8:]
    try:
        text = _text(value.decode(encoding)).strip()
    except UnicodeDecodeError:
        return None
    return text if text and all(c.isprintable() or c in "\t\r\n" for c in text) else None


def _icc(image: Image.Image) -> dict[str, object]:
    """Description, colour space and device class of the colour profile, by the layout of ICC.1."""
    profile = image.info.get("icc_profile")
    if not isinstance(profile, bytes) or len(profile) < 132:
        return {}
    found: dict[str, object] = {
        "colorSpace": _text(profile[16:20].decode("latin-1")).strip(),
        "deviceClass": _text(profile[12:16].decode("latin-1")).strip(),
        "sizeInBytes": len(profile),
    }
    for entry in range(min(int.from_bytes(profile[128:132], "big"), 100)):
        at = 132 + 12 * entry
        if profile[at : at + 4] == b"desc":
            start, size = (int.from_bytes(profile[at + n : at + n + 4], "big") for n in (4, 8))
            description = _description(profile[start : start + size])
            if description:
                found["description"] = description
    return found


def _description(tag: bytes) -> str:
    if tag[:4] == b"desc":
        return _text(tag[12 : 12 + int.from_bytes(tag[8:12], "big")].decode("latin-1")).strip()
    if tag[:4] == b"mluc":
        size, start = int.from_bytes(tag[20:24], "big"), int.from_bytes(tag[24:28], "big")
        return _text(tag[start : start + size].decode("utf-16-be", "replace")).strip()
    return ""


def _xmp(image: Image.Image) -> dict[str, object]:
    packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp")
    text = packet.decode("utf-8", "replace") if isinstance(packet, bytes) else packet
    return {"packet": _text(text)} if isinstance(text, str) and text.strip("\0 \r\n") else {}


def _others(image: Image.Image) -> dict[str, object]:
    """Text chunks of PNG, where programs that generate pictures put their prompts, and comments of JPEG and GIF."""
    chunks = getattr(image, "text", None)
    texts: dict[str, object] = {}
    if isinstance(chunks, dict):
        for key, value in list(chunks.items())[:_ITEMS]:
            if key != "XML:com.adobe.xmp" and not key.startswith("Raw profile type"):
                texts[_text(key)] = _text(value)
    comment = image.info.get("comment")
    if isinstance(comment, bytes):
        comment = comment.decode("utf-8", "replace")
    if isinstance(comment, str) and comment.strip("\0 \r\n"):
        texts["comment"] = _text(comment)
    return texts


def _text(value: str) -> str:
    """Text that every database and every UTF-8 reader takes: no NUL, no lone surrogate, of bounded length."""
    return value[:VALUE_CHARACTERS].replace("\0", "").encode("utf-8", "replace").decode()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _fitting(members: Mapping[str, str]) -> str:
    """One JSON object of members that are JSON texts already, less those that no longer fit into the cap."""
    room = TEXT_BYTES - 2
    fitting: list[str] = []
    for key, text in members.items():
        member = f"{_dump(key)}:{text}"
        size = len(member.encode()) + 1
        if size <= room:
            fitting.append(member)
            room -= size
    return "{" + ",".join(fitting) + "}"
