"""The grid of the library: keys, selection, bulk actions, the viewer, the timeline and live updates."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Locator, Page, Route, expect

from facetry.demo import pictures
from tests.page.conftest import PICTURES, signed_in
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server

_TILES = "facetry-grid .tile"
_SHOWN = "facetry-grid .tile.shown"


def test_pictures_are_shown_in_rows_below_headings(opened: OpenPage) -> None:
    page = opened.page
    expect(page.locator(_SHOWN).first).to_be_visible()
    expect(page.locator("facetry-grid h2").first).to_have_text(re.compile(r"\d{4}"))
    expect(page.get_by_role("grid", name="Images")).to_have_attribute("aria-busy", "false")
    assert axe_findings(page) == []


def test_only_what_is_near_the_visible_part_is_in_the_document(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, viewport={"width": 1280, "height": 420}) as opened:
        expect(opened.page.locator(_SHOWN).first).to_be_visible()
        assert opened.page.locator(_TILES).count() < PICTURES
        assert opened.errors == []


def test_keys_move_the_focus_and_select(opened: OpenPage) -> None:
    page = opened.page
    _tile(page, 0).focus()
    page.keyboard.press("ArrowRight")
    expect(_tile(page, 1)).to_be_focused()
    page.keyboard.press("End")
    expect(_tile(page, PICTURES - 1)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.keyboard.press("Control+a")
    expect(page.get_by_text(f"{PICTURES} selected")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Selected images")).to_have_count(0)


def test_a_range_is_selected_and_tagged(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _tile(page, 0).hover()
    _tile(page, 0).locator(".tick").click()
    _tile(page, 3).click(modifiers=["Shift"])
    expect(page.get_by_text("4 selected")).to_be_visible()
    page.get_by_role("button", name="Add tag").click()
    page.get_by_label("Tag", exact=True).fill("grid-favourite")
    page.get_by_label("Tag", exact=True).press("Enter")
    expect(page.get_by_text("Added grid-favourite: 4 images.")).to_be_visible()
    with server.client() as client:
        criteria = {"tags": {"values": ["grid-favourite"]}}
        assert client.post("/image/search/ids", json={"filter": {"criteria": criteria}}).json()["totalCount"] == 4
    page.get_by_role("button", name="Remove tag").click()
    page.get_by_label("Tag", exact=True).fill("grid-favourite")
    page.get_by_label("Tag", exact=True).press("Enter")
    expect(page.get_by_text("Removed grid-favourite: 4 images.")).to_be_visible()


def test_deleted_images_can_be_restored(opened: OpenPage) -> None:
    page = opened.page
    for index in (0, 1):
        _tile(page, index).click(modifiers=["Control"])
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("2 images moved to the trash.")).to_be_visible()
    expect(page.locator("facetry-grid .heading span").first).to_have_text(str(PICTURES - 2))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("facetry-grid .heading span").first).to_have_text(str(PICTURES))


def test_failures_are_told_with_their_reason(opened: OpenPage) -> None:
    page = opened.page
    problem = {"status": 409, "rule": "trash.folder", "detail": "The disk is full.", "remedy": "Free some space."}

    def refuse(route: Route) -> None:
        route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(problem))

    page.route("**/image/*/delete*", refuse)
    for index in (0, 1):
        _tile(page, index).click(modifiers=["Control"])
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Moving to the trash: 2 of 2 failed")
    expect(page.get_by_text("2 images: The disk is full. Free some space.")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_text("2 selected")).to_be_visible()


def test_the_viewer_goes_on_and_back_closes_it(opened: OpenPage) -> None:
    page = opened.page
    _tile(page, 2).click()
    viewer = page.locator(".pswp")
    expect(viewer.locator("img.pswp__img").first).to_be_visible()
    expect(viewer).to_contain_text(f"3 / {PICTURES}")
    page.keyboard.press("ArrowRight")
    expect(viewer).to_contain_text(f"4 / {PICTURES}")
    page.go_back()
    expect(viewer).to_have_count(0)
    expect(_tile(page, 3)).to_be_focused()


def test_the_viewer_leads_to_the_facets_of_an_image(opened: OpenPage) -> None:
    page = opened.page
    expect(page.locator(_SHOWN).first).to_be_visible()
    _tile(page, 0).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Facets and metadata").click()
    expect(page).to_have_url(re.compile(r"#/image/[0-9a-f-]{36}$"))
    expect(page.locator(".pswp")).to_have_count(0)
    page.go_back()
    expect(page.locator(_SHOWN).first).to_be_visible()


def test_the_timeline_leads_to_the_end_and_back(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, viewport=NARROW) as opened:
        page = opened.page
        expect(page.locator(_SHOWN).first).to_be_visible()
        timeline = page.get_by_role("slider", name="Place in the library")
        timeline.focus()
        page.keyboard.press("End")
        expect(timeline).to_have_attribute("aria-valuenow", "100")
        expect(_tile(page, PICTURES - 1)).to_be_visible()
        page.keyboard.press("Home")
        expect(_tile(page, 0)).to_be_visible()
        assert axe_findings(page) == []
        assert opened.errors == []


def test_new_pictures_appear_and_the_place_is_kept(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, viewport={"width": 1280, "height": 420}) as opened:
        page = opened.page
        expect(page.locator(_SHOWN).first).to_be_visible()
        before = page.locator("facetry-grid .heading span").first
        expect(before).to_have_text(str(PICTURES))
        _tile(page, 0).focus()
        page.keyboard.press("End")
        label = _tile(page, PICTURES - 1).get_attribute("aria-label")
        folder = server.pictures[0] / "later"
        folder.mkdir()
        for _ in pictures.paint(folder, 2):
            pass
        with server.client() as client:
            repository = client.get("/repository/list").json()[0]["id"]
            assert client.put(f"/repository/{repository}/synchronize").is_success
        expect(page.get_by_role("status").filter(has_text="images")).to_have_text(f"{PICTURES + 2} images")
        expect(page.locator(f'{_TILES}[aria-label="{label}"]')).to_be_visible()
        assert opened.errors == []


def test_a_refused_search_says_why(browser: Browser, server: Server) -> None:
    with signed_in(browser, server) as opened:
        page = opened.page
        problem = {"status": 500, "rule": "http", "detail": "The disk does not answer.", "remedy": "See the log."}
        page.route(
            "**/image/search/buckets",
            lambda route: route.fulfill(status=500, content_type="application/problem+json", body=json.dumps(problem)),
        )
        page.reload()
        expect(page.get_by_text("The disk does not answer.")).to_be_visible()
        page.unroute("**/image/search/buckets")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(_SHOWN).first).to_be_visible()


def _tile(page: Page, index: int) -> Locator:
    return page.locator(f'{_TILES}[data-index="{index}"]')
