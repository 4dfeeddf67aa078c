"""The chunks of a PNG with metadata, wherever they are before its end: EXIF, XMP, texts and what texts hold."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from facetry.imaging.metadata.json_values import decoded_text
from facetry.imaging.metadata.photoshop_resources import iptc_in
from facetry.imaging.metadata.xmp_packets import utf8_packet

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_AROUND_BYTES: Final = 12
_XMP_KEY: Final = "XML:com.adobe.xmp"
_PROFILE_KEY: Final = "raw profile type "
_EXIF_NAME: Final = b"Exif\0\0"
_XMP_NAME: Final = b"http://ns.adobe.com/xap/1.0/\0"
_MAX_TEXT_BYTES: Final = 8 * 1024 * 1024
_MAX_ALL_BYTES: Final = 32 * 1024 * 1024
_MAX_BYTES_IN_VAIN: Final = 32 * 1024 * 1024
"""Bytes of texts that turn out too long. Once they are read, no text is, so that many of them take little time."""
_MAX_TEXTS: Final = 1_024


class _TooLongError(Exception):
    """A text has more bytes than may be kept."""


class _DamagedError(Exception):
    """The data of a text is damaged, or cut off."""


@dataclass(slots=True)
class Chunks:
    """What was found: the EXIF block, the packet of XMP, and texts with their keys, in the order of the file.

    `left_out` has the keys of texts that need too much memory, or whose data is damaged.
    """

    exif: bytes = b""
    packet: bytes = b""
    texts: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Profiles:
    """The blocks in texts, as ImageMagick writes them."""

    exif: bytes = b""
    packet: bytes = b""
    iptc: bytes = b""


def read_chunks(data: bytes) -> Chunks:
    """The chunks with metadata. Texts that are damaged, or would need too much memory, are left out and named."""
    found, bytes_left, bytes_in_vain = Chunks(), _MAX_ALL_BYTES, _MAX_BYTES_IN_VAIN
    for kind, body in _chunks(data):
        if kind == b"eXIf":
            found.exif = found.exif or body
            continue
        max_bytes = min(bytes_left, _MAX_TEXT_BYTES, max(0, bytes_in_vain))
        try:
            text = _READERS[kind](body, max_bytes)
        except (_TooLongError, _DamagedError) as error:
            bytes_in_vain -= max_bytes if isinstance(error, _TooLongError) else len(body)
            _note_left_out(found, decoded_text(body.partition(b"\0")[0]))
            continue
        if text is None:
            continue
        key, value = text
        bytes_left -= len(value)
        if key == _XMP_KEY:
            found.packet = found.packet or utf8_packet(value.encode())
        elif len(found.texts) < _MAX_TEXTS:
            found.texts.append((key, value))
        else:
            _note_left_out(found, key)
    return found


def _note_left_out(found: Chunks, key: str) -> None:
    if not is_block(key) and len(found.left_out) < _MAX_TEXTS:
        found.left_out.append(key)


def is_block(key: str) -> bool:
    """Whether the text with this key holds a block of another kind."""
    return key == _XMP_KEY or key.lower().startswith(_PROFILE_KEY)


def raw_profiles(texts: Iterable[tuple[str, str]]) -> Profiles:
    """The blocks in texts whose key is `Raw profile type` and a name, the first of each kind. `APP1` has two kinds."""
    blocks: dict[str, bytes] = {}
    for key, value in texts:
        if not key.lower().startswith(_PROFILE_KEY):
            continue
        name, block = key[len(_PROFILE_KEY) :].lower(), _unhexed(value)
        if name in ("exif", "app1") and block.startswith((_EXIF_NAME, b"II*\0", b"MM\0*")):
            blocks.setdefault("exif", block)
        elif name in ("xmp", "app1"):
            blocks.setdefault("xmp", utf8_packet(block.removeprefix(_XMP_NAME)))
        elif name in ("iptc", "8bim"):
            blocks.setdefault("iptc", iptc_in(block))
    return Profiles(blocks.get("exif", b""), blocks.get("xmp", b""), blocks.get("iptc", b""))


def _unhexed(value: str) -> bytes:
    """The bytes of a profile: after a line with its name and one with its length, lines of hexadecimal digits."""
    lines = value.strip("\0\r\n").splitlines()
    try:
        return bytes.fromhex("".join(lines[2:]))
    except ValueError:
        return b""


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Type and content of each sound chunk with metadata."""
    at = len(_SIGNATURE)
    while at + _AROUND_BYTES <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        end = at + _AROUND_BYTES + size
        if kind == b"IEND" or end > len(data):
            return
        if kind in _READERS or kind == b"eXIf":
            body = data[at + 8 : end - 4]
            if zlib.crc32(body, zlib.crc32(kind)) == int.from_bytes(data[end - 4 : end], "big"):
                yield kind, body
        at = end


def _plain_text(body: bytes, max_bytes: int) -> tuple[str, str] | None:
    key, separator, value = body.partition(b"\0")
    return (decoded_text(key), _short(value, max_bytes)) if separator else None


def _compressed_text(body: bytes, max_bytes: int) -> tuple[str, str] | None:
    key, separator, rest = body.partition(b"\0")
    if not separator or rest[:1] != b"\0":
        return None
    return decoded_text(key), _short(_inflated(rest[1:], max_bytes), max_bytes)


def _international_text(body: bytes, max_bytes: int) -> tuple[str, str] | None:
    key, separator, rest = body.partition(b"\0")
    parts = rest[2:].split(b"\0", 2)
    if not separator or len(parts) < 3:
        return None
    value = _inflated(parts[2], max_bytes) if rest[:1] == b"\1" else parts[2]
    text = _short(value, max_bytes)
    try:
        value.decode()
    except UnicodeDecodeError:  # this kind of text is always UTF-8
        raise _DamagedError from None
    return decoded_text(key), text


def _inflated(data: bytes, max_bytes: int) -> bytes:
    """What is compressed, or its first `max_bytes` and one more. Raises `_DamagedError`."""
    decompressor = zlib.decompressobj()
    try:
        value = decompressor.decompress(data, max_bytes + 1)
    except zlib.error:
        raise _DamagedError from None
    if len(value) <= max_bytes and not decompressor.eof:
        raise _DamagedError  # only its beginning is there
    return value


def _short(value: bytes, max_bytes: int) -> str:
    """The text of a value that has at most so many bytes."""
    if len(value) > max_bytes:
        raise _TooLongError
    return decoded_text(value)


_READERS: Final = {b"tEXt": _plain_text, b"zTXt": _compressed_text, b"iTXt": _international_text}
