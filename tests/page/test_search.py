"""The library: searches in the field, by facets and by filters; their addresses."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from facetry.demo import bundled
from tests.page.conftest import PICTURES
from tests.page.search_page import count, field, query, tagged, total
from tests.support.browser import OpenPage, axe_findings
from tests.support.services.servers import Server

_COLOURS = bundled.TAG_EXTENSION


def test_a_tag_is_completed_and_chosen_with_the_keyboard(opened: OpenPage, server: Server) -> None:
    page = opened.page
    expect(total(page)).to_have_text(f"{PICTURES} images")
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    page.keyboard.type("gree")
    option = page.get_by_role("option", name="colour:green")
    expect(option).to_contain_text(_COLOURS)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="“gree”")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(total(page)).to_have_text(tagged(server, "colour:green"))
    assert query(page) == {"tag": ["colour:green"]}
    page.keyboard.press("Backspace")
    expect(total(page)).to_have_text(f"{PICTURES} images")


def test_words_are_typed_with_quotes_and_exclusions(opened: OpenPage) -> None:
    page = opened.page
    field(page).fill('one "two three" -four -colour:green #colour:blue -#colour:red')
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove “two three”")).to_be_visible()
    assert query(page) == {
        "text": ["one", "two three"],
        "without-text": ["four", "colour:green"],
        "tag": ["colour:blue"],
        "without": ["colour:red"],
    }


def test_every_search_is_an_entry_of_the_history(opened: OpenPage, server: Server) -> None:
    page = opened.page
    page.get_by_role("button", name=re.compile("^colour:blue")).click()
    expect(total(page)).to_have_text(tagged(server, "colour:blue"))
    page.get_by_role("button", name="Exclude colour:green").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove not colour:green")).to_be_visible()
    assert query(page) == {"tag": ["colour:blue"], "without": ["colour:green"]}
    page.go_back()
    expect(total(page)).to_have_text(tagged(server, "colour:blue"))
    page.go_back()
    expect(total(page)).to_have_text(f"{PICTURES} images")
    page.go_forward()
    expect(page.get_by_role("button", name="Remove colour:blue")).to_be_visible()


def test_facets_count_what_is_found(opened: OpenPage, server: Server) -> None:
    page = opened.page
    formats = page.get_by_role("region", name="Formats")
    png = count(server, {"formats": ["PNG"]})
    expect(formats.get_by_role("button", name=f"PNG {png}")).to_be_visible()
    formats.get_by_role("button", name="PNG").click()
    expect(total(page)).to_have_text(f"{png} images")
    expect(formats.get_by_role("button", name="PNG")).to_have_attribute("aria-pressed", "true")
    blue = count(server, {"formats": ["PNG"], "tags": {"values": ["colour:blue"]}})
    expect(page.get_by_role("button", name=re.compile(f"^colour:blue\\s*{blue}$"))).to_be_visible()


def test_facets_follow_changes(opened: OpenPage, server: Server) -> None:
    page = opened.page
    expect(total(page)).to_have_text(f"{PICTURES} images")
    with server.client() as client:
        (image,) = client.post("/image/search/ids", json={"range": {"take": 1}}).json()["items"]
        assert client.put("/extension/ensure", params={"id": "live-test"}).is_success
        answer = client.put(f"/image/{image}/setTags", params={"extensionId": "live-test"}, json=["fresh"])
        assert answer.is_success, answer.text
    group = page.get_by_role("region", name="Tags of live-test")
    expect(group.get_by_role("button", name="fresh 1")).to_be_visible()


def test_filters_are_chosen_in_a_dialog(opened: OpenPage, server: Server) -> None:
    page = opened.page
    page.get_by_role("button", name="Filters").click()
    dialog = page.locator("facetry-filter-dialog")
    dialog.get_by_label("At least one of these tags").fill("colour:blue colour:red")
    dialog.get_by_label("Width (pixels) at least").fill("1")
    dialog.get_by_label("Taken from").fill("2001-02-03")
    dialog.get_by_role("checkbox", name="JPEG").check()
    dialog.get_by_role("checkbox", name="WEBP").check()
    assert axe_findings(page) == []
    dialog.get_by_role("button", name="Show images").click()
    assert query(page) == {
        "any": ["colour:blue colour:red"],
        "width": ["1.."],
        "taken": ["2001-02-03.."],
        "format": ["JPEG", "WEBP"],
    }
    found = count(server, {"formats": ["JPEG", "WEBP"], "tags": {"values": ["colour:blue", "colour:red"]}})
    expect(total(page)).to_have_text(f"{found} images")


def test_features_are_conditions(opened: OpenPage) -> None:
    page = opened.page
    page.get_by_role("button", name="Filters").click()
    dialog = page.locator("facetry-filter-dialog")
    dialog.get_by_role("button", name="Add a condition").click()
    dialog.get_by_role("group", name="Condition 1").get_by_role("combobox").nth(0).select_option("without")
    dialog.get_by_role("button", name="Show images").click()
    expect(page.get_by_role("button", name=re.compile("^Remove not "))).to_be_visible()
    assert list(query(page)) == ["without-feature"]


def test_the_order_is_part_of_the_address(opened: OpenPage) -> None:
    page = opened.page
    page.get_by_role("combobox", name="Sort by").select_option("name")
    page.wait_for_url(re.compile(r"sort=name\+ascending"))
    page.get_by_role("button", name=re.compile("^Direction")).click()
    page.wait_for_url(re.compile(r"sort=name\+descending"))
