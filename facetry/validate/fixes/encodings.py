"""Texts in other encodings than UTF-8, as UTF-8."""

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before the mark of UTF-16 with which it starts
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def as_utf8(text: bytes) -> bytes:
    """A text in UTF-16 or UTF-32 with a byte order mark, in UTF-8 and without the mark. Any other text as it is."""
    for mark, encoding in _MARKS:
        if text.startswith(mark):
            try:
                return text.decode(encoding).encode()
            except UnicodeError:
                return text
    return text
