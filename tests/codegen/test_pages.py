"""Pages that are made from templates: tables of members, links between pages, compact JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from codegen import lint, model, pages
from codegen.bundle import bundle
from codegen.page_members import compact_json

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs"


@pytest.fixture(scope="module")
def description() -> model.Description:
    return model.read(bundle(SPECS))


def test_a_page_of_the_sample(sample: Path) -> None:
    page = pages.render(model.read(bundle(sample)), "parts.md")
    assert page.startswith("<!-- Generated from specs/ by `python -m codegen`. Do not edit. -->\n# Parts\n")
    assert "| [`note`](#note) | A short text. |" in page
    assert "### `note`\n\nA short text.\n\n| member | required | type | meaning |" in page
    assert "| `text` | yes | string, `^[a-z]+$` | |" in page
    assert "| `below` | | object | |" in page
    assert "| `data` | | string; default `{}` | |" in page
    assert '```json\n{"type": "note", "text": "sea"}\n```\n\n```text\nsea\n```' in page
    assert "| `brief` | No event has this topic. |" in page


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{{topics Mode}}", "{{topics Moods}}", "there is no schema Moods"),
        ("{{element note}}", "{{element rule}}", "rule has no description or no example"),
        ("{{elements}}", "{{members Manifest}}", "no page shows ImageTags"),
    ],
)
def test_a_page_with_a_wrong_directive_or_a_missing_part_is_found(
    sample: Path, old: str, new: str, message: str
) -> None:
    page = sample / "pages" / "parts.md"
    page.write_text(page.read_text().replace(old, new))
    assert [finding.message for finding in lint.findings(bundle(sample))] == [message]


def row(page: str, member: str) -> list[list[str]]:
    """The cells of the rows of a member."""
    lines = (ROOT / "docs" / page).read_text().splitlines()
    return [
        line.split(" | ") if "| |" not in line else line.replace("| |", "|  |").split(" | ")
        for line in lines
        if line.startswith(f"| `{member}` |")
    ]


@pytest.mark.parametrize(
    ("page", "member", "kind"),
    [
        ("manifest.md", "maximumCount", "integer, 1 to 2147483647"),
        ("manifest.md", "throttlingPolicies", "array of [objects](#throttling-policies), at most 64 items"),
        (
            "manifest.md",
            "withTags",
            "array, at most 256 items; each string, 1 to 64 characters, `^[a-zA-Z0-9_.:;/-]*$`",
        ),
        ("manifest.md", "environment", "one of `node`, `python`"),
        ("views.md", "schemaVersion", "`1.0`"),
        ("views.md", "elements", "array of [elements](#elements)"),
        ("views-media.md", "aspectRatio", "string; default `1:1`"),
        ("views-containers.md", "columns", "array of [objects](#columns)"),
        ("views-containers.md", "isStriped", "boolean; default `false`"),
    ],
)
def test_types_have_their_limits_defaults_and_links(page: str, member: str, kind: str) -> None:
    assert kind in {cell for cells in row(page, member) for cell in cells}


def test_every_member_of_manifests_and_elements_has_a_meaning(description: model.Description) -> None:
    for name in (
        "manifest.md",
        "views.md",
        "views-text.md",
        "views-numbers.md",
        "views-media.md",
        "views-containers.md",
    ):
        page = pages.render(description, name)
        assert page == (ROOT / "docs" / name).read_text()
        empty = [line for line in page.splitlines() if re.match(r"\| `(?!type`)", line) and line.endswith("| |")]
        assert empty == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": [1, None], "b": "é"}, '{"a": [1, null], "b": "é"}'),
        ({"a": "x" * 20, "b": [{"c": 1}]}, '{\n  "a": "xxxxxxxxxxxxxxxxxxxx",\n  "b": [{"c": 1}]\n}'),
        (["y" * 26, {}], f'[\n  "{"y" * 26}",\n  {{}}\n]'),
        ("z" * 40, f'"{"z" * 40}"'),
    ],
)
def test_json_is_compact_and_equal(value: Any, expected: str) -> None:
    text = compact_json(value, width=30)
    assert text == expected
    assert json.loads(text) == value
