"""Elements about pictures: references, colours, sizes and aspect ratios."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from facetry.views.layout import Element, Options
from facetry.views.modifiers import styled
from facetry.views.safe_text import safe_line

_SHAPES: Final = {"circle": "●", "square": "■"}
_SIZES: Final = {"small": 1, "medium": 2, "large": 3}
_BASE64_CHARACTERS: Final = 4
_BASE64_BYTES: Final = 3


def picture(element: Element, _: Options) -> Text:
    """The alternative text, the aspect ratio and the address; a terminal shows no pictures."""
    alternative = safe_line(element.get("alt", "")) or "picture"
    ratio = f" ({safe_line(element['aspectRatio'])})" if "aspectRatio" in element else ""
    return Text.assemble("▣ ", (alternative, "italic"), ratio, f" <{source(element['src'])}>")


def source(address: str) -> str:
    """The address of a picture; the type and the size of a picture that is part of it."""
    head, separator, data = address.partition(";base64,")
    if not (separator and head.startswith("data:")):
        return safe_line(address)
    size = len(data) // _BASE64_CHARACTERS * _BASE64_BYTES - data.count("=")
    return f"{safe_line(head)}, {size} bytes"


def color(element: Element, options: Options) -> Text:
    """A swatch, the name and the digits. Where there are no colours, the digits are always shown."""
    digits = element["value"].removeprefix("#")
    short = digits[:3] if len(digits) in (3, 4) else ""
    opaque = "".join(2 * digit for digit in short) or digits[:6]
    swatch = _SHAPES[element.get("shape", "circle")] * _SIZES[element.get("size", "medium")]
    has_text = element.get("showText", True) or not options.is_colored
    label = safe_line(element.get("label", ""))
    words = [word for word in (label, f"#{digits}" if has_text else "") if word]
    drawn = Text(swatch, f"#{opaque}")
    return Text.assemble(drawn, " ", styled(element, " ".join(words))) if words else drawn


def dimensions(element: Element, _: Options) -> Text:
    """Width and height in pixels."""
    return styled(element, f"{int(element['width'])} × {int(element['height'])} px")


def ratio(element: Element, _: Options) -> Text:
    """An aspect ratio as a number to one."""
    return styled(element, f"{safe_line(element['value'])} : 1")
