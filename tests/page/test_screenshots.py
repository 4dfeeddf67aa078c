"""Pictures of each page for the documentation. `nox -s screenshots` writes them into `docs/pictures/`."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import signed_in
from tests.support.browser import axe_findings
from tests.support.services.servers import Server

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
WRITES: Final = "SCREENSHOTS" in os.environ
PLACES: Final = (
    "library",
    "image",
    "collections",
    "folders",
    "extensions",
    "extension",
    "activity",
    "trash",
    "keys",
    "playground",
)
_QUALITY: Final = 88
RENAME: Final = """([from, to]) => {
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) node.data = node.data.replaceAll(from, to);
    for (const each of [node.shadowRoot, ...node.childNodes]) if (each) visit(each);
  };
  visit(document.body);
}"""
"""The temporary folder of the test gets the name that a user would choose."""


def fragment_of(place: str, server: Server) -> str:
    """The address of a place within the page."""
    with server.client() as client:
        if place == "image":
            found = client.post("/image/search/ids", json={"range": {"take": 48}}).json()
            return f"#/image/{found['items'][20]}"
        if place == "extension":
            return "#/extensions/dominant-colours"
        if place == "collections" and client.get("/collection/list").json() == []:
            for name, tag in (("Blue pictures", "colour:blue"), ("Green pictures", "colour:green")):
                criteria = {"criteria": {"tags": {"values": [tag]}}}
                assert client.post("/collection/create", params={"name": name}, json=criteria).is_success
        if place == "trash" and client.get("/trash/list").json()["totalCount"] == 0:
            for image in client.post("/image/search/ids", json={"range": {"take": 3}}).json()["items"]:
                assert client.delete(f"/image/{image}/delete", params={"toTrash": True}).is_success
    return f"#/{place}"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_place_has_a_picture_and_is_accessible(
    browser: Browser, server: Server, place: str, scheme: str, tmp_path: Path
) -> None:
    with signed_in(browser, server, fragment_of(place, server), color_scheme=scheme) as opened:
        wait_until_painted(opened.page)
        opened.page.evaluate(RENAME, [str(server.pictures[0].parent), "/srv"])
        assert axe_findings(opened.page) == []
        name = f"page-{place}.webp"
        target = (FOLDER if WRITES and scheme == "light" else tmp_path) / name
        with Image.open(io.BytesIO(opened.page.screenshot())) as taken:
            taken.convert("RGB").save(target, "WEBP", quality=_QUALITY, method=6)
        assert opened.errors == []
    with Image.open(target) as taken, Image.open(FOLDER / name) as committed:
        assert taken.size == committed.size
        assert len(taken.convert("RGB").getcolors(2**24) or ()) > 8


def wait_until_painted(page: Page) -> None:
    """Return when nothing is being loaded, and all pictures on the screen are there."""
    expect(page.locator("facetry-app main")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_function(
        """() => {
          const images = [];
          const visit = (root) => root.querySelectorAll("*").forEach((element) => {
            if (element.tagName === "IMG") images.push(element);
            if (element.shadowRoot) visit(element.shadowRoot);
          });
          visit(document);
          return images.every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
        }"""
    )
