"""Modifiers of values: a shortened text, font weight and emphasis. A terminal has one font, and copies everything."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from facetry.views.layout import Element


def styled(element: Element, text: str, style: str = "") -> Text:
    """A text with the modifiers of its element. The text has to be safe for terminals."""
    modifiers = element.get("modifiers", {})
    styles = [style, *_STYLES.get(("weight", modifiers.get("weight")), ())]
    styles += _STYLES.get(("intensity", modifiers.get("intensity")), ())
    return Text(shortened(text, modifiers.get("truncate")), " ".join(filter(None, styles)))


def shortened(text: str, truncate: dict[str, Any] | None) -> str:
    """The text within its limit of characters; a limit below 1 has no effect."""
    limit = truncate["characterLimit"] if truncate else 0
    if truncate is None or limit < 1 or len(text) <= limit:
        return text
    rest = f" ({len(text) - int(limit)} more)" if truncate.get("showMore", True) else ""
    return f"{text[: int(limit)]}…{rest}"


_STYLES: dict[tuple[str, str | None], tuple[str, ...]] = {
    ("weight", "heavy"): ("bold",),
    ("weight", "thin"): ("dim",),
    ("intensity", "low"): ("dim",),
    ("intensity", "high"): ("bold",),
}
