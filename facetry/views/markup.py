"""Elements of source text and markup: code, JSON, XML, Markdown and HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown
from rich.text import Text

from facetry.views.layout import Canvas, Element, Lines, indent, inner_width, wrap
from facetry.views.safe_text import safe_line, safe_lines

MAX_MARKUP_CHARACTERS: Final = 32_768
"""Markup beyond this is left out: parsers of markup are slow on hostile texts."""
_BAR: Final = "│ "
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]+')
_INDENT: Final = "  "
_MAX_INDENT: Final = 16
_BLOCKS: Final = re.compile(
    "address|article|aside|blockquote|br|d[dlt]|div|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|"
    "section|t[dhr]|table|ul"
)
_HIDDEN: Final = frozenset(("script", "style", "template", "title"))


def code(element: Element, width: int, _: Canvas) -> Lines:
    """Source code, XML or another text as it is, behind a bar."""
    return _block(safe_lines(element["value"]), width)


def json_text(element: Element, width: int, _: Canvas) -> Lines:
    """A JSON text with one value a line, behind a bar."""
    return _block(safe_lines(indented_json(element["value"])), width)


def indented_json(text: str) -> str:
    """A JSON text with line breaks and indents; its tokens stay as they are written."""
    parts: list[str] = []
    depth = 0
    previous = ""
    for part in _JSON_TOKEN.findall(text):
        is_opening = previous in ("{", "[")
        if part in ("}", "]"):
            depth -= 1
            parts.append(part if is_opening else _line_break(depth) + part)
        elif part == ":":
            parts.append(": ")
        elif part == ",":
            parts.append(",")
        else:
            parts.append(_line_break(depth) + part if is_opening or previous == "," else part)
            depth += part in ("{", "[")
        previous = part
    return "".join(parts)


def _line_break(depth: int) -> str:
    return "\n" + _INDENT * min(depth, _MAX_INDENT)


def markdown(element: Element, width: int, _: Canvas) -> Lines:
    """Markdown, laid out. Links show their destinations, and code is not highlighted."""
    text, rest = _cut(element["content"])
    console = Console(width=width, color_system=None, legacy_windows=False, emoji=False)
    options = console.options.update(width=width, no_wrap=False)
    lines: Lines = []
    for segments in console.render_lines(_Markdown(safe_lines(text), hyperlinks=False), options, pad=False):
        # References such as &#8238; are characters only now.
        line = Text.assemble(*((safe_lines(part.text), part.style or "") for part in segments if not part.control))
        line.rstrip()
        lines += [line] if line.cell_len <= width else wrap(line, width)
    return [*lines, *rest] or [Text("")]


def html(element: Element, width: int, _: Canvas) -> Lines:
    """The text of a piece of HTML without its tags, scripts and styles."""
    content, rest = _cut(element["content"])
    parser = _TextOfHtml()
    parser.feed(content)
    parser.close()
    heading = Text("HTML, shown without its tags", "dim italic")
    inner = inner_width(width, _BAR)
    lines = [line for part in parser.lines() for line in wrap(Text(part), inner)]
    return [*wrap(heading, width), *_barred([*lines, *rest], width)]


class _PlainCode(CodeBlock):
    """A block of code without highlighting: lexers are slow on hostile texts."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join(f"    {line}" for line in str(self.text).rstrip().splitlines()))


class _Markdown(Markdown):
    elements = {**Markdown.elements, "fence": _PlainCode, "code_block": _PlainCode}  # noqa: RUF012  # as in the base


class _TextOfHtml(HTMLParser):
    """Collects the texts between tags; tags of blocks become line breaks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        if tag in _HIDDEN:
            self._hidden += 1
        elif _BLOCKS.fullmatch(tag):
            self._parts.append("\n")
        elif tag == "img":
            alternative = next((value for name, value in attrs if name == "alt" and value), "picture")
            self._parts.append(f"[{alternative}]")

    def handle_endtag(self, tag: str) -> None:
        """A tag closes."""
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        elif _BLOCKS.fullmatch(tag):
            self._parts.append("\n")

    def handle_data(self, data: str) -> None:
        """A text between tags."""
        if not self._hidden:
            self._parts.append(" ".join(data.split("\n")))

    def lines(self) -> list[str]:
        """The lines of text that are not empty."""
        return [line for part in "".join(self._parts).split("\n") if (line := safe_line(part))]


def _cut(text: str) -> tuple[str, Lines]:
    """The beginning of a text, and a line that says how much was left out."""
    rest = len(text) - MAX_MARKUP_CHARACTERS
    return text[:MAX_MARKUP_CHARACTERS], [Text(f"… {rest} more characters", "dim")] if rest > 0 else []


def _block(text: str, width: int) -> Lines:
    inner = inner_width(width, _BAR)
    return _barred([line for part in text.split("\n") for line in wrap(Text(part), inner)], width)


def _barred(lines: Lines, width: int) -> Lines:
    return indent(lines, _BAR, "dim") if inner_width(width, _BAR) < width else lines
