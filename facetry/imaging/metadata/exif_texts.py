"""Texts in EXIF, whose encoding is seldom the one that the standard wants."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from facetry.imaging.metadata.exif_block import ByteOrder
from facetry.imaging.metadata.json_values import clean_text, decoded_text

_MARK_BYTES: Final = 8
_UTF16: Final[Mapping[ByteOrder, str]] = {"<": "utf-16-le", ">": "utf-16-be"}
_BYTE_ORDER_MARKS: Final[Mapping[bytes, str]] = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
_LINE_CHARACTERS: Final = frozenset("\t\r\n\v\f")
_IMPROBABLE: Final = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Unicode categories that texts do not have: controls, unassigned and private characters, lone surrogates."""
_IMPROBABLE_POINTS: Final = -4
_COMMON_BLOCKS: Final = (
    (0x0020, 0x007F, 3),  # ASCII, which pictures' texts have most
    (0x00A0, 0x024F, 2),  # Latin
    (0x0370, 0x06FF, 2),  # Greek, Cyrillic, Armenian, Hebrew, Arabic
    (0x0900, 0x0FFF, 2),  # Devanagari to Tibetan
    (0x10A0, 0x10FF, 2),  # Georgian
    (0x1200, 0x139F, 2),  # Ethiopic
    (0x1780, 0x18AF, 2),  # Khmer, Mongolian
    (0x1E00, 0x1FFF, 2),  # Latin and Greek with more accents
    (0x2010, 0x2027, 2),  # dashes and quotation marks
    (0x2190, 0x27BF, 2),  # arrows, mathematical and other signs
    (0x3000, 0x30FF, 2),  # punctuation of East Asia, kana
    (0x4E00, 0x9FFF, 1),  # Chinese characters: half of all pairs of bytes are some of them
    (0xAC00, 0xD7A3, 1),  # Hangul
    (0xFF01, 0xFFEF, 2),  # wide forms
    (0x1F300, 0x1FAFF, 2),  # pictographs
)
"""First and last character of blocks that texts are made of, and what a character of it speaks for a reading."""


def text_of(data: bytes) -> str:
    """A text that should be ASCII, up to its first NUL."""
    return clean_text(decoded_text(data.partition(b"\0")[0]))


def copyright_of(data: bytes) -> str:
    """The photographer's and the editor's rights, which a NUL separates, on a line each."""
    photographer, _, editor = data.partition(b"\0")
    return "\n".join(filter(None, (text_of(photographer).strip(), text_of(editor).strip())))


def windows_text_of(data: bytes) -> str:
    """A text that Windows has written: UTF-16LE in blocks of either byte order, unless a mark says otherwise."""
    encoding = "utf-16-be" if data.startswith(b"\xfe\xff") else "utf-16-le"
    return clean_text(_until_nul(data.decode(encoding, "ignore")).lstrip("\ufeff"))


def marked_text_of(data: bytes, order: ByteOrder) -> str | None:
    """The text of a value that begins with a mark of its encoding, such as a user comment; None if it holds no text."""
    decode = _BY_MARK.get(data[:_MARK_BYTES].upper())
    text = _unmarked(data) if decode is None else decode(data[_MARK_BYTES:], order)
    return text if text and _is_readable(text) else None


def _is_readable(text: str) -> bool:
    """Whether it has no control characters, which binary data has. Spaces and joiners of all scripts are text."""
    return all(unicodedata.category(character) != "Cc" or character in _LINE_CHARACTERS for character in text)


def _unmarked(data: bytes) -> str:
    """A text without a mark, or binary data, which has bytes that are no letters in Latin-1."""
    try:
        return _trimmed(data.decode())
    except UnicodeDecodeError:
        return _trimmed(data.decode("latin-1"))


def _plain(data: bytes, _: ByteOrder) -> str:
    return _trimmed(decoded_text(data))


def _unicode(data: bytes, order: ByteOrder) -> str:
    if len(data) % 2 and data.endswith(b"\0") and not _is_utf8(data.rstrip(b"\0")):
        data = data[:-1]  # UTF-16 with an end of one byte
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return _trimmed(data[len(mark) :].decode(encoding, "replace"))
    if len(data) % 2:  # no UTF-16
        return _plain(data, order)
    other: ByteOrder = ">" if order == "<" else "<"
    readings = [_trimmed(data.decode(_UTF16[each], "replace")) for each in (order, other)]
    return max(readings, key=_points)


def _is_utf8(data: bytes) -> bool:
    try:
        return _is_readable(data.decode())
    except UnicodeDecodeError:
        return False


def _japanese(data: bytes, order: ByteOrder) -> str:
    for encoding in ("iso2022_jp", "shift_jis", "euc_jp"):
        try:
            return _trimmed(data.decode(encoding))
        except UnicodeDecodeError:
            continue
    return _plain(data, order)


def _points(text: str) -> float:
    """How much a text looks like one: the mean of what its characters speak for."""
    return sum(map(_points_of, text)) / len(text) if text else 0.0


def _points_of(character: str) -> int:
    if character == "\ufffd" or (unicodedata.category(character) in _IMPROBABLE and character not in _LINE_CHARACTERS):
        return _IMPROBABLE_POINTS
    number = ord(character)
    return next((points for first, last, points in _COMMON_BLOCKS if first <= number <= last), 0)


def _trimmed(text: str) -> str:
    return clean_text(_until_nul(text)).strip()


def _until_nul(text: str) -> str:
    return text.strip("\0").partition("\0")[0]


_BY_MARK: Final[Mapping[bytes, Callable[[bytes, ByteOrder], str]]] = {
    b"ASCII\0\0\0": _plain,
    b"UNICODE\0": _unicode,
    b"JIS\0\0\0\0\0": _japanese,
    bytes(_MARK_BYTES): _plain,
}
