"""Makes texts of documents safe for terminals: a value must not move the cursor, change colours or reverse a line."""

from __future__ import annotations

import re
from typing import Final

TAB: Final = "    "
_FIRST_PICTURE: Final = 0x2400
_DELETE: Final = 0x7F
_CONTROLS: Final = 0x20
# Controls, bidirectional and other invisible format characters, line separators and lone surrogates. The joiners U+200C
# and U+200D stay: Persian words and emoji need them.
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]"
)


def safe_lines(text: str) -> str:
    """The text with its line breaks; tabs become spaces, and unsafe characters visible escapes."""
    if text.isprintable():
        return text
    return _UNSAFE.sub(_escape, text.replace("\r\n", "\n").replace("\t", TAB))


def safe_line(text: str) -> str:
    """The text on one line: each run of white space becomes a space, and unsafe characters visible escapes."""
    return " ".join(safe_lines(text).split())


def _escape(match: re.Match[str]) -> str:
    """A picture such as ␛ for a control of ASCII, `\\u202e` for other characters."""
    code = ord(match[0])
    if code < _CONTROLS:
        return chr(_FIRST_PICTURE + code)
    return "␡" if code == _DELETE else f"\\u{code:04x}"
