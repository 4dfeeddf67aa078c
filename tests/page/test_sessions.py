"""Signing in and out, sessions that end, and a connection that is lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import sign_in
from tests.support.browser import OpenPage, axe_findings, open_page
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

LOST: Final = "Connection lost"


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a few pictures and without extensions."""
    folder = tmp_path_factory.mktemp("sessions")
    (folder / "pictures").mkdir()
    write_pictures(folder / "pictures", 3)
    with running_server(folder, [folder / "pictures"]) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, small_server: Server) -> Iterator[OpenPage]:
    """The page of somebody who is not signed in."""
    with open_page(browser, f"{small_server.url}/") as opened:
        yield opened
        assert opened.errors == []


def is_signed_in(page: Page) -> None:
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()


def is_signed_out(page: Page) -> None:
    expect(page.get_by_role("heading", name="Sign in to Facetry")).to_be_visible()


def test_a_wrong_key_is_refused_and_a_right_one_signs_in(visitor: OpenPage, small_server: Server) -> None:
    page = visitor.page
    is_signed_out(page)
    assert axe_findings(page) == []
    page.get_by_label("Key").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("does not know this key")
    sign_in(page, small_server.key)
    page.reload()
    is_signed_in(page)


def test_the_key_is_nowhere_in_the_browser(visitor: OpenPage, small_server: Server) -> None:
    sign_in(visitor.page, small_server.key)
    (cookie,) = visitor.page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert cookie["value"] != small_server.key
    stored = visitor.page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
    assert small_server.key not in stored
    assert not any(small_server.key in address for address in visitor.addresses)


def test_a_one_time_link_signs_in_once(browser: Browser, small_server: Server) -> None:
    link = small_server.run_command("session", "link", "--url", small_server.url).strip().splitlines()[-1]
    assert "#sign-in=" in link
    with open_page(browser, link) as first:
        is_signed_in(first.page)
        assert "sign-in" not in first.page.url
        assert not any("sign-in" in address.partition("#")[0] for address in first.addresses)
    with open_page(browser, link) as second:
        is_signed_out(second.page)
        expect(second.page.get_by_role("status").first).to_be_visible()


def test_signing_out_ends_the_session(visitor: OpenPage, small_server: Server) -> None:
    page = visitor.page
    sign_in(page, small_server.key)
    (cookie,) = page.context.cookies()
    page.get_by_role("button", name="Sign out").click()
    is_signed_out(page)
    assert page.context.cookies() == []
    page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": small_server.url}])
    page.reload()
    is_signed_out(page)


def test_a_revoked_key_ends_the_session_of_an_open_page(visitor: OpenPage, small_server: Server) -> None:
    page = visitor.page
    with small_server.client() as client:
        key = client.post("/apiSecret/create", params={"type": "key", "name": "guest"}).json()
        sign_in(page, key["value"])
        assert client.delete(f"/apiSecret/{key['id']}/delete").is_success
    is_signed_out(page)
    expect(page.get_by_text("Your session has ended.")).to_be_visible()
    sign_in(page, small_server.key)


def test_pages_that_a_key_may_not_see_are_left_out(visitor: OpenPage, small_server: Server) -> None:
    page = visitor.page
    with small_server.client() as client:
        scope = {"type": "key", "name": "reader", "scope": "image:read"}
        key = client.post("/apiSecret/create", params=scope).json()["value"]
    sign_in(page, key)
    expect(page.get_by_role("link", name="Library")).to_be_visible()
    expect(page.get_by_role("link", name="Extensions")).to_have_count(0)
    page.goto(f"{small_server.url}/#/extensions")
    expect(page.get_by_role("heading", name="Your key does not show this")).to_be_visible()
    expect(page.get_by_text("extension:read")).to_be_visible()


def test_a_lost_connection_is_shown_and_recovers_without_gaps(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("lost")
    pictures = folder / "pictures"
    pictures.mkdir()
    write_pictures(pictures, 2)
    with running_server(folder, [pictures]) as running, open_page(browser, f"{running.url}/") as opened:
        page = opened.page
        sign_in(page, running.key)
        expect(page.locator("facetry-grid .tile img")).to_have_count(2)
        running.process.send_signal(signal.SIGSTOP)
        try:
            page.context.set_offline(offline=True)
            expect(page.get_by_text(LOST)).to_be_visible()
        finally:
            running.process.send_signal(signal.SIGCONT)
        write_more(pictures)
        running.wait_until_scanned()
        page.context.set_offline(offline=False)
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(page.locator("facetry-grid .tile img")).to_have_count(3)


def write_more(pictures: Path) -> None:
    """One more picture, which the service finds by its watcher."""
    Image.new("RGB", (320, 200), (200, 40, 90)).save(pictures / "other.png")
