"""The page of `facetry view render --html` in a browser: all documents are shown; hostile ones run and load nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.views.page.standalone import NamedDocument, html_page
from tests.web.browser import Page, open_page
from tests.web.golden_images import HOME, renderer
from tests.web.hostile_documents import hostile_documents

VALID: Final = HOME / "specs" / "examples" / "views" / "valid"
OPERATED: Final = """(async () => {
  window.ran = 0;
  let shown = 0;
  const links = [];
  for (const view of document.querySelectorAll("facetry-view")) {
    await view.updateComplete;
    const root = view.shadowRoot;
    shown += root.childElementCount > 0 ? 1 : 0;
    for (const frame of root.querySelectorAll("iframe")) frame.loading = "eager";
    for (const button of root.querySelectorAll("button, summary")) button.click();
    for (const link of root.querySelectorAll("[href]")) links.push(link.getAttribute("href"));
  }
  return { shown, links };
})()"""
LOADED: Final = """({
  ran: window.ran,
  address: location.href,
  resources: performance.getEntriesByType("resource").map((each) => each.name).filter((name) => !/^data:/.test(name)),
})"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with open_page(tmp_path_factory.mktemp("browser")) as opened:
        opened.command("Network.enable")
        opened.command("Runtime.enable")
        opened.emulate(width=800, height=1_200, scheme="light")
        yield opened


def opened(page: Page, folder: Path, documents: list[Any]) -> str:
    """Open the page of documents, and return its address."""
    file = folder / "page.html"
    named = [NamedDocument(f"<img src=x onerror=ran++>{number}", value) for number, value in enumerate(documents)]
    file.write_text(html_page(named, renderer().decode()))
    page.events.clear()
    page.navigate(file.as_uri())
    return file.as_uri()


def requests(page: Page) -> set[str]:
    """The addresses that the page asked for, but for what was refused before it was asked, and what is part of it."""
    asked: dict[str, str] = {}
    for event in page.events:
        details = event["params"]
        if event["method"] == "Network.requestWillBeSent":
            asked[details["requestId"]] = details["request"]["url"]
        elif event["method"] == "Network.loadingFailed" and "blockedReason" in details:
            asked.pop(details["requestId"], None)
    return {address for address in asked.values() if not address.startswith(("data:", "about:"))}


def test_every_valid_example_is_shown(page: Page, tmp_path: Path) -> None:
    documents = [json.loads(file.read_text()) for file in sorted(VALID.glob("*.json"))]
    address = opened(page, tmp_path, documents)
    assert page.evaluate(OPERATED)["shown"] == len(documents)
    assert requests(page) == {address}
    failures = [event for event in page.events if event["method"] == "Runtime.exceptionThrown"]
    assert failures == []


def test_hostile_documents_run_no_script_and_load_nothing(page: Page, tmp_path: Path) -> None:
    documents = [each for each in hostile_documents() if isinstance(each, dict)]
    assert len(documents) >= 200
    address = opened(page, tmp_path, documents)
    operated = page.evaluate(OPERATED)
    time.sleep(2)  # what a script or a frame would need to begin
    loaded = page.evaluate(LOADED)
    assert operated["shown"] == len(documents)
    assert [link for link in operated["links"] if not link.startswith(("http:", "https:", "mailto:"))] == []
    assert loaded == {"ran": 0, "address": address, "resources": []}
    assert requests(page) == {address}


def test_another_script_does_not_run(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, [{"schemaVersion": "1.0", "elements": []}])
    page.evaluate("""(() => {
      window.ran = 0;
      for (const type of ["", "module"]) {
        const script = document.createElement("script");
        script.type = type;
        script.textContent = "window.ran++";
        document.body.append(script);
      }
      document.body.insertAdjacentHTML("beforeend", "<img src=data:, onerror=window.ran++>");
    })()""")
    time.sleep(0.5)
    assert page.evaluate("window.ran") == 0


def test_a_button_says_that_nothing_is_run(page: Page, tmp_path: Path) -> None:
    button = {"type": "button", "label": "Describe", "commandId": "describe"}
    opened(page, tmp_path, [{"schemaVersion": "1.0", "title": "x", "elements": [], "actions": [button]}])
    page.evaluate(OPERATED)
    assert page.evaluate("document.getElementById('status').textContent") == "This page runs no commands: describe"
