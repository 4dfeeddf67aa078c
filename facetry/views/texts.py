"""Elements of text: plain texts, links and identifiers."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from facetry.views.layout import Element, Options
from facetry.views.modifiers import styled
from facetry.views.safe_text import safe_line, safe_lines

SEPARATORS: Final = {"bar": " | ", "comma": ", ", "dot": " · ", "slash": " / ", "dash": " – ", "space": " "}


def string(element: Element, _: Options) -> Text:
    """A text; `multiline` keeps its line breaks, a chip stands in brackets."""
    return _represented(element, element["value"])


def strings(element: Element, _: Options) -> Text:
    """Texts in a row, by default separated by a space; texts with several lines stand below each other."""
    is_multiline = element.get("representation") == "multiline"
    between = SEPARATORS[element["separator"]] if "separator" in element else "\n" if is_multiline else " "
    return Text(between).join(_represented(element, value) for value in element["values"])


def link(element: Element, _: Options) -> Text:
    """The label and the destination, which a terminal cannot hide behind the label."""
    destination = safe_line(element["value"])
    label = safe_line(element.get("label", ""))
    if not label or label == destination:
        return styled(element, destination, "underline")
    return Text.assemble(styled(element, label, "underline"), f" <{destination}>")


def identifier(element: Element, _: Options) -> Text:
    """An identifier as it is."""
    return styled(element, safe_line(element["value"]))


def _represented(element: Element, value: str) -> Text:
    match element.get("representation", "plain"):
        case "chip":
            return Text.assemble("[", styled(element, safe_line(value), "bold"), "]")
        case "multiline":
            return styled(element, safe_lines(value))
        case _:
            return styled(element, safe_line(value))
