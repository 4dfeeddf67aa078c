"""Collections: saved from a search, shown as cards, renamed, edited, deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import OpenPage, axe_findings
from tests.support.services.servers import Server

_BLUE = {"criteria": {"tags": {"values": ["colour:blue"]}}, "sorting": {"property": "name"}}


@pytest.fixture(autouse=True)
def no_collections(server: Server) -> Iterator[None]:
    """No collection is left after a test."""
    yield
    with server.client() as client:
        for collection in client.get("/collection/list").json():
            assert client.delete(f"/collection/{collection['id']}/delete").is_success


def _create(server: Server, name: str, search: object) -> int:
    with server.client() as client:
        answer = client.post("/collection/create", params={"name": name}, json=search)
        assert answer.is_success, answer.text
        id: int = answer.json()["id"]
        return id


def _total(server: Server, search: object) -> str:
    with server.client() as client:
        return f"{client.post('/collection/preview', json=search).json()['totalCount']} images"


def _go(page: Page, server: Server, fragment: str) -> None:
    page.goto(f"{server.url}/{fragment}")


def test_a_search_becomes_a_collection(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _go(page, server, "#/collections")
    expect(page.get_by_role("heading", name="There are no collections yet")).to_be_visible()
    assert axe_findings(page) == []
    page.get_by_role("link", name="Search in the library").click()
    page.get_by_role("button", name=re.compile("^colour:blue")).click()
    page.get_by_role("button", name="Save as collection").click()
    page.get_by_role("textbox", name="Name").fill("Blue ones")
    page.get_by_role("button", name="Save collection").click()
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Blue ones")).to_be_visible()
    expect(page.locator("facetry-library .count")).to_have_text(_total(server, _BLUE))
    page.get_by_role("link", name="Collections").click()
    card = page.get_by_role("article", name="Blue ones")
    expect(card).to_contain_text("tag colour:blue")
    expect(card).to_contain_text(_total(server, _BLUE))
    expect(card.locator("img")).to_be_visible()
    assert axe_findings(page) == []


def test_a_name_that_is_taken_is_refused_in_the_dialog(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _create(server, "Taken", {})
    _go(page, server, "#/library?tag=colour%3Ablue")
    page.get_by_role("button", name="Save as collection").click()
    page.get_by_role("textbox", name="Name").fill("Taken")
    page.get_by_role("button", name="Save collection").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_collections_of_others_show_up(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _go(page, server, "#/collections")
    expect(page.get_by_role("heading", name="There are no collections yet")).to_be_visible()
    id = _create(server, "Theirs", {"criteria": {"any": [{"formats": ["PNG"]}, {"inNoCollection": True}]}})
    card = page.get_by_role("article", name="Theirs")
    expect(card).to_contain_text("Advanced filter")
    with server.client() as client:
        assert client.put(f"/collection/{id}/update", params={"name": "Renamed"}).is_success
    expect(page.get_by_role("article", name="Renamed")).to_be_visible()


def test_a_collection_is_renamed_and_deleted_with_an_undo(opened: OpenPage, server: Server) -> None:
    page = opened.page
    _create(server, "First", _BLUE)
    _go(page, server, "#/collections")
    page.get_by_role("button", name="Rename or comment First").click()
    page.get_by_role("textbox", name="Name").fill("Second")
    page.get_by_role("textbox", name="Comment").fill("For the calendar")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("article", name="Second")).to_contain_text("For the calendar")
    page.get_by_role("button", name="Delete Second").click()
    page.get_by_role("button", name="Delete collection").click()
    expect(page.get_by_role("heading", name="There are no collections yet")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("article", name="Second")).to_contain_text("For the calendar")


def test_the_search_of_a_collection_is_edited(opened: OpenPage, server: Server) -> None:
    page = opened.page
    id = _create(server, "Edited", _BLUE)
    _go(page, server, "#/collections")
    page.get_by_role("link", name="Edit search of Edited").click()
    page.get_by_role("button", name="Remove colour:blue").click()
    page.get_by_role("region", name="Formats").get_by_role("button", name=re.compile("^PNG")).click()
    page.get_by_role("button", name="Update collection").click()
    expect(page.get_by_role("heading", name="Edited")).to_be_visible()
    with server.client() as client:
        assert client.get(f"/collection/{id}/get").json()["filter"] == {
            "criteria": {"formats": ["PNG"]},
            "sorting": {"property": "name", "isAscending": True},
        }


def test_a_collection_is_narrowed(opened: OpenPage, server: Server) -> None:
    page = opened.page
    id = _create(server, "Blue", _BLUE)
    _go(page, server, f"#/library?collection={id}&format=PNG")
    expect(page.get_by_role("button", name="Remove Blue")).to_be_visible()
    both = {"criteria": {"tags": {"values": ["colour:blue"]}, "formats": ["PNG"]}}
    expect(page.locator("facetry-library .count")).to_have_text(_total(server, both))
