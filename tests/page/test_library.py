"""The library without images, with a refused search, on narrow screens, and for screen readers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from facetry.demo import bundled
from tests.page.conftest import PICTURES, signed_in
from tests.page.search_page import field, query, tagged, total
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server, running_server

_COLOURS = bundled.TAG_EXTENSION


def test_nothing_found_says_what_to_leave_out(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _open(opened, server, "#/library?text=no-such-word&tag=colour%3Ablue")
    expect(page.get_by_role("heading", name="No image matches")).to_be_visible()
    button = page.get_by_role("button", name="Without “no-such-word”")
    expect(button).to_contain_text(tagged(server, "colour:blue"))
    assert axe_findings(page) == []
    button.click()
    expect(total(page)).to_have_text(tagged(server, "colour:blue"))


def test_a_refused_search_keeps_its_address(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _open(opened, server, "#/library?untagged-by=nobody&sort=name+ascending")
    expect(page.get_by_role("alert")).to_contain_text("No extension with this id is registered.")
    assert query(page)["untagged-by"] == ["nobody"]
    page.get_by_role("button", name="Without untagged by nobody").click()
    expect(total(page)).to_have_text(f"{PICTURES} images")


def test_facets_are_a_drawer_on_narrow_screens(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, viewport=NARROW) as opened:
        page = opened.page
        expect(total(page)).to_have_text(f"{PICTURES} images")
        assert axe_findings(page) == []
        page.get_by_role("button", name="Facets").click()
        drawer = page.get_by_role("dialog", name="Facets")
        drawer.get_by_role("button", name=re.compile("^JPEG")).click()
        page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        assert query(page) == {"format": ["JPEG"]}
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_library_is_accessible(browser: Browser, server: Server, colours: str) -> None:
    with signed_in(browser, server, "#/library?tag=colour%3Ablue&text=a", color_scheme=colours) as opened:
        expect(opened.page.get_by_role("region", name="Formats")).to_be_visible()
        field(opened.page).fill("c")
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
