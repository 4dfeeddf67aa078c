"""The page of all extensions: installing, permissions, refusals, pausing, uninstalling, repairing a crash."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.page.conftest import signed_in
from tests.support.browser import OpenPage, axe_findings
from tests.support.extensions.packages import archive, manifest
from tests.support.extensions.unruly_extensions import crashing_archive, moody_archive
from tests.support.services.servers import Server, running_server

START_MILLISECONDS: Final = 30_000
"""How long the program of an extension may take to start on a busy machine."""
ASKING: Final = {"scopes": ["image:read", "image:delete"], "hosts": ["models.example.com"]}


@pytest.fixture(scope="module")
def empty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pictures and without extensions."""
    with running_server(tmp_path_factory.mktemp("extensions"), []) as running:
        yield running


@pytest.fixture
def extensions_page(browser: Browser, empty_server: Server) -> Iterator[OpenPage]:
    """The page of all extensions. No error may be left in its console, and no extension afterwards."""
    with signed_in(browser, empty_server, "#/extensions") as opened:
        expect(opened.page.get_by_role("heading", name="Extensions", exact=True)).to_be_visible()
        yield opened
        assert opened.errors == []
    with empty_server.client() as client:
        for extension in client.get("/extension/list").json():
            assert client.delete(f"/extension/{extension['manifest']['id']}/uninstall").is_success


def choose(page: Page, content: bytes, button: str = "Install extension") -> None:
    """Choose an archive in the dialog of the browser."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button).click()
    chooser.value.set_files(FilePayload(name="extension.zip", mimeType="application/zip", buffer=content))


def dialog_of(page: Page) -> Locator:
    """The open dialog. Its content is in a slot, so the role `dialog` does not have it for Playwright."""
    return page.locator("facetry-dialog[open]")


def install(server: Server, content: bytes, state: str = "enabled") -> None:
    """Install an extension over HTTP."""
    headers = {"Content-Type": "application/zip"}
    with server.client() as client:
        answer = client.post("/extension/install", params={"state": state}, content=content, headers=headers)
        assert answer.is_success, answer.text


def test_without_extensions_the_page_explains_them_and_installs_the_first(extensions_page: OpenPage) -> None:
    page = extensions_page.page
    expect(page.get_by_role("heading", name="No extension is installed")).to_be_visible()
    expect(page.get_by_text("facetry extension init")).to_be_visible()
    choose(page, moody_archive(name="Moody tagger"))
    dialog = dialog_of(page)
    expect(dialog.get_by_role("heading", name="Moody tagger")).to_be_visible()
    expect(dialog.get_by_role("heading", name="It needs no special permission")).to_be_visible()
    assert axe_findings(page) == []
    dialog.get_by_role("button", name="Install").click()
    expect(page.get_by_text("Moody tagger 1.0.0 is installed.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Moody tagger").get_by_text("Running")).to_be_visible(
        timeout=START_MILLISECONDS
    )


def test_permissions_are_explained_before_they_are_granted(extensions_page: OpenPage, empty_server: Server) -> None:
    page = extensions_page.page
    choose(page, archive("eraser", permissions=ASKING))
    dialog = dialog_of(page)
    expect(dialog.get_by_text("Deletes images and their files", exact=False)).to_be_visible()
    expect(dialog.get_by_text("models.example.com")).to_be_visible()
    dialog.get_by_label("Start it at once").uncheck()
    dialog.get_by_role("button", name="Allow and install").click()
    expect(page.get_by_role("listitem").filter(has_text="eraser").get_by_text("Paused")).to_be_visible()
    with empty_server.client() as client:
        assert client.get("/extension/eraser/get").json()["permissions"]["granted"] == ["image:delete"]

    page.goto(f"{empty_server.url}/#/extensions/eraser/about")
    page.get_by_role("button", name="Change…").click()
    page.get_by_label("Deletes images and their files").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Asked for, and not granted")).to_be_visible()


def test_a_dropped_archive_is_offered_and_a_refusal_names_its_place(extensions_page: OpenPage) -> None:
    page = extensions_page.page
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w") as packed:
        packed.writestr("manifest.json", json.dumps({**manifest("broken"), "categories": ["unheard-of"]}))
    drop(page, broken.getvalue())
    dialog = dialog_of(page)
    install_button = dialog.get_by_role("button", name="Install")
    expect(install_button).to_be_visible()
    if install_button.is_enabled():  # the validator did not answer, so the installation refuses it
        install_button.click()
    expect(dialog.get_by_role("heading", name="It cannot be installed")).to_be_visible()
    expect(dialog.get_by_text("/categories/0", exact=False).first).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()

    drop(page, b"no archive at all")
    expect(page.get_by_text("This file is no archive of an extension.")).to_be_visible()


def test_an_extension_is_paused_resumed_and_uninstalled_with_what_it_wrote_kept(
    extensions_page: OpenPage, empty_server: Server
) -> None:
    page = extensions_page.page
    install(empty_server, moody_archive())
    page.get_by_role("button", name="Pause moody").click()
    expect(page.get_by_text("moody is paused.")).to_be_visible()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resume moody").click()
    expect(page.get_by_text("Running")).to_be_visible(timeout=START_MILLISECONDS)

    page.get_by_role("link", name="moody", exact=True).click()
    page.get_by_role("button", name="Uninstall…").click()
    question = dialog_of(page)
    question.get_by_label("Keep the tags, features and embeddings").check()
    question.get_by_role("button", name="Uninstall").click()
    expect(page.get_by_text("moody is uninstalled. What it wrote is kept.")).to_be_visible()
    expect(page.get_by_role("heading", name="No extension is installed")).to_be_visible()

    page.goto(f"{empty_server.url}/#/extensions/moody")
    expect(page.get_by_text("This id has no program.", exact=False)).to_be_visible()
    page.get_by_role("button", name="Remove…").click()
    dialog_of(page).get_by_role("button", name="Remove").click()
    expect(page.get_by_text("moody is removed, with all that it wrote.")).to_be_visible()


def test_a_crash_is_shown_with_its_reason_and_another_version_repairs_it(
    extensions_page: OpenPage, empty_server: Server
) -> None:
    page = extensions_page.page
    install(empty_server, crashing_archive("fragile"))
    expect(page.get_by_text("the flux capacitor is missing", exact=False)).to_be_visible()
    page.get_by_role("link", name="fragile", exact=True).click()
    trouble = page.get_by_role("alert").filter(has_text="the flux capacitor is missing")
    expect(trouble.get_by_role("heading", name="The program has")).to_be_visible()
    trouble.get_by_role("link", name="Read its log").click()
    expect(page.get_by_role("log").get_by_text("the flux capacitor is missing").first).to_be_visible()
    page.get_by_role("button", name="Restart").click()
    expect(page.get_by_text("fragile is started again.")).to_be_visible()

    choose(page, moody_archive("fragile", version="1.0.1"), "Update…")
    dialog = dialog_of(page)
    expect(dialog.get_by_text("1.0.0 → 1.0.1", exact=False)).to_be_visible()
    dialog.get_by_role("button", name="Update", exact=True).click()
    expect(page.get_by_text("fragile 1.0.1 is in place.")).to_be_visible()
    expect(page.get_by_text("Running")).to_be_visible(timeout=START_MILLISECONDS)
    expect(trouble).to_be_hidden()


def test_the_archive_of_another_extension_is_no_update(extensions_page: OpenPage, empty_server: Server) -> None:
    page = extensions_page.page
    install(empty_server, archive("clouds"), "paused")
    page.goto(f"{empty_server.url}/#/extensions/clouds")
    choose(page, archive("stars"), "Update…")
    expect(page.get_by_text("This archive is of the extension stars, and not of clouds.")).to_be_visible()
    expect(dialog_of(page).get_by_role("button", name="Install")).to_be_disabled()


def drop(page: Page, content: bytes) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([encoded]) => {
          const bytes = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], "extension.zip"));
          const find = (root) => {
            for (const element of root.querySelectorAll("*")) {
              if (element.localName === "facetry-extension-list") return element;
              const found = element.shadowRoot && find(element.shadowRoot);
              if (found) return found;
            }
          };
          const target = find(document);
          for (const name of ["dragover", "drop"]) {
            target.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
          }
        }""",
        [base64.b64encode(content).decode()],
    )
