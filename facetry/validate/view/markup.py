"""Warnings on HTML that never runs in a client, and on HTML inside of Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from facetry.validate.finding import Finding
from facetry.validate.view.walk import Part, view_warning

_START: Final = re.compile(r"<!--|<([a-z][a-z0-9:-]*+)", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"[\s/]*+([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>]++)))?", re.IGNORECASE
)
_FRAMES: Final = frozenset({"applet", "embed", "frame", "frameset", "iframe", "object"})
_ADDRESSES: Final = frozenset({"action", "data", "formaction", "href", "src", "xlink:href"})
_CODE_SCHEMES: Final = ("javascript:", "vbscript:")
_HANDLER: Final = re.compile(r"on[a-z]+")
_TAG: Final = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*+(?=[\s/>])[^<>]*+>")
_TICKS: Final = re.compile(r"(`+)")


def check_html(part: Part) -> Iterator[Finding]:
    """HTML without anything that would have to run: clients show it in a sandbox."""
    content = part.text("content")
    reported: set[str] = set()
    for what, excerpt in () if content is None else _active_parts(content):
        if what not in reported:
            reported.add(what)
            detail = f"{what} does nothing: clients show HTML in a sandbox."
            yield view_warning("script", part.pointer_to("content"), detail, excerpt, "Remove it.")


def check_markdown(part: Part) -> Iterator[Finding]:
    """Markdown without HTML in it, except in code."""
    content = part.text("content")
    found = None if content is None else _TAG.search(_without_code(content))
    if found is not None:
        detail = "Clients may show HTML in Markdown as text, or leave it out."
        remedy = "Write it as Markdown, or use an element of type html."
        yield view_warning("markdown", part.pointer_to("content"), detail, found[0], remedy)


def _active_parts(text: str) -> Iterator[tuple[str, str]]:
    """(what it is, the name or the address) of each part of HTML that would have to run. Reads in linear time."""
    start = _START.search(text)
    while start is not None:
        place, name = start.end(), (start[1] or "").lower()
        if not name:
            end = text.find("-->", start.start())  # <!--> is a whole comment
            place = len(text) if end < 0 else end
        elif name == "script":
            yield "A script", name
        elif name in _FRAMES:
            yield "A frame or an embedded object", name
        while name and (attribute := _ATTRIBUTE.match(text, place)):
            place = attribute.end()
            value = attribute[2] or attribute[3] or attribute[4] or ""
            if _HANDLER.fullmatch(attribute[1].lower()):
                yield "An event handler", attribute[1]
            elif attribute[1].lower() in _ADDRESSES and _runs_code(value):
                yield "An address that runs code", value
        start = _START.search(text, place)


def _runs_code(address: str) -> bool:
    from html import unescape  # slow to load, and unused for most documents

    return unescape(address).strip().lower().startswith(_CODE_SCHEMES)


def _without_code(text: str) -> str:
    """A Markdown text without what stands between two runs of backticks of one length."""
    pieces = _TICKS.split(text)  # texts and runs of backticks in turn
    places: dict[str, list[int]] = {}
    for index in range(1, len(pieces), 2):
        places.setdefault(pieces[index], []).append(index)
    kept = []
    index = 0
    while index < len(pieces):
        if index % 2:
            same = places[pieces[index]]
            position = bisect_right(same, index)
            index = same[position] if position < len(same) else index
        else:
            kept.append(pieces[index])
        index += 1
    return "".join(kept)
