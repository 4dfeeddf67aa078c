"""HTML that never runs, and HTML in Markdown."""

from __future__ import annotations

import json
import time

import pytest

from facetry.validate import views


def excerpts(type_: str, content: str) -> list[tuple[str, str | None]]:
    """(first words of the detail, value) of each warning."""
    document = {"schemaVersion": "1.0", "elements": [{"type": type_, "content": content}]}
    found = views.findings(json.dumps(document).encode())
    assert all(each.rule in ("view.script", "view.markdown") for each in found)
    assert all(each.pointer == "/elements/0/content" for each in found)
    return [(each.detail.partition(" does")[0], each.value) for each in found]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<p>A lighthouse</p>", []),
        ("<p title='on=1' data-on=1>on = 1, &lt;script></p>", []),
        ("<scripts><my-iframe><a href=more.html>", []),
        ("<p title='javascript: a book'>", []),
        ("<!-- <script> --> <p>", []),
        ("<!-- <script>", []),
        ("<!--><script>", [("A script", "script")]),
        ("<!-- --><!-- <script> -->", []),
        ("a < b > c <3 onclick=1", []),
        ("</script>", []),
        ("<SCRIPT src=a>", [("A script", "script")]),
        ("<!-- a --><script>", [("A script", "script")]),
        ("<!----><script><script>", [("A script", "script")]),
        ("<object data='a.svg'>", [("A frame or an embedded object", "object")]),
        ("<iframe/src=a>", [("A frame or an embedded object", "iframe")]),
        ("<p\nonclick = 'a'>", [("An event handler", "onclick")]),
        ("<p a='>' ONLOAD=b>", [("An event handler", "ONLOAD")]),
        ('<p a="\'" onload>', [("An event handler", "onload")]),
        ("<p a=b/onload=c>", []),
        ("<p/onload=c>", [("An event handler", "onload")]),
        ("<a href=javascript:a()>", [("An address that runs code", "javascript:a()")]),
        ("<a href=' JavaScript:a()'>", [("An address that runs code", " JavaScript:a()")]),
        ("<a href='&#106;avascript:a()'>", [("An address that runs code", "&#106;avascript:a()")]),
        ('<form action="vbscript:a">', [("An address that runs code", "vbscript:a")]),
        (
            "<script></script><p onclick=a><frame src='javascript:b'>",
            [
                ("A script", "script"),
                ("An event handler", "onclick"),
                ("A frame or an embedded object", "frame"),
                ("An address that runs code", "javascript:b"),
            ],
        ),
    ],
)
def test_html(content: str, expected: list[tuple[str, str]]) -> None:
    assert excerpts("html", content) == expected


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("A **lighthouse** at <https://example.org>, by <ada@example.org>", None),
        ("a<3 and c>d, a < b > c, <3", None),
        ("`<b>` and ``<b> ` <i>``", None),
        ("```html\n<p>\n```\n", None),
        ("` <b>", "<b>"),
        ("`a` <b> `c`", "<b>"),
        ("`` ` <b>", "<b>"),
        ("``a` <b> ``c", None),
        ("line<br/>", "<br/>"),
        ("</div >", "</div >"),
        ("<img src='a.png'>", "<img src='a.png'>"),
        ("<b\n<i>", "<i>"),
    ],
)
def test_markdown(content: str, value: str | None) -> None:
    assert [found for _, found in excerpts("markdown", content)] == ([] if value is None else [value])


@pytest.mark.parametrize("type_", ["html", "markdown"])
@pytest.mark.parametrize(
    "piece", ["<a ", "<!--", "<a b='", '<a b="', "`", "<a" + " " * 50, "<a b", "< ", "``` `", "<a b=c ", "on=", "&#"]
)
def test_hostile_markup_is_read_in_linear_time(type_: str, piece: str) -> None:
    """A text of 16 times the length takes less than 100 times as long: a quadratic reading takes 256 times."""
    durations = []
    for length in (30_000, 480_000):
        content = (piece * (length // len(piece))) + "<"
        document = json.dumps({"schemaVersion": "1.0", "elements": [{"type": type_, "content": content}]}).encode()
        start = time.process_time()
        views.findings(document)
        durations.append(time.process_time() - start)
    assert durations[1] < max(100 * durations[0], 1.0)
