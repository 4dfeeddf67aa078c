"""The playground: findings at their places as a person types, and what documents look like."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser import OpenPage, axe_findings, processor_time
from tests.support.processor_speed import slowness

VALID = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "Sea"}]}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "title": "Your name", "minLength": 2},
        "tint": {"type": "string", "format": "color", "default": "#112233"},
        "levels": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
        "place": {
            "oneOf": [
                {
                    "title": "Web",
                    "type": "object",
                    "required": ["url"],
                    "properties": {"url": {"type": "string", "format": "uri"}},
                },
                {"title": "Disk", "type": "object", "properties": {"path": {"type": "string"}}},
            ]
        },
        "extra": {"description": "Anything"},
    },
}


def show(opened: OpenPage) -> Page:
    """The playground with its first example."""
    opened.page.goto(f"{opened.page.url.split('#')[0]}#/playground")
    expect(opened.page.get_by_text("The document is valid.")).to_be_visible()
    return opened.page


def test_an_example_is_shown_light_and_dark(opened: OpenPage) -> None:
    page = show(opened)
    for scheme in ("light", "dark"):
        expect(page.get_by_role("region", name=f"Preview, {scheme}").get_by_role("article")).to_be_visible()
    page.get_by_role("button", name="Narrow").click()
    box = page.get_by_role("region", name="Preview, dark").bounding_box()
    assert box is not None
    assert box["width"] <= 400
    assert axe_findings(page) == []


def test_findings_come_while_a_person_types(opened: OpenPage) -> None:
    page = show(opened)
    editor = page.get_by_role("textbox", name="View document")
    editor.fill('{\n  "schemaVersion": "1.0",\n  "elements": [{"type": "string"}]\n}')
    findings = page.get_by_role("list", name="Findings")
    expect(findings.get_by_role("listitem")).to_have_count(1)
    expect(findings).to_contain_text("value")
    findings.get_by_role("button", name="3:").click()
    selected = editor.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert selected.startswith("{")
    rule = findings.get_by_role("link", name="schema.required")
    assert opened.page.request.get(rule.evaluate("link => link.href")).ok
    assert axe_findings(page) == []
    editor.fill(json.dumps(VALID))
    expect(page.get_by_text("The document is valid.")).to_be_visible()
    expect(findings).to_be_hidden()
    expect(page.get_by_role("region", name="Preview, light").get_by_text("Sea")).to_be_visible()


def test_text_that_is_no_json_keeps_the_former_appearance(opened: OpenPage) -> None:
    page = show(opened)
    editor = page.get_by_role("textbox", name="View document")
    editor.fill(json.dumps(VALID))
    expect(page.get_by_role("region", name="Preview, light").get_by_text("Sea")).to_be_visible()
    editor.fill(json.dumps(VALID)[:-1])
    expect(page.get_by_role("list", name="Findings").get_by_role("link", name="json.syntax")).to_be_visible()
    expect(page.get_by_text("The text is not JSON now.")).to_be_visible()
    expect(page.get_by_role("region", name="Preview, light").get_by_text("Sea")).to_be_visible()


def test_the_text_stays_when_the_page_is_loaded_again(opened: OpenPage) -> None:
    page = show(opened)
    page.get_by_label("Examples").select_option(label="A manifest with two commands")
    expect(page.get_by_role("region", name="Preview, light").get_by_text("Paper sizes")).to_be_visible()
    page.reload()
    expect(page.get_by_role("textbox", name="Manifest")).to_contain_text("")
    assert '"print-card"' in page.get_by_role("textbox", name="Manifest").input_value()


def test_a_dropped_file_is_taken_with_its_kind(opened: OpenPage) -> None:
    page = show(opened)
    manifest = json.dumps({"id": "x", "runtimes": [], "instructions": []})
    transfer = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'manifest.json')); return data; }",
        manifest,
    )
    page.locator("facetry-editor").dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.get_by_role("textbox", name="Manifest")).to_have_js_property("value", manifest)
    expect(page.get_by_text("The document has")).to_be_visible()


def test_a_long_text_stays_quick(opened: OpenPage) -> None:
    page = show(opened)
    elements = ",\n".join(['{"type": "string", "value": "Sea"}'] * 15_000)
    text = f'{{"schemaVersion": "1.0", "elements": [\n{elements}]}}'
    editor = page.get_by_role("textbox", name="View document")
    type_text = """async (area, text) => {
      area.value = text;
      area.dispatchEvent(new Event('input'));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }"""
    editor.evaluate(type_text, text)
    expect(page.get_by_role("button", name="Show it")).to_be_visible()
    expect(page.get_by_text("The document is valid, with 1 warning.")).to_be_visible(timeout=60_000)
    with processor_time(page) as seconds:
        editor.evaluate(type_text, f"{text} ")
        assert seconds() < 2 * slowness()


def test_a_schema_becomes_a_form(opened: OpenPage) -> None:
    page = show(opened)
    page.get_by_label("Kind of document").select_option(label="Schema of settings")
    page.get_by_role("textbox", name="Schema of settings").fill(json.dumps(SCHEMA))
    page.get_by_role("button", name="Light").click()
    form = page.locator("facetry-form")
    expect(form.get_by_role("textbox", name="Tint", exact=True)).to_have_value("#112233")
    form.get_by_role("textbox", name="Your name").fill("A")
    form.get_by_role("textbox", name="Your name").blur()
    expect(form.get_by_text("At least 2 characters are needed.")).to_be_visible()
    form.get_by_role("textbox", name="Your name").fill("Ada")
    form.get_by_role("button", name="Add an item").click()
    form.get_by_role("spinbutton", name="Item 1").fill("7")
    form.get_by_label("Kind of Place").select_option(label="Disk")
    form.get_by_role("textbox", name="Path").fill("/pictures")
    form.get_by_label("Extra as JSON").fill("[1, {")
    expect(form.get_by_text("This is no JSON")).to_be_visible()
    form.get_by_label("Extra as JSON").fill('{"a": 1}')
    value = form.evaluate("form => form.value")
    assert value == {
        "tint": "#112233",
        "name": "Ada",
        "levels": [7],
        "place": {"path": "/pictures"},
        "extra": {"a": 1},
    }
    assert form.evaluate("form => form.validate()") == []
    assert axe_findings(page) == []
