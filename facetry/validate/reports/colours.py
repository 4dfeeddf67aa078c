"""Colours of reports on terminals."""

from __future__ import annotations

from typing import Final, Literal

Colour = Literal["error", "warning", "place", "identifier", "remedy", "number", "added", "removed"]

_CODES: Final[dict[Colour, str]] = {
    "error": "1;31",
    "warning": "1;33",
    "place": "1",
    "identifier": "2",
    "remedy": "36",
    "number": "2",
    "added": "32",
    "removed": "31",
}


def paint(text: str, colour: Colour, *, is_coloured: bool) -> str:
    """The text with escape codes for its colour; as it is without colours."""
    return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if is_coloured and text else text


def paint_diff(text: str, *, is_coloured: bool) -> str:
    """A unified diff with coloured lines."""
    colours: dict[str, Colour] = {"+": "added", "-": "removed"}
    return "".join(
        paint(line[:-1], colours[line[0]], is_coloured=is_coloured) + "\n" if line[0] in colours else line
        for line in text.splitlines(keepends=True)
    )
