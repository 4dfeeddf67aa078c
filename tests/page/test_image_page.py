"""The page of an image: what it shows, its tags, its history, its commands, and that it is up to date."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from facetry.demo import bundled
from tests.page.conftest import signed_in
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server

CARD = {
    "schemaVersion": "1.0",
    "title": "Print check",
    "elements": [{"type": "number-meter", "value": 64, "unit": "%"}],
    "actions": [
        {
            "type": "button",
            "label": "Check A5",
            "commandId": "print-size",
            "extensionId": "print-card",
            "parameters": {"paper": "A5", "dpi": 72},
        }
    ],
}
FEATURES = [
    {"type": "caption", "format": "string", "name": "caption", "value": "A lighthouse at dusk"},
    {"type": "other", "format": "integer", "name": "faces", "value": 3},
    {"type": "description", "format": "markdown", "name": "story", "value": "A *calm* sea"},
    {"type": "other", "format": "ui", "name": "card", "value": json.dumps(CARD)},
    {
        "type": "recipe",
        "format": "json",
        "value": json.dumps(
            {"schemaVersion": 1, "modelTags": ["sdxl"], "prompt": {"kind": "textual", "text": "a red lighthouse"}}
        ),
    },
]


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    """A client of the server, on which the extension with commands runs too, and an id for features."""
    with server.client() as opened:
        archive = bundled.archive("print-card")[0]
        headers = {"Content-Type": "application/zip"}
        assert opened.post(
            "/extension/install", params={"state": "enabled"}, content=archive, headers=headers
        ).is_success
        assert opened.put("/extension/ensure", params={"id": "tester"}).is_success
        deadline = time.monotonic() + 60
        missing = {"notEvaluatedBy": {"extensionIds": ["print-card"], "facet": "tags"}}
        while opened.post("/image/search/ids", json={"filter": {"criteria": missing}}).json()["totalCount"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        yield opened


@pytest.fixture
def image(client: httpx.Client) -> dict[str, Any]:
    """An image that no other test changes: the first one without own features. It can be printed."""
    criteria = {"notEvaluatedBy": {"extensionIds": ["tester"], "facet": "features"}}
    found: dict[str, Any] = client.post("/image/search/summaries", json={"filter": {"criteria": criteria}}).json()[
        "items"
    ][0]
    answer = client.put(f"/image/{found['id']}/setFeatures", params={"extensionId": "tester"}, json=FEATURES)
    assert answer.is_success, answer.text
    tags = {"extensionId": "print-card"}
    assert client.put(f"/image/{found['id']}/setTags", params=tags, json=["printable"]).is_success
    return found


def show(opened: OpenPage, image: dict[str, Any]) -> Page:
    """The page of an image."""
    opened.page.goto(f"{opened.page.url.split('#')[0]}#/image/{image['id']}")
    expect(opened.page.get_by_role("heading", name=image["name"])).to_be_visible()
    return opened.page


def dialog_of(page: Page, name: str) -> Locator:
    """An open dialog with all that is in it, which is in slots, and so not within the element of its role."""
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    return page.locator("facetry-dialog")


def panel(page: Page, name: str) -> Locator:
    """A part of the page of an image."""
    return page.get_by_role("region", name=name, exact=True)


def test_it_shows_the_picture_its_record_and_all_facets(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    expect(page.get_by_role("link", name=image["name"]).get_by_role("img")).to_have_js_property("complete", True)
    details = panel(page, "Details")
    expect(details.get_by_text(f"{image['dimensions']['width']:,} × {image['dimensions']['height']:,}")).to_be_visible()
    expect(details.get_by_role("link", name="pictures")).to_be_visible()
    features = panel(page, "Features of tester")
    expect(features.get_by_text("A lighthouse at dusk")).to_be_visible()
    expect(features.locator("em", has_text="calm")).to_be_visible()
    expect(features.get_by_role("article", name="Print check")).to_be_visible()
    expect(panel(page, "Features").get_by_text("a red lighthouse")).to_be_visible()
    expect(panel(page, "Nearest images").get_by_role("listitem")).to_have_count(12)
    expect(panel(page, "History").get_by_role("listitem")).to_have_count(4)
    assert axe_findings(page) == []


def test_people_add_and_remove_tags(opened: OpenPage, image: dict[str, Any], client: httpx.Client) -> None:
    page = show(opened, image)
    tags = panel(page, "Tags")
    tags.get_by_label("New tag").fill("no<way")
    tags.get_by_label("New tag").press("Enter")
    expect(tags.get_by_role("alert")).to_contain_text("A tag has letters")
    tags.get_by_label("New tag").fill("our holiday")
    tags.get_by_label("New tag").press("Enter")
    expect(tags.get_by_role("list", name="Your tags").get_by_role("link", name="our-holiday")).to_be_visible()
    found = client.get(f"/image/{image['id']}/getTags", params={"extensionId": "user"}).json()
    assert found == ["our-holiday"]
    tags.get_by_role("button", name="Remove the tag our-holiday").click()
    expect(tags.get_by_text("You have not tagged this image yet.")).to_be_visible()


def test_what_extensions_write_appears_by_itself(opened: OpenPage, image: dict[str, Any], client: httpx.Client) -> None:
    page = show(opened, image)
    tags = panel(page, "Tags")
    expect(tags.get_by_role("list", name="Tags of print-card")).to_be_visible()
    client.put(f"/image/{image['id']}/setTags", params={"extensionId": "tester"}, json=["written-meanwhile"])
    expect(tags.get_by_role("link", name="written-meanwhile")).to_be_visible()


def test_a_command_asks_for_its_parameters_and_shows_its_card(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    page.get_by_role("button", name="Commands").click()
    page.get_by_role("button", name="Print size").click()
    dialog = dialog_of(page, "Check the print size")
    expect(dialog.get_by_label("Paper")).to_have_js_property("value", "2")
    dialog.get_by_label("DPI").fill("20")
    dialog.get_by_role("button", name="Print size").click()
    expect(dialog.get_by_text("The least value is 72.")).to_be_visible()
    expect(dialog.get_by_label("DPI")).to_be_focused()
    dialog.get_by_label("DPI").fill("1200")
    dialog.get_by_label("DPI").press("Enter")
    card = page.get_by_role("article", name="Print size")
    expect(card.get_by_text("A4, 1200 dpi")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(card).to_be_hidden()


def test_a_button_of_a_card_runs_its_command(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    panel(page, "Features of tester").get_by_role("button", name="Check A5").click()
    expect(page.get_by_role("article", name="Print size").get_by_text("A5, 72 dpi")).to_be_visible()


def test_commands_that_need_another_tag_are_not_offered(
    opened: OpenPage, image: dict[str, Any], client: httpx.Client
) -> None:
    client.put(f"/image/{image['id']}/setTags", params={"extensionId": "print-card"}, json=["too-small"])
    page = show(opened, image)
    page.get_by_role("button", name="Commands").click()
    expect(page.get_by_text("No extension that runs has a command for this.")).to_be_visible()


def test_a_command_that_is_refused_says_why(opened: OpenPage, image: dict[str, Any], client: httpx.Client) -> None:
    page = show(opened, image)
    page.get_by_role("button", name="Commands").click()
    page.get_by_role("button", name="Print size").click()
    client.put(f"/image/{image['id']}/setTags", params={"extensionId": "print-card"}, json=["too-small"])
    dialog = dialog_of(page, "Check the print size")
    dialog.get_by_role("button", name="Print size").click()
    expect(dialog.get_by_role("alert")).to_contain_text("tag")


def test_a_command_that_takes_long_can_be_cancelled(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    page.route("**/extension/print-card/runCommand*", lambda _: None)
    page.get_by_role("button", name="Commands").click()
    page.get_by_role("button", name="Print size").click()
    dialog = dialog_of(page, "Check the print size")
    dialog.get_by_label("DPI").fill("144")
    dialog.get_by_role("button", name="Print size").click()
    expect(dialog.get_by_role("progressbar", name="Running")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_label("DPI")).to_have_value("144")


def test_a_failure_is_shown_with_its_reason(opened: OpenPage, image: dict[str, Any]) -> None:
    page = opened.page
    counts = {"pending": 0, "running": 0, "done": 0, "empty": 0, "failed": 1, "stale": 0, "cancelled": 0, "unasked": 0}
    progress = {"imageCount": 1, "capabilities": [{"id": "image.tags", **counts}], "deadLetterCount": 0}
    failure = {
        "imageId": image["id"],
        "capabilityId": "image.tags",
        "attempts": 3,
        "error": "out of memory",
        "date": 1_700_000_000_000,
    }
    page.route("**/extension/print-card/progress", lambda route: route.fulfill(json=progress))
    page.route(
        "**/extension/print-card/failures*", lambda route: route.fulfill(json={"items": [failure], "totalCount": 1})
    )
    show(opened, image)
    item = panel(page, "History").get_by_role("listitem").filter(has_text="print-card")
    expect(item).to_contain_text("Failed")
    expect(item).to_contain_text("out of memory")
    expect(item).to_contain_text("after 3 attempts")


def test_a_capability_is_run_again(opened: OpenPage, image: dict[str, Any], client: httpx.Client) -> None:
    page = show(opened, image)
    client.put(f"/image/{image['id']}/setTags", params={"extensionId": "print-card"}, json=["stale"])
    tags = panel(page, "Tags")
    expect(tags.get_by_role("link", name="stale")).to_be_visible()
    panel(page, "History").get_by_role("button", name="Compute the Tags of print-card again").click()
    expect(tags.get_by_role("link", name="stale")).to_be_hidden()


def test_an_image_is_renamed(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    page.get_by_role("button", name="Rename").click()
    dialog = dialog_of(page, "Rename the file")
    dialog.get_by_role("textbox").fill(f"renamed {image['id'][:8]}")
    dialog.get_by_role("button", name="Rename").click()
    suffix = image["name"].rsplit(".", 1)[1]
    expect(page.get_by_role("heading", name=f"renamed {image['id'][:8]}.{suffix}")).to_be_visible()


def test_a_deleted_image_is_restored_by_undo(opened: OpenPage, image: dict[str, Any]) -> None:
    page = show(opened, image)
    page.get_by_role("button", name="Delete").click()
    dialog_of(page, "Delete this image?").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="This image is deleted")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name=image["name"])).to_be_visible()


def test_an_image_that_somebody_else_deletes_says_so(
    opened: OpenPage, image: dict[str, Any], client: httpx.Client
) -> None:
    page = show(opened, image)
    client.delete(f"/image/{image['id']}/delete", params={"toTrash": True})
    expect(page.get_by_role("heading", name="This image is deleted")).to_be_visible()


def test_an_unknown_image_says_so(opened: OpenPage) -> None:
    opened.page.goto(f"{opened.page.url.split('#')[0]}#/image/00000000-0000-4000-8000-000000000000")
    expect(opened.page.get_by_role("heading", name="There is no such image")).to_be_visible()


def test_it_fits_a_narrow_dark_screen(browser: Browser, server: Server, image: dict[str, Any]) -> None:
    options: dict[str, Any] = {"viewport": NARROW, "color_scheme": "dark"}
    with signed_in(browser, server, f"#/image/{image['id']}", **options) as opened:
        expect(panel(opened.page, "History").get_by_role("listitem")).to_have_count(4)
        width = opened.page.evaluate("document.scrollingElement.scrollWidth")
        assert width <= NARROW["width"]
        assert axe_findings(opened.page) == []
