"""The shell of the page: navigation, colours, unknown pages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import OpenPage


def test_the_navigation_leads_to_every_page(opened: OpenPage) -> None:
    links = opened.page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(links.first).to_have_attribute("aria-current", "page")
    labels = links.all_inner_texts()
    assert labels == [
        "Library", "Collections", "Folders", "Extensions", "Activity", "Trash", "Keys", "Playground",
    ]  # fmt: skip
    for label in labels:
        opened.page.get_by_role("link", name=label).click()
        expect(opened.page.get_by_role("link", name=label)).to_have_attribute("aria-current", "page")


def test_an_unknown_page_says_so(opened: OpenPage) -> None:
    opened.page.goto(opened.page.url.split("#")[0] + "#/nowhere")
    expect(opened.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    opened.page.get_by_role("link", name="Go to the library").click()
    navigation = opened.page.get_by_role("navigation", name="Pages")
    expect(navigation.get_by_role("link", name="Library")).to_have_attribute("aria-current", "page")
