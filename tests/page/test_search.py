"""The library: searches in the field, by facets and by filters, their addresses, and what is shown without images."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from facetry.demo import bundled
from tests.page.conftest import PICTURES, signed_in
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.servers import Server, running_server

_COLOURS = bundled.TAG_EXTENSION


def _field(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Search images")


def _total(page: Page) -> Locator:
    return page.locator("facetry-library .count")


def _query(page: Page) -> dict[str, list[str]]:
    return parse_qs(page.url.partition("?")[2])


def _count(server: Server, criteria: dict[str, object]) -> int:
    with server.client() as client:
        answer = client.post("/image/search/ids", json={"filter": {"criteria": criteria}})
    assert answer.is_success, answer.text
    total: int = answer.json()["totalCount"]
    return total


def _tagged(server: Server, *values: str, operator: str = "and") -> str:
    total = _count(server, {"tags": {"values": list(values), "operator": operator}})
    return f"{total} image" if total == 1 else f"{total} images"


def test_a_tag_is_completed_and_chosen_with_the_keyboard(opened: OpenPage, server: Server) -> None:
    page = opened.page
    expect(_total(page)).to_have_text(f"{PICTURES} images")
    page.keyboard.press("/")
    expect(_field(page)).to_be_focused()
    page.keyboard.type("gree")
    option = page.get_by_role("option", name="colour:green")
    expect(option).to_contain_text(_COLOURS)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="“gree”")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(_total(page)).to_have_text(_tagged(server, "colour:green"))
    assert _query(page) == {"tag": ["colour:green"]}
    page.keyboard.press("Backspace")
    expect(_total(page)).to_have_text(f"{PICTURES} images")


def test_words_are_typed_with_quotes_and_exclusions(opened: OpenPage) -> None:
    page = opened.page
    _field(page).fill('one "two three" -four -colour:green #colour:blue -#colour:red')
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove “two three”")).to_be_visible()
    assert _query(page) == {
        "text": ["one", "two three"],
        "without-text": ["four", "colour:green"],
        "tag": ["colour:blue"],
        "without": ["colour:red"],
    }


def test_every_search_is_an_entry_of_the_history(opened: OpenPage, server: Server) -> None:
    page = opened.page
    page.get_by_role("button", name=re.compile("^colour:blue")).click()
    expect(_total(page)).to_have_text(_tagged(server, "colour:blue"))
    page.get_by_role("button", name="Exclude colour:green").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove not colour:green")).to_be_visible()
    assert _query(page) == {"tag": ["colour:blue"], "without": ["colour:green"]}
    page.go_back()
    expect(_total(page)).to_have_text(_tagged(server, "colour:blue"))
    page.go_back()
    expect(_total(page)).to_have_text(f"{PICTURES} images")
    page.go_forward()
    expect(page.get_by_role("button", name="Remove colour:blue")).to_be_visible()


def test_facets_count_what_is_found(opened: OpenPage, server: Server) -> None:
    page = opened.page
    formats = page.get_by_role("region", name="Formats")
    png = _count(server, {"formats": ["PNG"]})
    expect(formats.get_by_role("button", name=f"PNG {png}")).to_be_visible()
    formats.get_by_role("button", name="PNG").click()
    expect(_total(page)).to_have_text(f"{png} images")
    expect(formats.get_by_role("button", name="PNG")).to_have_attribute("aria-pressed", "true")
    blue = _count(server, {"formats": ["PNG"], "tags": {"values": ["colour:blue"]}})
    expect(page.get_by_role("button", name=re.compile(f"^colour:blue\\s*{blue}$"))).to_be_visible()


def test_facets_follow_changes(opened: OpenPage, server: Server) -> None:
    page = opened.page
    expect(_total(page)).to_have_text(f"{PICTURES} images")
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
    assert _query(page) == {
        "any": ["colour:blue colour:red"],
        "width": ["1.."],
        "taken": ["2001-02-03.."],
        "format": ["JPEG", "WEBP"],
    }
    total = _count(server, {"formats": ["JPEG", "WEBP"], "tags": {"values": ["colour:blue", "colour:red"]}})
    expect(_total(page)).to_have_text(f"{total} images")


def test_features_are_conditions(opened: OpenPage) -> None:
    page = opened.page
    page.get_by_role("button", name="Filters").click()
    dialog = page.locator("facetry-filter-dialog")
    dialog.get_by_role("button", name="Add a condition").click()
    dialog.get_by_role("group", name="Condition 1").get_by_role("combobox").nth(0).select_option("without")
    dialog.get_by_role("button", name="Show images").click()
    expect(page.get_by_role("button", name=re.compile("^Remove not "))).to_be_visible()
    assert list(_query(page)) == ["without-feature"]


def test_nothing_found_says_what_to_leave_out(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _open(opened, server, "#/library?text=no-such-word&tag=colour%3Ablue")
    expect(page.get_by_role("heading", name="No image matches")).to_be_visible()
    button = page.get_by_role("button", name="Without “no-such-word”")
    expect(button).to_contain_text(_tagged(server, "colour:blue"))
    assert axe_findings(page) == []
    button.click()
    expect(_total(page)).to_have_text(_tagged(server, "colour:blue"))


def test_a_refused_search_keeps_its_address(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _open(opened, server, "#/library?untagged-by=nobody&sort=name+ascending")
    expect(page.get_by_role("alert")).to_contain_text("No extension with this id is registered.")
    assert _query(page)["untagged-by"] == ["nobody"]
    page.get_by_role("button", name="Without untagged by nobody").click()
    expect(_total(page)).to_have_text(f"{PICTURES} images")


def test_the_order_is_part_of_the_address(opened: OpenPage) -> None:
    page = opened.page
    page.get_by_role("combobox", name="Sort by").select_option("name")
    page.wait_for_url(re.compile(r"sort=name\+ascending"))
    page.get_by_role("button", name=re.compile("^Direction")).click()
    page.wait_for_url(re.compile(r"sort=name\+descending"))


def test_facets_are_a_drawer_on_narrow_screens(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, viewport=NARROW) as opened:
        page = opened.page
        expect(_total(page)).to_have_text(f"{PICTURES} images")
        assert axe_findings(page) == []
        page.get_by_role("button", name="Facets").click()
        drawer = page.get_by_role("dialog", name="Facets")
        drawer.get_by_role("button", name=re.compile("^JPEG")).click()
        page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        assert _query(page) == {"format": ["JPEG"]}
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_library_is_accessible(browser: Browser, server: Server, colours: str) -> None:
    with signed_in(browser, server, "#/library?tag=colour%3Ablue&text=a", color_scheme=colours) as opened:
        expect(opened.page.get_by_role("region", name="Formats")).to_be_visible()
        _field(opened.page).fill("c")
        expect(opened.page.get_by_role("option").nth(1)).to_be_visible()
        assert axe_findings(opened.page) == []


def test_an_empty_library_asks_for_a_folder(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("empty")
    with running_server(folder, []) as empty, signed_in(browser, empty) as opened:
        expect(opened.page.get_by_role("heading", name="Add a folder of pictures")).to_be_visible()
        assert axe_findings(opened.page) == []
        assert opened.errors == []


def _open(opened: OpenPage, server: Server, fragment: str) -> None:
    opened.page.goto(f"{server.url}/{fragment}")
