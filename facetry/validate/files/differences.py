"""The difference between a text and its fixed form, as a unified diff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from facetry.validate.reports.escaping import unicode_name, visible
from facetry.validate.syntax.encoding import as_utf8

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_NO_END: Final = "\\ No newline at end of file"


def unified_diff(name: str, former: bytes, text: bytes) -> str:
    """A unified diff with three lines of context. Control characters of the texts are shown as escapes."""
    import difflib

    before, after = _lines(former), _lines(text)
    label = visible(unicode_name(name))
    lines = difflib.unified_diff(before, after, f"a/{label}", f"b/{label}", lineterm="\n")
    return "".join(_printed(lines))


def _lines(text: bytes) -> list[str]:
    return _LINE.findall(as_utf8(text).decode("utf-8", "replace"))


def _printed(lines: Iterator[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        body = line.rstrip("\r\n")
        end = line[len(body) :]
        yield (body if number < 2 else visible(body)) + (end if end.endswith("\n") else f"\n{_NO_END}\n")
