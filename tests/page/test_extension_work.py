"""The page of one extension: its work, failures and retries, its log, its settings and its commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from facetry.demo import pictures
from tests.page.conftest import signed_in
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.extensions.unruly_extensions import moody_archive
from tests.support.services.servers import Server, running_server

PICTURES: Final = 5
IMPATIENT: Final = {"FACETRY_EXTENSIONS__ATTEMPTS": "2", "FACETRY_EXTENSIONS__RETRY_SECONDS": "0.2"}


@pytest.fixture(scope="module")
def moody_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with some pictures, and an extension that fails on all of them because it is in a bad mood."""
    folder = tmp_path_factory.mktemp("moody")
    (folder / "pictures").mkdir()
    for _ in pictures.paint(folder / "pictures", PICTURES):
        pass
    with running_server(folder, [folder / "pictures"], extra_environment=IMPATIENT) as running:
        with running.client() as client:
            headers = {"Content-Type": "application/zip"}
            answer = client.post("/extension/install?state=enabled", content=moody_archive(), headers=headers)
            assert answer.is_success, answer.text
        yield running


@pytest.fixture
def moody(browser: Browser, moody_server: Server) -> Iterator[OpenPage]:
    """The page of the extension. No error may be left in its console."""
    with signed_in(browser, moody_server, "#/extensions/moody") as opened:
        yield opened
        assert opened.errors == []


def test_failures_have_reasons_and_are_retried_after_the_settings_have_changed(moody: OpenPage) -> None:
    page = moody.page
    expect(page.get_by_role("heading", name=f"{PICTURES} failures")).to_be_visible()
    failures = page.get_by_role("list", name="Failures")
    expect(failures.get_by_text("I am in a bad mood <b>today</b>", exact=False)).to_have_count(PICTURES)
    expect(failures.locator("img")).to_have_count(PICTURES)
    expect(page.get_by_role("heading", name=f"{PICTURES} dead letters")).to_be_visible()
    expect(page.get_by_text("At most 50 events in 1 second")).to_be_visible()
    assert axe_findings(page) == []

    page.get_by_role("link", name="Settings and commands").click()
    save = page.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    page.get_by_label("Mood").select_option(label="good")
    save.click()
    expect(page.get_by_text("The settings of moody are saved.")).to_be_visible()

    page.get_by_role("link", name="Work", exact=True).click()
    failures.get_by_role("button", name="Retry Tags of image").first.click()
    expect(page.get_by_role("heading", name=f"{PICTURES - 1} failures")).to_be_visible()
    page.get_by_role("button", name="Retry all").click()
    expect(page.get_by_role("progressbar", name="Tags")).to_have_attribute(
        "aria-valuetext", f"{PICTURES} of {PICTURES} images"
    )
    expect(failures).to_be_hidden()
    expect(page.get_by_role("heading", name="dead letters")).to_be_hidden()

    page.get_by_role("link", name="Settings and commands").click()
    page.get_by_role("button", name="Reset to defaults…").click()
    page.locator("facetry-dialog[open]").get_by_role("button", name="Reset", exact=True).click()
    expect(page.get_by_text("The settings of moody are reset.")).to_be_visible()
    expect(page.get_by_label("Mood").locator("option:checked")).to_have_text("bad")


def test_a_command_asks_for_its_parameters_and_its_card_is_shown(moody: OpenPage) -> None:
    page = moody.page
    page.get_by_role("link", name="Settings and commands").click()
    page.get_by_role("button", name="Greet somebody").click()
    dialog = page.locator("facetry-dialog[open]")
    dialog.get_by_role("textbox", name="Name").fill("Ada")
    dialog.get_by_role("button", name="Greet somebody").click()
    expect(dialog.get_by_role("heading", name="Hello Ada")).to_be_visible()
    expect(dialog.locator("em", has_text="meet")).to_be_visible()


def test_the_log_follows_the_extension_and_shows_hostile_lines_as_text(moody: OpenPage, moody_server: Server) -> None:
    page = moody.page
    page.get_by_role("link", name="Log", exact=True).click()
    log = page.get_by_role("log")
    expect(log.get_by_text("started, process", exact=False).first).to_be_visible()
    with moody_server.client() as client:
        run = client.post("/extension/moody/runCommand?commandId=greet", json={"parameters": {"name": "x"}})
        assert run.is_success, run.text
    hostile = log.get_by_text("WARNING red <img src=x onerror=alert(1)>", exact=False).first
    expect(hostile).to_be_visible()
    assert log.locator("img").count() == 0
    assert "\u202e" not in hostile.inner_text()

    page.get_by_label("Level").select_option("Warnings and errors")
    expect(log.get_by_text("started, process", exact=False)).to_have_count(0)
    page.get_by_label("Find in the log").fill("no such text")
    expect(log.get_by_text("No line matches.")).to_be_visible()
    page.get_by_label("Find in the log").fill("")
    page.get_by_label("Level").select_option("All lines")

    page.get_by_role("button", name="Pause").last.click()
    lines = log.locator(".line").count()
    page.get_by_role("button", name="Restart").click()
    expect(page.get_by_text("Paused. ", exact=False).filter(has_text="new line")).not_to_contain_text(" 0 ")
    assert log.locator(".line").count() == lines
    page.get_by_role("button", name="Go on").click()
    expect(log.locator(".line").nth(lines)).to_be_visible()
    assert axe_findings(page) == []


def test_an_unknown_extension_says_so(browser: Browser, moody_server: Server) -> None:
    with signed_in(browser, moody_server, "#/extensions/nobody") as opened:
        expect(opened.page.get_by_text("There is no extension with this id.")).to_be_visible()


def test_the_pages_suit_narrow_dark_screens(browser: Browser, moody_server: Server) -> None:
    with signed_in(browser, moody_server, "#/extensions", viewport=NARROW, color_scheme="dark") as opened:
        page = opened.page
        expect(page.get_by_role("progressbar", name="Tags of moody")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert axe_findings(page) == []
        page.get_by_role("link", name="moody", exact=True).click()
        for section in ("Work", "Log", "Settings and commands", "About"):
            page.get_by_role("link", name=section, exact=True).click()
            expect(page.get_by_role("link", name=section, exact=True)).to_have_attribute("aria-current", "page")
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        expect(page.get_by_role("heading", name="Permissions")).to_be_visible()
        assert axe_findings(page) == []
        assert opened.errors == []
