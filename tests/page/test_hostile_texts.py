"""Hostile texts in names, metadata, facets and collections: the page shows them, and runs and loads nothing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.page.conftest import signed_in
from tests.support.services.servers import Server, running_server
from tests.web.hostile_documents import CANARY, hostile_documents, hostile_texts

IMAGES: Final = 12
_EXIF_TAGS: Final = (0x010E, 0x010F, 0x0131, 0x013B, 0x8298)
_NO_PART_OF_NAMES: Final = str.maketrans(dict.fromkeys('/\\\0:*?"<>|\u2028\u2029\u202c\u202e\t\n\r', "_"))
PLACES: Final = ("library", "collections", "folders", "extensions", "activity", "trash", "keys")
WATCH: Final = """
window.ran = 0;
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(
  `${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


def picture_with(texts: Iterator[str], path: Path) -> int:
    """A picture whose metadata are all hostile; the number of texts in it."""
    picture = Image.new("RGB", (96, 64), (len(path.name) * 5 % 255, 90, 160))
    exif = Image.Exif()
    for tag in _EXIF_TAGS:
        exif[tag] = next(texts)
    names = ("dc:title", "dc:description", "photoshop:Headline", "xmp:CreatorTool", "exif:UserComment")
    values = "".join(f"<{name}>{escape(next(texts))}</{name}>" for name in names)
    packet = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/">'
        f"{values}</rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    picture.save(path, "JPEG", exif=exif, xmp="".join(each for each in packet if each >= " ").encode())
    return len(_EXIF_TAGS) + len(names)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pictures, facets, collections and folders have hostile texts."""
    folder = tmp_path_factory.mktemp("hostile")
    pictures = folder / "pictures"
    pictures.mkdir()
    texts = itertools.cycle(hostile_texts())
    for number in range(IMAGES):
        picture_with(texts, pictures / f"{number} {next(texts).translate(_NO_PART_OF_NAMES)[:80]}.jpg")
    with running_server(folder, [pictures]) as running:
        with running.client() as client:
            write_hostile_facets(client, texts)
        yield running


def write_hostile_facets(client: httpx.Client, texts: Iterator[str]) -> None:
    """Features of each image, collections, and a second repository, all of them with hostile texts."""
    assert client.put("/extension/ensure", params={"id": "sky-tagger"}).is_success
    documents = iter(hostile_documents())
    for image in client.post("/image/search/ids", json={}).json()["items"]:
        features: list[dict[str, Any]] = [
            {"type": type, "format": format, "name": f"{format}-{number}", "value": value}
            for number in range(6)
            for type, format, value in (
                ("caption", "string", next(texts)),
                ("description", "markdown", next(texts)),
                ("comment", "html", next(texts)),
                ("metadata", "json", json.dumps(next(documents))),
            )
        ]
        answer = client.put(f"/image/{image}/setFeatures", params={"extensionId": "sky-tagger"}, json=features)
        assert answer.is_success, answer.text
    for _ in range(8):
        name = next(texts).translate(dict.fromkeys(range(32))).strip()
        name = "".join(each for each in name if each.isprintable())[:100] or "x"
        answer = client.post("/collection/create", params={"name": name, "comment": next(texts)[:500]}, json={})
        assert answer.is_success or answer.status_code in (400, 409), answer.text


def visit(page: Page, server: Server, place: str) -> None:
    page.goto(f"{server.url}/#/{place}")
    expect(page.locator("facetry-app main")).to_be_visible()
    page.wait_for_load_state("networkidle", timeout=3_000) if place == "playground" else page.wait_for_timeout(400)


def test_hostile_texts_run_nothing_and_load_nothing_from_elsewhere(browser: Browser, hostile: Server) -> None:
    with hostile.client() as client:
        images = client.post("/image/search/ids", json={}).json()["items"]
    assert len(images) == IMAGES
    with signed_in(browser, hostile) as opened:
        page = opened.page
        page.add_init_script(WATCH)
        dialogs: list[str] = []

        def refuse(dialog: Dialog) -> None:
            dialogs.append(dialog.message)
            dialog.dismiss()

        page.on("dialog", refuse)
        page.reload()
        ran = 0
        for place in (*PLACES, *(f"image/{image}" for image in images)):
            visit(page, hostile, place)
            ran += int(page.evaluate("window.ran"))
        assert ran == 0
        assert dialogs == []
        assert page.evaluate("window.violations") == []
        assert opened.errors == []
        assert opened.hosts() == {f"127.0.0.1:{hostile.port}"}
        assert not [address for address in opened.addresses if CANARY in address]
        expect(page.locator("facetry-app")).to_be_visible()
