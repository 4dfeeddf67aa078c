"""Pictures of each page for the documentation. `nox -s screenshots` writes them into `docs/pictures/`."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import signed_in
from tests.support.browser import OpenPage, axe_findings
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


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme_page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[str, OpenPage]]:
    """A page with a colour scheme, which goes from place to place."""
    with signed_in(browser, server, color_scheme=request.param) as opened:
        yield request.param, opened


@pytest.mark.parametrize("place", PLACES)
def test_a_place_has_a_picture_and_is_accessible(scheme_page: tuple[str, OpenPage], server: Server, place: str) -> None:
    scheme, opened = scheme_page
    opened.errors.clear()
    opened.page.goto(f"{server.url}/{fragment_of(place, server)}")
    wait_until_painted(opened.page)
    opened.page.evaluate(RENAME, [str(server.pictures[0].parent), "/srv"])
    assert axe_findings(opened.page) == []
    with Image.open(io.BytesIO(opened.page.screenshot())) as taken:
        picture = taken.convert("RGB")
    assert opened.errors == []
    if WRITES and scheme == "light":
        picture.save(FOLDER / f"page-{place}.webp", "WEBP", quality=_QUALITY, method=6)
    with Image.open(FOLDER / f"page-{place}.webp") as committed:
        assert picture.size == committed.size
    assert len(picture.getcolors(2**24) or ()) > 8


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
