"""The encoding of XMP packets: UTF-8, UTF-16 or UTF-32 (ISO 16684-1), and what writers made of it."""

from __future__ import annotations

import re
from typing import Final

from facetry.imaging.metadata.json_values import decoded_text

_MARKS: Final = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
"""How a packet begins, with a byte order mark or without one."""
_DECLARATION: Final = re.compile(r"\s*<\?xml\s[^>]*\?>")
_DECLARED_ENCODING: Final = re.compile(rb"""^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_ALL_BYTES: Final = bytes(range(256))
_PADDING: Final = b"\0 \r\n"


def utf8_packet(packet: bytes) -> bytes:
    """The packet in UTF-8, without what is around it. What it declares counts, if that is an encoding of bytes."""
    encoding = next((encoding for mark, encoding in _MARKS if packet.startswith(mark)), None)
    if encoding is not None:
        text = packet.decode(encoding, "replace").lstrip("\ufeff")
    else:
        packet = packet.strip(_PADDING).removeprefix(b"\xef\xbb\xbf")
        text = _decoded(packet)
    declaration = _DECLARATION.match(text)  # only at the beginning: searching takes long in much white space
    text = text[declaration.end() :] if declaration else text
    return _until_end(text).strip("\0 \r\n").encode("utf-8", "replace")


def _decoded(packet: bytes) -> str:
    declared = _DECLARED_ENCODING.match(packet)
    try:
        letters = _ALL_BYTES.decode(declared[1].decode(), "replace") if declared else ""
    except (LookupError, ValueError):  # no such encoding, or one that not all bytes have
        letters = ""
    if len(letters) != len(_ALL_BYTES) or letters.count("\ufffd") >= len(_ALL_BYTES) // 2:
        return decoded_text(packet)  # not a letter for each byte: UTF-8, or what is declared wrongly
    return packet.decode("latin-1").translate(dict(enumerate(letters)))  # so that no encoding reads escapes in it


def _until_end(text: str) -> str:
    """The text without what follows its last tag: some writers leave the end of a longer packet there."""
    return text[: text.rfind(">") + 1] or text
