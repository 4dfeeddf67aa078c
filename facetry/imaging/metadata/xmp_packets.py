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
_DECLARED_ENCODING: Final = re.compile(rb"^\s*<\?xml\s[^>]*encoding")
_PADDING: Final = b"\0 \r\n"


def utf8_packet(packet: bytes) -> bytes:
    """The packet in UTF-8, without what is around it; one that declares another encoding of bytes stays as it is."""
    encoding = next((encoding for mark, encoding in _MARKS if packet.startswith(mark)), None)
    if encoding is not None:
        text = packet.decode(encoding, "replace").lstrip("\ufeff")
        return _DECLARATION.sub("", text, count=1).strip("\0 \r\n").encode("utf-8", "replace")
    packet = packet.strip(_PADDING).removeprefix(b"\xef\xbb\xbf")
    return packet if _DECLARED_ENCODING.match(packet) else decoded_text(packet).encode()
