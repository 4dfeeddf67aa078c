"""Faults of the encoding of a text, and texts in other encodings as UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from facetry.schema.edits import ReplaceText
from facetry.validate.syntax.faults import MAX_FAULTS, TextFault

_MARK: Final = b"\xef\xbb\xbf"
_WIDE_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),  # before the mark of UTF-16 with which it starts
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# JSON starts with ASCII characters, whose other bytes are zero.
_WIDE_STARTS: Final[dict[tuple[bool, ...], str]] = {
    (False, True, True, True): "UTF-32",
    (True, True, True, False): "UTF-32",
    (False, True, False, True): "UTF-16",
    (True, False, True, False): "UTF-16",
}
_MAX_NAMED_BYTES: Final = 4
_REMEDY: Final = "Save it as UTF-8 without a byte order mark."
_NOT_UTF8: Final = re.compile(
    rb"""(?: [\x00-\x7f]++ | [\xc2-\xdf][\x80-\xbf] | \xe0[\xa0-\xbf][\x80-\xbf] | [\xe1-\xec\xee\xef][\x80-\xbf]{2}
           | \xed[\x80-\x9f][\x80-\xbf] | \xf0[\x90-\xbf][\x80-\xbf]{2} | [\xf1-\xf3][\x80-\xbf]{3}
           | \xf4[\x80-\x8f][\x80-\xbf]{2} )*+
         (?P<bytes> [\x80-\xff][\x80-\xbf]*+ )""",
    re.VERBOSE,
)
"""Bytes that are not UTF-8, behind characters that are."""


def wide_encoding(text: bytes, label: str) -> TextFault | None:
    """The fault of a text in UTF-16 or UTF-32; None for other texts. Without a byte order mark the rule is that of the
    parser, which finds NUL characters.
    """
    for mark, name in _WIDE_MARKS:
        if text.startswith(mark):
            detail = f"The {label} is {name}, not UTF-8."
            return TextFault(rule="json.encoding", start=0, end=len(mark), detail=detail, remedy=_REMEDY)
    wide = _WIDE_STARTS.get(tuple(code == 0 for code in text[:4]))
    if wide is None:
        return None
    detail = f"The {label} is {wide}, not UTF-8: it holds NUL characters."
    return TextFault(rule="json.nul", start=0, end=4, detail=detail, remedy=_REMEDY)


def encoding_faults(text: bytes, label: str) -> Iterator[TextFault]:
    """The byte order mark of a text, and its bytes that are not UTF-8."""
    if text.startswith(_MARK):
        yield TextFault(
            rule="json.encoding",
            start=0,
            end=len(_MARK),
            detail=f"The {label} starts with a byte order mark.",
            remedy=_REMEDY,
            edit=ReplaceText(0, len(_MARK), ""),
        )
    position = 0
    for _ in range(MAX_FAULTS):
        found = _NOT_UTF8.match(text, position)
        if found is None:
            return
        start, position = found.span("bytes")
        codes = found["bytes"][:_MAX_NAMED_BYTES].hex(" ").upper()
        detail = f"The {label} is not UTF-8: the bytes {codes} are no character."
        yield TextFault(rule="json.encoding", start=start, end=position, detail=detail, remedy=_REMEDY)


def without_mark(text: bytes) -> bytes:
    """The text with spaces in place of a byte order mark."""
    return b" " * len(_MARK) + text[len(_MARK) :] if text.startswith(_MARK) else text


def as_utf8(text: bytes) -> bytes:
    """A text in UTF-16 or UTF-32 with a byte order mark, in UTF-8 and without the mark. Any other text as it is."""
    for mark, encoding in _WIDE_MARKS:
        if text.startswith(mark):
            try:
                return text.decode(encoding).encode()
            except UnicodeError:
                return text
    return text
