"""What is done with images from the library: similar ones, downloads, the trash, computing, and search by text."""

from __future__ import annotations

import re
import time
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Locator, Page, expect

from facetry.demo import bundled
from tests.page.conftest import PICTURES
from tests.support.browser import OpenPage
from tests.support.extensions.packages import archive, program
from tests.support.services.servers import Server

_SHOWN: Final = "facetry-grid .tile.shown"
_READER: Final = "text-reader"
_SECONDS: Final = 60.0
_READER_CODE: Final = """
from facetry_extension import Extension


class Reader(Extension):
    async def on_compute_image_embeddings(self, communicator, image_id):
        await communicator.set_embeddings(image_id, {"words": [1.0, 0.5]})

    async def on_text_embeddings(self, communicator, text):
        return [1.0, 0.5]


Reader().run()
"""


def reader_archive() -> bytes:
    """An extension that makes embeddings of images and of texts."""
    instructions: dict[str, Any] = {
        "events": ["process.started", "image.computeEmbeddings", "text.computeEmbeddings"],
        "execution": {"executable": "./run", "arguments": []},
        "capabilities": [{"id": "image.embeddings"}, {"id": "text.embeddings"}],
    }
    return archive(_READER, program(_READER_CODE), instructions=[instructions])


def open_viewer(page: Page, index: int) -> Locator:
    expect(page.locator(_SHOWN).first).to_be_visible()
    page.locator(f'facetry-grid .tile[data-index="{index}"]').click()
    viewer = page.locator(".pswp")
    expect(viewer).to_contain_text(f"{index + 1} / {PICTURES}")
    return viewer


def query_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).fragment.partition("?")[2])


def test_the_viewer_finds_similar_images(opened: OpenPage) -> None:
    page = opened.page
    open_viewer(page, 4)
    page.get_by_role("button", name="Similar images").click()
    expect(page.locator(".pswp")).to_have_count(0)
    expect(page).to_have_url(re.compile(bundled.VECTOR_EXTENSION))
    expect(page.locator(_SHOWN).first).to_be_visible()
    assert any(bundled.VECTOR_EXTENSION in value for values in query_of(page).values() for value in values)


def test_the_viewer_downloads_the_original(opened: OpenPage, server: Server) -> None:
    page = opened.page
    open_viewer(page, 0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the original").click()
    name = download.value.suggested_filename
    assert download.value.path().read_bytes() == (server.pictures[0] / name).read_bytes()


def test_an_image_goes_from_the_viewer_to_the_trash_and_back(opened: OpenPage, server: Server) -> None:
    page = opened.page
    viewer = open_viewer(page, 1)
    page.get_by_role("button", name="Move to the trash").click()
    expect(viewer).to_contain_text(f"2 / {PICTURES - 1}")
    with server.client() as client:
        assert client.get("/trash/list").json()["totalCount"] == 1
        page.get_by_role("button", name="Undo").click()
        expect(viewer).to_contain_text(f"/ {PICTURES}")
        assert client.get("/trash/list").json()["totalCount"] == 0


def test_selected_images_are_computed_anew(opened: OpenPage, server: Server) -> None:
    page = opened.page
    expect(page.locator(_SHOWN).first).to_be_visible()
    page.locator('facetry-grid .tile[data-index="0"] .tick').click()
    page.get_by_role("button", name="Compute").click()
    dialog = page.locator("facetry-dialog")
    with server.client() as client:
        name = client.get(f"/extension/{bundled.TAG_EXTENSION}/get").json()["manifest"]["name"]
        before = written(client)
        dialog.get_by_role("button", name=f"Compute by {name}").click()
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("status").filter(has_text=name)).to_be_visible()
        deadline = time.monotonic() + _SECONDS
        while written(client) == before:  # the program of the extension writes when it has got the event
            assert time.monotonic() < deadline
            time.sleep(0.1)


def written(client: httpx.Client) -> int:
    """How often tags and features have been written, by the event log."""
    events = client.get("/event/stream", params={"wait": "false"}, headers={"Last-Event-ID": "0"}).text
    return events.count("event: image.tags.updated") + events.count("event: image.features.updated")


def test_images_are_found_by_a_text(opened: OpenPage, server: Server) -> None:
    page = opened.page
    with server.client() as client:
        headers = {"Content-Type": "application/zip"}
        answer = client.post(
            "/extension/install", params={"state": "enabled"}, content=reader_archive(), headers=headers
        )
        assert answer.is_success, answer.text
        wait_for_embeddings(client)
    page.reload()
    page.get_by_role("button", name="Filters").click()
    dialog = page.locator("facetry-filter-dialog")
    dialog.get_by_label("Looks like this text").fill("stripes")
    dialog.get_by_label("Compared by").select_option(f"{_READER} words")
    dialog.get_by_role("button", name="Show images").click()
    expect(page).to_have_url(re.compile("stripes"))
    expect(page.locator(_SHOWN).first).to_be_visible()


def wait_for_embeddings(client: httpx.Client) -> None:
    """Return when the extension has made embeddings of all images."""
    missing = {"notEvaluatedBy": {"extensionIds": [_READER], "facet": "embeddings"}}
    deadline = time.monotonic() + _SECONDS
    while client.post("/image/search/ids", json={"filter": {"criteria": missing}}).json()["totalCount"] > 0:
        assert time.monotonic() < deadline
        time.sleep(0.2)
