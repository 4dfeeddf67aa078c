"""The metadata of a picture as JSON texts: EXIF, IPTC, XMP, colour profile, text chunks and comments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from PIL import Image

from facetry.imaging.metadata.blocks import METADATA_OMITTED, Blocks
from facetry.imaging.metadata.capture_date import MOVIE
from facetry.imaging.metadata.exif import exif_json
from facetry.imaging.metadata.exif_block import read_block
from facetry.imaging.metadata.icc import icc_json
from facetry.imaging.metadata.iptc import iptc_json, partial_iptc_json
from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, clean_text
from facetry.imaging.metadata.xmp import properties

MAX_TEXT_BYTES: Final = 65_536
"""Largest size of a metadata text in UTF-8. Members that do not fit are left out, so that the text is valid JSON."""
LEFT_OUT: Final = "leftOut"
"""The member that names those that were left out."""
_MAX_NAMED: Final = 100
_NAMES_BYTES: Final = 4_096
"""Bytes for names of members that were left out, if there are any."""
_REASON_CHARACTERS: Final = 200


def metadata_of(image: Image.Image, blocks: Blocks) -> dict[str, str]:
    """The metadata texts of a loaded image: any of `exif`, `icc`, `iptc`, `xmp` and `others`, and `all` with them.

    A part that cannot be parsed does not refuse the picture: `unreadable` in `others` has its name and the reason.
    Members are whole or left out, and `leftOut` names the latter. Empty when the file has no metadata.
    """
    parts: dict[str, JsonObject] = {}
    unreadable: JsonObject = {}
    if METADATA_OMITTED in image.info:
        unreadable["file"] = "The metadata is damaged; the picture was read without it."
    for name, (read, read_partially) in _READERS.items():
        try:
            part = read(image, blocks)
        except Exception as error:  # hostile input through several parsers; the metadata has the reason
            message = " ".join(str(error).split())
            unreadable[name] = clean_text(f"{type(error).__name__}: {message}"[:_REASON_CHARACTERS])
            part = read_partially(image, blocks)
        if part:
            parts[name] = part
    if unreadable:
        parts["others"] = {"unreadable": unreadable} | parts.get("others", {})
    if blocks.left_out:
        parts.setdefault("others", {})
    texts = {
        name: _bounded_object(
            {key: _to_json(value) for key, value in part.items()}, blocks.left_out if name == "others" else ()
        )
        for name, part in parts.items()
    }
    if texts:
        texts["all"] = _bounded_object(texts)
    return texts


def _exif(_: Image.Image, blocks: Blocks) -> JsonObject:
    return exif_json(read_block(blocks.exif)) if blocks.exif else {}


def _xmp(_: Image.Image, blocks: Blocks) -> JsonObject:
    return properties(blocks.xmp)


def _packet_as_text(_: Image.Image, blocks: Blocks) -> JsonObject:
    """The packet as text, for a packet that is not valid XMP."""
    return {"packet": clean_text(blocks.xmp[0].decode("utf-8", "replace"))}


def _other_texts(_: Image.Image, blocks: Blocks) -> JsonObject:
    """Text chunks of PNG, such as the prompts of picture generators, comments of JPEG and GIF, and the date of a
    sequence.

    The texts of one key are a list, if there are several.
    """
    by_key: dict[str, list[str]] = {}
    for key, value in blocks.texts[:MAX_ITEMS]:
        text = clean_text(value)
        if text.strip():
            by_key.setdefault(clean_text(key), []).append(text)
    members: JsonObject = {key: texts if len(texts) > 1 else texts[0] for key, texts in by_key.items()}
    if blocks.movie_date is not None:
        date = datetime.fromtimestamp(blocks.movie_date, UTC)
        members[MOVIE] = {"creationDate": date.strftime("%Y-%m-%dT%H:%M:%SZ")}
    return members


def _no_metadata(*_: object) -> JsonObject:
    return {}


_Reader = Callable[[Image.Image, Blocks], JsonObject]
_READERS: Final[Mapping[str, tuple[_Reader, _Reader]]] = {  # the reader, and the fallback when it fails
    "exif": (_exif, _no_metadata),
    "icc": (lambda image, _: icc_json(image), _no_metadata),
    "iptc": (lambda _, blocks: iptc_json(blocks.iptc), lambda _, blocks: partial_iptc_json(blocks.iptc)),
    "xmp": (_xmp, _packet_as_text),
    "others": (_other_texts, _no_metadata),
}


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _bounded_object(members: Mapping[str, str], missing: Sequence[str] = ()) -> str:
    """One JSON object of members that are JSON texts, without those that exceed `MAX_TEXT_BYTES`. It names these and
    the `missing` ones.
    """
    written = {key: f"{_to_json(key)}:{text}" for key, text in members.items()}
    sizes = {key: len(member.encode()) + 1 for key, member in written.items()}
    bytes_left = MAX_TEXT_BYTES - 2
    if missing or sum(sizes.values()) > bytes_left:
        bytes_left -= _NAMES_BYTES
        left_out = [clean_text(key) for key in missing]
        for key, size in sizes.items():
            if size <= bytes_left:
                bytes_left -= size
            else:
                left_out.append(key)
                del written[key]
        written[LEFT_OUT] = f"{_to_json(LEFT_OUT)}:{_names(left_out)}"
    return "{" + ",".join(written.values()) + "}"


def _names(keys: Sequence[str]) -> str:
    """A JSON list of as many keys as fit."""
    named: list[str] = []
    for key in keys[:_MAX_NAMED]:
        if len(_to_json([*named, key]).encode()) + len(LEFT_OUT) + 4 > _NAMES_BYTES:
            break
        named.append(key)
    return _to_json(named)
