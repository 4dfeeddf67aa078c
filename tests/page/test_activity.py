"""The page of what happens: work, events as they come, pausing and filtering them, stopping scans."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.page.conftest import signed_in
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server


def test_events_come_live_collapsed_and_with_links(browser: Browser, server: Server) -> None:
    with signed_in(browser, server, "#/activity") as opened, server.client() as client:
        page = opened.page
        feed = page.get_by_role("list", name="Events")
        expect(page.get_by_text("Live", exact=True)).to_be_visible()
        expect(feed.get_by_text("Extension installed").first).to_be_visible()  # the latest events of the log are there
        images = client.post("/image/search/ids", json={"range": {"take": 5}}).json()["items"]
        collection = client.post("/collection/create?name=Live", json={}).json()["id"]
        for image in images:
            params = {"extensionId": "dominant-colours"}
            assert client.put(f"/image/{image}/ensureTags", params=params, json=["seen"]).is_success
        created = feed.get_by_role("listitem").filter(has_text="Collection created")
        expect(created.get_by_role("link", name=f"Collection {collection}")).to_be_visible()
        tagged = feed.get_by_role("listitem").filter(has_text="Tags updated").first
        expect(tagged.get_by_role("link", name=images[-1][:8])).to_be_visible()
        assert axe_findings(page) == []

        page.get_by_role("button", name="Collections", exact=True).click()
        expect(created).to_have_count(0)
        page.get_by_role("button", name="Collections", exact=True).click()
        expect(created).to_have_count(1)

        page.get_by_role("button", name="Pause").click()
        assert client.delete(f"/collection/{collection}/delete").is_success
        expect(page.get_by_text("Paused, 1 new event")).to_be_visible()
        expect(feed.get_by_text("Collection deleted")).to_have_count(0)
        page.get_by_role("button", name="Go on").click()
        expect(feed.get_by_text("Collection deleted")).to_be_visible()
        assert opened.errors == []


def test_scans_are_stopped_and_continued(opened: OpenPage, server: Server) -> None:
    page = opened.page
    page.get_by_role("link", name="Activity").click()
    page.get_by_role("button", name="Stop scans…").click()
    page.locator("facetry-dialog[open]").get_by_role("button", name="Stop scans").click()
    expect(page.get_by_text("All scans and watches are stopped.")).to_be_visible()
    page.get_by_role("button", name="Continue scans").click()
    expect(page.get_by_text("Scans go on, and watched folders are scanned.")).to_be_visible()
    expect(page.get_by_role("list", name="Events").get_by_text("Scan ended").first).to_be_visible()
    server.wait_until_scanned()


def test_without_the_scope_for_events_the_page_says_so(browser: Browser, server: Server) -> None:
    with server.client() as client:
        secret = client.post(
            "/apiSecret/create", params={"type": "key", "name": "reader", "scope": "image:read,repository:read"}
        )
        assert secret.is_success, secret.text
    reader = Server(server.port, secret.json()["value"], server.data_dir, server.pictures, server.process, server.log)
    with signed_in(browser, reader, "#/activity", viewport=NARROW, color_scheme="dark") as opened:
        expect(opened.page.get_by_text("Your key does not show events.", exact=False)).to_be_visible()
        expect(opened.page.get_by_role("button", name="Stop scans…")).to_have_count(0)
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert axe_findings(opened.page) == []
