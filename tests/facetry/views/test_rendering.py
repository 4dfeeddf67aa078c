"""View documents as text for terminals: golden files, and documents that are hostile to a terminal.

With FACETRY_WRITE_RENDERINGS=1 the golden files are written instead of compared.
"""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.views.layout import Options
from facetry.views.rendering import BLOCKS, INLINE, render, render_element

ROOT: Final = Path(__file__).parents[3]
VALID: Final = sorted((ROOT / "specs" / "examples" / "views" / "valid").glob("*.json"))
GOLDEN: Final = Path(__file__).parent / "golden"
PAGES: Final = ROOT / "specs" / "pages" / "views"
SCHEMA: Final = json.loads((ROOT / "generated" / "schemas" / "view-document-1.0.schema.json").read_text())
TYPES: Final = sorted(path.stem for path in (ROOT / "specs" / "views" / "elements").glob("*.yaml"))
NOW: Final = datetime(2026, 1, 4, tzinfo=UTC)
OPTIONS: Final = Options(width=72, now=NOW)
UNSAFE: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def text_of(document: dict[str, Any], options: Options = OPTIONS) -> str:
    """The text of a document, one line after the other."""
    return "".join(f"{line.plain.rstrip()}\n" for line in render(document, options))


def shown(*elements: dict[str, Any], width: int = 72) -> str:
    """The text of elements."""
    return text_of({"schemaVersion": "1.0", "elements": list(elements)}, Options(width=width, now=NOW))


def string(value: str, **members: Any) -> dict[str, Any]:
    return {"type": "string", "value": value, **members}


def compare(file: Path, text: str) -> None:
    """Compare a text with a golden file, or write the file."""
    if os.environ.get("FACETRY_WRITE_RENDERINGS"):
        file.write_text(text)
    assert file.read_text() == text, f"{file.name} is out of date; see the head of this test"


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
def test_a_valid_example_is_rendered_as_its_golden_file(file: Path) -> None:
    compare(GOLDEN / f"{file.stem}.txt", text_of(json.loads(file.read_text())))


def test_no_golden_file_is_left_over() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == sorted(file.stem for file in VALID)
    assert sorted(path.stem for path in PAGES.iterdir()) == TYPES


@pytest.mark.parametrize("type", TYPES)
def test_the_rendering_on_the_pages_is_that_of_the_example(type: str) -> None:
    (example, *_) = SCHEMA["$defs"][type]["examples"]
    lines = render_element(example, OPTIONS)
    compare(PAGES / f"{type}.txt", "".join(f"{line.plain.rstrip()}\n" for line in lines))


def test_every_type_of_element_has_a_rendering() -> None:
    assert sorted([*INLINE, *BLOCKS]) == TYPES
    assert len(TYPES) == 25


@pytest.mark.parametrize("width", [1, 10, 24, 25, 40, 200])
def test_no_line_is_wider_than_the_output(width: int) -> None:
    for file in VALID:
        for line in render(json.loads(file.read_text()), Options(width=width, now=NOW)):
            assert line.cell_len <= width, (file.stem, line.plain)


HOSTILE: Final = "\x1b]0;title\x07\x9b31m\x1b[2J\u202egnp.exe\u2066\r\n\x7f\tend"


@pytest.mark.parametrize("type", [*TYPES, "star-map"])
def test_control_characters_of_every_member_are_escaped(type: str) -> None:
    def poisoned(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: poisoned(part, key) for key, part in value.items()}
        if isinstance(value, list):
            return [poisoned(part) for part in value]
        kept = name in (
            "type",
            "representation",
            "separator",
            "align",
            "style",
            "format",
            "variant",
            "shape",
            "language",
        )
        return value if kept or not isinstance(value, str) or re.fullmatch("#?[0-9a-fA-F]+", value) else value + HOSTILE

    examples = SCHEMA["$defs"].get(type, {"examples": [{"type": type, "\x1b[1m": "\x9b"}]})["examples"]
    document = {"schemaVersion": "1.0", "title": HOSTILE, "elements": [poisoned(examples[0])]}
    document |= {"actions": [{"type": "external-link", "label": HOSTILE, "url": "https://a"}, {"type": HOSTILE}]}
    text = text_of(document)
    assert UNSAFE.findall(text) == []
    assert "␛" in text


def test_references_in_markup_become_escapes_too() -> None:
    text = "&#27;[31m &#x202e;gnp &#155;J"
    for type in ("markdown", "html"):
        found = shown({"type": type, "content": text})
        assert UNSAFE.findall(found) == []
        assert "gnp" in found


def test_html_is_shown_without_tags_and_scripts() -> None:
    found = shown(
        {"type": "html", "content": "<h1>A<br>b</h1><script>alert(1)</script><style>x</style><img alt='sea'>"}
    )
    assert found == "HTML, shown without its tags\n│ A\n│ b\n│ [sea]\n"


def test_markup_that_is_too_long_says_how_much_is_left_out() -> None:
    for type in ("markdown", "html"):
        assert "… 7 more characters" in shown({"type": type, "content": "a" * (32_768 + 7)})


@pytest.mark.parametrize(
    ("type", "content"),
    [
        ("html", "<!--" * 8_000),
        ("html", "<a " + "a='" * 10_000),
        ("html", "<div" * 8_000),
        ("markdown", "[" * 30_000),
        ("markdown", ">" * 30_000 + "a"),
        ("markdown", "*a_ " * 8_000),
        ("markdown", "|a" * 5_000 + "\n" + "|-" * 5_000 + "\n" + "|b" * 5_000),
        ("markdown", "\n".join("  " * depth + "- a" for depth in range(100))),
        ("markdown", "```python\n" + "(" * 30_000),
    ],
)
def test_hostile_markup_is_rendered_within_the_width(type: str, content: str) -> None:
    assert max(len(line) for line in shown({"type": type, "content": content}).splitlines()) <= 72


def test_markdown_shows_destinations_of_links_and_plain_code() -> None:
    found = shown({"type": "markdown", "content": "[safe](https://evil.example)\n\n```python\nprint(1)\n```"})
    assert "safe (https://evil.example)" in found
    assert "    print(1)" in found


def test_a_link_shows_its_destination_beside_its_label() -> None:
    link = {"type": "string-url", "value": "https://evil.example", "label": "https://good.example"}
    assert shown(link) == "https://good.example <https://evil.example>\n"


def test_modifiers_shorten_texts() -> None:
    truncate = {"characterLimit": 3}
    assert shown(string("lighthouse", modifiers={"truncate": truncate})) == "lig… (7 more)\n"
    assert shown(string("lighthouse", modifiers={"truncate": {**truncate, "showMore": False}})) == "lig…\n"
    assert shown(string("lighthouse", modifiers={"truncate": {"characterLimit": -1}})) == "lighthouse\n"


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ({"type": "number-stars", "value": -1}, "☆☆☆☆☆ -1 / 5"),
        ({"type": "number-stars", "value": 9}, "★★★★★ 9 / 5"),
        ({"type": "number-stars", "value": 3, "maximum": 1e300}, "3 / 1e+300 ★"),
        (
            {"type": "number-meter", "value": 1e308, "minimum": -1e308, "maximum": 1e308},
            "█" * 20 + " 1e+308 (-1e+308 to 1e+308)",
        ),
        ({"type": "number-meter", "value": 5, "minimum": 5, "maximum": 5}, "5 (5 to 5)"),
        ({"type": "timestamp", "value": "999999999999999"}, "999999999999999 ms since 1970"),
        ({"type": "timestamp", "value": "1767225600000", "format": "relative"}, "3 days ago"),
        ({"type": "color", "value": "abc", "showText": False}, "●● #abc"),
        ({"type": "boolean", "value": False}, "false"),
        ({"type": "boolean", "value": True, "representation": "badge", "trueLabel": "sharp"}, "[sharp]"),
    ],
)
def test_values_at_the_edge(element: dict[str, Any], expected: str) -> None:
    assert shown(element) == f"{expected}\n"


def test_columns_have_widths_alignment_and_lines() -> None:
    columns = [{"header": "Name", "width": 50}, {"header": "Score", "align": "right"}, {"align": "center"}]
    rows = [{"cells": [string("a"), {"type": "number-unbounded", "value": 7}, string("b")]}, {"cells": [string("c")]}]
    table = {"type": "table", "columns": columns, "rows": rows, "withRowSeparators": True}
    assert shown(table, width=24) == (
        "Name        Score\n──────────  ─────  ───\na               7   b\n──────────  ─────  ───\nc\n"
    )


def test_a_table_without_room_becomes_lists() -> None:
    cells = [string(str(number)) for number in range(30)]
    found = shown({"type": "table", "columns": [{"header": "First"}], "rows": [{"cells": cells}]}, width=40)
    assert found.startswith("Row 1\n• First: 0\n• 2: 1\n")


def test_slots_are_beside_each_other_by_their_widths() -> None:
    slots = [{"content": string("left"), "width": 25}, {"content": string("right"), "label": "R"}]
    assert shown({"type": "multi-slot", "slots": slots}, width=42) == "left        R\n            right\n"
    assert shown({"type": "multi-slot", "slots": slots}, width=20) == "left\nR\nright\n"


def test_nested_tables_take_no_longer_than_their_text() -> None:
    """Sixteen tables in one another are the deepest document; measured again at each level they would take hours."""
    element = string("x")
    for _ in range(15):
        element = {"type": "table", "rows": [{"cells": [element, string("y")]}]}
    assert shown(element).count("y") == 15


def test_colours_are_styles_of_their_swatches() -> None:
    (line,) = render_element({"type": "color", "value": "#1f6f8b80", "showText": False}, Options(is_colored=True))
    assert (line.plain, str(line.style)) == ("●●", "#1f6f8b")
