"""The page of the keys: creating with scopes, the value that is shown once, revoking, and the session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.page.conftest import signed_in
from tests.page.dialogs import dialog
from tests.support.browser import NARROW, OpenPage, axe_findings
from tests.support.services.servers import Server, running_server


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty folder."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "nothing").mkdir()
    with running_server(folder, [folder / "nothing"]) as server:
        yield server


@pytest.fixture
def keys(browser: Browser, library: Server) -> Iterator[OpenPage]:
    """The page of the keys, without errors at the end."""
    with signed_in(browser, library, "#/keys") as opened:
        yield opened
        assert opened.errors == []


def test_a_key_is_created_with_the_scopes_of_a_preset_and_one_more(keys: OpenPage, library: Server) -> None:
    page = keys.page
    page.get_by_role("button", name="Create key").click()
    creation = dialog(keys, "Create a key")
    creation.get_by_role("textbox", name="Name").fill("tagger")
    creation.get_by_role("textbox", name="Comment").fill("On the old laptop")
    creation.get_by_role("button", name="Tagging client").click()
    scope = creation.get_by_role("checkbox", name="image:feature:write")
    expect(creation.get_by_text("Writes features of images")).to_be_visible()
    scope.check()
    creation.get_by_role("combobox", name="Expires").select_option("In 30 days")
    assert axe_findings(page) == []
    creation.get_by_role("button", name="Create key").click()
    shown = dialog(keys, "The new key")
    value = shown.get_by_label("Value of the key").input_value()
    expect(shown.get_by_text("curl -H")).to_be_visible()
    with library.client(value) as client:
        answer = client.get("/apiSecret/self").json()
    assert {"image:tag:write", "image:feature:write"} <= set(answer["scopes"])
    assert "image:delete" not in answer["scopes"]
    assert "expirationDate" in answer
    shown.get_by_role("button", name="Done").click()
    expect(_key(keys, "tagger").get_by_text("On the old laptop")).to_be_visible()
    assert not _is_anywhere(keys, value)


def test_the_value_is_copied(browser: Browser, library: Server) -> None:
    with signed_in(browser, library, "#/keys", permissions=["clipboard-read", "clipboard-write"]) as opened:
        _create(opened, "copied")
        value = dialog(opened, "The new key").get_by_label("Value of the key").input_value()
        opened.page.get_by_role("button", name="Copy").click()
        expect(opened.page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
        assert opened.page.evaluate("navigator.clipboard.readText()") == value


def test_a_revoked_key_is_refused_and_gone(keys: OpenPage, library: Server) -> None:
    value = _create(keys, "script")
    dialog(keys, "The new key").get_by_role("button", name="Done").click()
    keys.page.get_by_role("button", name="Revoke script").click()
    dialog(keys, "Revoke “script”?").get_by_role("button", name="Revoke").click()
    expect(_key(keys, "script")).to_have_count(0)
    with library.client(value) as client:
        assert client.get("/apiSecret/self").status_code == 401


def test_a_key_cannot_give_scopes_that_it_lacks(browser: Browser, library: Server) -> None:
    scopes = "apisecret:list,apisecret:read,apisecret:write,image:read"
    with _signed_in_with(browser, library, "keeper", scopes) as opened:
        own = opened.page.get_by_role("region", name="Your session")
        expect(own.get_by_text("keeper")).to_be_visible()
        opened.page.get_by_role("button", name="Create key").click()
        creation = dialog(opened, "Create a key")
        expect(creation.get_by_role("button", name="Everything")).to_be_disabled()
        expect(creation.get_by_role("checkbox", name="image:write")).to_be_disabled()
        expect(creation.get_by_role("checkbox", name="image:read")).to_be_enabled()


def test_who_revokes_the_own_key_is_warned_and_signed_out(browser: Browser, library: Server) -> None:
    scopes = "apisecret:list,apisecret:read,apisecret:write"
    with _signed_in_with(browser, library, "my own", scopes) as opened:
        expect(_key(opened, "my own").get_by_text("this session")).to_be_visible()
        opened.page.get_by_role("button", name="Revoke my own").click()
        question = dialog(opened, "Revoke “my own”?")
        expect(question).to_contain_text("you are signed out")
        question.get_by_role("button", name="Revoke it and sign out").click()
        expect(opened.page.get_by_role("heading", name="Sign in to Facetry")).to_be_visible()


def test_a_key_without_scopes_for_keys_sees_itself_only(browser: Browser, library: Server) -> None:
    with _signed_in_with(browser, library, "reader", "image:read", viewport=NARROW) as opened:
        own = opened.page.get_by_role("region", name="Your session")
        expect(own.get_by_text("Images (read)")).to_be_visible()
        expect(opened.page.get_by_text("it lacks the scope apisecret:list")).to_be_visible()
        expect(opened.page.get_by_role("button", name="Create key")).to_have_count(0)
        assert axe_findings(opened.page) == []


def _create(opened: OpenPage, name: str) -> str:
    """Create a key that reads; its value."""
    opened.page.get_by_role("button", name="Create key").click()
    creation = dialog(opened, "Create a key")
    creation.get_by_role("textbox", name="Name").fill(name)
    creation.get_by_role("button", name="Create key").click()
    return dialog(opened, "The new key").get_by_label("Value of the key").input_value()


@contextmanager
def _signed_in_with(browser: Browser, server: Server, name: str, scopes: str, **options: Any) -> Iterator[OpenPage]:
    """The page of the keys, signed in with a new key."""
    with server.client() as client:
        query = {"type": "key", "name": name, "scope": scopes}
        key = client.post("/apiSecret/create", params=query).json()["value"]
    with signed_in(browser, replace(server, key=key), "#/keys", **options) as opened:
        yield opened


def _key(opened: OpenPage, name: str) -> Locator:
    heading = opened.page.get_by_role("heading", name=name)
    return opened.page.get_by_role("list", name="Keys").get_by_role("listitem").filter(has=heading)


def _is_anywhere(opened: OpenPage, value: str) -> bool:
    stored = opened.page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
    fields = opened.page.get_by_label("Value of the key").count()
    return value in stored or fields > 0 or any(value in address for address in opened.addresses)
