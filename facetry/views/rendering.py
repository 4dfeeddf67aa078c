"""Renders a view document: one function for each type of element."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from rich.text import Text

from facetry.views import containers, markup, media, numbers, tables, texts
from facetry.views.layout import Canvas, Element, Lines, Options, box, box_width, indent, inner_width, wrap
from facetry.views.safe_text import safe_line, safe_lines

INLINE: Final[Mapping[str, Callable[[Element, Options], Text]]] = {
    "string": texts.string,
    "strings": texts.strings,
    "string-url": texts.link,
    "identifier": texts.identifier,
    "ratio": media.ratio,
    "dimensions": media.dimensions,
    "color": media.color,
    "image-ref": media.picture,
    "number-unbounded": numbers.unbounded,
    "number-stars": numbers.stars,
    "number-meter": numbers.meter,
    "boolean": numbers.boolean,
    "timestamp": numbers.timestamp,
}
"""Elements that are running text."""
BLOCKS: Final[Mapping[str, Callable[[Element, int, Canvas], Lines]]] = {
    "string-code": markup.code,
    "xml": markup.code,
    "json": markup.json_text,
    "markdown": markup.markdown,
    "html": markup.html,
    "multi-slot": containers.multi_slot,
    "flowing": containers.flowing,
    "label-value": containers.label_value,
    "repeating-group": containers.repeating_group,
    "collapsible-group": containers.collapsible_group,
    "divider": containers.divider,
    "table": tables.table,
}
"""Elements that have lines of their own."""
_CARD: Final = ("title", "description", "actions")
_VARIANTS: Final = {"primary": "bold", "danger": "bold red", "subtle": "dim"}


def render(document: Mapping[str, Any], options: Options) -> Lines:
    """The lines of a valid view document. No text of the document reaches the terminal with control characters."""
    canvas = _canvas(options)
    if not any(member in document for member in _CARD):
        return _elements(document, options.width, canvas)
    inner = box_width(options.width)
    description = safe_line(document.get("description", ""))
    lines = wrap(Text(description, "dim"), inner) if description else []
    elements = _elements(document, inner, canvas)
    lines += [Text(""), *elements] if lines and elements else elements
    actions = [line for action in document.get("actions", ()) for line in _action(action, inner)]
    lines += [Text(""), *actions] if lines and actions else actions
    return box(Text(safe_line(document["title"]), "bold"), lines, options.width)


def render_element(element: Element, options: Options) -> Lines:
    """The lines of a valid element."""
    return _canvas(options).lines(element, options.width)


def _canvas(options: Options) -> Canvas:
    def inline(element: Element) -> Text | None:
        function = INLINE.get(element["type"])
        return None if function is None else function(element, options)

    def lines(element: Element, width: int) -> Lines:
        text = inline(element)
        if text is not None:
            return wrap(text, width)
        block = BLOCKS.get(element["type"])
        return _unknown("element", element, width) if block is None else block(element, width, canvas)

    canvas = Canvas(options, lines, inline)
    return canvas


def _elements(document: Mapping[str, Any], width: int, canvas: Canvas) -> Lines:
    return [line for element in document["elements"] for line in canvas.lines(element, width)]


def _unknown(kind: str, value: Element, width: int) -> Lines:
    """A placeholder with the type, and the whole value as JSON."""
    heading = wrap(Text(f"[unknown {kind} {safe_line(value['type'])}]", "yellow"), width)
    text = safe_lines(json.dumps(value, ensure_ascii=False, indent=2))
    inner = inner_width(width, "│ ")
    lines = [line for part in text.split("\n") for line in wrap(Text(part), inner)]
    return [*heading, *(indent(lines, "│ ", "dim") if inner < width else lines)]


def _action(action: Element, width: int) -> Lines:
    match action["type"]:
        case "button":
            label = Text(f"[ {safe_line(action['label'])} ]", _VARIANTS.get(action.get("variant", ""), ""))
            owner = f" of {safe_line(action['extensionId'])}" if "extensionId" in action else ""
            note = f" runs {safe_line(action['commandId'])}{owner}{', disabled' if action.get('disabled') else ''}"
            return wrap(Text.assemble(label, (note, "dim")), width)
        case "external-link":
            label = Text(f"[ {safe_line(action['label'])} ]")
            return wrap(Text.assemble(label, (f" opens <{safe_line(action['url'])}>", "dim")), width)
        case _:
            return _unknown("action", action, width)
